"""Two players who sat in one another's place: the chart is set right, and who did it kept.

A swap stays within one round. It is a director's override of what was drawn: the audit
holds both pairings, and the answer names every pair that meets again because of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import (
    EntryPairedTwice,
    MatchConfirmed,
    SameEntryTwice,
    SwapAcrossRounds,
    WrongState,
)
from tournaments.formats import KNOCKOUTS
from tournaments.models import Event, Match, MatchSide, Round
from tournaments.services import lifecycle
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.locks import check_version, lock_roots_of_round
from tournaments.services.meetings import meet_again, pair_again
from tournaments.services.overrides import note_override
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct


class Place(NamedTuple):
    """A slot of a match, and the entry that sits there in truth; all by public id."""

    match: UUID
    slot: int
    entry: UUID


@dataclass(frozen=True, slots=True)
class Swapped:
    """The round, the matches as they are now, and pairs of numbers that meet again.

    ``note`` is what the round keeps of it; ``drawn`` and ``now`` in it compare the two
    where the round was drawn from results.
    """

    round: Round
    matches: tuple[Match, ...]
    repeats: tuple[tuple[int, int], ...]
    note: Mapping[str, Any]


def swap_players(
    *,
    round_id: UUID,
    actor: Actor,
    one: UUID,
    other: UUID,
    expected_version: int | None = None,
) -> Swapped:
    """Let two players of a round change places; one of them may have sat out.

    Args:
        round_id: public id of the round.
        actor: directs the club.
        one: public id of an entry.
        other: public id of another entry.
        expected_version: of the round, as read; None for any.

    Returns:
        What the round is like now.

    Raises:
        SameEntryTwice: both are one.
        ValidationFailed: one of them is not in this round.
        PairingImpossible: two would meet who must not.
        As ``swap_seats`` besides.
    """
    if one == other:
        raise SameEntryTwice("Choose two different players.")
    with transaction.atomic():
        round_ = round_to_change(round_id, actor, expected_version)
        here = {side.entry.public_id: side for side in _sides(round_) if side.entry is not None}
        for field, entry in (("one", one), ("other", other)):
            if entry not in here:
                raise ValidationFailed(
                    f"This player has no place in {round_.name}. Choose one who has.", field=field
                )
        return _swapped(round_, here[one], here[other], actor)


def swap_seats(
    *,
    round_id: UUID,
    actor: Actor,
    first: Place,
    second: Place,
    expected_version: int | None = None,
) -> Swapped:
    """Say for two places of a round who sits there in truth.

    Args:
        round_id: public id of the round.
        actor: directs the club.
        first: a place, and who sits there.
        second: the other place, and who sits there.
        expected_version: of the round, as read; None for any.

    Returns:
        What the round is like now.

    Raises:
        EntryPairedTwice: somebody would have two places.
        SwapAcrossRounds: a match is of another round.
        MatchConfirmed: a match has its result.
        WrongState: a match is being played, is void, or is of a bracket.
        PairingImpossible: two would meet who must not.
        ValidationFailed: a place or player that is not there, or nothing to change.
        PreconditionFailed: the round has moved on.
    """
    with transaction.atomic():
        round_ = round_to_change(round_id, actor, expected_version)
        if first.entry == second.entry:
            raise EntryPairedTwice(
                "One player would sit in both places. Name two different players.",
                entry=first.entry,
            )
        sides = _sides(round_)
        at = [_place(round_, sides, place) for place in (first, second)]
        sitting = {side.entry.public_id for side in at if side.entry is not None}
        for field, place in (("a.entry", first), ("b.entry", second)):
            _require_one_of(sides, sitting, place.entry, field)
        if at[0].entry is not None and at[0].entry.public_id == first.entry:
            raise ValidationFailed(
                "Both sit where the chart has them. Name who sat in the other's place.",
                field="a.entry",
            )
        return _swapped(round_, at[0], at[1], actor)


def round_to_change(round_id: UUID, actor: Actor, expected_version: int | None) -> Round:
    """Lock a round whose pairings a director changes by hand.

    Args:
        round_id: public id of the round.
        actor: directs the club.
        expected_version: of the round, as read; None for any.

    Returns:
        The round; its event and occasion are locked.

    Raises:
        WrongState: nobody is seated yet, the event has ended, or it is a bracket.
        PreconditionFailed: the round has moved on.
    """
    round_ = lock_roots_of_round(round_id)
    event = round_.stage.event
    may_direct(actor, event.tournament.club)
    check_version(round_, expected_version)
    lifecycle.require_state(
        event, Event.State.CHECKIN, *lifecycle.UNDER_WAY, step="Nobody is seated yet."
    )
    if round_.stage.kind in KNOCKOUTS:
        raise WrongState(
            "In a bracket the seeds and the results say who meets. Correct a result instead."
        )
    return round_


def _sides(round_: Round) -> list[MatchSide]:
    live = MatchSide.objects.filter(round=round_, is_live=True, match__round=round_)
    return list(live.select_related("entry", "match__stage").order_by("match__number", "slot"))


def _place(round_: Round, sides: Sequence[MatchSide], place: Place) -> MatchSide:
    for side in sides:
        if side.match.public_id == place.match and side.slot == place.slot:
            return side
    elsewhere = Match.objects.filter(public_id=place.match, stage=round_.stage)
    if elsewhere.exclude(round=round_).exists():
        raise SwapAcrossRounds(
            f"That match is not of {round_.name}. Players change places within one round: "
            "draw the rounds to come again instead."
        )
    raise ValidationFailed(f"{round_.name} has no such place.", field="match")


def _require_one_of(
    sides: Sequence[MatchSide], sitting: set[UUID], entry: UUID, field: str
) -> None:
    if entry in sitting:
        return
    if any(side.entry is not None and side.entry.public_id == entry for side in sides):
        raise EntryPairedTwice(
            "This player has another place in the round. Name the two who changed places.",
            entry=entry,
        )
    raise ValidationFailed("This player has no place in the round.", field=field)


def _swapped(round_: Round, one: MatchSide, other: MatchSide, actor: Actor) -> Swapped:
    for side in (one, other):
        _require_unplayed(side.match)
    touched = {side.match_id for side in (one, other)}
    before = _pairings(touched)
    _exchange(one, other)
    matches = [
        pair_again(match, holds_pair=match.pair_key is not None) for match in _matches(touched)
    ]
    repeats = tuple(pair for match in matches for pair in meet_again(match))
    here = {side.entry_id for match in matches for side in match.sides.all() if side.entry_id}
    told = note_override(
        round_, "swapped", [key for key in (one.entry_id, other.entry_id) if key is not None], here
    )
    bump(round_, "notes")
    event = round_.stage.event
    mark_stale_drafts(event)
    compared = {name: told[name] for name in ("drawn", "now") if name in told}
    note(
        event,
        actor=actor,
        action="round.swapped",
        target=round_,
        before={"drawn": before, "algorithm": round_.algorithm},
        after={
            "seated": _pairings(touched),
            "repeats": [list(pair) for pair in repeats],
            **compared,
        },
        payload={"matches": [match.public_id for match in matches]},
    )
    return Swapped(round_, tuple(matches), repeats, told)


def _require_unplayed(match: Match) -> None:
    if match.kind == Match.Kind.BYE or match.status == Match.Status.READY:
        return
    where = f"Table {match.table}" if match.table else "This match"
    if match.status in (Match.Status.CONFIRMED, Match.Status.LOCKED):
        raise MatchConfirmed(
            f"{where} has its result. Take the result back first, then let them change places.",
            version=match.version,
        )
    raise WrongState(f"{where} is being played or void. Only games without a result change.")


def _exchange(one: MatchSide, other: MatchSide) -> None:
    """Through an empty place, for nobody may have two even for a moment."""
    first, second = one.entry_id, other.entry_id
    MatchSide.objects.filter(pk=one.pk).update(entry=None)
    MatchSide.objects.filter(pk=other.pk).update(entry=first)
    MatchSide.objects.filter(pk=one.pk).update(entry=second)


def _matches(keys: set[int]) -> list[Match]:
    matches = Match.objects.filter(pk__in=keys).select_related("round")
    return list(matches.prefetch_related("sides__entry").order_by("number"))


def _pairings(keys: set[int]) -> list[dict[str, object]]:
    return [
        {
            "table": match.table,
            "entries": [
                side.entry.number
                for side in sorted(match.sides.all(), key=lambda one: one.slot)
                if side.entry
            ],
        }
        for match in _matches(keys)
    ]
