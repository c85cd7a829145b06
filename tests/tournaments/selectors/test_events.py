from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.errors import NotFound
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_night,
    a_published_night,
    a_stranger,
    a_user,
    an_organiser,
    first_stage,
    roster,
    someone,
)
from tournaments.models import Match
from tournaments.selectors.events import (
    chart_of,
    checks_of,
    entries_of,
    event_by_id,
    events_for,
    roster_of,
    sees_names,
    stages_of,
)

pytestmark = pytest.mark.django_db
STRANGERS = [pytest.param(lambda: None, id="nobody"), pytest.param(a_stranger, id="stranger")]


def statements(selector, *events):
    """The numbers of queries that a selector takes for each of the events."""
    counts = []
    for event in events:
        with CaptureQueriesContext(connection) as queries:
            selector(event)
        counts.append(len(queries))
    return counts


def a_player_of(club):
    """A login that is a player of the club and holds no role."""
    event = a_night(club, players=1)
    player = roster(event)[0].player
    player.user = a_user()
    player.save(update_fields=["user"])
    return player.user


@pytest.mark.parametrize("viewer", STRANGERS)
def test_strangers_see_what_is_published_of_public_clubs(viewer):
    shown = a_checked_in_night(players=4)
    a_night()
    a_checked_in_night(players=4, public_level="hidden")
    a_checked_in_night(a_club(is_public=False), players=4)

    assert list(events_for(viewer())) == [shown]


def test_players_see_their_own_hidden_nights_but_no_drafts():
    club = a_club(is_public=False)
    user = a_player_of(club)
    hidden = a_checked_in_night(club, players=4, public_level="hidden")

    assert list(events_for(user)) == [hidden]


@pytest.mark.parametrize("role", ["director", "scorer", "treasurer"])
def test_who_works_for_the_club_sees_drafts(role):
    club = a_club()
    draft = a_night(club)
    a_night()

    assert list(events_for(someone(club, role))) == [draft]


def test_an_event_that_may_not_be_seen_is_not_found():
    refusals = []
    for event_id in (a_night().public_id, uuid4()):
        with pytest.raises(NotFound) as refusal:
            event_by_id(a_stranger(), event_id)
        refusals.append(refusal.value.message)

    assert refusals[0] == refusals[1]


def test_an_event_comes_with_its_club():
    club = a_club()
    event = a_night(club)
    found = event_by_id(an_organiser(club), event.public_id)

    assert statements(lambda event: event.tournament.club.name, found) == [0]


@pytest.mark.parametrize(
    ("level", "viewer", "sees"),
    [
        pytest.param("full", lambda club: None, True, id="full"),
        pytest.param("initials", lambda club: None, False, id="initials-to-a-stranger"),
        pytest.param("initials", an_organiser, True, id="initials-to-the-club"),
    ],
)
def test_names_are_for_the_club_unless_the_event_shows_them(level, viewer, sees):
    event = a_night(public_level=level)

    assert sees_names(viewer(event.tournament.club), event) is sees


def test_a_roster_has_everybody_by_number_with_the_entry():
    event = a_night(players=["Ann", "Bo"])

    lines = roster_of(event)

    assert [(one.registration.number, one.entry.display) for one in lines] == [
        (1, "Ann"),
        (2, "Bo"),
    ]


def test_a_chart_is_in_order_and_without_drafts_for_strangers():
    event = a_drafted_night(players=5)
    stage = first_stage(event)

    rounds = chart_of(stage, drafts=True)

    assert chart_of(stage) == ()
    assert [one.number for one in rounds] == list(range(1, 10))
    for round_ in rounds:
        assert [match.number for match in round_.matches.all()] == [1, 2, 3]
        assert [side.slot for match in round_.matches.all() for side in match.sides.all()] == [
            1,
            2,
            1,
            2,
            1,
        ]


def test_checks_count_the_rows_as_they_stand():
    event = a_published_night(players=5)
    stage = first_stage(event)
    before = checks_of(stage)
    Match.objects.filter(stage=stage, kind="pairing", round__number=1).update(status="void")

    after = checks_of(stage)

    assert sum(before.games.values()) - sum(after.games.values()) == 4


@pytest.mark.parametrize(
    ("selector", "allowed"),
    [
        pytest.param(lambda e: list(events_for(SYSTEM)), 1, id="events"),
        pytest.param(roster_of, 2, id="roster"),
        pytest.param(lambda e: list(entries_of(e)), 1, id="entries"),
        pytest.param(lambda e: list(stages_of(e)), 1, id="stages"),
        pytest.param(lambda e: chart_of(first_stage(e)), 4, id="chart"),
        pytest.param(lambda e: checks_of(first_stage(e)), 4, id="checks"),
    ],
)
def test_queries_do_not_grow_with_the_night(selector, allowed):
    small, large = a_published_night(players=4), a_published_night(players=13)

    assert statements(selector, small, large) == [allowed, allowed]
