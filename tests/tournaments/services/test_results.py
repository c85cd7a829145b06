import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.errors import InsufficientScope, NotFound, PermissionDenied, PreconditionFailed
from common.models import Audit, Change
from tests.factories import (
    SYSTEM,
    a_drafted_night,
    a_published_night,
    a_stranger,
    a_token,
    first_stage,
    someone,
)
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    fresh,
    lines_of,
    matches_of,
    play_bracket,
    report,
    win,
)
from tournaments.errors import (
    EventFinal,
    GameAfterDecision,
    MatchConfirmed,
    MatchIncomplete,
    MatchNotPlayable,
    ResultImpossible,
    SpreadMismatch,
    UnknownSide,
)
from tournaments.matches import GameResult
from tournaments.models import Match, MatchSide, ResultClaim, Round, Stage
from tournaments.services.finalise import finalise_event
from tournaments.services.results import forfeit_match, report_result

pytestmark = pytest.mark.django_db
NO_COUNT = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SET ", "ROLLBACK")


def statements(captured):
    """The SQL statements that count: without those of the transaction itself."""
    return [q["sql"] for q in captured if not q["sql"].startswith(NO_COUNT)]


def test_a_result_counts_at_once():
    match = matches_of(a_published_night())[0]

    claim = report(match, win(2, 88))

    stored = fresh(match)
    assert (claim.state, claim.number, claim.source) == ("accepted", 1, "scorer")
    assert claim.payload == {"games": [{"winner": 2, "loser_score": 88}]}
    assert (stored.status, stored.outcome, stored.winner) == ("confirmed", "played", 2)
    assert (stored.version, stored.confirmed_at is None) == (match.version + 1, False)
    assert lines_of(match) == [(1, 1, False, -33, 0, "skunk"), (2, 1, True, 33, 3, "skunk")]
    sides = MatchSide.objects.filter(match=match).order_by("slot")
    assert [(side.tally, side.games_won) for side in sides] == [(0, 0), (1, 1)]


def test_a_result_is_told_without_names():
    event = a_published_night()
    match = matches_of(event)[0]

    report(match, win(1, 100))

    change = Change.objects.filter(root_id=event.public_id).latest("seq")
    assert change.type == "match.confirmed"
    assert change.payload == {
        "match": str(match.public_id),
        "winner": 1,
        "tally": [1, 0],
        "outcome": "played",
        "round": 1,
    }
    assert Audit.objects.filter(root_id=event.public_id, action="match.confirmed").count() == 1


def test_the_chart_says_who_dealt_first():
    match = matches_of(a_published_night())[0]

    claim = report(match)

    dealt = dict(claim.lines.values_list("side__slot", "dealt_first"))
    assert dealt == {match.first_dealer: True, 3 - match.first_dealer: False}


@pytest.mark.parametrize(
    ("games", "refusal", "field"),
    [
        pytest.param([win(1, 121)], ResultImpossible, "games[0].loser_score", id="both-there"),
        pytest.param([win(3)], UnknownSide, "games[0].winner", id="third-side"),
        pytest.param([GameResult(1, 90, 30)], SpreadMismatch, "games[0].spread", id="spread"),
        pytest.param([GameResult(1)], ResultImpossible, "games[0].loser_score", id="no-score"),
        pytest.param([], MatchIncomplete, "games", id="no-games"),
        pytest.param([win(1), win(1)], GameAfterDecision, "games[1]", id="one-too-many"),
    ],
)
def test_a_result_that_cannot_be_leaves_all_alone(games, refusal, field):
    match = matches_of(a_published_night())[0]

    with pytest.raises(refusal) as refused:
        report_result(match_id=match.public_id, actor=SYSTEM, games=games)

    assert refused.value.context["field"] == field
    assert (fresh(match).status, fresh(match).version) == ("ready", match.version)
    assert not ResultClaim.objects.filter(match=match).exists()


def test_a_second_result_is_refused_with_the_way_on():
    match = matches_of(a_published_night())[0]
    report(match)

    with pytest.raises(MatchConfirmed, match="Correct it with a reason"):
        report(match, 2)

    assert fresh(match).winner == 1


