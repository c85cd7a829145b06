import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data_files import real_cases
from tests.tournaments.brackets.playing import better_seed, play
from tests.tournaments.later import RESULTS, marked
from tests.tournaments.nights import nights
from tournaments.brackets.single import single_elimination
from tournaments.brackets.tree import (
    EMPTY,
    TBD,
    Bracket,
    Link,
    Nobody,
    Node,
    Outcome,
    Winner,
    advance,
    champion,
    is_finished,
)
from tournaments.matches import GameResult, MatchFormat, Multipliers, Scoring, judge_match

PLAY_OFF = Scoring(121, 91, 61)


@pytest.mark.parametrize("entries", range(2, 65))
def test_every_field_reaches_one_champion_and_seeds_1_and_2_meet_only_in_the_final(entries):
    bracket, seeds = single_elimination(entries), range(1, entries + 1)
    outcomes, _ = play(bracket, seeds, better_seed)
    now = advance(bracket, seeds, outcomes)

    assert champion(bracket, seeds, now) == 1
    assert [key for key, match in now.items() if set(match.sides) == {1, 2}] == [bracket.final]
    assert len(outcomes) == entries - 1
    assert is_finished(now)


@given(st.data(), st.integers(2, 64))
def test_no_pattern_of_results_and_double_forfeits_leaves_a_match_stuck(data, entries):
    bracket, seeds = single_elimination(entries), range(1, entries + 1)
    outcomes, _ = play(
        bracket, seeds, lambda _: data.draw(st.sampled_from([1, 2, 1, 2, 1, 2, None]))
    )
    now = advance(bracket, seeds, outcomes)

    assert is_finished(now)
    assert champion(bracket, seeds, now) is EMPTY or champion(bracket, seeds, now) in seeds


def test_a_single_entry_is_champion_at_once():
    bracket = single_elimination(1)

    assert champion(bracket, [7], advance(bracket, [7], {})) == 7
    assert bracket.nodes == ()


def test_an_undecided_slot_waits_even_beside_an_empty_one():
    bracket = single_elimination(4)
    outcomes = {(1, 1): Outcome(None)}
    now = advance(bracket, [1, 2, 3, 4], outcomes)

    assert (now[2, 1].sides, now[2, 1].state) == ((EMPTY, TBD), "waiting")


def test_a_double_forfeit_gives_the_next_opponent_a_bye():
    outcomes = {(1, 1): Outcome(None), (1, 2): Outcome(1)}
    now = advance(single_elimination(4), [1, 2, 3, 4], outcomes)

    assert (now[2, 1].state, now[2, 1].winner) == ("bye", 3)


def test_byes_pass_through_two_empty_slots():
    nodes = (
        Node((1, 1), (Nobody(), Nobody())),
        Node((1, 2), (Nobody(), Nobody())),
        Node((2, 1), (Winner((1, 1)), Winner((1, 2)))),
    )
    now = advance(Bracket(nodes, (2, 1)), [], {})

    assert (now[2, 1].state, now[2, 1].winner) == ("empty", EMPTY)


def test_a_corrected_result_re_slots_what_followed():
    bracket, seeds = single_elimination(4), [1, 2, 3, 4]
    wrong = {(1, 1): Outcome(2), (1, 2): Outcome(2)}

    before = advance(bracket, seeds, wrong)
    after = advance(bracket, seeds, wrong | {(1, 1): Outcome(1)})

    assert (before[2, 1].sides, after[2, 1].sides) == ((4, 2), (1, 2))


def test_links_say_where_winners_and_losers_go():
    winners, losers = single_elimination(4, third_place=True).links()

    assert winners == {(1, 1): Link((2, 1), 1), (1, 2): Link((2, 1), 2)}
    assert losers == {(1, 1): Link((2, 2), 1), (1, 2): Link((2, 2), 2)}


# -- cases --------------------------------------------------------------------


def format_of(given_):
    return MatchFormat(
        given_["best_of"], given_["counting"], Multipliers(*given_.get("units", (1, 1, 1)))
    )


def results_of(games, sides):
    return [
        GameResult(
            1 + sides.index(game["winner"]), game.get("loser_score"), forfeit="forfeit" in game
        )
        for game in games
    ]


def play_off_of(night):
    """Play the night's bracket from its games: standings of matches and verdicts."""
    seeds = night["expected"]["seeds"]
    games = {match["match"]: match["games"] for match in night["play_off"]["matches"]}
    bracket, outcomes, verdicts = single_elimination(len(seeds)), {}, {}
    for node in bracket.nodes:
        name = "R{}M{}".format(*node.key)
        if name in games:
            sides = advance(bracket, seeds, outcomes)[node.key].sides
            verdicts[name] = judge_match(
                format_of(night["play_off"]["format"]),
                PLAY_OFF,
                results_of(games[name], sides),
                knockout=True,
            )
            outcomes[node.key] = Outcome(verdicts[name].winner)
    return bracket, seeds, advance(bracket, seeds, outcomes), verdicts


def as_written(key, match, verdict):
    sides = [None if side is EMPTY else side for side in match.sides]
    is_forfeit = verdict and all(line.forfeit for line in verdict.lines)
    return {
        "id": "R{}M{}".format(*key),
        "round": key[0],
        "sides": sides,
        "outcome": "bye" if match.state == "bye" else "forfeit" if is_forfeit else "played",
        "winner": match.winner,
        "loser": None if match.loser is EMPTY else match.loser,
        "over_after": verdict and verdict.over_after,
        "tally": verdict and list(verdict.tally),
    }


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_play_off_of_a_night_comes_out_right(night):
    bracket, seeds, now, verdicts = play_off_of(night)
    expected = night["play_off"]["expected"]

    assert [
        as_written(key, match, verdicts.get("R{}M{}".format(*key))) for key, match in now.items()
    ] == expected["matches"]
    assert champion(bracket, seeds, now) == expected["champion"]


def correct_winner(given_):
    names = {"A": 1, "B": 4, "C": 2}
    after = dict(zip("AB", (1, 2), strict=True))[given_["new_winner"]]
    outcomes = {(1, 1): Outcome(after), (1, 2): Outcome(2)}
    sides = advance(single_elimination(4), [1, 2, 3, 4], outcomes)[2, 1].sides
    players = [name for side in sides for name, seed in names.items() if seed == side]
    return {"next_match_players": players, "b_in_next": "B" in players}


ANSWERS = {"correct_winner": correct_winner}
LATER = {"withdrawal": RESULTS}


@pytest.mark.cases
@pytest.mark.parametrize("case", marked(real_cases(kinds="e", ops=[*ANSWERS, *LATER]), LATER))
def test_real_bracket_follows_its_results(case):
    assert ANSWERS[case["op"]](case["input"]) == case["expected"]
