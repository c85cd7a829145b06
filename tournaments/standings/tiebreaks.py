"""Tie-breaks: a registry of keys, and the ranking that says what decided.

A chain is an ordered list of keys. A key measures entries that all earlier
keys left level, the greater number first, or says that it does not apply.
What no key separates is an equal place: never a name or an id decides.

=====================  ================================================
key                    measures
=====================  ================================================
``game_points``        points of the games
``games_won``          games won, a sit-out's worth included
``net_spread``         plus less minus
``plus_points``        spreads of the games won
``skunks``             skunks given
``head_to_head``       games won among the tied, if all of them met
``losses_to_tied``     games lost to others of the same record, fewest
``play_off_game``      how many of the tied were beaten in play-off games
=====================  ================================================

Rule: docs/rules.md#tie-breaks
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from tournaments.errors import ConfigInvalid
from tournaments.standings.table import CardLine, Row

FEDERATION_CHAIN = (
    "game_points",
    "games_won",
    "net_spread",
    "plus_points",
    "head_to_head",
    "play_off_game",
)


class PlayOffGame(NamedTuple):
    """A game between tied entries, played to separate them."""

    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What keys may look at besides the rows themselves."""

    meetings: Mapping[int, Sequence[CardLine]]
    play_offs: Sequence[PlayOffGame] = ()


Measure = Callable[[Sequence[Row], Evidence], Sequence[int] | None]
"""Values of the tied rows in their order; ``None`` when it does not apply."""


class TieReason(NamedTuple):
    """Why one place stands above the next, though the first key was level."""

    above: tuple[int, ...]
    below: tuple[int, ...]
    by: str
    values: tuple[int, int]


