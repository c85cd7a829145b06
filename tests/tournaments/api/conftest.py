from itertools import count

import pytest

from tests.clubs import world
from tests.clubs.conftest import api as send_json
from tests.factories import a_club, a_user, someone

__all__ = ("send_json",)
_keys = count(1)


@pytest.fixture
def api(send_json):
    """Send JSON as ``tests.clubs`` does; a POST has a key of its own, and a body or none."""

    def send(method, path, *, body=None, raw=None, **options):
        path = path if path.startswith(("http", "/api")) else f"/api/v1{path}"
        if method == "post":
            options.setdefault("key", f"key {next(_keys)}")
            if body is None and raw is None:
                raw = ""
        return send_json(method, path, body=body, raw=raw, **options)

    return send


@pytest.fixture
def club(db):
    return a_club()


@pytest.fixture
def token(club):
    """Make a token: token("direct") as a director, token("read", role="scorer")."""

    def make(*scopes, role="director", where=None):
        where = where or club
        login = a_user()
        if role:
            world.grant(login, where, role)
        else:
            world.player(where, "Ona Looker", user_id=login.pk)
        return _secret(login, where, scopes)

    return make


@pytest.fixture
def director(token):
    return token("direct")


@pytest.fixture
def player_token(club):
    """Make a token of a person of a night: its player gets a login."""

    def make(registration, *scopes):
        player = registration.player
        player.user = a_user()
        player.save(update_fields=["user"])
        return _secret(player.user, player.club, scopes)

    return make


def _secret(login, where, scopes):
    return world.token(login, where, *scopes)


@pytest.fixture
def organiser(club):
    return someone(club, "director")
