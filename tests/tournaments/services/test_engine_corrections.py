"""Rulings on a game of a match: how they become its result, and when they come too late."""

import pytest

from games.errors import ResultStands
from games.models import Game
from games.services.corrections import abandon_game, adjust_score, void_deal
from tests.factories import SYSTEM, a_published_night
from tests.games.world import play_on
from tests.tournaments.here import played, sit_down, start
from tests.tournaments.play import fresh, lines_of, matches_of
from tournaments.models import MatchGame, ResultClaim

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return matches_of(a_published_night())[0]


@pytest.fixture
def game(match):
    """The match's game, sat down to."""
    opened = start(match)
    sit_down(opened)
    return opened


def rule(service, game, **given):
    version = Game.objects.get(pk=game.pk).version
    values = {"reason": "A ruling.", "expected_version": version, **given}
    return service(game_id=game.public_id, actor=SYSTEM, **values)


def test_pegs_put_on_the_target_are_the_result(game, match, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        rule(adjust_score, game, side=0, back=90, front=100)
        rule(adjust_score, game, side=1, back=120, front=121)

    assert (fresh(match).status, fresh(match).winner) == ("confirmed", 2)
    assert lines_of(match)[0][3] == -21


def test_an_abandoned_game_counts_once_it_has_gone_on(
    game, match, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        rule(abandon_game, game)
    assert ResultClaim.objects.filter(match=match).count() == 0

    with django_capture_on_commit_callbacks(execute=True):
        rule(void_deal, game)
        over = play_on(game)

    assert MatchGame.objects.get(match=match).winner == over.winner_side + 1
    assert fresh(match).winner == over.winner_side + 1


def test_a_game_that_counts_is_corrected_in_its_match(match, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = played(match)
    was = lines_of(match)

    for service, given in ((void_deal, {}), (adjust_score, {"side": 0, "back": 1, "front": 2})):
        with pytest.raises(ResultStands, match="correct the result in the match"):
            rule(service, game, **given)
    assert lines_of(match) == was
