import pytest
from django.contrib.auth import get_user_model

from clubs.services.clubs import grant_role
from tests.factories import SYSTEM, a_club, a_user
from tests.tournaments.admin.desk import Desk


def login(club, role):
    user = a_user(is_staff=True)
    if club is not None:
        grant_role(club_id=club.public_id, user_id=user.pk, role=role, actor=SYSTEM)
    return user


@pytest.fixture
def club(db):
    return a_club(timezone="Europe/Dublin")


@pytest.fixture
def dora(club):
    """A director of the club."""
    return login(club, "director")


@pytest.fixture
def desk(client, dora):
    """The director's browser."""
    client.force_login(dora)
    return Desk(client)


@pytest.fixture
def scorer(client, club):
    """A scorer's browser."""
    client.force_login(login(club, "scorer"))
    return Desk(client)


@pytest.fixture
def stranger(client, db):
    """The browser of a director of another club."""
    client.force_login(login(a_club(), "director"))
    return Desk(client)


@pytest.fixture
def root(client, db):
    """The operator's browser."""
    client.force_login(
        get_user_model().objects.create_superuser(username="root", password="not used")
    )
    return Desk(client)
