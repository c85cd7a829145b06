"""What all steps of the desk share: the locked occasion, and when people may still come."""

from dataclasses import dataclass
from uuid import UUID

from common.actor import Actor
from common.locking import lock_wait_refused
from tournaments.errors import WrongState
from tournaments.models import Entry, Event, Registration, Tournament
from tournaments.selectors.redraws import may_return, takes_late
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.lifecycle import BEFORE_PLAY, ENDED, UNDER_WAY, require_state
from tournaments.services.locks import lock_tournament, lock_tournament_of_registration
from tournaments.services.rights import may_run_desk


@dataclass(frozen=True, slots=True)
class Desk:
    """A locked occasion with its events that have not ended, locked too."""

    tournament: Tournament
    events: tuple[Event, ...]

    @property
    def night_event(self) -> Event | None:
        """The one event of a club night; None where people choose their events."""
        return self.events[0] if self.tournament.is_night and self.events else None

    def require_newcomers(self, known: Registration | None = None) -> None:
        """Insist that somebody new can still be taken on.

        Args:
            known: who is not new: he has withdrawn.

        Raises:
            EventFinal, WrongState: the night is being played or over.
        """
        if not self.events:
            raise WrongState(
                f"{self.tournament.name} is over. Register the player for the next night."
            )
        if self.night_event is not None and not self._takes_back(known):
            require_room(self.night_event)

    def require_open(self) -> None:
        """Insist that something of the occasion is still to come or being played.

        Raises:
            WrongState: all of it is over, so that who was there stays as it is.
        """
        if not self.events:
            raise WrongState(
                f"{self.tournament.name} is over, so its roster stays. Reopen it with a reason, "
                "if a result is wrong."
            )

    def require_check_in(self, known: Registration | None = None) -> None:
        """Insist that the check-in of some event is open.

        Args:
            known: who comes; whoever has played may come back as long as play goes on.

        Raises:
            WrongState: it is not open yet, or closed.
        """
        if any(event.state == Event.State.CHECKIN for event in self.events):
            return
        if any(takes_late(event) for event in self.events) or self._takes_back(known):
            return
        if any(event.state in UNDER_WAY for event in self.events):
            raise WrongState(
                "The seating is published, so check-in is closed. Who comes now can stand in "
                "for somebody who leaves, or be registered for the next night."
            )
        raise WrongState("Check-in is not open yet. Open it, then check the players in.")

    def _takes_back(self, known: Registration | None) -> bool:
        return known is not None and any(may_return(event, known) for event in self.events)

    def mark_stale(self) -> None:
        """Mark the drafts that no longer fit who is there."""
        for event in self.events:
            mark_stale_drafts(event)


def desk_of(tournament_id: UUID, actor: Actor) -> Desk:
    """Lock an occasion and its open events for somebody who runs the desk.

    Args:
        tournament_id: public id.
        actor: who acts.

    Returns:
        The desk.

    Raises:
        NotFound, PermissionDenied: no such occasion, or no business of the actor.
    """
    return _desk(lock_tournament(tournament_id), actor)


def desk_of_registration(registration_id: UUID, actor: Actor) -> tuple[Desk, Registration]:
    """Lock the desk that a registration belongs to.

    Args:
        registration_id: public id.
        actor: who acts.

    Returns:
        The desk and the registration with its player.

    Raises:
        NotFound, PermissionDenied: no such registration, or no business of the actor.
    """
    registration = lock_tournament_of_registration(registration_id)
    return _desk(registration.tournament, actor), registration


def require_before_play(event: Event) -> None:
    """Insist that an event's seating is not published.

    Args:
        event: locked.

    Raises:
        EventFinal, WrongState: it is.
    """
    require_state(
        event,
        *BEFORE_PLAY,
        step="The seating is published and takes nobody new. Who comes late can stand in for "
        "somebody who leaves, or be registered for the next night.",
    )


def require_room(event: Event) -> None:
    """Insist that an event can still take somebody: before play, or into rounds to come.

    Args:
        event: locked.

    Raises:
        EventFinal, WrongState: it takes nobody new.
    """
    if not takes_late(event):
        require_before_play(event)


def require_not_seated(registration: Registration) -> None:
    """Insist that nobody plays against a person on a published seating.

    Args:
        registration: of a locked desk.

    Raises:
        WrongState: the person is on it.
    """
    seated = Entry.objects.filter(
        members__registration=registration,
        status=Entry.Status.ACTIVE,
        event__state__in=UNDER_WAY,
    )
    if seated.exists():
        raise WrongState(
            f"{registration.player.display_name} is on the published seating. Enter a forfeit for "
            "each game that is not played."
        )


def require_never_seated(registration: Registration) -> None:
    """Insist that a person is on no seating, of a finished event either.

    Args:
        registration: of a locked desk.

    Raises:
        WrongState: the person plays, or has played, so he was there.
    """
    require_not_seated(registration)
    played = Entry.objects.filter(
        members__registration=registration, status=Entry.Status.ACTIVE
    ).exclude(event__state=Event.State.CANCELLED)
    if played.exists():
        raise WrongState(
            f"{registration.player.display_name} has played here, so the check-in stays."
        )


def _desk(tournament: Tournament, actor: Actor) -> Desk:
    may_run_desk(actor, tournament.club)
    open_events = Event.objects.filter(tournament=tournament).exclude(state__in=ENDED)
    with lock_wait_refused():
        events = tuple(open_events.order_by("pk").select_for_update(of=("self",)))
    for event in events:
        event.tournament = tournament
    return Desk(tournament, events)
