"""Who may see and do what in a club.

A *viewer* is an actor (every door of the API), a user (the admin) or None (a
stranger). A token sees its own club only, with the roles its maker has there.
"Belongs" is holding a role or being a player of the club; a public club itself
may be seen by anybody.
"""

from typing import TypeVar

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model, Q, QuerySet

from clubs.models import ROLES, Club, ClubRole, Player
from common.actor import Actor
from common.errors import NotFound, PermissionDenied

Viewer = Actor | AbstractBaseUser | AnonymousUser | None
Row = TypeVar("Row", bound=Model)
# Those who work for the club, in the order of trust.
STAFF_ROLES = ("owner", "director", "scorer", "checker", "judge", "treasurer")


def scoped(user: Viewer, queryset: QuerySet[Row], *, club: str = "club") -> QuerySet[Row]:
    """Return the rows of the clubs that a viewer belongs to.

    Args:
        user: who looks.
        queryset: rows of any model.
        club: path from a row to its club; "" where the rows are clubs.
    """
    path = f"{club}__" if club else ""
    if _sees_all(user):
        return queryset
    user_id = _user_id(user)
    if user_id is None:
        return queryset.none()
    roles = ClubRole.objects.filter(user_id=user_id).values("club_id")
    players = Player.objects.filter(user_id=user_id).values("club_id")
    own = Q(**{f"{path}id__in": roles}) | Q(**{f"{path}id__in": players})
    if isinstance(user, Actor) and user.club_id is not None:
        own &= Q(**{f"{path}id": user.club_id})
    return queryset.filter(own)


def staffed(user: Viewer, queryset: QuerySet[Row], *, club: str = "club") -> QuerySet[Row]:
    """Return the rows of the clubs that a viewer works for, whatever the role.

    Args:
        user: who looks.
        queryset: rows of any model.
        club: path from a row to its club; "" where the rows are clubs.
    """
    path = f"{club}__" if club else ""
    if _sees_all(user):
        return queryset
    user_id = _user_id(user)
    if user_id is None:
        return queryset.none()
    roles = ClubRole.objects.filter(user_id=user_id, role__in=STAFF_ROLES)
    own = Q(**{f"{path}id__in": roles.values("club_id")})
    if isinstance(user, Actor) and user.club_id is not None:
        own &= Q(**{f"{path}id": user.club_id})
    return queryset.filter(own)


def visible_clubs(user: Viewer) -> QuerySet[Club]:
    """Return the clubs that a viewer may see: his own and the public ones."""
    if _sees_all(user):
        return Club.objects.all()
    own = scoped(user, Club.objects.all(), club="").values("id")
    return Club.objects.filter(Q(is_public=True) | Q(id__in=own))


def can_see_club(user: Viewer, club: Club) -> bool:
    """Tell whether a viewer may know that a club is there."""
    return club.is_public or belongs(user, club)


def belongs(user: Viewer, club: Club | int) -> bool:
    """Tell whether a viewer holds a role in a club or is one of its players."""
    return scoped(user, Club.objects.filter(pk=_club_id(club)), club="").exists()


def roles_of(user: Viewer, club: Club | int) -> frozenset[str]:
    """Return every role that a viewer has in a club; superusers own every club.

    Args:
        user: who asks.
        club: the club or its key.
    """
    if _sees_all(user):
        return frozenset({"owner"})
    if isinstance(user, Actor) and user.club_id not in (None, _club_id(club)):
        return frozenset()
    user_id = _user_id(user)
    if user_id is None:
        return frozenset()
    held = ClubRole.objects.filter(user_id=user_id, club_id=_club_id(club))
    return frozenset(held.values_list("role", flat=True))


def role_of(user: Viewer, club: Club | int) -> str | None:
    """Return the most trusted role that a viewer has in a club, or None.

    Args:
        user: who asks.
        club: the club or its key.
    """
    held = roles_of(user, club)
    return next((role for role in ROLES if role in held), None)


def require(actor: Viewer, club: Club | int, *roles: str) -> None:
    """Let pass who has one of the roles in a club; an owner has them all.

    Args:
        actor: who wants to act.
        club: the club or its key.
        roles: that are enough.

    Raises:
        PermissionDenied: he may see the club, but has none of the roles.
        NotFound: he may not see the club.
    """
    held = roles_of(actor, club)
    if held & {"owner", *roles}:
        return
    if not held:
        row = club if isinstance(club, Club) else Club.objects.filter(pk=club).first()
        if row is None or not can_see_club(actor, row):
            raise NotFound("there is no such club")
    raise PermissionDenied(f"this needs the role {' or '.join(roles) or 'owner'}")


def _sees_all(user: Viewer) -> bool:
    if isinstance(user, Actor):
        return user.kind == "system" or user.is_superuser
    return bool(user and user.is_active and getattr(user, "is_superuser", False))


def _user_id(user: Viewer) -> int | None:
    if isinstance(user, Actor):
        return user.user_id
    return user.pk if user and user.is_active else None


def _club_id(club: Club | int) -> int:
    return club if isinstance(club, int) else club.pk
