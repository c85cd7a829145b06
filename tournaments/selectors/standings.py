"""Standings and the cut, counted from accepted claims each time they are asked for.

Within the pure packages an entry is its *number* in the event, so that the same
night in another database ranks, cuts and draws lots alike. Nothing but the lines of
accepted claims counts, and the worth of a sit-out once its round is being played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tournaments.formats import LEAGUE
from tournaments.models import Entry, Stage, StageFeed
from tournaments.rulesets import Ruleset
from tournaments.selectors.cut_decisions import decisions_at, qualifiers_by
from tournaments.selectors.league_tables import league_table_of, ranking_of
from tournaments.selectors.stage_cards import card_lines_of, entered_in
from tournaments.standings.cut import Cut, Decisions, cut
from tournaments.standings.groups import rank_in_groups
from tournaments.standings.league import LeagueRow
from tournaments.standings.table import Row, cards_of, meetings_of, rows_of
from tournaments.standings.tiebreaks import EqualPlace, Ranking, TieReason, rank


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings; ``qualified`` says whether it would go on now.

    In a stage of groups ``group`` counts from 1 and ``group_place`` is the place there.
    In a league ``team`` is the line of its table, which gives the place.
    """

    place: int
    is_shared: bool
    entry: Entry
    game_points: int
    wins: int
    losses: int
    net_spread: int
    plus_points: int
    minus_points: int
    games: int
    skunks_given: int
    skunks_taken: int
    sit_outs: int
    qualified: bool
    group: int | None = None
    group_place: int | None = None
    team: LeagueRow | None = None


