from collections import Counter
from itertools import combinations

import pytest

from tests.data_files import real_cases
from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.round_robin import round_robin

FIELDS = pytest.mark.parametrize("n", range(2, 61))


def pairs_of(rounds):
    return Counter(table.pair for round_ in rounds for table in round_.tables)


@FIELDS
def test_everybody_meets_everybody_once(n):
    rounds = round_robin(range(1, n + 1))

    assert pairs_of(rounds) == Counter(map(frozenset, combinations(range(1, n + 1), 2)))
    assert len(rounds) == n - 1 + n % 2
    assert set(chart_checks(rounds).sit_outs.values()) == {n % 2}


@FIELDS
def test_first_and_second_deals_differ_by_one_at_most_and_with_a_ghost_not_at_all(n):
    checks = chart_checks(round_robin(range(1, n + 1)))

    assert checks.first_deal_gap == (n + 1) % 2


@pytest.mark.parametrize("n", range(10, 61))
def test_first_deals_are_even_after_nine_rounds_too(n):
    assert chart_checks(round_robin(range(1, n + 1))[:9]).first_deal_gap <= 1


@FIELDS
def test_in_a_double_round_robin_the_second_meeting_has_the_deal_turned(n):
    rounds = round_robin(range(1, n + 1), meetings=2)
    half = len(rounds) // 2
    dealers = {}
    for round_ in rounds:
        for table in round_.tables:
            dealers.setdefault(table.pair, []).append((table.first_dealer, table.meeting))

    assert chart_checks(rounds).first_deal_gap == 0
    assert all({first, second} == {*pair} for pair, ((first, _), (second, _)) in dealers.items())
    assert all([meeting for _, meeting in each] == [1, 2] for each in dealers.values())
    assert pairs_of(rounds[:half]) == pairs_of(rounds[half:])


def test_the_table_of_eight_is_the_one_that_is_printed_everywhere():
    rounds = round_robin(range(1, 9))

    assert [[table.sides for table in round_.tables] for round_ in rounds[:3]] == [
        [(1, 8), (2, 7), (3, 6), (4, 5)],
        [(8, 5), (6, 4), (7, 3), (1, 2)],
        [(2, 8), (3, 1), (4, 7), (5, 6)],
    ]


@pytest.mark.parametrize("n", [2, 3, 8, 9])
def test_tables_are_numbered_from_1_and_the_first_seat_deals(n):
    for round_ in round_robin(range(1, n + 1), meetings=2):
        assert [table.number for table in round_.tables] == list(range(1, n // 2 + 1))
        assert all(table.first_dealer == table.sides[0] for table in round_.tables)


@pytest.mark.parametrize(
    ("entries", "meetings", "refusal"),
    [
        pytest.param([], 1, PairingImpossible, id="nobody"),
        pytest.param([1], 1, PairingImpossible, id="one"),
        pytest.param([1, 2, 2], 1, SameEntryTwice, id="twice"),
        pytest.param([1, 2], 0, ConfigInvalid, id="no-meeting"),
        pytest.param([1, 2], 3, ConfigInvalid, id="three-meetings"),
    ],
)
def test_a_round_robin_that_cannot_be_is_refused(entries, meetings, refusal):
    with pytest.raises(refusal):
        round_robin(entries, meetings=meetings)


# -- cases --------------------------------------------------------------------


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["round_robin"]))
def test_real_round_robin_is_complete(case):
    n, expected = case["input"]["players"], case["expected"]
    rounds = round_robin(range(n))
    checks = chart_checks(rounds)
    met = pairs_of(rounds)

    assert {
        "rounds": len(rounds),
        "matches_total": met.total(),
        "matches_per_round": max(len(round_.tables) for round_ in rounds),
        "byes_per_player": max(checks.sit_outs.values()),
        "each_pair_meets": max(met.values()),
    } == {
        key: expected[key]
        for key in ("rounds", "matches_total", "matches_per_round", "byes_per_player")
    } | {"each_pair_meets": expected["each_pair_meets"]}
    assert checks.repeats == 0
