import pytest

from tournaments.display.words import group_name, reason_sentence, sit_out_sentence, table_words
from tournaments.game_results import Scoring, Worth
from tournaments.standings.tiebreaks import TieReason

NAMES = {1: "Ada Fifteen", 2: "Bo Nobs", 3: "Cy Heels"}


@pytest.mark.parametrize(
    ("by", "values", "says"),
    [
        pytest.param("net_spread", (41, 38), "Decided by spread: +41 against +38.", id="spread"),
        pytest.param("net_spread", (-3, -8), "Decided by spread: −3 against −8.", id="minus"),
        pytest.param("games_won", (7, 6), "Decided by games won: 7 against 6.", id="games"),
        pytest.param(
            "losses_to_tied",
            (-1, -2),
            "Decided by losses to others level with them: 1 against 2.",
            id="losses",
        ),
        pytest.param("play_off_game", (1, 0), "Decided by a play-off game.", id="play-off"),
    ],
)
def test_a_reason_reads_as_a_sentence(by, values, says):
    assert reason_sentence(TieReason((1,), (2,), by, values)) == says


def test_a_reason_may_name_who_stands_where():
    reason = TieReason((1,), (2, 3), "plus_points", (120, 115))

    assert (
        reason_sentence(reason, NAMES)
        == "Ada Fifteen above Bo Nobs and Cy Heels by plus points: 120 against 115."
    )


@pytest.mark.parametrize(
    ("worth", "sentence"),
    [
        (Worth(2, 1), "A sit-out counts as a win with 2 game points."),
        (Worth(1, 0), "A sit-out counts 1 game point."),
        (Worth(0, 0), "A sit-out counts nothing."),
    ],
)
def test_what_a_sit_out_counts_is_said(worth, sentence):
    assert sit_out_sentence(worth) == sentence


def test_level_pairs_are_told_apart():
    names = {1: "Ann and Bo", 2: "Cy and Di", 3: "Eve and Flo"}
    reason = TieReason((1, 2), (3,), "net_spread", (41, 38))

    assert reason_sentence(reason, names).startswith("Ann and Bo; Cy and Di above Eve and Flo")


def test_scores_of_a_table_stand_in_the_order_of_the_seats():
    assert table_words([60, None, 121, 90], Scoring()) == "60 D – away – 121 – 90 S"


@pytest.mark.parametrize(
    ("number", "name"), [(1, "Group A"), (26, "Group Z"), (27, "Group A2"), (64, "Group L3")]
)
def test_groups_are_named_by_letters(number, name):
    assert group_name(number) == name
