"""Whole Swiss events with people coming and leaving, and real cases."""

from random import Random

import networkx as nx
import pytest

from tests.data_files import real_cases
from tests.tournaments.pairing.swiss_field import couples_of, met_pairs, played
from tournaments.pairing.charts import Pair
from tournaments.pairing.situation import Situation, Standing
from tournaments.pairing.swiss import pair_round


def an_event(seed):
    """Play an event with people coming, leaving and coming back; yield every draw."""
    chance = Random(seed)
    n = chance.randint(4, 64)
    present, away, newest = list(range(1, n + 1)), [], n
    forbidden = frozenset(Pair(chance.sample(present, 2)) for _ in range(chance.randint(0, n // 4)))
    score, history, floats = dict.fromkeys(present, 0), [], {}
    for _ in range(chance.randint(3, 7)):
        if history and chance.random() < 0.4 and len(present) > 4:
            away.append(present.pop(chance.randrange(len(present))))
        if away and chance.random() < 0.3:
            present.append(away.pop(0))
        if chance.random() < 0.2:
            newest += 1
            present.append(newest)
            score[newest] = 0
        places = sorted(score, key=lambda entry: -score[entry])
        standings = tuple(
            Standing(entry, score[entry], 1 + sum(score[one] > score[entry] for one in places))
            for entry in places
        )
        situation = Situation(standings, floats, forbidden)
        request = (tuple(present), tuple(history), situation)
        drawn = pair_round(*request, rng_seed=seed)
        yield request, drawn
        history.append(drawn.drawn)
        floats |= {entry: drawn.drawn.number for one in drawn.floats for entry in one.entries}
        for table in drawn.drawn.tables:
            score[chance.choice(table.sides)] += chance.choice([2, 2, 2, 3])
        for entry in drawn.drawn.sit_outs:
            score[entry] += 2


def can_go_without(present, history, forbidden, *, second_rests):
    """Ask a plain matching whether nobody has to meet again."""
    rested = {entry for round_ in history for entry in round_.sit_outs}
    barred = met_pairs(history) | forbidden
    graph = nx.Graph()
    graph.add_nodes_from(present)
    graph.add_edges_from(
        (one, other)
        for at, one in enumerate(present)
        for other in present[at + 1 :]
        if Pair((one, other)) not in barred
    )
    if len(present) % 2:
        graph.add_edges_from(
            (-1, entry) for entry in present if second_rests or entry not in rested
        )
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == 2 * (
        (len(present) + 1) // 2
    )


def judge(request, drawn):
    present, history, situation = request
    seats = [entry for table in drawn.drawn.tables for entry in table.sides]
    repeats = [pair for pair in couples_of(drawn) if pair in met_pairs(history)]
    labels = {given.what for given in drawn.relaxed}

    assert sorted([*seats, *drawn.drawn.sit_outs]) == sorted(present)
    assert not couples_of(drawn) & situation.forbidden
    assert bool(repeats) is ("repeat" in labels)
    if can_go_without(present, history, situation.forbidden, second_rests=False):
        assert not labels & {"repeat", "second_sit_out", "unpaired"}
    elif can_go_without(present, history, situation.forbidden, second_rests=True):
        assert labels & {"repeat", "second_sit_out", "unpaired"} == {"second_sit_out"}


@pytest.mark.parametrize("seed", range(12))
def test_no_event_repeats_or_rests_twice_while_it_can_be_avoided(seed):
    for request, drawn in an_event(seed):
        judge(request, drawn)


@pytest.mark.nightly
def test_no_event_of_500_repeats_or_rests_twice_while_it_can_be_avoided():
    for seed in range(500):
        for request, drawn in an_event(seed):
            judge(request, drawn)
            assert pair_round(*request, rng_seed=seed) == drawn


def test_the_same_inputs_give_the_same_round_in_any_order():
    for (present, history, situation), drawn in an_event(7):
        assert pair_round(present[::-1], history, situation, rng_seed=7) == drawn


# -- cases --------------------------------------------------------------------


def case_of(given):
    """Entries by letter in their order, their situation and who has met."""
    points = given.get("points") or dict.fromkeys(given["ranking"], 0)
    entry = {letter: at for at, letter in enumerate(points, start=1)}
    ranks = sorted(points.values(), reverse=True)
    standings = tuple(
        Standing(entry[letter], score, 1 + ranks.index(score)) for letter, score in points.items()
    )
    meetings = [tuple(entry[letter] for letter in pair) for pair in given["already_met"]]
    history = [
        played(number, couple, sit_outs=rests)
        for number, (couple, rests) in enumerate(
            zip(meetings, rests_of(given, entry, len(meetings)), strict=True), start=1
        )
    ]
    return dict(zip(entry.values(), entry, strict=True)), history, Situation(standings)


def rests_of(given, entry, rounds):
    byes = [entry[letter] for letter, n in given.get("byes_so_far", {}).items() for _ in range(n)]
    return [byes, *([()] * (rounds - 1))]


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["swiss_bye"]))
def test_a_real_sit_out_goes_where_it_must(case):
    letters, history, situation = case_of(case["input"])
    drawn = pair_round(list(letters), history, situation)
    second = any(given.what == "second_sit_out" for given in drawn.relaxed)

    assert [letters[entry] for entry in drawn.drawn.sit_outs] == case["expected"]["bye_must_go_to"]
    assert second is case["expected"]["second_bye_allowed"]
    assert not met_pairs(history) & couples_of(drawn)


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["swiss_pairs"]))
def test_a_real_round_is_one_that_looks_ahead(case):
    letters, history, situation = case_of(case["input"])
    drawn = pair_round(list(letters), history, situation)
    told = sorted("".join(sorted(letters[one] for one in pair)) for pair in couples_of(drawn))

    assert told in case["expected"]["valid_pairings"]
    assert drawn.relaxed == ()
