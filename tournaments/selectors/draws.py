"""What a draw is made from, and whether a draft still fits it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from common.canonical import digest
from tournaments.chance import shuffled
from tournaments.formats import FORMATS
from tournaments.models import (
    Entry,
    EntryMember,
    Match,
    MatchSide,
    Registration,
    ResultClaim,
    Round,
    Stage,
    StageEntry,
)
from tournaments.pairing.situation import Situation
from tournaments.selectors.situations import facts_of, situation_of

PLAYING = (Entry.Status.ENTERED, Entry.Status.ACTIVE)


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """Everything a plan depends on: keys of entries in seat or seed order, and a seed.

    ``anchors`` keep their seats. ``after`` is the last round that stays, where
    published rounds are drawn anew; else ``None``. ``situation`` is empty for a format
    that reads no results.
    """

    entries: tuple[int, ...]
    rng_seed: int
    digest: str
    anchors: tuple[int, ...] = ()
    after: int | None = None
    situation: Situation = field(default_factory=Situation)


def draw_inputs(stage: Stage, *, rng_seed: int) -> DrawInputs:
    """Read what the next draw of a stage would be made from.

    Args:
        stage: with or without rounds; its event is read too.
        rng_seed: the seed the draw would take.

    Returns:
        The inputs; equal digests mean equal drafts.
    """
    entries = entries_to_draw(stage, rng_seed=rng_seed)
    anchors = anchors_among(entries)
    published = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    history = tuple(published.order_by("number").values_list("number", "version"))
    read = [stage.kind, stage.config, entries, anchors, history, str(rng_seed)]
    situation = Situation()
    if FORMATS[stage.kind].needs_results:
        situation = situation_of(stage)
        read += [results_digest(stage), list(_seated(stage)), facts_of(situation)]
    return DrawInputs(
        entries=entries,
        rng_seed=rng_seed,
        digest=digest("draw1", *read),
        anchors=anchors,
        situation=situation,
    )


def _seated(stage: Stage) -> QuerySet[MatchSide, tuple[int, int, int, int | None, int | None]]:
    """Who has met whom, sat out and dealt first: a swap or a void match changes the next draw."""
    sides = MatchSide.objects.filter(match__stage=stage, is_live=True)
    published = sides.exclude(round__state=Round.State.DRAFT)
    return published.order_by("match", "slot").values_list(
        "round__number", "match", "slot", "entry", "match__first_dealer"
    )


def results_digest(stage: Stage) -> str:
    """Name the accepted claims that the standings of a stage are counted from.

    Args:
        stage: any.
    """
    accepted = ResultClaim.objects.filter(
        match__stage=stage, state=ResultClaim.State.ACCEPTED
    ).order_by("match__round__number", "match__number")
    return digest("standings1", list(accepted.values_list("public_id", "payload_hash")))


def anchors_among(entries: Collection[int]) -> tuple[int, ...]:
    """List those entries that keep their seats.

    Args:
        entries: keys.
    """
    staying = Entry.objects.filter(pk__in=entries, is_anchor=True)
    return tuple(staying.order_by("number").values_list("pk", flat=True))


def entries_to_draw(stage: Stage, *, rng_seed: int) -> tuple[int, ...]:
    """List the keys of the entries a stage would be drawn with.

    Args:
        stage: the first of its event, or one that another stage feeds.
        rng_seed: of the lots for the seats; they go by the numbers of the entries,
            so that the same night in another database sits the same.

    Returns:
        For the first stage everybody who is checked in, in the order of the
        seats; else those seeded into it, in the order of the seeds.
    """
    if is_fed(stage):
        seeded = StageEntry.objects.filter(stage=stage, is_out=False, seed__isnull=False)
        if FORMATS[stage.kind].needs_results:
            # Who leaves between two rounds is not paired any more.
            seeded = seeded.filter(entry__status__in=PLAYING)
        return tuple(seeded.order_by("seed").values_list("entry_id", flat=True))
    by_number = dict(checked_in_entries(stage).values_list("number", "pk"))
    return tuple(
        by_number[number] for number in shuffled(by_number, seed=rng_seed, purpose="seats")
    )


def checked_in_entries(stage: Stage) -> QuerySet[Entry]:
    """Return the entries of a stage's event whose every member is checked in.

    Args:
        stage: any stage of the event.
    """
    absent = EntryMember.objects.filter(entry=OuterRef("pk")).exclude(
        registration__status=Registration.Status.CHECKED_IN
    )
    return Entry.objects.filter(event_id=stage.event_id, status__in=PLAYING).exclude(Exists(absent))


def is_fed(stage: Stage) -> bool:
    """Say whether a stage takes its entries from another one.

    Args:
        stage: any stage.
    """
    return stage.feeds.exists()


def rounds_with_matches(stage: Stage) -> QuerySet[Round]:
    """Return a stage's rounds with their matches and sides, each in order.

    Args:
        stage: any stage.

    Returns:
        Rounds whose ``matches`` are those of the plan: ties, not their boards.
    """
    sides = MatchSide.objects.select_related("entry").order_by("slot")
    planned = Match.objects.filter(parent=None).order_by("number")
    matches = planned.prefetch_related(Prefetch("sides", sides))
    return (
        Round.objects.filter(stage=stage)
        .select_related("stage")
        .order_by("number")
        .prefetch_related(Prefetch("matches", matches))
    )


def draft_rounds(stage: Stage) -> Sequence[Round]:
    """List the drafts of a stage in order.

    Args:
        stage: any stage.
    """
    return list(Round.objects.filter(stage=stage, state=Round.State.DRAFT).order_by("number"))
