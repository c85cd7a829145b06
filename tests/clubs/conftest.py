import pytest

from tests.clubs import world


@pytest.fixture
def club(db):
    return world.club()


@pytest.fixture
def other_club(db):
    return world.club("hilltop", is_public=False)


@pytest.fixture
def dora(club):
    """A director of the club."""
    login = world.user("dora")
    world.grant(login, club, "director")
    return login


@pytest.fixture
def evan(other_club):
    """A director of the other club."""
    login = world.user("evan")
    world.grant(login, other_club, "director")
    return login


@pytest.fixture
def alice(club):
    """A player of the club."""
    login = world.user("alice")
    world.player(club, "Alice Reed", user_id=login.pk)
    return login


@pytest.fixture
def spec(db):
    """Signed in, of no club."""
    return world.user("spec")


@pytest.fixture
def api(client):
    """Send JSON as somebody: api("get", path, token=..., body=..., key=...)."""

    def send(method, path, *, token=None, body=None, raw=None, key=None, **headers):
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = raw if raw is not None else body
        options = {} if data is None else {"data": data, "content_type": "application/json"}
        return getattr(client, method)(path, headers=headers, **options)

    return send


@pytest.fixture
def players(club):
    return f"/api/v1/clubs/{club.public_id}/players"


@pytest.fixture
def director(dora, club):
    return world.token(dora, club, "direct")


@pytest.fixture
def member(alice, club):
    return world.token(alice, club, "report")
