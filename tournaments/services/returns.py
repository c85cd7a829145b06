"""Somebody who had left is there again: on the roster, and checked in."""

from uuid import UUID

from django.db import transaction

from common.actor import Actor
from tournaments.models import Registration
from tournaments.services.desk import desk_of_registration
from tournaments.services.rosters import check_in, register_player


def come_back(*, registration_id: UUID, actor: Actor) -> Registration:
    """Take somebody back who had left; a game that was given away stays given.

    Args:
        registration_id: public id.
        actor: runs the desk.

    Returns:
        The registration, checked in: on the rounds that still name the player, or to
        be drawn in.

    Raises:
        NotFound: there is no such registration.
        EventFinal, WrongState: the night takes nobody any more.
    """
    with transaction.atomic():
        desk, one = desk_of_registration(registration_id, actor)
        if one.status == Registration.Status.WITHDRAWN:
            register_player(
                tournament_id=desk.tournament.public_id,
                actor=actor,
                player_id=one.player.public_id,
            )
        return check_in(registration_id=registration_id, actor=actor)
