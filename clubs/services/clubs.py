"""Making and editing clubs, and who has which role in them."""

from uuid import UUID
from zoneinfo import available_timezones

from django.db import transaction

from clubs.access import require
from clubs.errors import LastOwner, RoleHeld, SlugTaken
from clubs.locking import lock_club
from clubs.models import ROLES, Club, ClubRole
from common import audit
from common.actor import Actor
from common.errors import PermissionDenied, ValidationFailed, VersionConflict
from common.text import clean_name, clean_text

_FIELDS = ("name", "slug", "timezone", "default_preset", "is_public")


def create_club(
    *,
    name: str,
    slug: str,
    actor: Actor,
    timezone: str = "UTC",
    default_preset: str = "",
    is_public: bool = True,
) -> Club:
    """Make a club; a person who makes it owns it.

    Args:
        name: as shown.
        slug: short name for addresses, unique.
        actor: the system or a superuser.
        timezone: of the IANA list.
        default_preset: of the club's new events; "" leaves the choice open.
        is_public: whether strangers may see that the club is there.

    Raises:
        PermissionDenied: the actor is neither.
        ValidationFailed: a value is wrong.
        SlugTaken: another club has it.
    """
    if actor.kind != "system" and not actor.is_superuser:
        raise PermissionDenied("a club is made by the operator of the site")
    values = _clean(name, slug, timezone, default_preset, is_public)
    with transaction.atomic():
        if Club.objects.filter(slug=slug).exists():
            raise SlugTaken(f"another club is called {slug}", field="slug")
        club = Club.objects.create(**values)
        if actor.user_id is not None:
            ClubRole.objects.create(club=club, user_id=actor.user_id, role="owner")
        _record(club, actor, "club.created", after=values)
    return club


def edit_club(
    *,
    club_id: UUID,
    name: str,
    slug: str,
    timezone: str,
    default_preset: str,
    is_public: bool,
    actor: Actor,
    expected_version: int,
) -> Club:
    """Change a club's own data.

    Args:
        club_id: public id.
        name: as for :func:`create_club`, and so the rest.
        slug: likewise.
        timezone: likewise.
        default_preset: likewise.
        is_public: likewise.
        actor: an owner.
        expected_version: the version that was read.

    Raises:
        PermissionDenied: the actor does not own the club.
        VersionConflict: somebody else has changed it.
        ValidationFailed: a value is wrong.
        SlugTaken: another club has it.
    """
    values = _clean(name, slug, timezone, default_preset, is_public)
    with transaction.atomic():
        club = lock_club(club_id)
        require(actor, club, "owner")
        if club.version != expected_version:
            raise VersionConflict("the club has been changed", version=club.version)
        if Club.objects.filter(slug=slug).exclude(pk=club.pk).exists():
            raise SlugTaken(f"another club is called {slug}", field="slug")
        before = {name: getattr(club, name) for name in _FIELDS}
        for field, value in values.items():
            setattr(club, field, value)
        club.version += 1
        club.save(update_fields=[*_FIELDS, "version", "updated_at"])
        _record(club, actor, "club.edited", before=before, after=values)
    return club


def grant_role(*, club_id: UUID, user_id: int, role: str, actor: Actor) -> ClubRole:
    """Give a user a role in a club.

    Args:
        club_id: public id.
        user_id: the login.
        role: one of ``ROLES``.
        actor: an owner.

    Raises:
        PermissionDenied: the actor does not own the club.
        ValidationFailed: there is no such role.
        RoleHeld: the user has it already.
    """
    if role not in ROLES:
        raise ValidationFailed(f"a role is one of {', '.join(ROLES)}", field="role")
    with transaction.atomic():
        club = lock_club(club_id)
        require(actor, club, "owner")
        granted, is_new = ClubRole.objects.get_or_create(club=club, user_id=user_id, role=role)
        if not is_new:
            raise RoleHeld("the user has this role already")
        _record(club, actor, "role.granted", after={"user": user_id, "role": role})
    return granted


def revoke_role(*, club_id: UUID, user_id: int, role: str, actor: Actor) -> None:
    """Take a role from a user; nothing happens when he has none.

    Args:
        club_id: public id.
        user_id: the login.
        role: one of ``ROLES``.
        actor: an owner.

    Raises:
        PermissionDenied: the actor does not own the club.
        LastOwner: nobody would own the club.
    """
    with transaction.atomic():
        club = lock_club(club_id)
        require(actor, club, "owner")
        owners = ClubRole.objects.filter(club=club, role="owner")
        if role == "owner" and not owners.exclude(user_id=user_id).exists():
            raise LastOwner("a club keeps at least one owner")
        gone, _ = ClubRole.objects.filter(club=club, user_id=user_id, role=role).delete()
        if gone:
            _record(club, actor, "role.revoked", before={"user": user_id, "role": role})


def _clean(
    name: str, slug: str, timezone: str, default_preset: str, is_public: bool
) -> dict[str, object]:
    if timezone not in available_timezones():
        raise ValidationFailed(f"{timezone} is no time zone", field="timezone")
    if not slug or not slug.replace("-", "").isalnum() or not slug.isascii():
        raise ValidationFailed("a short name is letters, digits and hyphens", field="slug")
    return {
        "name": clean_name(name),
        "slug": slug,
        "timezone": timezone,
        "default_preset": clean_text(default_preset, field="default_preset", longest=40),
        "is_public": is_public,
    }


def _record(
    club: Club,
    actor: Actor,
    action: str,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    audit.record(
        root_kind="club",
        root_id=club.public_id,
        actor=actor,
        action=action,
        target=f"club:{club.public_id}",
        before=before,
        after=after,
    )
