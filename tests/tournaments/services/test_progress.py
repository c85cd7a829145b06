import pytest

from common.errors import PermissionDenied, ValidationFailed
from tests.factories import SYSTEM, a_published_night, someone
from tests.tournaments.play import a_bracket, fresh, lines_of, matches_of, numbers, report
from tournaments.errors import (
    GameAfterDecision,
    MatchNotPlayable,
    ResultImpossible,
    UnknownSide,
)
from tournaments.models import MatchGame, MatchSide, ResultClaim
from tournaments.services.progress import forfeit_game, record_game
from tournaments.services.results import forfeit_match

pytestmark = pytest.mark.django_db


def record(match, number, winner, loser_score=100, actor=SYSTEM):
    return record_game(
        match_id=match.public_id,
        actor=actor,
        number=number,
        winner=winner,
        loser_score=loser_score,
    )


def late(match, number, absent_slot):
    return forfeit_game(
        match_id=match.public_id,
        actor=SYSTEM,
        number=number,
        absent_slot=absent_slot,
        reason="five minutes late",
    )


def a_semi_final():
    """A match of the play-offs, first to two units; a skunk is two of them."""
    return matches_of(a_bracket(), 2)[0]


def tallies(match):
    sides = MatchSide.objects.filter(match=match).order_by("slot")
    return [side.tally for side in sides]


def test_a_match_grows_game_by_game_until_it_is_decided():
    match = a_semi_final()

    record(match, 1, 1)
    after_one = (fresh(match).status, tallies(match))
    record(match, 2, 2)
    record(match, 3, 2)

    assert after_one == ("in_progress", [1, 0])
    assert (fresh(match).status, fresh(match).winner, tallies(match)) == ("confirmed", 2, [1, 2])
    claim = ResultClaim.objects.get(match=match)
    assert [game["winner"] for game in claim.payload["games"]] == [1, 2, 2]
    assert len(lines_of(match)) == 6


def test_the_winner_of_a_grown_match_goes_on():
    match = a_semi_final()

    record(match, 1, 2, 60)

    final = matches_of(match.stage.event, 2)[-1]
    assert numbers(final)[0] == numbers(match)[1]


def test_a_game_after_the_decision_is_refused():
    match = a_semi_final()
    record(match, 1, 1, 90)

    with pytest.raises(GameAfterDecision, match="decided"):
        record(match, 2, 2)

    assert MatchGame.objects.filter(match=match).count() == 1


def test_a_game_is_entered_anew_while_the_match_is_open():
    match = a_semi_final()
    record(match, 1, 1, 100)

    record(match, 1, 2, 104)

    game = MatchGame.objects.get(match=match)
    assert (game.winner, game.loser_score, tallies(match)) == (2, 104, [0, 1])


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        pytest.param({"number": 2, "winner": 1}, ValidationFailed, id="one-is-missing"),
        pytest.param({"number": 0, "winner": 1}, ValidationFailed, id="no-game-0"),
        pytest.param({"number": 1, "winner": 3}, UnknownSide, id="third-side"),
        pytest.param(
            {"number": 1, "winner": 1, "loser_score": 121}, ResultImpossible, id="both-there"
        ),
    ],
)
def test_a_game_that_cannot_be_leaves_all_alone(values, refusal):
    match = a_semi_final()

    with pytest.raises(refusal):
        record(match, **values)

    assert (fresh(match).status, MatchGame.objects.count()) == ("ready", 0)


def test_games_are_entered_by_whom_the_club_trusts():
    match = a_semi_final()

    with pytest.raises(PermissionDenied):
        record(match, 1, 1, actor=someone(match.stage.event.tournament.club, "viewer"))


def test_a_late_player_forfeits_a_game_and_may_still_win():
    match = a_semi_final()

    late(match, 1, absent_slot=1)
    record(match, 2, 1)
    record(match, 3, 1)

    assert (fresh(match).winner, fresh(match).outcome) == (1, "played")
    assert lines_of(match)[:2] == [(1, 1, False, None, 0, "none"), (2, 1, True, None, 2, "none")]


def test_forfeited_games_alone_make_a_forfeit():
    match = a_semi_final()

    late(match, 1, absent_slot=2)
    late(match, 2, absent_slot=2)

    assert (fresh(match).winner, fresh(match).outcome) == (1, "forfeit")


def test_who_gives_up_keeps_the_games_he_played():
    match = a_semi_final()
    record(match, 1, 1)

    claim = forfeit_match(match_id=match.public_id, actor=SYSTEM, absent_slot=1, reason="ill")

    assert [game.get("forfeit", False) for game in claim.payload["games"]] == [False, True, True]
    assert (fresh(match).winner, fresh(match).outcome) == (2, "played")


def test_a_single_game_of_the_night_may_be_entered_like_this():
    match = matches_of(a_published_night())[0]

    record(match, 1, 2)

    assert fresh(match).status == "confirmed"


def test_the_whole_match_may_follow_after_some_of_its_games():
    match = a_semi_final()
    record(match, 1, 1)

    report(match, 2, 2)

    assert (fresh(match).winner, len(lines_of(match))) == (2, 4)


def test_a_match_that_waits_has_no_games():
    final = matches_of(a_bracket(), 2)[-1]

    with pytest.raises(MatchNotPlayable):
        record(final, 1, 1)
