import pytest

from clubs.models import ROLES
from common.errors import InsufficientScope, NotFound, PermissionDenied
from tests.factories import a_club, a_stranger, a_token, someone
from tests.tournaments.services.mutations import MUTATIONS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.action)
def test_a_stranger_does_not_even_find_the_night_of_a_hidden_club(mutation):
    event = mutation.make(a_club(is_public=False), players=5)

    with pytest.raises(NotFound):
        mutation.step(event, a_stranger())


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.action)
def test_whoever_has_none_of_the_roles_is_refused(mutation):
    club = a_club()
    event = mutation.make(club, players=5)

    for role in sorted(set(ROLES) - mutation.roles):
        with pytest.raises(PermissionDenied):
            mutation.step(event, someone(club, role))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.action)
def test_the_least_role_is_enough(mutation):
    club = a_club()
    event = mutation.make(club, players=5)
    least = max(mutation.roles, key=ROLES.index)

    mutation.step(event, someone(club, least))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.action)
def test_an_app_needs_the_scope_as_well(mutation):
    club = a_club()
    event = mutation.make(club, players=5)

    with pytest.raises(InsufficientScope):
        mutation.step(event, a_token(club, "read", "report"))
    mutation.step(event, a_token(club, mutation.scope))


def test_an_app_of_another_club_is_refused():
    mutation = MUTATIONS[4]
    club = a_club(is_public=False)
    event = mutation.make(club, players=5)

    with pytest.raises(NotFound):
        mutation.step(event, a_token(a_club(), "admin"))
