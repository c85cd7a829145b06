import pytest

from common.errors import PermissionDenied, PreconditionFailed, ValidationFailed
from common.models import Audit
from tests.factories import (
    SYSTEM,
    a_published_night,
    first_stage,
    someone,
)
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    fresh,
    lines_of,
    matches_of,
    numbers,
    play_bracket,
    report,
    win,
)
from tournaments.errors import CorrectionBlocked, EventFinal, MatchNotPlayable, WrongState
from tournaments.models import GameLine, MatchSide, ResultClaim, Stage
from tournaments.selectors.standings import standings_of
from tournaments.services.corrections import correct_result, retract_result, void_match
from tournaments.services.finalise import finalise_event

pytestmark = pytest.mark.django_db


def correct(match, *games, **values):
    said = [win(game) if isinstance(game, int) else game for game in games]
    return correct_result(
        **{
            "match_id": match.public_id,
            "actor": SYSTEM,
            "games": said,
            "reason": "misread",
            **values,
        }
    )


def test_a_correction_supersedes_and_keeps_what_was_said():
    match = matches_of(a_published_night())[0]
    first = report(match, win(1, 60))

    second = correct(match, win(2, 106))

    first.refresh_from_db()
    assert (first.state, second.state, second.number) == ("superseded", "accepted", 2)
    assert (second.supersedes, second.reason, second.source) == (first, "misread", "admin")
    assert lines_of(match) == [(1, 1, False, -15, 0, "none"), (2, 1, True, 15, 2, "none")]
    assert GameLine.objects.filter(claim=first).count() == 2


def test_a_correction_is_in_the_audit_with_before_and_after():
    event = a_published_night()
    match = matches_of(event)[0]
    report(match, 1)

    correct(match, 2)

    entry = Audit.objects.get(root_id=event.public_id, action="match.corrected")
    assert (entry.before["winner"], entry.after["winner"], entry.reason) == (1, 2, "misread")


def test_a_correction_moves_the_standings():
    event = a_published_night(players=4, games=3, play_off=False)
    match = matches_of(event)[0]
    report(match, win(1, 60))
    first, second = numbers(match)

    correct(match, win(2, 60))

    top = standings_of(first_stage(event)).rows[0]
    assert (top.entry.number, top.game_points) == (second, 3)
    assert standings_of(first_stage(event)).rows[-1].entry.number == first


def test_a_correction_needs_something_to_correct():
    match = matches_of(a_published_night())[0]

    with pytest.raises(MatchNotPlayable, match="no result to correct"):
        correct(match, 1)


def test_the_same_result_is_no_correction():
    match = matches_of(a_published_night())[0]
    report(match, 1)

    with pytest.raises(ValidationFailed, match="the result already"):
        correct(match, 1)

    assert ResultClaim.objects.filter(match=match).count() == 1


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        pytest.param({"reason": " "}, ValidationFailed, id="no-reason"),
        pytest.param({"expected_version": 1}, PreconditionFailed, id="stale"),
    ],
)
def test_a_correction_that_is_refused_changes_nothing(values, refusal):
    match = matches_of(a_published_night())[0]
    report(match, 1)

    with pytest.raises(refusal):
        correct(match, 2, **values)

    assert fresh(match).winner == 1


def test_a_scorer_does_not_correct():
    event = a_published_night()
    match = matches_of(event)[0]
    report(match, 1)

    with pytest.raises(PermissionDenied):
        correct(match, 2, actor=someone(event.tournament.club, "scorer"))


def test_a_final_event_is_reopened_before_it_is_corrected():
    event = a_played_night(play_off=False, players=4)
    finalise_event(event_id=event.public_id, actor=SYSTEM)

    with pytest.raises(EventFinal, match="Reopen it"):
        correct(matches_of(event)[0], win(2, 7))


# -- brackets -----------------------------------------------------------------


def test_the_right_side_goes_on_after_a_correction():
    event = a_bracket()
    semi, _, final = matches_of(event, 2)
    report(semi, 2, 2)
    first, second = numbers(semi)
    before = numbers(final)[0]

    correct(semi, 1, 1)

    assert (before, numbers(final)[0]) == (second, first)
    assert (fresh(final).status, fresh(final).pair_key) == ("blocked", None)


