"""Swiss rounds and large draws on the console."""

import pytest

from common import outbox
from common.models import Job
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    entries_of,
    first_stage,
    roster,
    rounds_of,
)
from tests.tournaments.admin.desk import console, text_of
from tests.tournaments.swiss import a_swiss, after_rounds, draw, pairs_of
from tournaments.services.corrections import retract_result
from tournaments.services.pairing_jobs import request_rounds
from tournaments.services.rosters import register_player, undo_check_in


def test_a_draw_is_called_off_and_made_again(desk, club, settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(club)
    desk.press(console(event, "seating"), "generate")
    job = Job.objects.get()

    told = desk.follow(console(event, "seating"), "cancel_draw", job=job.public_id)
    assert "The draw was called off, and nothing of it is kept." in text_of(told)
    again = desk.follow(console(event, "seating"), "generate")
    assert "The draw waits for a worker." in text_of(again)
    outbox.run_pending()

    assert "The draw" not in text_of(desk.get(console(event, "seating")))
    assert len(rounds_of(event)) == 9


def test_a_draw_that_failed_says_why(desk, club, settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(club, players=4)
    desk.press(console(event, "seating"), "generate")
    undo_check_in(registration_id=roster(event)[0].public_id, actor=SYSTEM)
    outbox.run_pending()

    shown = text_of(desk.get(console(event, "seating")))
    assert "The draw failed: 3 checked in, and Games needs 4" in shown


def test_a_scorer_calls_no_draw_off(scorer, club, settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(club)
    job = request_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)
    answer = scorer.press(console(event, "seating"), "cancel_draw", job=job.public_id)

    assert "This needs the role" in text_of(answer)
    assert Job.objects.get().state == "queued"


def test_a_swiss_draft_says_what_it_gave_up(desk, club):
    stage = after_rounds(1, players=6, club=club)
    draw(stage)
    shown = text_of(desk.get(console(stage.event, "seating")))

    noted = next(one for one in stage.rounds.get(number=2).notes if one["code"] == "float")
    names = {entry.pk: entry.display for entry in entries_of(stage.event)}
    high, low = (names[key] for key in noted["entries"])
    assert f"{high} and {low} meet {noted['gap']} points apart." in shown


def test_a_swiss_draft_that_gave_nothing_up_says_so(desk, club):
    stage = after_rounds(1, players=4, club=club)
    draw(stage)

    assert "nothing had to be given up" in text_of(desk.get(console(stage.event, "seating")))


def test_the_filled_button_names_the_round(desk, club):
    stage = after_rounds(1, players=4, club=club)
    page = console(stage.event, "seating")
    before = text_of(desk.get(page))
    drafted = text_of(desk.follow(page, "generate"))

    assert "Generate round 2" in before
    assert "Publish 1 round at 2 tables" in drafted


def test_a_swap_says_what_it_costs(desk, club):
    stage = after_rounds(1, players=8, club=club)
    draw(stage)
    one, other = (min(pair) for pair in pairs_of(stage, 2)[1:3])
    named = {entry.number: entry.public_id for entry in entries_of(stage.event)}
    told = desk.follow(
        console(stage.event, "seating"),
        "swap",
        round=stage.rounds.get(number=2).public_id,
        one=named[one],
        other=named[other],
    )

    shown = text_of(told)
    assert shown.count("The draw had ") == 2
    assert "score differences of 4 in all" in shown


def test_a_round_is_written_at_the_desk(desk, club):
    stage = a_swiss(players=5, club=club, rounds=3)
    told = desk.follow(
        console(stage.event, "seating"),
        "write_round",
        pairs="1 5\n\n2 – 4\n",
        reason="The bus of 5",
    )

    assert sorted(sorted(pair) for pair in pairs_of(stage, 1)) == [[1, 5], [2, 4]]
    assert "Round 1 is written." in text_of(told)
    assert "This round was written by hand." in text_of(told)


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ("1 2 3", "“1 2 3” does not name two players."),
        ("1 99", "Nobody has number 99 here."),
        ("1 2\n2 3", "Somebody has two places."),
    ],
)
def test_a_round_that_cannot_be_written_is_told_at_its_field(desk, club, pairs, words):
    stage = a_swiss(players=4, club=club)
    page = console(stage.event, "seating")
    answer = text_of(desk.press(page, "write_round", pairs=pairs, reason="Hm"))

    assert words in answer
    assert not stage.rounds.exists()


def test_two_are_kept_apart_at_the_desk_and_meet_again(desk, club):
    stage = a_swiss(players=4, club=club)
    page = console(stage.event, "seating")
    one, other = (entry.public_id for entry in entries_of(stage.event)[:2])
    apart = desk.follow(
        page, "keep_apart", one=one, other=other, how="never", reason="They share a car."
    )
    met = desk.follow(page, "let_meet", pair=f"{one} {other}", reason="The car is sold.")

    assert "Player 01 and Player 02 must not meet. They share a car." in text_of(apart)
    assert "must not meet. They share" not in text_of(met)


def test_an_event_is_ended_early_at_the_desk(desk, club):
    stage = after_rounds(2, players=6, club=club, rounds=5)
    told = text_of(desk.follow(console(stage.event, "seating"), "set_rounds", rounds=2))

    assert "Swiss rounds has 2 rounds in all. All of them are played." in told
    assert "Look it over and publish" in told


def test_a_draft_that_a_correction_made_stale_says_so(desk, club):
    stage = after_rounds(1, players=6, club=club)
    draw(stage)
    retract_result(match_id=stage.matches.first().public_id, actor=SYSTEM, reason="The wrong table")
    shown = text_of(desk.get(console(stage.event, "seating")))

    assert "or a result has changed, after this was drafted." in shown


def test_who_has_left_is_checked_in_again_after_half_the_rounds(desk, club):
    stage = after_rounds(3, players=6, club=club, rounds=5)
    page = console(stage.event, "check-in")
    one = roster(stage.event)[1]
    left = text_of(desk.follow(page, "leave", registration=one.public_id))
    register_player(
        tournament_id=stage.event.tournament.public_id, actor=SYSTEM, player_id=one.player.public_id
    )
    back = text_of(desk.get(page))
    desk.press(page, "check_in", registration=one.public_id)
    draw(stage)

    assert "The next rounds are drawn without the name." in left
    assert "Who leaves is not drawn any more, and may come back." in left
    assert "Check in Player 02" in back
    assert "Check in Player 02" not in left
    assert any(2 in pair for pair in pairs_of(stage, 4))


def test_who_left_by_mistake_comes_back_with_undo(desk, club):
    stage = after_rounds(3, players=6, club=club, rounds=5)
    page = console(stage.event, "check-in")
    one = roster(stage.event)[1]
    desk.press(page, "leave", registration=one.public_id)
    told = text_of(desk.follow(page, "come_back", registration=one.public_id))
    draw(stage)

    assert "Player 02" in told
    assert any(2 in pair for pair in pairs_of(stage, 4))
