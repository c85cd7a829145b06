import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import SYSTEM, a_drafted_night, a_published_night
from tests.tournaments.admin.desk import console, match_page, text_of, undo_url
from tests.tournaments.play import fresh, lines_of, matches_of, report, win
from tournaments.models import ResultClaim
from tournaments.services.finalise import finalise_event


@pytest.fixture
def event(club):
    return a_published_night(club, players=4, games=3)


@pytest.fixture
def page(event):
    return console(event, "play")


@pytest.fixture
def match(event):
    return matches_of(event)[0]


def entry(match, **values):
    return {
        "round": match.round.number,
        "table": match.table,
        "winner": "A",
        "loser_score": "88",
        **values,
    }


def winner(match):
    return fresh(match).winner


def test_table_winner_and_score_are_all_that_is_typed(desk, page, match):
    told = desk.follow(page, "enter", **entry(match))

    assert lines_of(match)[0] == (1, 1, True, 33, 3, "skunk")
    assert "121–88 S." in text_of(told)


def test_the_focus_is_on_the_next_table_of_the_same_round(desk, page, match):
    body = desk.follow(page, "enter", **entry(match)).content.decode()

    assert body.count("autofocus") == 1
    assert 'name="table" autocomplete="off" autofocus' in body.replace('inputmode="numeric" ', "")
    assert f'<option value="{match.round.number}" selected>' in body


def test_the_last_result_of_a_round_is_followed_by_the_next_round(desk, event, page):
    for one in matches_of(event)[:2]:
        told = desk.follow(page, "enter", **entry(one))

    assert told.context["round_name"] == "Game 2"


@pytest.mark.parametrize(("typed", "slot"), [("a", 1), ("B", 2), ("2", 2)])
def test_the_winner_is_a_letter_or_a_number(desk, page, match, typed, slot):
    desk.press(page, "enter", **entry(match, winner=typed))

    assert winner(match) == slot


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        pytest.param("table", "77", "has no table 77", id="no-such-table"),
        pytest.param("winner", "X", "Type A for the first seat", id="no-side"),
        pytest.param("loser_score", "121", "", id="two-winners"),
        pytest.param("loser_score", "-3", "a whole number, 0 or more", id="below-nought"),
        pytest.param("loser_score", "9o", "Type a whole number.", id="no-number"),
        pytest.param("loser_score", "", "required", id="nothing"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(desk, page, match, field, value, says):
    answer = desk.press(page, "enter", **entry(match, **{field: value}))

    assert says in " ".join(answer.context["form"].errors[field])
    focused = [one for one in answer.context["form"] if "autofocus" in one.field.widget.attrs]
    assert [one.name for one in focused] == [field]
    assert winner(match) is None


def test_nothing_typed_is_lost_by_a_refusal(desk, page, match):
    body = desk.press(page, "enter", **entry(match, winner="X")).content.decode()

    assert 'value="88"' in body
    assert f'value="{match.table}"' in body


def test_a_double_click_enters_one_result(desk, page, match):
    answers = [desk.press(page, "enter", once="same", **entry(match)) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert ResultClaim.objects.filter(match=match).count() == 1


def test_a_table_that_has_its_result_is_refused(desk, page, match):
    desk.press(page, "enter", **entry(match))
    answer = desk.press(page, "enter", **entry(match, winner="B"))

    assert "This is saved already. Table" in text_of(answer)
    assert "121–88 S. If that is wrong, press Correct in its row below." in text_of(answer)
    assert winner(match) == 1


def test_a_result_is_undone_right_after_it_was_entered(desk, page, match):
    told = desk.follow(page, "enter", **entry(match))
    desk.client.post(undo_url(told))

    assert (fresh(match).status, lines_of(match)) == ("ready", [])
    assert ResultClaim.objects.get(match=match).state == "superseded"


def test_an_undo_of_an_older_result_is_refused(desk, event, page, match):
    told = desk.follow(page, "enter", **entry(match))
    desk.press(
        match_page(event, match),
        "correct",
        winner_1="2",
        loser_1="100",
        reason="Misread",
        version=fresh(match).version,
    )
    answer = desk.client.post(undo_url(told))

    assert "changed by someone else" in text_of(answer)
    assert winner(match) == 2


def test_a_correction_shows_what_stood_before_and_after(desk, event, match):
    report(match, win(1, 88))
    told = desk.follow(
        match_page(event, match), "correct", winner_1="2", loser_1="100", reason="Slip misread"
    )

    assert "Corrected: A 121–88 S became B 121–100." in text_of(told)
    assert "Slip misread" in text_of(told)
    assert winner(match) == 2


def test_a_correction_without_a_reason_is_refused_at_the_field(desk, event, match):
    report(match, win(1, 88))
    answer = desk.press(match_page(event, match), "correct", winner_1="2", loser_1="9", reason="")

    assert "reason" in answer.context["result_form"].errors
    assert winner(match) == 1


def test_a_correction_made_from_an_old_page_is_refused(desk, event, match):
    report(match, win(1, 88))
    answer = desk.press(
        match_page(event, match), "correct", winner_1="2", loser_1="9", reason="So", version=1
    )

    assert "changed by someone else" in text_of(answer)
    assert winner(match) == 1


def test_a_forfeit_resolves_a_match(desk, event, match):
    desk.press(match_page(event, match), "forfeit", absent="1", reason="Went home")

    assert (fresh(match).outcome, winner(match)) == ("forfeit", 2)


def test_a_result_is_entered_on_the_page_of_the_match(desk, event, match):
    desk.press(match_page(event, match), "result", winner_1="2", loser_1="119")

    assert lines_of(match)[0] == (1, 1, False, -2, 0, "none")


def test_a_void_game_counts_for_nobody(desk, event, match):
    report(match, win(1, 88))
    desk.press(match_page(event, match), "void", reason="Wrong pair sat down")

    assert (fresh(match).status, lines_of(match)) == ("void", [])


def test_a_scorer_enters_and_does_not_correct(scorer, event, page, match):
    scorer.press(page, "enter", **entry(match))
    answer = scorer.press(
        match_page(event, match), "correct", winner_1="2", loser_1="9", reason="So"
    )

    assert winner(match) == 1
    assert "This needs the role" in text_of(answer)


def test_nothing_is_entered_before_the_seating_is_published(desk, club):
    event = a_drafted_night(club, players=4, games=3)
    answer = desk.press(console(event, "play"), "enter", **entry(matches_of(event)[0]))

    assert "round" in answer.context["form"].errors
    assert "No games are published yet." in text_of(answer)


def test_a_save_stays_within_its_budget(desk, page, match):
    with CaptureQueriesContext(connection) as captured:
        desk.press(page, "enter", **entry(match))

    verbs = [query["sql"].split()[0] for query in captured]
    assert len([verb for verb in verbs if verb in ("SELECT", "INSERT", "UPDATE", "DELETE")]) <= 20


def test_nothing_is_entered_into_a_final_night(desk, club):
    event = a_published_night(club, players=4, games=3, play_off=False)
    for one in matches_of(event):
        report(one)
    finalise_event(event_id=event.public_id, actor=SYSTEM)
    one = matches_of(event)[0]
    answer = desk.press(
        match_page(event, one), "correct", winner_1="2", loser_1="9", reason="Too late"
    )

    assert "Reopen it with a reason" in text_of(answer)
    assert winner(one) == 1
