import pytest

from tests.clubs import world
from tests.clubs.conftest import api
from tests.factories import a_club, a_user, someone

__all__ = ("api",)


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
