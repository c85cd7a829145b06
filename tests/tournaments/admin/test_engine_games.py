"""Games of a match that are played here, seen from the match's page."""

import pytest
from django.urls import reverse

from tests.factories import a_published_night
from tests.tournaments.admin.desk import match_page
from tests.tournaments.here import start
from tests.tournaments.play import matches_of


@pytest.fixture
def match(club):
    return matches_of(a_published_night(club, players=4, games=3))[0]


def test_a_match_leads_to_the_rulings_on_its_game(desk, match):
    game = start(match)
    url = reverse("admin:games_game_correct", args=[game.public_id])

    assert url in desk.get(match_page(match.stage.event, match)).content.decode()
    assert desk.get(url).status_code == 200


def test_a_match_at_the_table_has_no_game_to_rule_on(desk, match):
    assert "is played here" not in desk.get(match_page(match.stage.event, match)).content.decode()
