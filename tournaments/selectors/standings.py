"""Standings and the cut, counted from accepted claims each time they are asked for.

Within the pure packages an entry is its *number* in the event, so that the same
night in another database ranks, cuts and draws lots alike. Nothing but the lines of
accepted claims counts, and the worth of a sit-out once its round is being played.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery

from tournaments.brackets.seeding import qualifier_count
from tournaments.formats import TABLES
from tournaments.models import (
    Entry,
    Event,
    GameLine,
    Match,
    MatchSide,
    ResultClaim,
    Ruling,
    Stage,
    StageEntry,
    StageFeed,
)
from tournaments.rulesets import Ruleset
from tournaments.standings.cut import Cut, Decisions, Lot, cut
from tournaments.standings.cut import Ruling as CutRuling
from tournaments.standings.table import CardLine, Row, cards_of, meetings_of, rows_of
from tournaments.standings.tiebreaks import EqualPlace, Ranking, TieReason, rank


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings; ``qualified`` says whether it would go on now.

    In a stage with groups ``group`` counts from 1 and ``group_place`` is the place in it.
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
class Standings:
    """Rows from the top; ``reasons`` and ``equal`` name entries by number.

    ``cut`` is None where no later stage is fed.
    """

    rows: tuple[StandingRow, ...] = ()
    reasons: tuple[TieReason, ...] = ()
    equal: tuple[EqualPlace, ...] = ()
    cut: CutView | None = None
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measured:
    """The standings of a stage as values, and what was decided at its cut."""

    entries: Mapping[int, Entry]
    ranking: Ranking
    feed: StageFeed | None
    decisions: Decisions
    qualifiers: int
    cut: Cut | None
    groups: Mapping[int, int] = field(default_factory=dict)
    group_places: Mapping[int, int] = field(default_factory=dict)


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
    shared = {number for place in measured.ranking.equal for number in place.entries}
    going = _going_on(measured)
    return Standings(
        rows=tuple(
            _shown(row, measured, row.entry in shared, row.entry in going)
            for row in measured.ranking.rows
        ),
        reasons=measured.ranking.ties,
        equal=measured.ranking.equal,
        cut=_cut_view(measured),
        names={number: entry.display for number, entry in measured.entries.items()},
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
    entered = list(_entered(stage))
    if not entered:
        return None
    event = entered[0].stage.event
    ruleset = Ruleset.read(event.rules, event.ruleset)
    entries = {one.entry.number: one.entry for one in entered}
    rests = {one.entry.number: one.rests or 0 for one in entered}
    cards = cards_of(entries, _card_lines(stage), rests)
    rows, meetings = rows_of(cards, ruleset.sit_out), meetings_of(cards)
    ranking = rank(rows, ruleset.tie_break, meetings=meetings)
    groups = {one.entry.number: one.group for one in entered if one.group is not None}
    places = _group_places(groups, rows, ruleset.tie_break, meetings)
    feeds = StageFeed.objects.filter(source=stage).exclude(rule__in=StageFeed.CONSOLATION)
    feed = feeds.order_by("pk").first()
    if feed is None:
        return Measured(entries, ranking, None, Decisions(), 0, None, groups, places)
    qualifiers = _qualifiers(feed, len(entries))
    decisions = _decisions(event, ranking, qualifiers)
    made = cut(ranking, qualifiers, decisions)
    return Measured(entries, ranking, feed, decisions, qualifiers, made, groups, places)


def _group_places(
    groups: Mapping[int, int],
    rows: Sequence[Row],
    chain: Sequence[str],
    meetings: Mapping[int, Sequence[CardLine]],
) -> dict[int, int]:
    """Rank every group by itself: who met only there is compared only there."""
    return {
        row.entry: row.place
        for group in sorted(set(groups.values()))
        for row in rank(
            [row for row in rows if groups.get(row.entry) == group], chain, meetings=meetings
        ).rows
    }


def _entered(stage: Stage) -> QuerySet[Any]:
    """The entries of a stage, each with the sit-outs of rounds that are being played."""
    played = Match.objects.filter(
        round=OuterRef("round"), kind=Match.Kind.PAIRING, status__in=Match.OVER
    )
    rests = (
        MatchSide.objects.filter(
            Exists(played),
            entry=OuterRef("entry"),
            match__stage=OuterRef("stage"),
            match__outcome=Match.Outcome.BYE,
        )
        .values("entry")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        StageEntry.objects.filter(stage=stage)
        .select_related("stage__event", "entry")
        .annotate(rests=Subquery(rests, output_field=IntegerField()))
        .order_by("entry__number")
    )


def _card_lines(stage: Stage) -> Iterable[CardLine]:
    rows: list[tuple[Any, ...]] = list(
        GameLine.objects.filter(
            claim__match__stage=stage, claim__state=ResultClaim.State.ACCEPTED
        ).values_list("claim_id", "side__entry__number", "won", "spread", "points", "skunk")
    )
    met: dict[int, set[int]] = defaultdict(set)
    for claim, entry, *_ in rows:
        met[claim].add(entry)
    # At a table where each plays for itself nobody beats anybody in particular.
    meets_one = stage.kind not in TABLES
    for claim, entry, won, spread, points, skunk in rows:
        other = next((number for number in met[claim] if meets_one and number != entry), None)
        yield CardLine(entry, other, won, spread, points, skunk)


def _qualifiers(feed: StageFeed, entrants: int) -> int:
    if feed.rule == StageFeed.Rule.TOP_K:
        return min(int(feed.params["k"]), entrants)
    if feed.rule == StageFeed.Rule.ALL:
        return entrants
    params = feed.params
    return qualifier_count(entrants, params["numerator"], params["denominator"])


def _decisions(event: Event, ranking: Ranking, qualifiers: int) -> Decisions:
    """What was decided at this cut: the latest ruling about just these, and all lots."""
    rulings = Ruling.objects.filter(event=event)
    cut_orders: list[tuple[int, ...]] = []
    lots: dict[frozenset[int], Lot] = {}
    kinds = (Ruling.Kind.CUT_ORDER, Ruling.Kind.LOT)
    for ruling in rulings.filter(kind__in=kinds).order_by("pk"):
        order = tuple(ruling.payload["order"])
        if ruling.kind == Ruling.Kind.LOT:
            lots[frozenset(order)] = Lot(order)
        else:
            cut_orders.append(order)
    tied = set(cut(ranking, qualifiers).tied)
    fitting = [order for order in cut_orders if set(order) == tied]
    return Decisions(ruling=CutRuling(fitting[-1]) if fitting else None, lots=tuple(lots.values()))


def _going_on(measured: Measured) -> frozenset[int]:
    """Who would go on now; of those an open cut ties, nobody yet."""
    made = measured.cut
    if made is None or not any(row.games or row.sit_outs for row in measured.ranking.rows):
        return frozenset()
    if not made.blocked:
        return frozenset(made.qualified)
    tied = frozenset(made.tied)
    sure = measured.qualifiers - made.places_left
    return frozenset(row.entry for row in measured.ranking.rows[:sure] if row.entry not in tied)


def _shown(row: Row, measured: Measured, is_shared: bool, qualified: bool) -> StandingRow:
    return StandingRow(
        place=row.place,
        is_shared=is_shared,
        entry=measured.entries[row.entry],
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
        group=measured.groups.get(row.entry),
        group_place=measured.group_places.get(row.entry),
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
