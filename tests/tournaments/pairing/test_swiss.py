"""Rounds of a Swiss event: one criterion at a time, then what is given up, then any event."""

from itertools import permutations
from random import Random

import pytest

from tests.tournaments.pairing.swiss_field import (
    Field,
    at_scores,
    couples_of,
    gaps,
    met_pairs,
    pairs,
    played,
)
from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.pairing.charts import ChartRound, Pair
from tournaments.pairing.criteria import Scale, contenders_of, past_of
from tournaments.pairing.situation import Situation
from tournaments.pairing.swiss import Given, pair_round


def draw(scores, *history, pattern="adjacent", **more):
    entries = range(1, len(scores) + 1)
    return pair_round(entries, history, at_scores(*scores, **more), pattern=pattern)


# -- criteria -----------------------------------------------------------------


def test_the_sit_out_goes_to_the_lowest_who_has_had_none():
    drawn = draw([6, 4, 4, 2, 0], played(1, (1, 2), (3, 4), sit_outs=[5]))

    assert drawn.drawn.sit_outs == (4,)
    assert drawn.relaxed == ()


def test_the_lowest_place_sits_out_even_where_scores_then_meet_less_well():
    # Without 5 the scores 4 and 0 must meet; without 3 nobody would float.
    drawn = draw([8, 8, 4, 0, 0])

    assert drawn.drawn.sit_outs == (5,)
    assert drawn.floats[0].entries == (3, 4)


def test_two_small_differences_are_better_than_a_great_one():
    # 1-4 and 2-3 differ by 3 and 1, 1-3 and 2-4 by 2 and 2: squares 10 and 8.
    drawn = draw([6, 5, 4, 3], played(1, (1, 2), (3, 4)))

    assert couples_of(drawn) == pairs((1, 3), (2, 4))


def test_who_floated_lately_does_not_float_again():
    scores = [6, 6, 6, 4, 4, 4]
    again = draw(scores, played(1), played(2), floats={3: 2, 4: 1})
    long_ago = draw(scores, *[played(number) for number in range(1, 5)], floats={3: 1, 4: 2})

    assert not {3, 4} & set(again.floats[0].entries)
    assert long_ago.floats[0].entries == (3, 4)


def test_an_avoided_pair_is_not_drawn_within_a_score_but_rather_than_a_float():
    avoided = {Pair((1, 2)): "household"}

    assert couples_of(draw([2, 2, 2, 2], avoided=avoided)) == pairs((1, 3), (2, 4))
    forced = draw([4, 4, 2, 2], avoided=avoided)
    assert couples_of(forced) == pairs((1, 2), (3, 4))
    assert forced.relaxed == (Given("avoided_pair", (1, 2), "household"),)


def test_two_who_are_owed_the_first_deal_meet_others():
    # 1 and 3 dealt second, 2 and 4 first: the pattern alone would pair 1-3.
    past = played(1, (5, 1), (2, 6), (7, 3), (4, 8))
    drawn = pair_round([1, 2, 3, 4], [past], at_scores(2, 2, 2, 2), pattern="slide")

    assert not couples_of(drawn) & pairs((1, 3), (2, 4))
    assert {table.first_dealer for table in drawn.drawn.tables} == {1, 3}
    assert drawn.both_owed == ()


def test_two_who_are_both_owed_are_reported_and_one_deals():
    drawn = pair_round([1, 2], [played(1, (5, 1), (6, 2))], at_scores(2, 2))

    assert drawn.both_owed == ((1, 2),)
    assert drawn.drawn.tables[0].first_dealer in (1, 2)


def test_of_two_who_are_even_the_one_whose_first_deal_is_longer_ago_deals():
    rounds = [played(1, (1, 5), (6, 2)), played(2, (5, 1), (2, 6))]

    drawn = pair_round([1, 2], rounds, at_scores(2, 2))

    assert drawn.drawn.tables[0].first_dealer == 1


@pytest.mark.parametrize(
    ("pattern", "couples"),
    [
        ("slide", pairs((1, 5), (2, 6), (3, 7), (4, 8))),
        ("fold", pairs((1, 8), (2, 7), (3, 6), (4, 5))),
        ("adjacent", pairs((1, 2), (3, 4), (5, 6), (7, 8))),
    ],
)
def test_a_score_group_is_paired_in_its_pattern(pattern, couples):
    assert couples_of(draw([2] * 8, pattern=pattern)) == couples


def test_the_random_pattern_goes_by_the_seed_and_no_more():
    def drawn(seed):
        return pair_round(range(1, 17), [], at_scores(*[2] * 16), pattern="random", rng_seed=seed)

    assert drawn(1) == drawn(1)
    assert len({couples_of(drawn(seed)) for seed in range(8)}) == 8


def test_equal_places_are_drawn_by_lot_and_not_by_entry():
    first = {pair_round(range(9), rng_seed=seed).drawn.sit_outs for seed in range(20)}

    assert len(first) > 3


def test_every_criterion_outweighs_all_that_come_after_it():
    """Against every round there is, compared criterion by criterion."""
    for seed in range(40):
        field, chance = Field(6, 2, seed), Random(seed)
        couples = [Pair(chance.sample(range(6), 2)) for _ in range(4)]
        situation = Situation(
            field.situation().standings,
            floats={chance.randrange(6): chance.randint(1, 2)},
            avoided=dict.fromkeys(couples, "team"),
        )
        drawn = pair_round(range(6), field.history, situation, pattern="fold", rng_seed=seed)
        best = min(costs(every, field, situation, seed) for every in all_rounds(range(6)))

        assert costs(list(couples_of(drawn)), field, situation, seed) == best


