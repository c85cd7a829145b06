"""Where a stage stands before its next draw: scores, places, floats, who is kept apart.

Nothing but accepted results counts, so an open claim changes no draw. Two are *kept
apart* by what a director said, and two rather do not meet where they live or play
together, or have met lately: ``KEPT_APART`` has the words.

Rule: docs/rules.md#swiss
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from tournaments.models import (
    Entry,
    EntryMember,
    Match,
    MatchSide,
    Round,
    Ruling,
    Stage,
    Tournament,
)
from tournaments.pairing.charts import Pair
from tournaments.pairing.situation import Situation, Standing
from tournaments.selectors.standings import measure

NEVER = "never"
LIFTED = "lifted"
KEPT_APART = {
    NEVER: "they must not meet",
    "household": "one household",
    "team": "one team",
}
PLAYED = (Match.Outcome.PLAYED, Match.Outcome.RETIRED)


class KeptApart(NamedTuple):
    """Two entries that must not or rather should not meet: how, why, and who said so."""

    one: Entry
    other: Entry
    how: str
    reason: str
    made_by: str


class _Person(NamedTuple):
    entry: int
    player: int
    team: str


def situation_of(stage: Stage) -> Situation:
    """Read where a stage stands for its next draw.

    Args:
        stage: of a format that reads results, with its event and occasion.

    Returns:
        The situation, entries by key; ten queries at most, however many play.
    """
    forbidden, said = _said(stage)
    avoided = {**_together(stage), **said}
    return Situation(
        standings=tuple(_standings(stage)),
        floats=_floats(stage),
        forbidden=frozenset(forbidden),
        avoided={pair: why for pair, why in avoided.items() if pair not in forbidden},
    )


def facts_of(situation: Situation) -> list[object]:
    """Write a situation down for the digest of a draw.

    Args:
        situation: any.
    """
    return [
        sorted(situation.standings),
        sorted(situation.floats.items()),
        sorted(sorted(pair) for pair in situation.forbidden),
        sorted([*sorted(pair), why] for pair, why in situation.avoided.items()),
    ]


def kept_apart(event_id: int) -> list[KeptApart]:
    """List who is kept apart in an event; of several rulings about two the last holds.

    Args:
        event_id: key of the event.

    Returns:
        One each, by their numbers; two queries.
    """
    rulings = Ruling.objects.filter(event=event_id, kind=Ruling.Kind.KEPT_APART).order_by("pk")
    latest = {frozenset(one.payload["pair"]): one for one in rulings}
    holding = {pair: one for pair, one in latest.items() if one.payload["how"] != LIFTED}
    numbers = {number for pair in holding for number in pair}
    entries = {one.number: one for one in Entry.objects.filter(event=event_id, number__in=numbers)}
    return [
        KeptApart(entries[low], entries[high], one.payload["how"], one.reason, one.made_by)
        for (low, high), one in sorted(
            ((sorted(pair), one) for pair, one in holding.items()), key=lambda item: item[0]
        )
        if low in entries and high in entries  # a pair of partners may have parted since
    ]


def _standings(stage: Stage) -> Iterator[Standing]:
    """Who was in a round before, and no others: drafting enters a latecomer, and must change
    nothing. So places are counted among these alone."""
    sides = MatchSide.objects.filter(match__stage=stage, is_live=True, entry__isnull=False)
    published = sides.exclude(round__state=Round.State.DRAFT)
    seated = set(published.values_list("entry__number", flat=True))
    measured = measure(stage) if seated else None
    if measured is None:
        return
    rows = [one for one in measured.ranking.rows if one.entry in seated]
    places = {place: at for at, place in enumerate(sorted({one.place for one in rows}), start=1)}
    for one in rows:
        yield Standing(measured.entries[one.entry].pk, one.game_points, places[one.place])


def _said(stage: Stage) -> tuple[set[Pair], dict[Pair, str]]:
    forbidden, avoided = set(), {}
    for one in kept_apart(stage.event_id):
        pair = Pair((one.one.pk, one.other.pk))
        if one.how == NEVER:
            forbidden.add(pair)
        else:
            avoided[pair] = one.how
    return forbidden, avoided


def _floats(stage: Stage) -> Mapping[int, int]:
    published = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    return {
        entry: number
        for number, notes in published.order_by("number").values_list("number", "notes")
        for note in notes
        if note.get("code") == "float"
        for entry in note["entries"]
    }


def _together(stage: Stage) -> dict[Pair, str]:
    """Who met lately, and who visits from the same club; the latter says more."""
    chosen = stage.config.get("avoid", ())
    if not {"team", "lately"} & set(chosen):
        return {}
    people = [_Person(*row) for row in _people(stage)]
    found: dict[Pair, str] = {}
    if "lately" in chosen:
        found |= dict.fromkeys(_met_lately(stage, people), "lately")
    if "team" in chosen:
        own = stage.event.tournament.club.name.casefold()
        found |= dict.fromkeys(_of_one_team(people, own), "team")
    return found


def _people(stage: Stage) -> Iterable[tuple[int, int, str]]:
    members = EntryMember.objects.filter(event=stage.event_id)
    playing = members.exclude(entry__status=Entry.Status.WITHDRAWN).order_by("pk")
    return playing.values_list("entry", "registration__player", "registration__player__home_club")


def _of_one_team(people: Iterable[_Person], own: str) -> Iterator[Pair]:
    teams: dict[str, set[int]] = defaultdict(set)
    for one in people:
        team = one.team.strip().casefold()
        if team and team != own:
            teams[team].add(one.entry)
    for entries in teams.values():
        yield from (Pair(pair) for pair in combinations(sorted(entries), 2))


def _met_lately(stage: Stage, people: Iterable[_Person]) -> Iterator[Pair]:
    nights = stage.config.get("avoid_nights", 0)
    here = stage.event.tournament
    before = Tournament.objects.filter(club=here.club_id, starts_at__lt=here.starts_at)
    played = before.filter(events__stages__matches__outcome__in=PLAYED).distinct()
    latest = list(played.order_by("-starts_at", "-pk").values_list("pk", flat=True)[:nights])
    entry_of = {one.player: one.entry for one in people}
    sat = MatchSide.objects.filter(
        match__stage__event__tournament__in=latest,
        match__outcome__in=PLAYED,
        entry__members__registration__player__in=entry_of,
    )
    tables: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for match, slot, player in sat.values_list(
        "match", "slot", "entry__members__registration__player"
    ):
        tables[match].add((slot, player))
    for sides in tables.values():
        for (slot, one), (across, other) in combinations(sorted(sides), 2):
            # At a partners' table only those who sat against one another have met.
            met = {entry_of.get(one), entry_of.get(other)} - {None}
            if slot != across and len(met) == 2:
                yield Pair(entry for entry in met if entry is not None)
