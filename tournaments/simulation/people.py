"""Who plays in a simulation: names that are evidently made up, and how well they play.

Everything is drawn from a seed by :mod:`tournaments.chance`, so that the same seed
gives the same night on every machine.
"""

from collections.abc import Sequence

from tournaments.chance import mixed
from tournaments.matches import GameResult

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
        Winner and loser's score: about one in six is a skunk in a game to 121.
    """
    first, second = (mixed(seed, "level", number) % LEVELS for number in sides)
    value = mixed(seed, "game", *words)
    chance = 500 + 10 * (first - second)
    winner = 1 if value % 1000 < chance else 2
    missing = 1 + (value >> 12) % (target // 3) * (1 + (value >> 40) % 2)
    return GameResult(winner, max(target - missing, 0))
