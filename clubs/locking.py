"""Locking a club: the root row of its players, roles and tokens."""

from uuid import UUID

from clubs.models import Club
from common.errors import NotFound
from common.locking import lock_row


def lock_club(club_id: UUID) -> Club:
    """Return a club, locked until the transaction ends.

    Args:
        club_id: public id.

    Raises:
        NotFound: there is no such club.
        LockTimeout: somebody else held it too long.
    """
    try:
        return lock_row(Club.objects.filter(public_id=club_id))
    except Club.DoesNotExist as error:
        raise NotFound("there is no such club") from error
