"""Pairs: who has no partner yet, partners drawn by lot, a pair that parts again."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import NotFound
from tournaments.chance import shuffled
from tournaments.errors import PairingImpossible, WrongState
from tournaments.models import Entry, Event, MatchSide, Registration, StageEntry
from tournaments.selectors.pairs import without_partner
from tournaments.services.desk import require_room
from tournaments.services.drafting import SEED_BITS, mark_stale_drafts
from tournaments.services.entries import enter, members_of_a_side
from tournaments.services.locks import lock_roots_of_event
from tournaments.services.records import note
from tournaments.services.rights import may_run_desk


@dataclass(frozen=True, slots=True)
class PartnersDrawn:
    """The new entries, and who is left without a partner."""

    entries: tuple[Entry, ...]
    left_over: tuple[Registration, ...]


def draw_partners(*, event_id: UUID, actor: Actor, rng_seed: int | None = None) -> PartnersDrawn:
    """Draw partners by lot among those who are checked in and have none.

    Args:
        event_id: public id of an event that pairs play in.
        actor: runs the desk.
        rng_seed: of the lot, which goes by the numbers of the people; left out, a new
            one is drawn. It is recorded.

    Returns:
        The pairs; of an odd number one is left over.

    Raises:
        WrongState: everybody plays alone in this event.
        PairingImpossible: fewer than two have no partner.
        EventFinal, WrongState: the event takes nobody new.

    Rule: docs/rules.md#partnerships
    """
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        require_room(event)
        size = members_of_a_side(event)
        if size == 1:
            raise WrongState(f"In {event.name} everybody plays alone, so there are no partners.")
        there = Registration.Status.CHECKED_IN
        alone = {one.number: one for one in without_partner(event).filter(status=there)}
        if len(alone) < size:
            raise PairingImpossible(
                "Fewer than two who are checked in have no partner. Check more players in."
            )
        seed = rng_seed or secrets.randbits(SEED_BITS) | 1
        lot = [alone[number] for number in shuffled(alone, seed=seed, purpose="partners")]
        whole = len(lot) - len(lot) % size
        entries = [_entered(event, lot[at : at + size], actor) for at in range(0, whole, size)]
        note(
            event,
            actor=actor,
            action="partners.drawn",
            target=event,
            after={"entries": len(entries), "seed": str(seed)},
            payload={"entries": len(entries)},
        )
    return PartnersDrawn(tuple(entries), tuple(lot[whole:]))


def split_pair(*, entry_id: UUID, actor: Actor) -> Event:
    """Let a pair part that is on no chart yet; both stay on the roster.

    Args:
        entry_id: public id of the pair.
        actor: runs the desk.

    Returns:
        The event.

    Raises:
        NotFound: there is no such entry.
        WrongState: it is a player alone, or on a chart.
    """
    with transaction.atomic():
        found = Entry.objects.filter(public_id=entry_id).values_list("event__public_id").first()
        if found is None:
            raise NotFound("There is no such entry.")
        event = lock_roots_of_event(found[0])
        may_run_desk(actor, event.tournament.club)
        entry = Entry.objects.get(public_id=entry_id)
        if members_of_a_side(event) == 1:
            raise WrongState(f"{entry.display} plays alone. Take the player off the roster.")
        if MatchSide.objects.filter(entry=entry).exclude(round__state="draft").exists():
            raise WrongState(
                f"{entry.display} are on the published seating. Enter a forfeit for each game "
                "that is not played."
            )
        require_room(event)
        # Drafts that name the pair no longer fit; they are drawn anew before anything counts.
        if MatchSide.objects.filter(entry=entry).exists():
            raise WrongState("This pair is on a draft. Discard the draft, then let them part.")
        note(
            event,
            actor=actor,
            action="pair.parted",
            target=entry,
            before={"number": entry.number, "display": entry.display},
            payload={"number": entry.number},
        )
        StageEntry.objects.filter(entry=entry).delete()
        entry.delete()
        mark_stale_drafts(event)
    return event


def _entered(event: Event, people: Sequence[Registration], actor: Actor) -> Entry:
    ids = [one.public_id for one in sorted(people, key=lambda one: one.number)]
    return enter(event_id=event.public_id, actor=actor, registration_ids=ids)