class EqualPlace(NamedTuple):
    """Entries that the chain cannot separate."""

    place: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Rows with places, best first, and what decided.

    ``ties`` runs down the table; the entries of an equal place, within rows
    and within ``equal``, keep the order in which they were given.
    """

    rows: tuple[Row, ...]
    ties: tuple[TieReason, ...]
    equal: tuple[EqualPlace, ...]


def _column(name: str) -> Measure:
    at = Row._fields.index(name)

    def measure(tied: Sequence[Row], _: Evidence) -> Sequence[int]:
        return list(map(itemgetter(at), tied))

    return measure


def _head_to_head(tied: Sequence[Row], evidence: Evidence) -> Sequence[int] | None:
    among = {row.entry for row in tied}
    won = []
    for row in tied:
        games = [line for line in evidence.meetings.get(row.entry, ()) if line.opponent in among]
        if {line.opponent for line in games} != among - {row.entry}:
            return None
        won.append(sum(line.won for line in games))
    return won


def _losses_to_tied(tied: Sequence[Row], evidence: Evidence) -> Sequence[int]:
    record = {row.entry: (row.games_won, row.games_lost) for row in tied}
    return [
        -sum(
            not line.won
            for line in evidence.meetings.get(row.entry, ())
            if line.opponent is not None and record.get(line.opponent) == record[row.entry]
        )
        for row in tied
    ]


def beaten_among(entries: Sequence[int], play_offs: Sequence[PlayOffGame]) -> dict[int, int]:
    """Count whom each entry beat in play-off games, directly or through others.

    Args:
        entries: the tied entries.
        play_offs: all play-off games; those with others do not count.

    Returns:
        For each entry, how many of the others it stands above: a play-off
        game puts its loser below its winner, and below whoever beat him.
        Nothing is separated (all 0) until each of the tied has played.
    """
    below: dict[int, set[int]] = {entry: set() for entry in entries}
    played = [game for game in play_offs if game.winner in below and game.loser in below]
    if {entry for game in played for entry in game} != set(entries):
        return dict.fromkeys(entries, 0)
    for _ in entries:
        for winner, loser in played:
            below[winner] |= {loser} | below[loser]
    return {entry: len(others - {entry}) for entry, others in below.items()}


def _play_off_game(tied: Sequence[Row], evidence: Evidence) -> Sequence[int] | None:
    if not evidence.play_offs:
        return None
    return list(beaten_among([row.entry for row in tied], evidence.play_offs).values())


TIE_BREAKS: Mapping[str, Measure] = MappingProxyType(
    {
        "game_points": _column("game_points"),
        "games_won": _column("games_won"),
        "net_spread": _column("net_spread"),
        "plus_points": _column("plus"),
        "skunks": _column("skunks_given"),
        "head_to_head": _head_to_head,
        "losses_to_tied": _losses_to_tied,
        "play_off_game": _play_off_game,
    }
)


def check_chain(
    chain: Sequence[str], measures: Mapping[str, Measure] = TIE_BREAKS
) -> tuple[str, ...]:
    """Check a chain of tie-breaks.

    Args:
        chain: keys, the strongest first.
        measures: what the keys may be.

    Returns:
        The chain as a tuple.

    Raises:
        ConfigInvalid: empty, an unknown key, or a key twice.
    """
    for key in chain:
        if key not in measures:
            raise ConfigInvalid(
                f"There is no tie-break {key!r}. Choose of {', '.join(measures)}.",
                field="tie_break",
                key=key,
            )
    if not chain or len(set(chain)) != len(chain):
        raise ConfigInvalid(
            "A chain names one tie-break or more, each of them once.", field="tie_break"
        )
    return tuple(chain)


class _Separation(NamedTuple):
    """One step of the ranking: level rows, and what put them below the last."""

    rows: list[Row]
    by: str | None
    values: tuple[int, int] | None


def rank(
    rows: Iterable[Row],
    chain: Sequence[str],
    *,
    meetings: Mapping[int, Sequence[CardLine]] | None = None,
    play_offs: Sequence[PlayOffGame] = (),
    measures: Mapping[str, Measure] = TIE_BREAKS,
) -> Ranking:
    """Give places by a chain of tie-breaks.

    Args:
        rows: one per entry, in any order.
        chain: keys of ``measures``, the strongest first.
        meetings: the lines of each entry, for keys that look at who met whom.
        play_offs: play-off games between tied entries, if any were played.
        measures: what the keys measure, where a table has columns of its own.

    Returns:
        The ranking; equal entries share a place and the next place is left
        out: 1, 2, 2, 4.

    Raises:
        ConfigInvalid: as ``check_chain``.

    Rule: docs/rules.md#tie-breaks
    """
    check_chain(chain, measures)
    evidence = Evidence(meetings or {}, play_offs)
    steps = _separate(list(rows), [(key, measures[key]) for key in chain], evidence, None, None)
    placed: list[Row] = []
    ties: list[TieReason] = []
    equal: list[EqualPlace] = []
    above: tuple[int, ...] = ()
    for step in steps:
        place = len(placed) + 1
        entries = tuple([row.entry for row in step.rows])
        placed += [Row._make((place, *row[1:])) for row in step.rows]
        if step.by is not None and step.values is not None and step.by != chain[0]:
            ties.append(TieReason(above, entries, step.by, step.values))
        if len(entries) > 1:
            equal.append(EqualPlace(place, entries))
        above = entries
    return Ranking(tuple(placed), tuple(ties), tuple(equal))


def _separate(
    tied: list[Row],
    chain: Sequence[tuple[str, Measure]],
    evidence: Evidence,
    by: str | None,
    values: tuple[int, int] | None,
) -> list[_Separation]:
    """Split level rows by the first key that can, and each part by the rest."""
    if not tied:
        return []
    for at, (key, measure) in enumerate(chain if tied[1:] else ()):
        parts = _parts(tied, measure(tied, evidence))
        if len(parts) == 1:
            continue
        steps: list[_Separation] = []
        reason: tuple[str | None, tuple[int, int] | None] = (by, values)
        for number, (value, part) in enumerate(parts):
            if number:
                reason = (key, (parts[number - 1][0], value))
            steps += _separate(part, chain[at + 1 :], evidence, *reason)
        return steps
    return [_Separation(tied, by, values)]


def _parts(tied: list[Row], values: Sequence[int] | None) -> list[tuple[int, list[Row]]]:
    if values is None:
        return [(0, tied)]
    parts: dict[int, list[Row]] = {}
    for row, value in zip(tied, values, strict=True):
        parts.setdefault(value, []).append(row)
    return sorted(parts.items(), reverse=True, key=itemgetter(0))
