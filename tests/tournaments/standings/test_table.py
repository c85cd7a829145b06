import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data_files import real_cases
from tests.tournaments.later import RESULTS, marked
from tests.tournaments.nights import cards_of_night, nights, ranking_of
from tournaments.matches import GameResult, Scoring, Worth, game_lines
from tournaments.standings.table import Card, CardLine, cards_of, row_of, rows_of
from tournaments.standings.tiebreaks import FEDERATION_CHAIN, rank

FEDERATION = Scoring(121, 91, None)
NOTHING = Worth()


def card_line(entry, opponent, result, slot):
    """The line of one slot of a game."""
    line = game_lines(FEDERATION, 1, result)[slot - 1]
    return CardLine(entry, opponent, line.won, line.spread, line.points, line.skunk)


def test_a_card_is_added_up_by_hand():
    lines = [
        card_line(1, 2, GameResult(1, 90), 1),  # won by 31, a skunk
        card_line(1, 3, GameResult(2, 119), 1),  # lost by 2
        card_line(1, 4, GameResult(2, 60), 1),  # lost by 61, skunked
    ]
    row = row_of(Card(1, lines, sit_outs=1), Worth(2, 1))

    assert row._asdict() == {
        "place": 0,
        "entry": 1,
        "games": 3,
        "games_won": 2,
        "games_lost": 2,
        "sit_outs": 1,
        "game_points": 5,
        "plus": 31,
        "minus": 63,
        "net_spread": -32,
        "skunks_given": 1,
        "skunks_taken": 1,
    }


def test_two_losers_of_one_game_each_lose_by_their_own_number():
    lines = [CardLine(1, 2, False, -16, 0, "none"), CardLine(2, 1, False, -17, 0, "none")]
    rows = rows_of(cards_of([1, 2], lines), NOTHING)

    assert [(row.games_won, row.games_lost, row.minus) for row in rows] == [(0, 1, 16), (0, 1, 17)]


@pytest.mark.parametrize(
    ("worth", "columns"),
    [
        pytest.param(Worth(2, 1, None), (4, 2, 0, 0), id="a-win-without-spread"),
        pytest.param(Worth(0, 0, None), (0, 0, 0, 0), id="nothing"),
        pytest.param(Worth(1, 0, 5), (2, 0, 10, 0), id="plus"),
        pytest.param(Worth(0, 0, -3), (0, 0, 0, 6), id="minus"),
    ],
)
def test_a_sit_out_is_worth_what_the_event_says(worth, columns):
    row = row_of(Card(1, (), sit_outs=2), worth)

    assert (row.game_points, row.games_won, row.plus, row.minus) == columns
    assert row.games == 0


def test_a_line_of_nobody_is_a_mistake_of_the_caller():
    with pytest.raises(KeyError):
        cards_of([1], [CardLine(2, 1, True, 5, 2, "none")])


results = st.lists(
    st.tuples(
        st.permutations(range(1, 9)).map(lambda order: order[:2]),
        st.builds(GameResult, st.sampled_from([1, 2]), st.integers(0, 120)),
    ),
    max_size=40,
)


@given(results)
def test_over_mirrored_lines_the_sums_of_the_room_balance(games):
    lines = [
        card_line(sides[slot - 1], sides[2 - slot], result, slot)
        for sides, result in games
        for slot in (1, 2)
    ]
    rows = rows_of(cards_of(range(1, 9), lines), NOTHING)
    skunks = sum(row.skunks_given for row in rows)

    assert sum(row.net_spread for row in rows) == 0
    assert sum(row.games_won for row in rows) == sum(row.games_lost for row in rows) == len(games)
    assert sum(row.game_points for row in rows) == 2 * len(games) + skunks
    assert sum(row.skunks_taken for row in rows) == skunks


# -- cases --------------------------------------------------------------------


def as_written(row):
    return {
        "place": row.place,
        "entry": row.entry,
        "games": row.games,
        "games_won": row.games_won,
        "games_lost": row.games_lost,
        "sit_outs": row.sit_outs,
        "game_points": row.game_points,
        "plus_points": row.plus,
        "minus_points": row.minus,
        "net_spread": row.net_spread,
        "skunks_given": row.skunks_given,
        "skunks_taken": row.skunks_taken,
    }


def by_place(rows):
    return sorted(rows, key=lambda row: (row["place"], row["entry"]))


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_standings_of_a_night_come_out_right(night):
    expected = [
        {key: value for key, value in row.items() if key not in ("qualified", "grass_roots_points")}
        for row in night["expected"]["standings"]
    ]

    assert by_place(map(as_written, ranking_of(night).rows)) == by_place(expected)


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_skunks_of_the_room_are_counted_right(night):
    rows = rows_of(cards_of_night(night), NOTHING)

    assert {
        "given": sum(row.skunks_given for row in rows),
        "taken": sum(row.skunks_taken for row in rows),
    } == night["expected"]["skunks"]


def score_card(given_):
    cards = [
        Card(
            name,
            [
                card_line(
                    name, None, GameResult(1 if g["result"] == "W" else 2, g["loser_score"]), 1
                )
                for g in games
            ],
        )
        for name, games in given_["games"].items()
    ]
    rows = rank(rows_of(cards, NOTHING), FEDERATION_CHAIN).rows
    return {
        "standings": [
            {
                "player": row.entry,
                "game_points": row.game_points,
                "games_won": row.games_won,
                "net_spread": row.net_spread,
                "plus_points": row.plus,
            }
            for row in rows
        ]
    }


def swiss_bye_credit(given_):
    first, second = given_["round1"]["match"]
    result = GameResult(1 if given_["round1"]["winner"] == first else 2, 100)
    cards = [
        Card(first, [card_line(first, second, result, 1)]),
        Card(second, [card_line(second, first, result, 2)]),
        Card(given_["round1"]["bye"], [], sit_outs=1),
    ]
    return {row.entry: row for row in rows_of(cards, Worth(2, 1))}


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="e", ops=["score_card"]))
def test_real_card_is_scored_right(case):
    assert score_card(case["input"]) == case["expected"]


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["swiss_bye_credit"]))
def test_a_bye_reaches_the_standings(case):
    rows = swiss_bye_credit(case["input"])

    for player, expected in case["expected"]["standings"].items():
        assert {key: getattr(rows[player], key) for key in expected} == expected


@pytest.mark.cases
@pytest.mark.parametrize(
    "case",
    marked(
        real_cases(kinds="f", ops=["late_entry"]),
        {"late_entry": RESULTS},
    ),
)
def test_real_case_of_a_later_issue(case):
    assert {}[case["op"]](case["input"]) == case["expected"]
