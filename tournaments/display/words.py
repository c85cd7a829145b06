"""Sentences that doors make from the values of standings."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from tournaments.game_results import Scoring, Worth, skunk_class
from tournaments.standings.tiebreaks import TieReason
from tournaments.ties import points_text

DECIDED = "Decided by "
MARKS = {"none": "", "skunk": " S", "double": " D"}
WORDS = {
    "game_points": "game points",
    "games_won": "games won",
    "net_spread": "spread",
    "plus_points": "plus points",
    "skunks": "skunks given",
    "head_to_head": "the games between them",
    "losses_to_tied": "losses to others level with them",
    "play_off_game": "a play-off game",
}
OF_TIES = {**WORDS, "head_to_head": "the ties between them"}


def reason_sentence(
    reason: TieReason, names: Mapping[int, str] | None = None, *, scale: int | None = None
) -> str:
    """Say what separated two neighbouring places.

    Args:
        reason: of the standings.
        names: of the entries by number; left out, nobody is named.
        scale: of a league, parts to a point of its table.

    Returns:
        A whole sentence, such as "Decided by spread: +41 against +38."
    """
    above, below = (_value(reason.by, value, scale) for value in reason.values)
    words = WORDS if scale is None else OF_TIES
    what = words.get(reason.by, reason.by.replace("_", " "))
    values = "" if reason.by == "play_off_game" else f": {above} against {below}"
    if names is None:
        return f"{DECIDED}{what}{values}."
    return f"{_named(reason.above, names)} above {_named(reason.below, names)} by {what}{values}."


def sit_out_sentence(worth: Worth) -> str:
    """Say what a sit-out counts on a card.

    Args:
        worth: of the event's rules.

    Returns:
        A whole sentence, such as "A sit-out counts as a win with 2 game points."
    """
    if not worth.game_points and not worth.games_won:
        return "A sit-out counts nothing."
    points = "1 game point" if worth.game_points == 1 else f"{worth.game_points} game points"
    return f"A sit-out counts {'as a win with ' if worth.games_won else ''}{points}."


def places_sentence(points: Sequence[int]) -> str:
    """Say what the places at a table of three are worth.

    Args:
        points: of first, second and third.
    """
    first, second, third = points
    return (
        f"First, second and third at a table get {first}, {second} and {third} points; "
        "who are level share theirs. Of two the second is third."
    )


def table_words(scores: Sequence[int | None], scoring: Scoring) -> str:
    """Say the scores of a table where each plays for himself.

    Args:
        scores: in the order of the seats, ``None`` for who was not there.
        scoring: target and skunk lines.

    Returns:
        All scores with dashes between; S marks a skunk, D a double skunk.
    """
    return " – ".join(_score(score, scoring) for score in scores)


def _score(score: int | None, scoring: Scoring) -> str:
    if score is None:
        return "away"
    return f"{score}{MARKS[skunk_class(scoring, score)]}" if score < scoring.target else str(score)


def _value(key: str, value: int, scale: int | None) -> str:
    if scale is not None:
        text = points_text(value, scale) if key == "points" else str(value)
        return text.replace("-", "−")
    if key == "net_spread":
        return f"{value:+d}".replace("-", "−")
    return str(abs(value) if key == "losses_to_tied" else value)


def _named(entries: Sequence[int], names: Mapping[int, str]) -> str:
    called = [names[number] for number in entries]
    if len(called) > 1 and any(" and " in name for name in called):
        # Pairs: an "and" more would make one crowd of them.
        return "; ".join(called)
    *others, last = called
    return f"{', '.join(others)} and {last}" if others else last


def group_name(number: int) -> str:
    """Name a group: Group A, and after Group Z Group A2.

    Args:
        number: counted from 1.
    """
    turn, letter = divmod(number - 1, len(ascii_uppercase))
    return f"Group {ascii_uppercase[letter]}{turn + 1 if turn else ''}"
