"""Who plays in a simulation: names that are evidently made up, and how well they play.

Everything is drawn from a seed by :mod:`tournaments.chance`, so that the same seed
gives the same night on every machine.
"""

from collections.abc import Sequence

from tournaments.chance import mixed
from tournaments.matches import GameResult
from tournaments.pod_results import table_result

_FIRST = (
    "Ada Bert Cleo Dina Enzo Fritzi Gita Hugo Ines Jarl Käthe Lino Maud Nell Olaf Pia "
    "Quim Runa Skip Tove Udo Vroni Wim Xenia Yann Zita"
)
_LAST = (
    "Acepair Boardend Cribbage Doublerun Endhole Fifteen Goforit Heelsup Inthehole "
    "Jackstarter Kingcard Lastcard Muggins Nobsjack Outstreet Pegtwo Quartet Runofsix "
    "Skunkline Thirtyone Upcard Vastcrib Winbyone Xtrapeg Yardofpegs Zerohand"
)
FIRST_NAMES, LAST_NAMES = tuple(_FIRST.split()), tuple(_LAST.split())
LEVELS = 13
SKUNKS, DOUBLE_SKUNKS = 15, 1  # of a hundred games; a line is a quarter of the board


def names_of(players: int) -> tuple[str, ...]:
    """Make up so many different names.

    Args:
        players: how many.
    """
    return tuple(_name(number) for number in range(players))


def _name(number: int) -> str:
    lap, at = divmod(number, len(FIRST_NAMES) * len(LAST_NAMES))
    turn, first = divmod(at, len(FIRST_NAMES))
    last = LAST_NAMES[(first + turn) % len(LAST_NAMES)]
    return f"{FIRST_NAMES[first]} {last}" + (f" {lap + 1}" if lap else "")


def drawn_game(
    seed: int, words: Sequence[object], sides: Sequence[int], *, target: int
) -> GameResult:
    """Draw the result of one game.

    Args:
        seed: of the night.
        words: which game it is.
        sides: numbers of the two entries, in slot order; the better one wins a
            little more often.
        target: of the game.

    Returns:
        Winner and loser's score: as often a skunk as at a table.
    """
    first, second = (mixed(seed, "level", number) % LEVELS for number in sides)
    value = mixed(seed, "game", *words)
    chance = 500 + 10 * (first - second)
    winner = 1 if value % 1000 < chance else 2
    return GameResult(winner, _loser_score(value, target))


def drawn_table(
    seed: int, words: Sequence[object], sides: Sequence[int], *, target: int
) -> GameResult:
    """Draw the result of a table where each plays for himself.

    Args:
        seed: of the night.
        words: which game it is.
        sides: numbers of the entries, in slot order; a better one has more chances.
        target: of the game.

    Returns:
        The scores of all.
    """
    chances = [2 * LEVELS + mixed(seed, "level", number) % LEVELS for number in sides]
    lot = mixed(seed, "game", *words) % sum(chances)
    winner = next(at for at in range(len(sides)) if lot < sum(chances[: at + 1]))
    return table_result(
        [
            target if at == winner else _loser_score(mixed(seed, "score", *words, at), target)
            for at in range(len(sides))
        ]
    )


def _loser_score(value: int, target: int) -> int:
    lap = target // 4
    laps_behind = sum((value >> 12) % 100 < percent for percent in (SKUNKS, DOUBLE_SKUNKS))
    return target - 1 - lap * laps_behind - (value >> 32) % lap
