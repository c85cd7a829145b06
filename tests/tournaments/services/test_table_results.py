"""Results of tables where two or three play, each for itself."""

import pytest

from common.errors import PermissionDenied, ValidationFailed
from tests.factories import SYSTEM, a_night, a_published_night, entries_of, first_stage, someone
from tests.tournaments.play import fresh, lines_of, matches_of, report
from tests.tournaments.pods import THREE_HAND, a_pod_night, say, scores_of, table_of
from tournaments.errors import (
    GameAfterDecision,
    MatchConfirmed,
    MatchIncomplete,
    ResultImpossible,
    UnknownSide,
    WrongState,
)
from tournaments.integrity.checks import all_breaches
from tournaments.models import GameLine, MatchSide, ResultClaim
from tournaments.pod_results import table_result
from tournaments.selectors.standings import standings_of
from tournaments.services.corrections import correct_result, retract_result, void_match
from tournaments.services.events import edit_event
from tournaments.services.progress import forfeit_game, record_game
from tournaments.services.results import forfeit_match, report_result
from tournaments.services.rosters import withdraw_registration
from tournaments.services.stages import add_stage
from tournaments.services.swaps import swap_players

pytestmark = pytest.mark.django_db


def tallies(match):
    sides = MatchSide.objects.filter(match=match).order_by("slot")
    return [(side.tally, side.games_won) for side in sides]


def test_three_scores_are_a_result_with_points_for_each_place():
    table = table_of(a_pod_night(), 3)

    claim = say(table, 88, 121, 100)

    assert claim.payload == {"games": [{"winner": 2, "scores": [88, 121, 100]}]}
    assert lines_of(table) == [
        (1, 1, False, -33, 0, "skunk"),
        (2, 1, True, 54, 4, "none"),
        (3, 1, False, -21, 2, "none"),
    ]
    assert (fresh(table).status, fresh(table).winner) == ("confirmed", 2)
    assert tallies(table) == [(0, 0), (4, 1), (2, 0)]


def test_two_who_have_no_third_play_for_first_and_last():
    table = table_of(a_pod_night(), 2)

    say(table, 121, 119)

    assert lines_of(table) == [(1, 1, True, 2, 4, "none"), (2, 1, False, -2, 0, "none")]


@pytest.mark.parametrize(
    ("scores", "field"),
    [
        pytest.param((121, 100), "games[0].scores", id="a-score-is-missing"),
        pytest.param((121, 100, 90, 80), "games[0].scores", id="a-score-too-many"),
        pytest.param((121, 121, 90), "games[0].scores", id="two-winners"),
        pytest.param((120, 100, 90), "games[0].scores", id="no-winner"),
        pytest.param((121, 122, 90), "games[0].scores[1]", id="past-the-target"),
        pytest.param((121, -1, 90), "games[0].scores[1]", id="below-nothing"),
        pytest.param((None, None, None), "games[0].scores", id="nobody-there"),
    ],
)
def test_scores_that_no_table_ends_with_change_nothing(scores, field):
    table = table_of(a_pod_night(), 3)

    with pytest.raises(ResultImpossible) as refused:
        say(table, *scores)

    assert refused.value.context["field"] == field
    assert fresh(table).status == "ready"


def test_a_winner_alone_does_not_say_how_a_table_ended():
    table = table_of(a_pod_night(), 3)

    with pytest.raises(ResultImpossible, match="Enter 3 scores"):
        report(table, 1)


def test_scores_of_each_do_not_say_how_a_match_of_two_ended():
    match = matches_of(a_published_night())[0]

    with pytest.raises(ResultImpossible, match="Name the winner"):
        say(match, 121, 100)


def test_a_table_plays_one_game():
    table = table_of(a_pod_night(), 3)
    game = table_result((121, 100, 90))

    with pytest.raises(GameAfterDecision):
        report_result(match_id=table.public_id, actor=SYSTEM, games=[game, game])
    with pytest.raises(MatchIncomplete):
        report_result(match_id=table.public_id, actor=SYSTEM, games=[])
    with pytest.raises(WrongState, match="one game"):
        record_game(match_id=table.public_id, actor=SYSTEM, number=1, winner=1, loser_score=9)
    with pytest.raises(WrongState, match="one game"):
        forfeit_game(match_id=table.public_id, actor=SYSTEM, number=1, absent_slot=1, reason="late")


def test_who_is_missing_is_last_and_the_others_count_as_they_played():
    table = table_of(a_pod_night(), 3)

    say(table, None, 121, 100)

    assert lines_of(table) == [
        (1, 1, False, None, 0, "none"),
        (2, 1, True, 21, 4, "none"),
        (3, 1, False, -21, 2, "none"),
    ]
    assert list(GameLine.objects.filter(is_forfeit=True).values_list("side__slot")) == [(1,)]
    assert fresh(table).outcome == "played"


def test_only_a_director_says_that_somebody_was_missing():
    event = a_pod_night()
    scorer = someone(event.tournament.club, "scorer")

    with pytest.raises(PermissionDenied):
        say(table_of(event, 3), None, 121, 100, actor=scorer)


def test_one_who_is_left_of_two_wins_by_forfeit():
    table = table_of(a_pod_night(), 2)

    forfeit_match(match_id=table.public_id, actor=SYSTEM, absent_slot=1, reason="went home")

    assert (fresh(table).winner, fresh(table).outcome) == (2, "forfeit")


