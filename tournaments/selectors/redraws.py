"""What is left of a published chart: how far the night is, who came, who left.

A round has *begun* when a game of it is being played or has a result; later rounds can
be drawn anew. *Came* is who is checked in and on no round to come, *left* is who is on
one and not there any more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from common.canonical import digest
from tournaments.formats import FORMATS
from tournaments.formats.base import TakesLate
from tournaments.models import (
    Entry,
    Event,
    Match,
    MatchSide,
    Registration,
    Round,
    Stage,
    StageEntry,
)
from tournaments.selectors.draws import (
    DrawInputs,
    anchors_among,
    checked_in_entries,
    draft_rounds,
    draw_inputs,
    rounds_with_matches,
)
from tournaments.selectors.plans import planned_rounds

NOT_BEGUN = (Match.Status.BLOCKED, Match.Status.READY, Match.Status.VOID)


@dataclass(frozen=True, slots=True)
class Presence:
    """How who is there differs from a published chart, and the rounds it is about."""

    came: tuple[Entry, ...] = ()
    left: tuple[Entry, ...] = ()
    first: int = 0
    last: int = 0

    @property
    def differs(self) -> bool:
        """Whether the rounds to come no longer fit."""
        return bool(self.came or self.left)


NOBODY_MOVED = Presence()


def takes_latecomers(stage: Stage) -> bool:
    """Say whether what is left of a stage can be drawn again for others.

    Args:
        stage: any.
    """
    return FORMATS[stage.kind].takes_latecomers


def first_stage_of(event: Event) -> Stage | None:
    """Return the stage that is drawn from who is there; None where an event has none.

    Args:
        event: any state.
    """
    return Stage.objects.filter(event=event, feeds__isnull=True).order_by("number").first()


def takes_late(event: Event) -> bool:
    """Say whether somebody who comes to an event now can still be drawn in.

    Args:
        event: any state; only one that is being played takes anybody late, and only
            where rounds are to come: of a stage that is drawn round by round, until
            its format says.
    """
    stage = first_stage_of(event)
    if event.state != Event.State.RUNNING or stage is None:
        return False
    format_ = FORMATS[stage.kind]
    if format_.needs_results:
        if not isinstance(format_, TakesLate) or stage.state != Stage.State.RUNNING:
            return False
        begun = published_rounds(stage).filter(number__lte=last_begun(stage))
        return format_.takes_late_entries(stage.config, planned_rounds(begun))
    return takes_latecomers(stage) and rounds_to_come(stage).exists()


def lets_leave(event: Event) -> bool:
    """Say whether somebody can leave an event that is being played, and is drawn no more.

    Args:
        event: any state.
    """
    if event.state != Event.State.RUNNING:
        return False
    if drawn_round_by_round(event):
        return True
    stage = first_stage_of(event)
    return stage is not None and takes_latecomers(stage) and rounds_to_come(stage).exists()


def drawn_round_by_round(event: Event) -> list[Stage]:
    """List the stages of an event that are being played and drawn from results.

    Args:
        event: any state.
    """
    running = Stage.objects.filter(event=event, state=Stage.State.RUNNING).order_by("number")
    return [one for one in running if FORMATS[one.kind].needs_results]


def may_return(event: Event, registration: Registration) -> bool:
    """Say whether somebody has played in a stage that goes on, and may come back to it.

    Args:
        event: any state.
        registration: on the roster of its occasion, withdrawn or not.
    """
    if event.state != Event.State.RUNNING:
        return False
    played = MatchSide.objects.filter(
        match__stage__in=drawn_round_by_round(event),
        is_live=True,
        entry__members__registration=registration,
    )
    return played.exclude(round__state=Round.State.DRAFT).exists()


def last_begun(stage: Stage) -> int:
    """Return the number of the last round that has begun; 0 when none has.

    Args:
        stage: any.
    """
    begun = Match.objects.filter(stage=stage, kind=Match.Kind.PAIRING).exclude(status__in=NOT_BEGUN)
    return begun.aggregate(last=Max("round__number"))["last"] or 0


def rounds_to_come(stage: Stage) -> QuerySet[Round]:
    """Return the published rounds of a stage after the last one that has begun.

    Args:
        stage: any.
    """
    published = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    return published.filter(number__gt=last_begun(stage)).order_by("number")


def moved_entries() -> QuerySet[Entry]:
    """Return the entries that may have come late or left, of all events."""
    return Entry.objects.filter(status__in=(Entry.Status.ENTERED, Entry.Status.WITHDRAWN))


def presence_of(stage: Stage) -> Presence:
    """Compare who is there with the rounds to come.

    Args:
        stage: of an event that is being played.

    Returns:
        The difference; one query while nobody came or left, six at most.
    """
    if not takes_latecomers(stage):
        return NOBODY_MOVED
    if not moved_entries().filter(event=stage.event_id).exists():
        return NOBODY_MOVED
    numbers = list(rounds_to_come(stage).values_list("number", flat=True))
    if not numbers:
        return NOBODY_MOVED
    to_come = MatchSide.objects.filter(
        match__stage=stage, is_live=True, round__number__in=numbers, entry__isnull=False
    ).exclude(round__state=Round.State.DRAFT)
    planned = set(to_come.values_list("entry", flat=True))
    there = {one.pk: one for one in checked_in_entries(stage).order_by("number")}
    gone = planned - there.keys()
    return Presence(
        came=tuple(
            one
            for one in there.values()
            if one.status == Entry.Status.ENTERED and one.pk not in planned
        ),
        left=tuple(Entry.objects.filter(pk__in=gone).order_by("number")) if gone else (),
        first=numbers[0],
        last=numbers[-1],
    )


def redraw_inputs(stage: Stage, *, after: int, rng_seed: int) -> DrawInputs:
    """Read what the rounds after one would be drawn again from.

    Args:
        stage: with published rounds.
        after: number of the last round that stays; 0 for none.
        rng_seed: of everything drawn.

    Returns:
        The inputs; everybody on the chart in the order of the seats, then who came.
    """
    seats = dict(StageEntry.objects.filter(stage=stage).values_list("entry", "seed"))
    there = checked_in_entries(stage).order_by("number").values_list("pk", flat=True)
    entries = tuple(sorted(there, key=lambda pk: seats.get(pk) or len(seats) + 1))
    anchors = anchors_among(entries)
    published = planned_rounds(published_rounds(stage))
    return DrawInputs(
        entries=entries,
        rng_seed=rng_seed,
        digest=digest(
            "redraw1",
            stage.kind,
            stage.config,
            entries,
            anchors,
            [after, last_begun(stage)],
            repr(published),
            str(rng_seed),
        ),
        anchors=anchors,
        after=after,
    )


def inputs_of_drafts(stage: Stage, drafts: Sequence[Round] = ()) -> DrawInputs:
    """Read what the drafts of a stage would be made from now.

    Args:
        stage: with drafts.
        drafts: they, if they are read already.

    Returns:
        The inputs of a first draw, or of a second one where the drafts stand
        beside published rounds.
    """
    drafts = drafts or draft_rounds(stage)
    first = drafts[0].number if drafts else 0
    beside = Round.objects.filter(stage=stage, number__gte=first).exclude(state=Round.State.DRAFT)
    if takes_latecomers(stage) and beside.exists():
        return redraw_inputs(stage, after=first - 1, rng_seed=stage.rng_seed)
    return draw_inputs(stage, rng_seed=stage.rng_seed)


def published_rounds(stage: Stage) -> QuerySet[Round]:
    """Return the published rounds of a stage with their matches and sides.

    Args:
        stage: any.
    """
    return rounds_with_matches(stage).exclude(state=Round.State.DRAFT)


def first_deal_balance(stage: Stage, entries: Iterable[Entry]) -> Mapping[int, int]:
    """Count first deals less second deals of entries on the published chart.

    Args:
        stage: any.
        entries: of its event.

    Returns:
        The balance by key of the entry.
    """
    sides = MatchSide.objects.filter(
        match__stage=stage, is_live=True, entry__in=entries, match__kind=Match.Kind.PAIRING
    ).exclude(round__state=Round.State.DRAFT)
    balance: Counter[int] = Counter()
    for entry, slot, dealer in sides.values_list("entry", "slot", "match__first_dealer"):
        if dealer is not None:
            balance[entry] += 1 if slot == dealer else -1
    return balance