@dataclass(frozen=True, slots=True)
class CutView:
    """Where the cut falls, with entries; words as in ``tournaments.standings.cut``."""

    qualifiers: int
    blocked: bool
    tied: tuple[Entry, ...]
    places_left: int
    qualified: tuple[Entry, ...]
    seeds: tuple[Entry, ...]
    lots_needed: tuple[tuple[Entry, ...], ...]
    high_non_qualifier: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings of one group: places, reasons and shared places are within it."""

    number: int
    rows: tuple[StandingRow, ...]
    reasons: tuple[TieReason, ...]
    equal: tuple[EqualPlace, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows from the top; ``reasons`` and ``equal`` name entries by number.

    ``cut`` is None where no later stage is fed; ``groups`` is empty but in a stage of
    groups.
    """

    rows: tuple[StandingRow, ...] = ()
    reasons: tuple[TieReason, ...] = ()
    equal: tuple[EqualPlace, ...] = ()
    cut: CutView | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    groups: tuple[GroupTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """The standings of a stage as values, and what was decided at its cut."""

    entries: Mapping[int, Entry]
    ranking: Ranking
    feed: StageFeed | None
    decisions: Decisions
    qualifiers: int
    cut: Cut | None
    groups: Mapping[int, Ranking]
    teams: Mapping[int, LeagueRow]


def standings_of(stage: Stage) -> Standings:
    """Count the standings of a stage.

    Args:
        stage: any; without entries its standings are empty.

    Returns:
        The standings, with the reason for every tie that was separated; four
        queries at most, whatever the size.

    Rule: docs/rules.md#standings
    """
    measured = measure(stage)
    if measured is None:
        return Standings()
    rows = _rows(measured)
    return Standings(
        rows=tuple(rows.values()),
        reasons=measured.ranking.ties,
        equal=measured.ranking.equal,
        cut=_cut_view(measured),
        names={number: entry.display for number, entry in measured.entries.items()},
        groups=tuple(
            _group_table(number, ranking, rows) for number, ranking in measured.groups.items()
        ),
    )


def cut_of(stage: Stage) -> CutView | None:
    """Say where the cut into a stage falls.

    Args:
        stage: one that another stage feeds.

    Returns:
        The cut, blocked or with the seeds; None where nothing feeds it or nobody
        plays there yet.

    Rule: docs/rules.md#cut
    """
    feed = feed_of(stage)
    measured = None if feed is None else measure(feed.source)
    return None if measured is None else _cut_view(measured)


def feed_of(stage: Stage) -> StageFeed | None:
    """Return where a stage takes its entries from, with that stage; None for the first.

    Args:
        stage: any.
    """
    feeds = StageFeed.objects.filter(stage=stage).select_related("source__event")
    return feeds.order_by("pk").first()


def measure(stage: Stage) -> Measured | None:
    """Measure a stage for its standings and its cut.

    Args:
        stage: any.

    Returns:
        The values; None while nobody is entered.
    """
    entered = list(entered_in(stage))
    if not entered:
        return None
    event = entered[0].stage.event
    ruleset = Ruleset.read(event.rules, event.ruleset)
    entries = {one.entry.number: one.entry for one in entered}
    rests = {one.entry.number: one.rests or 0 for one in entered}
    cards = cards_of(entries, card_lines_of(stage), rests)
    rows, meetings = rows_of(cards, ruleset.sit_out), meetings_of(cards)
    chain = ruleset.tie_break
    teams: dict[int, LeagueRow] = {}
    if stage.kind == LEAGUE:
        table = league_table_of(stage, entries.values())
        teams = {team.entry: team for team in table.rows}
        ranking = ranking_of(table, {row.entry: row for row in rows})
    else:
        ranking = rank(rows, chain, meetings=meetings)
    group_of = {one.entry.number: one.group for one in entered if one.group is not None}
    groups = rank_in_groups(rows, group_of, chain, meetings=meetings)
    feeds = StageFeed.objects.filter(source=stage).exclude(rule__in=StageFeed.CONSOLATION)
    feed = feeds.order_by("pk").first()
    if feed is None:
        return Measured(entries, ranking, None, Decisions(), 0, None, groups, teams)
    qualifiers = qualifiers_by(feed, len(entries))
    decisions = decisions_at(event)
    made = cut(ranking, qualifiers, decisions)
    return Measured(entries, ranking, feed, decisions, qualifiers, made, groups, teams)


def _going_on(measured: Measured) -> frozenset[int]:
    """Who would go on now; of those an open cut ties, nobody yet."""
    made = measured.cut
    if made is None or not any(row.games or row.sit_outs for row in measured.ranking.rows):
        return frozenset()
    return frozenset(made.certain)


def _rows(measured: Measured) -> dict[int, StandingRow]:
    """The rows by entry number, from the top."""
    shared = {number for place in measured.ranking.equal for number in place.entries}
    going = _going_on(measured)
    in_group = {
        row.entry: (number, row.place)
        for number, ranking in measured.groups.items()
        for row in ranking.rows
    }
    rows = {}
    for row in measured.ranking.rows:
        shown = _shown(row, measured.entries[row.entry], row.entry in shared, row.entry in going)
        group, place = in_group.get(row.entry, (None, None))
        team = measured.teams.get(row.entry)
        rows[row.entry] = replace(shown, group=group, group_place=place, team=team)
    return rows


def _group_table(number: int, ranking: Ranking, rows: Mapping[int, StandingRow]) -> GroupTable:
    shared = {entry for place in ranking.equal for entry in place.entries}
    return GroupTable(
        number=number,
        rows=tuple(
            replace(rows[row.entry], place=row.place, is_shared=row.entry in shared)
            for row in ranking.rows
        ),
        reasons=ranking.ties,
        equal=ranking.equal,
    )


def _shown(row: Row, entry: Entry, is_shared: bool, qualified: bool) -> StandingRow:
    return StandingRow(
        place=row.place,
        is_shared=is_shared,
        entry=entry,
        game_points=row.game_points,
        wins=row.games_won,
        losses=row.games_lost,
        net_spread=row.net_spread,
        plus_points=row.plus,
        minus_points=row.minus,
        games=row.games,
        skunks_given=row.skunks_given,
        skunks_taken=row.skunks_taken,
        sit_outs=row.sit_outs,
        qualified=qualified,
    )


def _cut_view(measured: Measured) -> CutView | None:
    made = measured.cut
    if made is None:
        return None

    def named(numbers: Iterable[int]) -> tuple[Entry, ...]:
        return tuple(measured.entries[number] for number in numbers)

    return CutView(
        qualifiers=measured.qualifiers,
        blocked=made.blocked,
        tied=named(made.tied),
        places_left=made.places_left,
        qualified=named(made.qualified),
        seeds=named(made.seeds),
        lots_needed=tuple(named(place.entries) for place in made.lots_needed),
        high_non_qualifier=named(made.high_non_qualifier),
    )
