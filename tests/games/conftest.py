import pytest

from tests.games import world


@pytest.fixture
def people(db):
    return world.people()


@pytest.fixture
def game(people):
    """A game of alice (seat 0, first dealer) and bob, both seated."""
    return world.seated(people.club, people.alice, people.bob)