def test_a_correction_without_another_winner_is_free_at_any_time():
    event = a_bracket()
    play_bracket(event)
    semi = matches_of(event, 2)[0]

    correct(semi, win(1, 89))

    assert [line[5] for line in lines_of(semi)] == ["skunk", "skunk"]


def test_a_correction_under_a_played_match_says_what_comes_first():
    event = a_bracket()
    play_bracket(event)
    semi, _, final = matches_of(event, 2)
    before = numbers(final)

    with pytest.raises(CorrectionBlocked, match="Final, match 1, has begun") as refusal:
        correct(semi, 2, 2)

    assert refusal.value.context["match"] == final.public_id
    assert (fresh(semi).winner, numbers(final)) == (1, before)


def test_taking_the_later_result_back_lets_the_earlier_be_corrected():
    event = a_bracket()
    play_bracket(event)
    semi, _, final = matches_of(event, 2)
    other = numbers(semi)[1]

    retract_result(match_id=final.public_id, actor=SYSTEM, reason="semi-final was wrong")
    correct(semi, 2, 2)

    assert numbers(final)[0] == other
    assert (fresh(final).status, fresh(event).state) == ("ready", "running")


def test_a_semi_final_taken_back_empties_its_slot_in_the_final():
    event = a_bracket()
    semi, other, final = matches_of(event, 2)
    report(semi, 1, 1)
    report(other, 1, 1)

    retract_result(match_id=semi.public_id, actor=SYSTEM, reason="not played yet")

    assert numbers(final) == [None, numbers(other)[0]]
    assert (fresh(final).status, fresh(final).winner) == ("blocked", None)


def test_a_play_off_match_is_never_void():
    semi = matches_of(a_bracket(), 2)[0]

    with pytest.raises(WrongState, match="Somebody must go on"):
        void_match(match_id=semi.public_id, actor=SYSTEM, reason="wrong board")


# -- taken back, void ---------------------------------------------------------


def test_a_result_taken_back_is_entered_again():
    match = matches_of(a_published_night())[0]
    first = report(match, 1)

    retract_result(match_id=match.public_id, actor=SYSTEM, reason="replayed")
    again = report(match, 2)

    first.refresh_from_db()
    assert (first.state, again.number, fresh(match).winner) == ("superseded", 2, 2)
    assert len(lines_of(match)) == 2


def test_a_result_taken_back_opens_a_played_event_again():
    event = a_played_night(play_off=False, players=4)
    last = matches_of(event)[-1]

    retract_result(match_id=last.public_id, actor=SYSTEM, reason="replayed")

    states = (fresh(event).state, first_stage(event).state, fresh(last.round).state)
    assert states == ("running", Stage.State.RUNNING, "published")
    report(fresh(last), 1)
    assert fresh(event).state == "review"


@pytest.mark.parametrize("is_played", [True, False])
def test_a_void_game_counts_for_nobody(is_played):
    match = matches_of(a_published_night())[0]
    if is_played:
        report(match, 1)

    void_match(match_id=match.public_id, actor=SYSTEM, reason="wrong board")

    stored = fresh(match)
    assert (stored.status, stored.outcome, stored.winner) == ("void", "annulled", None)
    assert (lines_of(match), ResultClaim.objects.filter(state="accepted").exists()) == ([], False)
    sides = MatchSide.objects.filter(match=match)
    assert set(sides.values_list("is_live", "tally")) == {(False, 0)}


def test_a_void_game_completes_a_round_like_a_result():
    event = a_published_night(players=4, games=3, play_off=False)
    *others, last = matches_of(event)
    for match in others:
        report(match)

    void_match(match_id=last.public_id, actor=SYSTEM, reason="hall closed")

    assert fresh(event).state == "review"


def test_a_void_game_takes_no_result():
    match = matches_of(a_published_night())[0]
    void_match(match_id=match.public_id, actor=SYSTEM, reason="wrong board")

    with pytest.raises(MatchNotPlayable, match="void"):
        report(match)
