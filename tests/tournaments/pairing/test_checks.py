from collections import Counter

import pytest

from tournaments.chance import mixed, shuffled
from tournaments.errors import EntryPairedTwice, SameEntryTwice
from tournaments.pairing.byes import sit_outs_of
from tournaments.pairing.charts import ChartRound, Table
from tournaments.pairing.checks import Repeat, chart_checks


def round_of(number, *pairs, rest=()):
    tables = [Table(at, pair, (1, 2), pair[0]) for at, pair in enumerate(pairs, start=1)]
    return ChartRound(number, tuple(tables), rest)


def test_everything_of_a_chart_is_counted():
    checks = chart_checks([round_of(1, (1, 2), rest=(3,)), round_of(2, (2, 1), rest=(3,))])

    assert (checks.repeats, checks.repeat_list) == (1, (Repeat((1, 2), (1, 2)),))
    assert checks.sit_outs == {1: 0, 2: 0, 3: 2}
    assert checks.games == {1: 2, 2: 2, 3: 0}
    assert (checks.first_deals, checks.first_deal_gap) == ({1: 1, 2: 1, 3: 0}, 0)


@pytest.mark.parametrize(
    ("round_", "refusal"),
    [
        pytest.param(round_of(1, (1, 1)), SameEntryTwice, id="plays-itself"),
        pytest.param(round_of(1, (1, 2), (2, 3)), EntryPairedTwice, id="two-tables"),
        pytest.param(round_of(1, (1, 2), rest=(1,)), EntryPairedTwice, id="plays-and-rests"),
    ],
)
def test_a_round_with_somebody_twice_is_refused(round_, refusal):
    with pytest.raises(refusal):
        chart_checks([round_])


def test_only_a_sit_out_counts_as_one():
    rests = sit_outs_of([round_of(1, (2, 3), rest=(1,)), round_of(2, (1, 2))])

    assert (rests, rests[3]) == (Counter({1: 1}), 0)


def test_chance_depends_on_seed_and_purpose_only():
    one = shuffled([3, 1, 2], seed=1, purpose="lot")

    assert one == shuffled([1, 2, 3], seed=1, purpose="lot")
    assert len({shuffled(range(9), seed=seed, purpose="lot") for seed in range(20)}) == 20
    assert mixed(1, "ab") != mixed(1, "a", "b")