def all_rounds(entries):
    seen = set()
    for order in permutations(entries):
        seen.add(frozenset(Pair(couple) for couple in zip(order[::2], order[1::2], strict=True)))
    return [list(round_) for round_ in seen]


def costs(couples, field, situation, seed):
    """The criteria of a round of an even field as a list, without any weights."""
    past = past_of(field.history)
    contenders = contenders_of(range(6), situation, past, number=3, rng_seed=seed)
    rank = {one.entry: at for at, one in enumerate(contenders)}
    of = {one.entry: one for one in contenders}
    sums = [0] * 8
    for couple in couples:
        one, other = (of[entry] for entry in sorted(couple, key=rank.__getitem__))
        meetings = past.met.get(couple, ())
        gap = one.score - other.score
        same = one.owed * other.owed > 0
        row = (
            bool(meetings),
            meetings[-1] if meetings else 0,
            gap**2,
            (one.has_floated + other.has_floated) if gap else 0,
            couple in situation.avoided,
            min(abs(one.owed), abs(other.owed)) if same else 0,
            one.size - 1 - one.at + other.at if gap else abs(one.at + other.at - one.size + 1),
            one.salt ^ other.salt,
        )
        sums = [total + cost for total, cost in zip(sums, row, strict=True)]
    return sums


# -- what is given up ---------------------------------------------------------


def test_nobody_meets_twice_while_anybody_else_is_left():
    drawn = draw([6, 3, 3, 0], played(1, (1, 2), (3, 4)))

    assert not couples_of(drawn) & pairs((1, 2), (3, 4))
    assert drawn.relaxed == ()


def test_a_second_sit_out_comes_before_a_repeat():
    # 1 and 2 have met 3: if 3 does not rest a second time, somebody meets again.
    past = [played(1, (1, 3), sit_outs=[2]), played(2, (2, 3), sit_outs=[1])]
    past.append(ChartRound(3, (), (3,)))
    drawn = draw([6, 4, 2], *past)

    assert couples_of(drawn) == pairs((1, 2))
    assert drawn.relaxed == (Given("second_sit_out", (3,), 2),)


def test_where_all_have_met_the_oldest_meeting_is_repeated_and_labelled():
    past = [played(1, (1, 4), (2, 3)), played(2, (1, 2), (3, 4)), played(3, (1, 3), (2, 4))]
    drawn = draw([9, 6, 4, 2], *past)

    assert couples_of(drawn) == pairs((1, 4), (2, 3))
    assert drawn.relaxed == (Given("repeat", (1, 4), 1), Given("repeat", (2, 3), 1))
    assert [table.meeting for table in drawn.drawn.tables] == [2, 2]


def test_a_repeat_comes_before_a_forbidden_pair():
    drawn = draw([2, 2, 2, 2], played(1, (1, 2), (3, 4)), forbidden=pairs((1, 3), (1, 4)))

    assert couples_of(drawn) == pairs((1, 2), (3, 4))
    assert [given.what for given in drawn.relaxed] == ["repeat", "repeat"]


def test_who_may_meet_nobody_sits_out_and_is_labelled():
    drawn = draw([4, 2, 2, 0], forbidden=pairs((1, 2), (1, 3), (1, 4)))

    assert len(drawn.drawn.tables) == 1
    assert 1 in drawn.drawn.sit_outs
    assert Given("unpaired", (1,)) in drawn.relaxed


def test_fewer_than_two_or_one_twice_are_refused():
    with pytest.raises(PairingImpossible):
        pair_round([1])
    with pytest.raises(SameEntryTwice):
        pair_round([1, 2, 2])


# -- long fields --------------------------------------------------------------


@pytest.mark.parametrize("pattern", ["slide", "fold", "adjacent", "random"])
def test_a_long_field_is_drawn_in_blocks_as_well_as_at_once(pattern):
    field = Field(75, 5, 4)
    ways = [
        pair_round(field.order, field.history, field.situation(), pattern=pattern, exact_up_to=most)
        for most in (64, 75)
    ]
    blocks, exact = ([table.sides for table in way.drawn.tables] for way in ways)

    assert [way.is_exact for way in ways] == [False, True]
    assert ways[0].drawn.sit_outs == ways[1].drawn.sit_outs
    assert gaps(field.score, blocks) == gaps(field.score, exact)
    assert not met_pairs(field.history) & {Pair(couple) for couple in blocks}


def test_a_long_field_in_which_all_have_rested_is_drawn_at_once():
    everybody_rests = [played(number, sit_outs=[number]) for number in range(1, 66)]
    drawn = pair_round(range(1, 66), everybody_rests)

    assert drawn.is_exact
    assert [given.what for given in drawn.relaxed] == ["second_sit_out"]


def test_a_long_field_that_must_repeat_is_drawn_at_once():
    met = [Pair((one, other)) for one in range(1, 66) for other in range(one + 1, 66)]
    past = [played(number, tuple(sorted(pair))) for number, pair in enumerate(met, start=1)]
    drawn = pair_round(range(1, 67), past)

    assert drawn.is_exact
    assert len(drawn.relaxed) == 32


def test_the_weights_of_a_round_are_whole_and_a_perfect_pair_costs_nothing_but_its_lot():
    field = Field(8, 0, 1)
    contenders = contenders_of(range(8), Situation(), past_of(()), number=1, rng_seed=1)
    scale = Scale(contenders, past_of(()), Situation(), pattern="adjacent", rounds=0)
    one, other = contenders[:2]

    assert field.history == []
    assert scale.pair(one.entry, other.entry) == -(one.salt ^ other.salt)
