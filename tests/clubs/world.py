"""People and clubs for tests, made by the services."""

from django.contrib.auth import get_user_model

from clubs.services.clubs import create_club, grant_role
from clubs.services.players import create_player
from clubs.services.tokens import create_token
from common.actor import Actor

SYSTEM = Actor.system("cli")


def user(name, **values):
    return get_user_model().objects.create_user(name, **values)


def person(login):
    return Actor.person(login.pk, agent="web", is_superuser=login.is_superuser)


def club(slug="harbour", **values):
    return create_club(name=f"Club of {slug}", slug=slug, actor=SYSTEM, **values)


def grant(login, where, role):
    return grant_role(club_id=where.public_id, user_id=login.pk, role=role, actor=SYSTEM)


def player(where, name="Ada Finch", **values):
    values = {"display_name": name, **values}
    return create_player(club_id=where.public_id, values=values, actor=SYSTEM)


def token(login, where, *scopes, **values):
    """Return the plain text of a new token."""
    _, secret = create_token(
        club_id=where.public_id,
        name="an app",
        scopes=scopes,
        actor=person(login),
        **values,
    )
    return secret
