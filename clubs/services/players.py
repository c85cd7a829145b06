"""Making, editing and removing players of a club."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import ProtectedError

from clubs.access import require
from clubs.errors import MemberNoTaken, PlayerHasHistory
from clubs.locking import lock_club
from clubs.models import STATUSES, Club, Player
from clubs.numbers import clean_member_no, member_no_key
from common import audit
from common.actor import Actor
from common.errors import NotFound, UnknownField, ValidationFailed, VersionConflict
from common.text import clean_name

# What a club's officers write, and what a player may write of himself.
FIELDS = (
    "display_name",
    "sort_name",
    "member_no",
    "valid_until",
    "home_club",
    "joined_on",
    "is_active",
    "status",
    "user_id",
)
OWN_FIELDS = ("display_name", "sort_name", "home_club")
_WRITERS = ("director", "scorer")
# Names stay out of the audit: it can never be made to forget one.
_UNNAMED = frozenset({"display_name", "sort_name"})


def create_player(*, club_id: UUID, values: Mapping[str, object], actor: Actor) -> Player:
    """Add a player to a club.

    Args:
        club_id: public id.
        values: of ``FIELDS``; ``display_name`` is needed, ``sort_name`` is
            made from it when absent.
        actor: an owner, a director or a scorer.

    Raises:
        NotFound: there is no such club, or the actor may not see it.
        PermissionDenied: the actor has none of the roles.
        ValidationFailed: a value is wrong.
        MemberNoTaken: another player has the number.
    """
    _check_known(values)
    with transaction.atomic():
        club = lock_club(club_id)
        require(actor, club, *_WRITERS)
        player = Player(club=club)
        if "display_name" not in values:
            raise ValidationFailed("a player needs a name", field="display_name")
        _apply(player, values)
        _check_unique(player)
        player.save(force_insert=True)
        _record(player, club, actor, "player.created", before=None, after=dict(values))
    return player


def edit_player(
    *, player_id: UUID, values: Mapping[str, object], actor: Actor, expected_version: int
) -> Player:
    """Change a player; he himself may change his name and home club.

    Args:
        player_id: public id.
        values: of ``FIELDS``, only those that change.
        actor: an owner, a director, a scorer, or the player.
        expected_version: the version that was read.

    Raises:
        NotFound: there is no such player, or the actor may not see him.
        PermissionDenied: the actor may not change this.
        VersionConflict: somebody else has changed the player.
        ValidationFailed: a value is wrong.
        MemberNoTaken: another player has the number.
    """
    _check_known(values)
    with transaction.atomic():
        player, club = _lock_player(player_id)
        is_own = actor.user_id is not None and player.user_id == actor.user_id
        in_club = actor.club_id in (None, club.pk)
        if not (is_own and in_club and set(values) <= set(OWN_FIELDS)):
            require(actor, club, *_WRITERS)
        if player.version != expected_version:
            raise VersionConflict("the player has been changed", version=player.version)
        before = {field: getattr(player, field) for field in values}
        _apply(player, values)
        _check_unique(player)
        player.version += 1
        player.save(update_fields=[*values, "sort_name", "member_no_key", "version", "updated_at"])
        _record(player, club, actor, "player.edited", before=before, after=dict(values))
    return player


def delete_player(*, player_id: UUID, actor: Actor) -> None:
    """Remove a player who has never played.

    Args:
        player_id: public id.
        actor: an owner or a director.

    Raises:
        PermissionDenied: the actor has neither role.
        PlayerHasHistory: something refers to the player.
    """
    with transaction.atomic():
        player, club = _lock_player(player_id)
        require(actor, club, "director")
        try:
            # A savepoint, so that the refusal leaves the caller's transaction whole.
            with transaction.atomic():
                player.delete()
        except ProtectedError as error:
            raise PlayerHasHistory("the player has played; make him inactive") from error
        _record(player, club, actor, "player.deleted", before={}, after=None)


def _lock_player(player_id: UUID) -> tuple[Player, Club]:
    """Lock the club first: it is the root, and two numbers may collide in it."""
    club = Club.objects.filter(players__public_id=player_id).first()
    if club is None:
        raise NotFound("there is no such player")
    club = lock_club(club.public_id)
    return Player.objects.get(public_id=player_id), club


def _check_known(values: Mapping[str, object]) -> None:
    unknown = sorted(set(values) - set(FIELDS))
    if unknown:
        raise UnknownField(f"a player has no {unknown[0]}", field=unknown[0])


def _apply(player: Player, values: Mapping[str, object]) -> None:
    for field, value in values.items():
        setattr(player, field, value)
    player.display_name = clean_name(player.display_name, field="display_name")
    named_anew = "display_name" in values and not values.get("sort_name")
    if named_anew or not player.sort_name:
        player.sort_name = sort_name_of(player.display_name)
    player.sort_name = clean_name(player.sort_name, field="sort_name")
    player.member_no = clean_member_no(player.member_no)
    player.member_no_key = member_no_key(player.member_no)
    if player.home_club:
        player.home_club = clean_name(player.home_club, field="home_club")
    if player.status not in STATUSES:
        raise ValidationFailed(f"a status is one of {', '.join(STATUSES)}", field="status")


def sort_name_of(display_name: str) -> str:
    """Return the name a list is ordered by: the last word first.

    Args:
        display_name: cleaned; one word stays as it is.
    """
    first, _, last = display_name.rpartition(" ")
    return f"{last}, {first}" if first else last


def _check_unique(player: Player) -> None:
    others = Player.objects.filter(club=player.club).exclude(pk=player.pk)
    if player.member_no_key and others.filter(member_no_key=player.member_no_key).exists():
        raise MemberNoTaken(
            f"another player of the club has the number {player.member_no}", field="member_no"
        )
    if player.user_id and others.filter(user_id=player.user_id).exists():
        raise ValidationFailed("this login is another player's already", field="user")


def _record(
    player: Player,
    club: Club,
    actor: Actor,
    action: str,
    *,
    before: Mapping[str, object] | None,
    after: Mapping[str, object] | None,
) -> None:
    audit.record(
        root_kind="club",
        root_id=club.public_id,
        actor=actor,
        action=action,
        target=f"player:{player.public_id}",
        before=_without_names(before),
        after=_without_names(after),
    )


def _without_names(values: Mapping[str, object] | None) -> dict[str, object] | None:
    if values is None:
        return None
    return {k: "(name)" if k in _UNNAMED else v for k, v in values.items()}
