"""Standings, the cut, the bracket and the end of a night."""

import pytest
from django.urls import reverse

from tests.factories import SYSTEM, a_published_night, entries_of, play_off_stage
from tests.tournaments.admin.desk import console, text_of
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    fresh,
    matches_of,
    play_bracket,
    report,
    win,
)
from tournaments.models import Ruling, StageEntry, StandingSnapshot
from tournaments.selectors.brackets import playoff_places
from tournaments.services.finalise import finalise_event


@pytest.fixture
def played(club):
    return a_played_night(club=club, players=8, games=3)


@pytest.fixture
def bracket(club):
    return a_bracket(club=club, players=12, games=3)


@pytest.fixture
def finished(bracket):
    play_bracket(bracket)
    return fresh(bracket)


@pytest.fixture
def tied(club):
    """A night of four whose three players at the cut have the same card."""
    event = a_published_night(club, players=4, games=3)
    by_number = {entry.pk: entry.number for entry in entries_of(event)}
    for match in matches_of(event):
        sides = [by_number[side.entry_id] for side in match.sides.order_by("slot")]
        # Each of 1, 2 and 3 beats the next and all beat 4 by as much.
        first_wins = sides[1] == 4 or (sides[0] != 4 and (sides[1] - sides[0]) % 3 == 1)
        report(match, win(1 if first_wins else 2, 100))
    return fresh(event)


def test_standings_show_the_cut_and_by_how_much(desk, played):
    page = text_of(desk.get(console(played, "standings")))

    assert "go on to the play-offs. Last in:" in page
    assert "First out:" in page


def test_standings_are_published_as_versions(desk, played):
    for _ in range(2):
        told = desk.follow(console(played, "standings"), "publish_standings")

    assert "published as version 2" in text_of(told)
    assert StandingSnapshot.objects.count() == 2


def test_the_bracket_comes_in_three_clicks(desk, played):
    page = console(played, "play-offs")
    for do in ("make_cut", "generate", "publish"):
        told = desk.follow(page, do)

    assert play_off_stage(played).state == "running"
    assert "The bracket is published." in text_of(told)
    assert told.content.decode().count("<svg") >= 1


def test_the_cut_waits_for_the_last_result(desk, club):
    event = a_published_night(club, players=8, games=3)
    answer = desk.press(console(event, "play-offs"), "make_cut")

    assert "The cut is made when every game has its result." in text_of(answer)
    assert "results are missing" in text_of(answer)


def test_a_tie_at_the_cut_is_told_with_names_and_ruled(desk, tied):
    page = console(tied, "play-offs")
    shown = desk.get(page)
    blocked = desk.press(page, "make_cut")
    names = [entry.number for entry in shown.context["cut"].tied]
    places = {f"place_{number}": str(n) for n, number in enumerate(reversed(names), start=1)}
    desk.press(page, "rule", reason="A game after midnight", **places)
    desk.press(page, "make_cut")

    assert "level at the cut" in text_of(shown)
    assert "level at the cut" in text_of(blocked)
    assert Ruling.objects.get(kind="cut_order").payload["order"] == list(reversed(names))
    assert StageEntry.objects.get(stage=play_off_stage(tied)).entry.number == names[-1]


def test_a_ruling_gives_everybody_another_place(desk, tied):
    page = console(tied, "play-offs")
    tied_now = desk.get(page).context["cut"].tied
    places = {f"place_{entry.number}": "1" for entry in tied_now}
    answer = desk.press(page, "rule", reason="So", **places)

    assert "Give each of them another place." in text_of(answer)
    assert Ruling.objects.count() == 0


def ready(event):
    return next(one for one in matches_of(event, 2) if one.status in ("ready", "in_progress"))


def test_a_bracket_is_entered_game_by_game(desk, bracket):
    page, match = console(bracket, "play-offs"), ready(bracket)
    for _ in range(2):
        desk.press(page, "game", match=match.public_id, winner="1", loser_score="100")

    assert (fresh(match).status, fresh(match).winner) == ("confirmed", 1)


def test_a_game_sent_twice_is_entered_once(desk, bracket):
    page, match = console(bracket, "play-offs"), ready(bracket)
    for _ in range(2):
        desk.press(page, "game", once="same", match=match.public_id, winner="1", loser_score="100")

    assert match.games.count() == 1


def test_a_game_from_an_old_page_is_refused(desk, bracket):
    page, match = console(bracket, "play-offs"), ready(bracket)
    sent = {"match": match.public_id, "winner": "1", "version": match.version}
    desk.press(page, "game", loser_score="100", **sent)
    answer = desk.press(page, "game", loser_score="90", **sent)

    assert "changed by someone else" in text_of(answer)
    assert match.games.count() == 1


def test_an_impossible_game_is_refused_at_its_field(desk, bracket):
    match = ready(bracket)
    answer = desk.press(
        console(bracket, "play-offs"), "game", match=match.public_id, winner="1", loser_score="130"
    )
    card = next(one for one in answer.context["cards"] if one["match"].pk == match.pk)

    assert "loser_score" in card["form"].errors
    assert match.games.count() == 0


def test_a_night_is_published_when_nothing_is_open(desk, finished):
    page = console(finished, "published")
    shown = desk.get(page)
    told = desk.follow(page, "finalise", version=finished.version)

    assert "Publish the results" in text_of(shown)
    assert fresh(finished).state == "final"
    assert playoff_places(finished)[0].entry.display in text_of(told)


def test_a_night_with_something_open_is_not_published(desk, bracket):
    page = console(bracket, "published")
    answer = desk.press(page, "finalise")

    assert "Something is still open." in text_of(answer)
    assert fresh(bracket).state == "running"


def test_a_night_that_has_moved_on_is_not_published_unseen(desk, finished):
    answer = desk.press(console(finished, "published"), "finalise", version=1)

    assert "changed by someone else" in text_of(answer)
    assert fresh(finished).state == "review"


def test_a_final_night_is_reopened_with_a_reason(desk, finished):
    finalise_event(event_id=finished.public_id, actor=SYSTEM)
    page = console(finished, "published")
    refused = desk.press(page, "reopen", reason="")
    state = fresh(finished).state
    desk.press(page, "reopen", reason="Two slips were mixed up")

    assert "reason" in refused.context["reopen_form"].errors
    assert (state, fresh(finished).state) == ("final", "review")


def test_the_record_says_who_did_what_to_whom(desk, dora, played):
    match = matches_of(played)[0]
    address = reverse("admin:tournaments_event_match", args=[played.public_id, match.public_id])
    winner = "2" if match.winner == 1 else "1"
    desk.press(address, "correct", winner_1=winner, loser_1="110", reason="Slip misread")
    page = text_of(desk.get(console(played, "history")))

    assert "A result was corrected: Game 1, table 1: " in page
    assert dora.get_username() in page
    assert "Slip misread" in page


def test_details_are_changed(desk, played):
    form = desk.get(console(played, "details")).context["form"].initial
    desk.press(console(played, "details"), "save", **{**form, "place": "The New Ferry"})

    assert fresh(played.tournament).place == "The New Ferry"


def test_a_night_is_called_off_with_a_reason(desk, played):
    desk.press(console(played, "details"), "cancel", reason="The roof leaks")

    assert fresh(played).state == "cancelled"
