import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.errors import NotFound
from tests.factories import (
    SYSTEM,
    a_club,
    a_drafted_night,
    a_published_night,
    a_stranger,
    play_off_stage,
    someone,
)
from tests.tournaments.play import a_bracket, a_played_night, matches_of, play_bracket, report
from tournaments.display.brackets import picture_of
from tournaments.display.pictures import bracket_rows
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.matches import match_by_id, open_matches

pytestmark = pytest.mark.django_db


def test_a_bracket_that_is_not_drawn_has_no_rounds():
    view = bracket_of(play_off_stage(a_played_night()))

    assert (view.rounds, view.champion) == ((), None)


def test_a_bracket_shows_seeds_and_who_goes_on():
    event = a_bracket()
    semi = matches_of(event, 2)[0]
    report(semi, 1, 1)

    view = bracket_of(play_off_stage(event))

    first, final = view.rounds[0].matches[0], view.rounds[-1].matches[0]
    assert [round_.name for round_ in view.rounds] == ["Semi-finals", "Final"]
    assert [side.seed for match in view.rounds[0].matches for side in match.sides] == [1, 4, 3, 2]
    assert (first.winner, [side.tally for side in first.sides]) == (1, [2, 0])
    assert final.sides[0].entry == first.sides[0].entry
    assert (final.sides[1].entry, final.status) == (None, "blocked")


def test_the_winner_of_the_final_is_champion():
    event = a_bracket()
    play_bracket(event, slot=2)

    view = bracket_of(play_off_stage(event))

    assert view.champion == view.rounds[-1].matches[0].sides[1].entry


@pytest.mark.parametrize("players", [8, 16])
def test_a_bracket_takes_four_queries_at_any_size(players):
    stage = play_off_stage(a_bracket(players=players, games=2))

    with CaptureQueriesContext(connection) as captured:
        bracket_of(stage)

    assert len(captured) == 4


def test_the_picture_says_what_the_bracket_holds():
    event = a_bracket(players=5, games=4)
    report(matches_of(event, 2)[0], 1, 1)

    rows = bracket_rows(picture_of(bracket_of(play_off_stage(event))))

    assert [row.round for row in rows] == ["Semi-finals", "Semi-finals", "Final"]
    assert rows[0].outcome.endswith("has a bye")
    assert (rows[1].tally, rows[1].outcome.endswith("wins")) == ("2–0", True)
    assert rows[2].outcome == "ready"


def test_names_in_the_picture_are_as_the_viewer_may_read_them():
    picture = picture_of(bracket_of(play_off_stage(a_bracket())), lambda entry: "N. N.")

    assert {side.name for match in picture[0].matches for side in match.sides} == {"N. N."}


# -- matches ------------------------------------------------------------------


def test_open_matches_come_in_the_order_of_play():
    event = a_published_night(players=4, games=3)
    report(matches_of(event)[0])

    found = [(match.round.number, match.table) for match in open_matches(event)]

    assert found == [(1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]


def test_a_match_is_found_by_who_may_see_its_event():
    club = a_club(is_public=False)
    match = matches_of(a_published_night(club))[0]

    assert match_by_id(SYSTEM, match.public_id) == match
    with pytest.raises(NotFound):
        match_by_id(a_stranger(), match.public_id)


def test_a_draft_is_for_the_staff_only():
    event = a_drafted_night()
    match = matches_of(event)[0]

    assert match_by_id(someone(event.tournament.club, "scorer"), match.public_id) == match
    with pytest.raises(NotFound):
        match_by_id(a_stranger(), match.public_id)
