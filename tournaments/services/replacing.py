"""Publishing drafts in the place of rounds that are published and have not begun.

A table that stands as it was keeps its match, so its address, its seat link and the
printed card stay right. A match that is drawn anew is void without an outcome, its
sides no longer live: nothing is deleted but the draft's own rows.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F, Max

from common import clock
from common.actor import Actor
from tournaments.models import Entry, Match, MatchSide, Round, Stage, StageEntry
from tournaments.selectors.draws import checked_in_entries, rounds_with_matches
from tournaments.services.planner import pair_key
from tournaments.services.records import bump, note

Signature = tuple[object, ...]


class Replaced(NamedTuple):
    """How many matches stand, were drawn anew, and are new."""

    kept: int
    superseded: int
    new: int


def set_published(drafts: Iterable[Round]) -> None:
    """Publish drafts as they are.

    Args:
        drafts: of a locked event.
    """
    drafts = list(drafts)
    for round_ in drafts:
        round_.state = Round.State.PUBLISHED
        round_.is_stale = False
        round_.published_at = clock.now()
        round_.version += 1
    Round.objects.bulk_update(drafts, ["state", "is_stale", "published_at", "version"])


def replaces_published(stage: Stage, drafts: Sequence[Round]) -> bool:
    """Say whether drafts stand beside published rounds that they are to replace.

    Args:
        stage: any.
        drafts: of the stage, in order; at least one.
    """
    published = Round.objects.filter(stage=stage, number__gte=drafts[0].number)
    return published.exclude(state=Round.State.DRAFT).exists()


def replace_rounds(stage: Stage, drafts: Sequence[Round], *, actor: Actor) -> tuple[Round, ...]:
    """Publish drafts in the place of the rounds of their numbers and all later ones.

    Args:
        stage: of a locked event and occasion.
        drafts: that fit who is there and what was played.
        actor: for the audit.

    Returns:
        The rounds as they are published now, in order.
    """
    first = drafts[0].number
    old = rounds_with_matches(stage).filter(number__gte=first).exclude(state=Round.State.DRAFT)
    by_number = {round_.number: round_ for round_ in old}
    new = {one.number: one for one in rounds_with_matches(stage).filter(pk__in=_keys(drafts))}
    kept = _kept(by_number, new)
    superseded = [
        match
        for round_ in by_number.values()
        for match in round_.matches.all()
        if match.status != Match.Status.VOID and match.pk not in kept
    ]
    twins = set(kept.values())
    moved = [
        match for round_ in new.values() for match in round_.matches.all() if match.pk not in twins
    ]
    _supersede(superseded)
    _move(moved, by_number)
    rounds = _published(by_number, new, twins)
    _settle_newcomers(stage, first)
    _settle_leavers(stage, superseded, first)
    bump(stage)
    counts = Replaced(len(kept), len(superseded), len(moved))
    note(
        stage.event,
        actor=actor,
        action="round.redrawn",
        target=stage,
        before={"matches": [_told(match) for match in superseded]},
        after={"first": first, **counts._asdict(), "matches": [_told(match) for match in moved]},
        payload={"first": first, "rounds": [one.public_id for one in rounds]},
    )
    return rounds


def _kept(old: dict[int, Round], new: dict[int, Round]) -> dict[int, int]:
    """Pair the matches that stand with their twins among the drafts, by key."""
    kept = {}
    for number, round_ in new.items():
        if number not in old:
            continue
        standing = {
            _signature(match): match.pk
            for match in old[number].matches.all()
            if match.status != Match.Status.VOID
        }
        for match in round_.matches.all():
            if (key := standing.get(_signature(match))) is not None:
                kept[key] = match.pk
    return kept


def _signature(match: Match) -> Signature:
    sides = tuple((side.slot, side.entry_id, side.seat) for side in match.sides.all())
    return (match.kind, match.table, match.first_dealer, match.best_of, match.meeting_no, sides)


def _supersede(matches: Sequence[Match]) -> None:
    keys = _keys(matches)
    MatchSide.objects.filter(match__in=keys).update(is_live=False)
    Match.objects.filter(pk__in=keys).update(
        status=Match.Status.VOID,
        outcome=None,
        confirmed_at=None,
        version=F("version") + 1,
        updated_at=clock.now(),
    )


def _move(matches: Sequence[Match], old: dict[int, Round]) -> None:
    """Put drafted matches into the published rounds, numbered on, with their pairs."""
    sides: list[MatchSide] = []
    highest = dict(
        Match.objects.filter(round__in=old.values())
        .values("round")
        .annotate(highest=Max("number"))
        .values_list("round", "highest")
    )
    for match in matches:
        home = old.get(match.round.number)
        if home is not None:
            highest[home.pk] = match.number = highest.get(home.pk, 0) + 1
            match.round = home
        entries = [side.entry_id for side in match.sides.all() if side.entry_id is not None]
        if match.kind == Match.Kind.PAIRING and len(entries) == 2:
            match.pair_key = pair_key(*entries)
        for side in match.sides.all():
            side.round = match.round
            sides.append(side)
    Match.objects.bulk_update(matches, ["round", "number", "pair_key"])
    MatchSide.objects.bulk_update(sides, ["round"])


def _published(old: dict[int, Round], new: dict[int, Round], twins: set[int]) -> tuple[Round, ...]:
    """Let the published rounds be what the drafts were, and drop what is left of those."""
    MatchSide.objects.filter(match__in=twins).delete()
    Match.objects.filter(pk__in=twins).delete()
    for number, draft in new.items():
        if number in old:
            round_ = old[number]
            round_.algorithm, round_.notes = draft.algorithm, draft.notes
            round_.inputs_digest = draft.inputs_digest
            draft.delete()
    fields = ["algorithm", "notes", "inputs_digest"]
    Round.objects.bulk_update(old.values(), fields)
    further = [draft for number, draft in new.items() if number not in old]
    rounds = sorted([*old.values(), *further], key=lambda one: one.number)
    set_published(rounds)
    return tuple(rounds)


def _settle_newcomers(stage: Stage, first: int) -> None:
    """Who came plays from the first new round on, on the last seats of the stage."""
    new = list(checked_in_entries(stage).filter(status=Entry.Status.ENTERED).order_by("number"))
    moved = {"version": F("version") + 1, "updated_at": clock.now()}
    of_event = Entry.objects.filter(event=stage.event)
    of_event.filter(pk__in=_keys(new)).update(status=Entry.Status.ACTIVE, left_round=None, **moved)
    known = set(StageEntry.objects.filter(stage=stage).values_list("entry", flat=True))
    newcomers = [one for one in new if one.pk not in known]
    of_event.filter(pk__in=_keys(newcomers)).update(joined_round=first)
    seats = StageEntry.objects.filter(stage=stage).aggregate(last=Max("seed"))["last"] or 0
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=one, seed=seats + at)
        for at, one in enumerate(newcomers, start=1)
    )


def _settle_leavers(stage: Stage, superseded: Sequence[Match], first: int) -> None:
    """Who is on no new round has left after the last one that stays."""
    sides = MatchSide.objects.filter(match__in=_keys(superseded)).values("entry")
    gone = Entry.objects.filter(pk__in=sides, status=Entry.Status.WITHDRAWN)
    gone.update(left_round=first - 1, version=F("version") + 1, updated_at=clock.now())


def _told(match: Match) -> dict[str, object]:
    """Name a match for the audit by the numbers of its entries."""
    return {
        "round": match.round.number,
        "table": match.table,
        "entries": [side.entry.number for side in match.sides.all() if side.entry is not None],
    }


def _keys(rows: Iterable[Round | Match | Entry]) -> list[int]:
    return [row.pk for row in rows]
