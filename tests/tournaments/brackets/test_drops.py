from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.tournaments.brackets.rematches import best_orders, rematches
from tournaments.brackets.double import double_elimination
from tournaments.brackets.drops import DROP_ORDERS, REORDERS, drop_orders, reordered
from tournaments.brackets.tree import Outcome, advance

GOLDEN = Path(__file__).parents[2] / "golden" / "formats" / "double_elim-drops.txt"
LONG = 256
every_size = pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=pytest.mark.nightly if size >= LONG else ()) for size in DROP_ORDERS],
)


def line_of(size, orders):
    lower = 2 * (size.bit_length() - 1) - 2
    found, naive = rematches(size, orders), rematches(size, ["N"] * len(orders))
    return (
        f"{size:>4} {' '.join(orders[:-1]):<16} from lower {found.first} of {lower}, "
        f"{float(found.expected):.3f}; all natural from lower {naive.first}, "
        f"{float(naive.expected):.3f}"
    )


@every_size
def test_the_drops_are_those_of_the_reviewed_table(size):
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()

    assert line_of(size, drop_orders(size)) in lines
    assert len(lines) == len(DROP_ORDERS)


@every_size
def test_no_other_drops_put_rematches_off_longer_or_make_them_rarer(size):
    assert rematches(size, drop_orders(size)) == best_orders(size)


@pytest.mark.parametrize(
    ("size", "first", "expected", "naive"),
    [
        pytest.param(8, 3, 0.250, 1.000, id="8"),
        pytest.param(16, 4, 0.406, 2.750, id="16"),
        pytest.param(32, 5, 0.398, 6.188, id="32"),
        pytest.param(64, 7, 0.369, 13.05, id="64"),
        pytest.param(128, 8, 0.384, 26.76, id="128"),
    ],
)
def test_rematches_are_as_rare_as_published(size, first, expected, naive):
    found, natural = (
        rematches(size, orders) for orders in (drop_orders(size), ["N"] * len(drop_orders(size)))
    )

    assert (found.first, natural.first) == (first, 2)
    assert float(found.expected) == pytest.approx(expected, abs=0.0005)
    assert float(natural.expected) == pytest.approx(naive, abs=0.005)


@pytest.mark.parametrize("how", ["R", "N"])
def test_the_count_is_that_of_every_course_a_bracket_of_8_can_take(how):
    bracket = double_elimination(8, reset="none", orders=(how, "N"))
    keys = [node.key for node in bracket.nodes if node.key != bracket.nodes[-1].key]
    met_again = 0
    for slots in product((1, 2), repeat=len(keys)):
        now = advance(bracket, range(1, 9), dict(zip(keys, map(Outcome, slots), strict=True)))
        drawn = [frozenset(now[key].sides) for key in keys]
        met_again += len(drawn) - len(set(drawn))

    assert Fraction(met_again, 2 ** len(keys)) == rematches(8, (how, "N")).expected


@pytest.mark.parametrize("matches", [1, 2, 4, 16])
@pytest.mark.parametrize("how", REORDERS)
def test_every_reordering_gives_each_loser_a_place_of_its_own(how, matches):
    assert sorted(reordered(how, matches)) == list(range(matches))


@pytest.mark.parametrize("size", [2, 4, 8, 1024])
def test_every_upper_round_but_the_first_drops_somehow(size):
    assert len(drop_orders(size)) == size.bit_length() - 2