def test_a_sit_out_takes_no_result():
    event = a_published_night(players=5)
    rest = Match.objects.filter(stage__event=event, kind="bye").first()

    with pytest.raises(MatchNotPlayable, match="sit-out"):
        report(rest)


def test_a_match_of_a_bracket_waits_for_the_one_before():
    final = matches_of(a_bracket(), 2)[-1]

    with pytest.raises(MatchNotPlayable, match="waits"):
        report(final, 1, 1)


def test_a_draft_takes_no_result():
    match = matches_of(a_drafted_night())[0]

    with pytest.raises(Exception, match="Publish the seating first"):
        report(match)


def test_a_final_event_takes_no_result():
    event = a_played_night(play_off=False, players=4, games=3)
    finalise_event(event_id=event.public_id, actor=SYSTEM)

    with pytest.raises(EventFinal, match="Reopen it"):
        report(matches_of(event)[0])


def test_a_stale_version_is_refused():
    match = matches_of(a_published_night())[0]

    with pytest.raises(PreconditionFailed):
        report(match, expected_version=match.version + 1)


def test_only_who_enters_results_at_the_club_may():
    event = a_published_night()
    club = event.tournament.club
    first, second, third, *_ = matches_of(event)

    report(first, actor=someone(club, "scorer"))
    report(second, actor=a_token(club, "score"))
    with pytest.raises(PermissionDenied):
        report(third, actor=someone(club, "viewer"))
    with pytest.raises(PermissionDenied):
        report(third, actor=a_stranger())
    with pytest.raises(InsufficientScope):
        report(third, actor=a_token(club, "report"))

    assert [fresh(m).status for m in (first, second, third)] == ["confirmed", "confirmed", "ready"]


def test_an_unknown_match_is_not_found():
    with pytest.raises(NotFound, match="no such match"):
        report(a_published_night())


@pytest.mark.parametrize("players", [8, 24])
def test_a_game_takes_ten_statements_at_any_size(players):
    event = a_published_night(players=players)
    scorer = someone(event.tournament.club, "scorer")
    match = matches_of(event)[0]

    with CaptureQueriesContext(
        connection,
    ) as captured:
        report(match, actor=scorer)

    assert len(statements(captured.captured_queries)) == 10


def test_the_last_result_of_a_round_completes_it():
    event = a_published_night(players=4, games=3)
    one, two, *_ = matches_of(event)
    report(one)
    before = fresh(one.round).state
    report(two)

    assert (before, fresh(one.round).state) == (Round.State.PUBLISHED, Round.State.COMPLETE)


def test_the_last_result_of_the_last_stage_puts_the_event_into_review():
    event = a_played_night(play_off=False, players=4, games=3)

    assert (event.state, first_stage(event).state) == ("review", Stage.State.COMPLETE)


def test_an_event_with_play_offs_to_come_goes_on():
    event = a_played_night()

    assert (event.state, first_stage(event).state) == ("running", Stage.State.COMPLETE)


def test_the_final_puts_the_event_into_review():
    event = a_bracket()

    play_bracket(event)

    assert fresh(event).state == "review"


# -- forfeits -----------------------------------------------------------------


def test_a_side_that_does_not_come_forfeits():
    match = matches_of(a_published_night())[0]

    claim = forfeit_match(
        match_id=match.public_id, actor=SYSTEM, absent_slot=1, reason="not at the table"
    )

    assert (fresh(match).outcome, fresh(match).winner) == ("forfeit", 2)
    assert lines_of(match) == [(1, 1, False, None, 0, "none"), (2, 1, True, None, 2, "none")]
    assert set(claim.lines.values_list("is_forfeit", "dealt_first")) == {(True, None)}
    assert claim.reason == "not at the table"


def test_a_forfeited_match_is_as_many_games_as_decide_it():
    match = matches_of(a_bracket(best_of=5), 2)[0]

    claim = forfeit_match(match_id=match.public_id, actor=SYSTEM, absent_slot=2, reason="ill")

    assert claim.payload["games"] == [{"winner": 1, "forfeit": True}] * 3


def test_a_forfeit_names_a_side_of_the_match():
    match = matches_of(a_published_night())[0]

    with pytest.raises(UnknownSide):
        forfeit_match(match_id=match.public_id, actor=SYSTEM, absent_slot=3, reason="ill")
