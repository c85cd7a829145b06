"""Tokens of apps: shown once, kept as a digest, bound to a club and to scopes."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from clubs.access import belongs, require
from clubs.locking import lock_club
from clubs.models import ApiToken, Club
from common import audit, clock
from common.actor import SCOPES, Actor
from common.errors import (
    NotAuthenticated,
    NotFound,
    PermissionDenied,
    TokenExpired,
    ValidationFailed,
)
from common.text import clean_name

MARK = "f2_"
_PREFIX = len(MARK) + 6
_SECRET_BYTES = 32
_USE_NOTED_EVERY = timedelta(minutes=5)
# What each scope lets an app do is never more than its maker could do himself.
_ROLES_FOR = {
    "direct": ("director",),
    "score": ("director", "scorer", "checker"),
    "admin": (),
}


def digest_of(token: str) -> str:
    """Return what is kept of a token. 256 random bits need no slow hash.

    Args:
        token: as its holder sends it.
    """
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def create_token(
    *,
    club_id: UUID,
    name: str,
    scopes: Collection[str],
    actor: Actor,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Make a token; its plain text is returned here and nowhere again.

    Args:
        club_id: public id of the one club it is good for.
        name: tells its owner which app has it.
        scopes: of ``SCOPES``; each includes those before it.
        actor: a person with a role that covers the scopes; any role, or being
            a player, is enough for ``read`` and ``report``.
        expires_at: None is never.

    Raises:
        NotFound: there is no such club, or the actor may not see it.
        PermissionDenied: a scope is more than the actor's role.
        ValidationFailed: a value is wrong.
    """
    if not scopes or not set(scopes) <= set(SCOPES):
        raise ValidationFailed(f"scopes are of {', '.join(SCOPES)}", field="scopes")
    if actor.kind != "user" or actor.user_id is None:
        raise PermissionDenied("a token is made by a person")
    if expires_at is not None and expires_at <= clock.now():
        raise ValidationFailed("the token would have expired already", field="expires_at")
    token = MARK + secrets.token_hex(_SECRET_BYTES)
    with transaction.atomic():
        club = lock_club(club_id)
        for scope in scopes:
            _check_scope(actor, club, scope)
        row = ApiToken.objects.create(
            name=clean_name(name),
            prefix=token[:_PREFIX],
            digest=digest_of(token),
            club=club,
            created_by_id=actor.user_id,
            scopes=[scope for scope in SCOPES if scope in scopes],
            expires_at=expires_at,
        )
        _record(row, club, actor, "token.created", after={"scopes": row.scopes})
    return row, token


def revoke_token(*, token_id: UUID, actor: Actor) -> None:
    """Let a token open nothing from now on; doing it twice is the same.

    Args:
        token_id: public id.
        actor: its maker, the token itself, or an owner of its club.

    Raises:
        NotFound: there is none, or it is not the actor's business.
    """
    with transaction.atomic():
        row = ApiToken.objects.select_related("club").filter(public_id=token_id).first()
        if row is None:
            raise NotFound("there is no such token")
        club = lock_club(row.club.public_id)
        is_own = actor.token_id == row.pk or (
            actor.kind == "user" and actor.user_id == row.created_by_id
        )
        if not is_own:
            require(actor, club, "owner")
        changed = ApiToken.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=clock.now())
        if changed:
            _record(row, club, actor, "token.revoked", after={})


def note_use(token: ApiToken) -> None:
    """Note that a token was used, at most once in five minutes.

    Args:
        token: as it was read.
    """
    instant = clock.now()
    if token.last_used_at is not None and instant - token.last_used_at < _USE_NOTED_EVERY:
        return
    stale = Q(last_used_at=None) | Q(last_used_at__lt=instant - _USE_NOTED_EVERY)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=instant)


def check_live(token: ApiToken) -> None:
    """Refuse a token that lets nobody in any more.

    Args:
        token: with its maker.

    Raises:
        NotAuthenticated: it was revoked, or its maker is no longer active.
        TokenExpired: its time is over.
    """
    if token.revoked_at is not None or not token.created_by.is_active:
        raise NotAuthenticated("the token is not known")
    if token.expires_at is not None and token.expires_at <= clock.now():
        raise TokenExpired("the token has expired")


def _check_scope(actor: Actor, club: Club, scope: str) -> None:
    if scope in _ROLES_FOR:
        require(actor, club, *_ROLES_FOR[scope])
    elif not belongs(actor, club):
        require(actor, club)


def _record(
    row: ApiToken, club: Club, actor: Actor, action: str, *, after: dict[str, object]
) -> None:
    audit.record(
        root_kind="club",
        root_id=club.public_id,
        actor=actor,
        action=action,
        target=f"token:{row.public_id}",
        after=after,
    )
