"""A game that the chart does not have: two who would sit out play one another."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max

from common import clock
from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import EntryPairedTwice, SameEntryTwice
from tournaments.models import Entry, Match, MatchSide, Round
from tournaments.selectors.redraws import first_deal_balance
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.meetings import pair_again
from tournaments.services.overrides import note_override
from tournaments.services.planner import best_of
from tournaments.services.records import bump, note
from tournaments.services.swaps import round_to_change


def add_match(
    *,
    round_id: UUID,
    actor: Actor,
    entries: Sequence[UUID],
    expected_version: int | None = None,
) -> Match:
    """Let two who sit out a round, or have no place in it, play one another.

    Args:
        round_id: public id of the round.
        actor: directs the club.
        entries: public ids of the two.
        expected_version: of the round, as read; None for any.

    Returns:
        The game, ready, at the next free table; who has dealt first less often deals.

    Raises:
        SameEntryTwice: both are one.
        EntryPairedTwice: one of them plays in this round.
        ValidationFailed: not two who play in this event.
        PairingImpossible: the two must not meet.
        WrongState: the event has ended, or the round is of a bracket.
    """
    if len(entries) != 2:
        raise ValidationFailed("A game has two sides. Name two players.", field="sides")
    if entries[0] == entries[1]:
        raise SameEntryTwice("Both sides are one player. Name two different players.")
    with transaction.atomic():
        round_ = round_to_change(round_id, actor, expected_version)
        two = _two(round_, entries)
        rests = _rests(round_, two)
        MatchSide.objects.filter(match__in=rests).update(is_live=False)
        Match.objects.filter(pk__in=[one.pk for one in rests]).update(
            status=Match.Status.VOID,
            outcome=None,
            confirmed_at=None,
            version=F("version") + 1,
            updated_at=clock.now(),
        )
        match = _made(round_, two)
        keys = [one.pk for one in two]
        note_override(round_, "added", keys, keys)
        bump(round_, "notes")
        event = round_.stage.event
        mark_stale_drafts(event)
        note(
            event,
            actor=actor,
            action="match.added",
            target=match,
            after={"round": round_.number, "entries": [one.number for one in two]},
            payload={"round": round_.number},
        )
    return match


def _two(round_: Round, entries: Sequence[UUID]) -> list[Entry]:
    playing = (Entry.Status.ENTERED, Entry.Status.ACTIVE)
    found = {
        one.public_id: one
        for one in Entry.objects.filter(
            event=round_.stage.event, public_id__in=entries, status__in=playing
        )
    }
    if len(found) != 2:
        raise ValidationFailed(
            "Somebody does not play in this event. Name two who do.", field="sides"
        )
    return [found[one] for one in entries]


def _rests(round_: Round, two: Sequence[Entry]) -> list[Match]:
    live = MatchSide.objects.filter(round=round_, entry__in=two, is_live=True)
    rests = []
    for side in live.select_related("match", "entry"):
        if side.match.kind != Match.Kind.BYE:
            raise EntryPairedTwice(
                f"Number {side.entry.number if side.entry else '?'} plays at table "
                f"{side.match.table} in {round_.name}. Choose two who sit out.",
                entry=side.entry.public_id if side.entry else None,
            )
        rests.append(side.match)
    return rests


def _made(round_: Round, two: Sequence[Entry]) -> Match:
    taken = Match.objects.filter(round=round_).aggregate(number=Max("number"), table=Max("table"))
    balance = first_deal_balance(round_.stage, two)
    match = Match.objects.create(
        stage=round_.stage,
        round=round_,
        number=(taken["number"] or 0) + 1,
        table=(taken["table"] or 0) + 1,
        best_of=best_of(round_.stage.config),
        status=Match.Status.READY,
        first_dealer=1 if balance[two[0].pk] <= balance[two[1].pk] else 2,
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=match, round=round_, slot=slot, entry=entry)
        for slot, entry in enumerate(two, start=1)
    )
    return pair_again(Match.objects.get(pk=match.pk), holds_pair=not _beside_published(round_))


def _beside_published(round_: Round) -> bool:
    """Drafts beside published rounds hold no pairs until they are published."""
    published = Round.objects.filter(stage=round_.stage, number=round_.number)
    return round_.state == Round.State.DRAFT and published.exclude(pk=round_.pk).exists()
