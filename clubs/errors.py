"""What clubs refuse."""

from common.errors import FieldError
from scoring.errors import CribbageError


class ClubError(CribbageError):
    """Base of what clubs refuse without naming a field."""


class MemberNoTaken(FieldError):
    """Another player of the club has this member number."""

    kind = "state"


class SlugTaken(FieldError):
    """Another club has this short name."""

    kind = "state"


class PlayerHasHistory(ClubError):
    """The player has played; he can be made inactive, not deleted."""

    kind = "state"


class RoleHeld(ClubError):
    """The user has this role already."""

    kind = "state"


class LastOwner(ClubError):
    """A club keeps at least one owner."""

    kind = "state"
