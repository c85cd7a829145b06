import networkx as nx
import pytest

from tests.tournaments.pairing.swiss_field import Field, gaps
from tournaments.pairing.blocks import block_matching, full_matching

HARD = [(10, 7), (12, 9), (20, 9), (30, 22)]


def worth(field):
    place = {entry: at for at, entry in enumerate(field.order)}
    return lambda one, other: (
        -1000 * (field.score[one] - field.score[other]) ** 2 - abs(place[one] - place[other])
    )


def most_pairs(field):
    graph = nx.Graph()
    order = field.order
    graph.add_edges_from(
        (one, other)
        for at, one in enumerate(order)
        for other in order[at + 1 :]
        if not field.have_met(one, other)
    )
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.parametrize("block", [4, 8, 24])
@pytest.mark.parametrize(("n", "rounds"), HARD)
def test_hard_small_fields_lose_no_pair(n, rounds, block):
    for seed in range(30):
        field = Field(n, rounds, seed)
        couples = block_matching(field.order, field.have_met, worth(field), block=block, links=3)

        assert len(couples) == most_pairs(field)
        assert not any(field.have_met(*couple) for couple in couples)
        assert len({entry for couple in couples for entry in couple}) == 2 * len(couples)


@pytest.mark.parametrize("seed", range(4))
def test_blocks_keep_scores_together_as_one_matching_does(seed):
    field = Field(100, 5, seed)
    weigh = worth(field)

    blocks = block_matching(field.order, field.have_met, weigh)
    full = full_matching(field.order, field.have_met, weigh)

    assert gaps(field.score, blocks) == gaps(field.score, full)


def test_an_odd_field_leaves_one_and_nobody_leaves_an_empty_one():
    assert len(block_matching(range(51), lambda *_: False, lambda a, b: a - b)) == 25
    assert block_matching([], lambda *_: False, lambda a, b: a - b) == ()


def test_the_end_of_a_block_waits_for_better_partners_in_the_next():
    # 23 and 24 would be cut apart by blocks of 24, and belong together.
    def far(one, other):
        return -100 if {one, other} & {23, 24} and {one, other} != {23, 24} else -1

    assert (23, 24) in block_matching(range(48), lambda *_: False, far)


def test_a_last_block_that_cannot_close_takes_the_block_before_it_back():
    last = range(40, 48)

    def barred(one, other):
        return one in last and other in last

    couples = block_matching(range(48), barred, lambda a, b: a - b, block=8, links=3)

    assert len(couples) == 24