def test_two_who_are_left_of_three_play_on():
    table = table_of(a_pod_night(), 3)

    with pytest.raises(MatchIncomplete, match="play on"):
        forfeit_match(match_id=table.public_id, actor=SYSTEM, absent_slot=3, reason="went home")
    with pytest.raises(UnknownSide, match="1 or 2 or 3"):
        forfeit_match(match_id=table.public_id, actor=SYSTEM, absent_slot=4, reason="went home")

    assert fresh(table).status == "ready"


def test_a_leaver_leaves_the_table_to_the_other_two():
    event = a_pod_night(games=3)
    table = table_of(event, 3)
    say(table, 121, 100, 90)
    other = [m for m in matches_of(event) if m.round.number == 1 and m.sides.count() == 3][1]
    leaver = other.sides.get(slot=2).entry

    withdraw_registration(registration_id=leaver.members.get().registration.public_id, actor=SYSTEM)
    say(other, 90, None, 121)

    assert fresh(leaver).status == "withdrawn"
    assert fresh(other).winner == 3


def test_a_result_is_corrected_taken_back_and_declared_void():
    table = table_of(a_pod_night(), 3)
    say(table, 121, 100, 90)

    correct_result(
        match_id=table.public_id,
        actor=SYSTEM,
        games=[table_result((90, 100, 121))],
        reason="read from the wrong end",
    )
    assert tallies(table) == [(0, 0), (2, 0), (4, 1)]
    with pytest.raises(MatchConfirmed):
        say(table, 121, 100, 90)

    retract_result(match_id=table.public_id, actor=SYSTEM, reason="another table")
    assert (fresh(table).status, tallies(table)) == ("ready", [(0, 0)] * 3)

    void_match(match_id=table.public_id, actor=SYSTEM, reason="the board broke")
    assert fresh(table).status == "void"
    assert ResultClaim.objects.filter(match=table, state="accepted").count() == 0


def test_standings_add_places_up_and_know_no_opponents():
    event = a_pod_night(players=9, games=1)
    for match in matches_of(event):
        say(match, 100, 121, 100)
    rows = standings_of(first_stage(event)).rows

    assert [(row.place, row.game_points, row.wins, row.net_spread) for row in rows] == [
        *[(1, 4, 1, 42)] * 3,
        *[(4, 1, 0, -21)] * 6,
    ]
    assert fresh(event).state == "review"


def test_a_whole_night_leaves_nothing_to_find():
    event = a_pod_night(players=10, games=3)
    for match in matches_of(event):
        say(match, *scores_of(match))

    assert not list(all_breaches())


def test_the_formats_go_with_their_variants():
    with pytest.raises(ValidationFailed, match="three_hand") as refused:
        a_published_night(format="pods", games=2)
    assert refused.value.errors[0][0] == "kind"

    with pytest.raises(ValidationFailed, match="format pods"):
        a_published_night(options=THREE_HAND)


def test_a_bracket_cannot_follow_tables_of_three():
    with pytest.raises(ValidationFailed, match="no bracket"):
        a_pod_night(play_off=True)
    event = a_pod_night()

    with pytest.raises(ValidationFailed, match="sides"):
        add_stage(event_id=event.public_id, actor=SYSTEM, kind="single_elim")


def test_a_variant_that_its_stages_cannot_play_is_refused():
    event = a_night(format="pods", options=THREE_HAND)

    with pytest.raises(ValidationFailed) as refused:
        edit_event(event_id=event.public_id, actor=SYSTEM, rules={"variant": "six_card"})

    assert refused.value.errors[0][0] == "rules.variant"
    assert len(entries_of(event)) == 0


def test_two_of_two_tables_change_places_and_who_meets_again_is_named():
    event = a_pod_night(players=9, games=4)
    first, second = matches_of(event)[:2]
    one, other = (match.sides.get(slot=1).entry for match in (first, second))

    done = swap_players(
        round_id=first.round.public_id, actor=SYSTEM, one=one.public_id, other=other.public_id
    )

    # Nine meet all others once in four games, so whoever they sit with now they meet again.
    mates = [
        {side.entry.number for side in match.sides.exclude(slot=1)} for match in (first, second)
    ]
    expected = {
        tuple(sorted((mover.number, mate)))
        for mover, table in ((other, mates[0]), (one, mates[1]))
        for mate in table
    }
    assert set(done.repeats) == expected
    assert fresh(first).pair_key is None
    assert [m.sides.get(slot=1).entry for m in (first, second)] == [other, one]


def test_one_of_a_table_of_two_changes_places_and_the_pair_is_set_right():
    event = a_pod_night(players=8, games=2)
    two = table_of(event, 2)
    three = next(m for m in matches_of(event) if m.round == two.round and m.sides.count() == 3)
    one, other = (match.sides.get(slot=1).entry for match in (two, three))

    swap_players(
        round_id=two.round.public_id, actor=SYSTEM, one=one.public_id, other=other.public_id
    )

    there = sorted(MatchSide.objects.filter(match=two).values_list("entry", flat=True))
    assert fresh(two).pair_key == f"{there[0]}-{there[1]}"
    assert other.pk in there
