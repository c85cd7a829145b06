"""What doors read of clubs, players and tokens."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from clubs import access
from clubs.access import Viewer
from clubs.models import ApiToken, Club, ClubRole, Player
from clubs.numbers import member_no_key
from common.actor import Actor
from common.errors import NotFound, PermissionDenied, ValidationFailed


def visible_club(user: Viewer, club_id: UUID) -> Club:
    """Return a club that a viewer may see.

    Args:
        user: who looks.
        club_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    club = access.visible_clubs(user).filter(public_id=club_id).first()
    if club is None:
        raise NotFound("there is no such club")
    return club


def players_of(user: Viewer, club: Club) -> QuerySet[Player]:
    """Return the roster of a club to those who belong to it.

    Args:
        user: who looks.
        club: one that he may see.

    Raises:
        PermissionDenied: he does not belong to the club.
    """
    if not access.belongs(user, club):
        raise PermissionDenied("the roster is for the club's own people")
    return Player.objects.filter(club=club, merged_into=None).select_related("club")


def visible_player(user: Viewer, player_id: UUID) -> Player:
    """Return a player of a viewer's club.

    Args:
        user: who looks.
        player_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    rows = access.scoped(user, Player.objects.select_related("club"))
    player = rows.filter(public_id=player_id).first()
    if player is None:
        raise NotFound("there is no such player")
    return player


def own_player(user: Viewer, *, user_id: int | None, club_id: UUID | None = None) -> Player:
    """Return the player row of a user himself.

    Args:
        user: who looks.
        user_id: his login.
        club_id: public id of the club; needed when he plays at several.

    Raises:
        NotFound: he is no player.
        ValidationFailed: he plays at several clubs and none was named.
    """
    if user_id is None:
        raise NotFound("you are no player here")
    rows = access.scoped(user, Player.objects.select_related("club")).filter(user_id=user_id)
    if club_id is not None:
        rows = rows.filter(club__public_id=club_id)
    found = list(rows[:2])
    if not found:
        raise NotFound("you are no player here")
    if len(found) > 1:
        raise ValidationFailed("you play at several clubs; name one", field="club")
    return found[0]


def players_with_member_no(club: Club, member_no: str) -> QuerySet[Player]:
    """Return who has a member number, written the same way or nearly.

    Args:
        club: whose numbers.
        member_no: as written; ``42`` finds ``0042``. Compare the text itself
            to tell the exact match from the doubtful one.
    """
    key = member_no_key(member_no)
    rows = Player.objects.filter(club=club, merged_into=None)
    return rows.filter(member_no_key=key) if key else rows.none()


def token_of_digest(digest: str) -> ApiToken | None:
    """Return a token by the digest of its secret, with its maker.

    Args:
        digest: SHA-256 in hex.
    """
    return ApiToken.objects.select_related("created_by").filter(digest=digest).first()


@dataclass(frozen=True, slots=True)
class Membership:
    """A club somebody belongs to, with his roles and his player row there."""

    club: UUID
    name: str
    roles: tuple[str, ...]
    player: UUID | None


def memberships_of(actor: Actor) -> tuple[Membership, ...]:
    """Return the clubs that an actor belongs to, by name.

    Args:
        actor: a person or a token; a token has its one club.
    """
    if actor.user_id is None:
        return ()
    clubs = Club.objects.filter(Q(roles__user_id=actor.user_id) | Q(players__user_id=actor.user_id))
    if actor.club_id is not None:
        clubs = clubs.filter(pk=actor.club_id)
    roles = ClubRole.objects.filter(user_id=actor.user_id)
    players = Player.objects.filter(user_id=actor.user_id)
    rows = (
        clubs.distinct()
        .order_by("name", "id")
        .prefetch_related(
            Prefetch("roles", queryset=roles),
            Prefetch("players", queryset=players),
        )
    )
    return tuple(
        Membership(
            club=club.public_id,
            name=club.name,
            # Prefetched: the actor's own rows only.
            roles=tuple(sorted(row.role for row in club.roles.all())),
            player=next((row.public_id for row in club.players.all()), None),
        )
        for club in rows
    )


def token_in_use(actor: Actor) -> ApiToken | None:
    """Return the token an actor came with, or None for a person.

    Args:
        actor: who asks.
    """
    return ApiToken.objects.filter(pk=actor.token_id).first() if actor.token_id else None
