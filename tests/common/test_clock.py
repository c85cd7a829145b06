from datetime import UTC, datetime

import pytest

from common import clock
from common.actor import Actor

INSTANT = datetime(2026, 3, 1, 19, tzinfo=UTC)


def test_the_clock_stands_where_it_is_put():
    with clock.frozen(INSTANT):
        assert clock.now() == INSTANT
    assert clock.now() != INSTANT


def test_an_instant_has_a_time_zone():
    with pytest.raises(ValueError, match="time zone"), clock.frozen(INSTANT.replace(tzinfo=None)):
        pass


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        (None, {"read", "report", "score", "direct", "admin"}),
        (frozenset(), set()),
        (frozenset({"report"}), {"read", "report"}),
        (frozenset({"read", "direct"}), {"read", "report", "score", "direct"}),
    ],
)
def test_a_scope_includes_those_before_it(scopes, allowed):
    actor = Actor(kind="token", agent="api", label="app", token_id=1, scopes=scopes)

    words = ("read", "report", "score", "direct", "admin")
    assert {word for word in words if actor.may_use(word)} == allowed


def test_an_actors_key_is_stable():
    people = (Actor.person(3, agent="api"), Actor.person(3, agent="admin"), Actor.system())

    assert [actor.key for actor in people] == ["user:3", "user:3", "system:worker"]
