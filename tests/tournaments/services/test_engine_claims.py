"""A result that is typed where games of the match were, or are, played on the engine."""

from dataclasses import replace

import pytest

from common.actor import Actor
from common.errors import PermissionDenied
from common.models import Audit
from tests.factories import SYSTEM, a_user, someone
from tests.tournaments.here import played
from tests.tournaments.play import a_bracket, fresh, lines_of, matches_of, report, win
from tournaments.errors import CorrectionBlocked, MatchNotPlayable, WrongState
from tournaments.matches import GameResult
from tournaments.models import EntryMember, GameLine, MatchGame, ResultClaim
from tournaments.services.corrections import correct_result, retract_result
from tournaments.services.engine_games import on_game_finished, start_engine_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """A semi-final, best of three."""
    return matches_of(a_bracket(), 2)[0]


def counted(match, seed=3):
    """Play the next game of a match to its end; return it as the match keeps it."""
    game = played(match, seed)
    on_game_finished(game.public_id)
    return MatchGame.objects.get(match=match, engine_game=game.public_id)


def side(match, slot):
    """A person who plays in a match, with a login of his own."""
    member = EntryMember.objects.get(entry__sides__match=match, entry__sides__slot=slot)
    player = member.registration.player
    player.user = a_user()
    player.save(update_fields=["user"])
    return Actor.person(player.user_id, agent="api")


def test_nobody_says_that_a_game_of_the_engine_ended_otherwise(match):
    ended = counted(match)
    other = 3 - ended.winner

    for actor in (side(match, other), SYSTEM):
        with pytest.raises(WrongState, match="counts as it ended"):
            report(match, other, other, actor=actor)

    assert not ResultClaim.objects.filter(match=match).exists()


def test_a_typed_result_takes_a_game_of_the_engine_over_as_it_ended(match):
    ended = counted(match)
    first = GameResult(ended.winner, spread=121 - ended.loser_score)

    while fresh(match).status != "confirmed":
        report(match, *(first, win(ended.winner)) if ended_short(ended) else (first,))

    dealt = GameLine.objects.filter(claim__match=match, number=1).order_by("side__slot")
    assert dealt[ended.first_dealer - 1].dealt_first is True


def ended_short(ended):
    """Whether one more game decides the match: the first was no skunk worth two."""
    return ended.loser_score > 90


def test_a_side_does_not_claim_while_its_game_is_being_played(match):
    start_engine_game(match_id=match.public_id, actor=SYSTEM)

    with pytest.raises(WrongState, match="Ask the desk"):
        report(match, win(1), win(1), actor=side(match, 1))

    report(match, win(1), win(1))
    assert fresh(match).winner == 1


def test_a_correction_leaves_who_dealt_first(match):
    while fresh(match).status != "confirmed":
        counted(match, seed=1 + MatchGame.objects.filter(match=match).count())
    games = [
        GameResult(game.winner, game.loser_score)
        for game in MatchGame.objects.filter(match=match).order_by("number")
    ]
    before = dealt_first(match)

    games[-1] = replace(games[-1], loser_score=games[-1].loser_score - 1)
    correct_result(match_id=match.public_id, actor=SYSTEM, games=games, reason="a slip")

    assert dealt_first(match) == before
    assert None not in before


def dealt_first(match):
    lines = GameLine.objects.filter(claim__match=match, claim__state="accepted")
    return list(lines.order_by("number", "side__slot").values_list("dealt_first", flat=True))


def test_a_scorer_enters_no_forfeit_by_leaving_the_score_out(match):
    scorer = someone(match.stage.event.tournament.club, "scorer")
    forfeited = GameResult(1, forfeit=True)

    with pytest.raises(PermissionDenied):
        report(match, forfeited, forfeited, actor=scorer)

    assert lines_of(match) == []


def test_a_match_that_has_begun_wrongly_starts_anew(match):
    event = match.stage.event
    semis = matches_of(event, 2)[:2]
    for one in semis:
        report(one, win(1), win(1))
    final = matches_of(event, 2)[-1]
    game_id = start_engine_game(match_id=final.public_id, actor=SYSTEM)
    wrong = {"match_id": semis[0].public_id, "actor": SYSTEM, "reason": "the other side won"}
    with pytest.raises(CorrectionBlocked):
        correct_result(games=[win(2), win(2)], **wrong)

    retract_result(match_id=final.public_id, actor=SYSTEM, reason="wrong sides")
    correct_result(games=[win(2), win(2)], **wrong)

    assert (fresh(final).status, MatchGame.objects.filter(match=final).exists()) == ("ready", False)
    kept = Audit.objects.filter(action="match.retracted").latest("pk")
    assert str(game_id) in str(kept.before)
    with pytest.raises(MatchNotPlayable, match="no result to correct"):
        retract_result(match_id=final.public_id, actor=SYSTEM, reason="once more")
