from random import Random
from typing import get_args

import pytest

from tests.data_files import real_cases
from tests.tournaments.brackets.playing import better_seed, losses_of, play
from tests.tournaments.nights import nights
from tournaments.brackets.double import (
    Part,
    Reset,
    double_elimination,
    parts_of,
    podium,
)
from tournaments.brackets.single import single_elimination
from tournaments.brackets.tree import EMPTY, Outcome, advance, champion, is_finished

RESETS = get_args(Reset)
SIZES = pytest.mark.parametrize("entries", range(2, 65))
PATTERNS = 12
RESULTS = [1, 1, 1, 2, 2, 2, None]


def played_out(entries, winner_of, reset="double"):
    bracket, seeds = double_elimination(entries, reset=reset), range(1, entries + 1)
    outcomes, _ = play(bracket, seeds, winner_of)
    return bracket, seeds, outcomes, advance(bracket, seeds, outcomes)


@SIZES
def test_whoever_always_wins_is_champion_and_everybody_else_lost_twice(entries):
    bracket, seeds, outcomes, now = played_out(entries, better_seed)

    assert podium(seeds, now) == (1, 2, 3 if entries > 2 else EMPTY)
    assert dict(losses_of(now)) == dict.fromkeys(range(2, entries + 1), 2)
    assert len(outcomes) == 2 * entries - 2
    assert now[bracket.final].state == "not_required"


@pytest.mark.parametrize("reset", ["single", *RESETS])
@SIZES
def test_no_pattern_of_byes_no_shows_and_leavers_leaves_a_match_stuck(entries, reset):
    rng, seeds = Random(entries), range(1, entries + 1)
    bracket = (
        single_elimination(entries)
        if reset == "single"
        else double_elimination(entries, reset=reset)
    )
    for pattern in range(PATTERNS):
        outcomes, withdrawn = play(
            bracket,
            seeds,
            lambda _: rng.choice(RESULTS),
            leaving=lambda _, rate=pattern / 40: [e for e in seeds if rng.random() < rate],
        )
        now = advance(bracket, seeds, outcomes, withdrawn=withdrawn)

        left = left_in(bracket, seeds, now, reset)
        still_here = left - set(withdrawn)

        assert is_finished(now)
        assert champion(bracket, seeds, now) in (still_here or left | {EMPTY})
        assert len(still_here) <= 1


def left_in(bracket, seeds, now, reset):
    """Who has not lost once too often."""
    lost = losses_of(now)
    final = now[bracket.final]
    if reset == "simple" and isinstance(final.loser, int):
        lost[final.loser] += 2
    limit = 1 if reset in ("single", "none") else 2
    return {entry for entry in seeds if lost[entry] < limit}


@pytest.mark.parametrize("reset", RESETS)
@SIZES
def test_every_feed_comes_before_what_it_feeds(entries, reset):
    seen = set()
    for node in double_elimination(entries, reset=reset).nodes:
        assert {feed.of for feed in node.feeds if hasattr(feed, "of")} <= seen
        seen.add(node.key)


def test_rounds_follow_one_another_as_they_can_be_played():
    names = [f"{part.of[0]}{part.number}" for part in parts_of(11)]

    assert names == ["u1", "l1", "u2", "l2", "l3", "u3", "l4", "l5", "u4", "l6", "f1", "s1"]
    assert parts_of(11, reset="none")[-1] == Part("lower", 6)
    assert parts_of(1) == ()


def final_after(*winners, entries=4, reset="double"):
    """Play all to the final by seeds, then the finals: slots, or None for both absent."""
    bracket, seeds, outcomes, _ = played_out(entries, better_seed, reset)
    ends = [key for key, part in enumerate(parts_of(entries, reset=reset), 1) if "final" in part.of]
    outcomes |= {(key, 1): Outcome(slot) for key, slot in zip(ends, winners, strict=False)}
    now = advance(bracket, seeds, outcomes)
    return [now[key, 1] for key in ends], podium(seeds, now, reset=reset)


def test_the_second_final_is_played_only_when_the_challenger_wins_the_first():
    (_, second), places = final_after(1)

    assert (second.state, second.sides) == ("not_required", (1, 2))
    assert places == (1, 2, 3)


def test_the_second_final_is_ready_with_the_same_two_when_the_challenger_has_won():
    bracket, seeds, outcomes, _ = played_out(4, better_seed)
    outcomes[5, 1] = Outcome(2)
    now = advance(bracket, seeds, outcomes)

    assert (now[6, 1].state, now[6, 1].sides) == ("ready", (1, 2))
    assert not is_finished(now)


@pytest.mark.parametrize("winner", [1, 2])
def test_the_second_final_decides(winner):
    _, places = final_after(2, winner)

    assert places == ((1, 2, 3) if winner == 1 else (2, 1, 3))


def test_a_first_final_that_nobody_won_leaves_no_champion_and_no_second_final():
    (_, second), places = final_after(None)

    assert (second.state, places) == ("not_required", (EMPTY, EMPTY, 3))


def test_an_unbeaten_entry_without_a_challenger_needs_no_second_final():
    bracket, seeds = double_elimination(2), (1, 2)
    now = advance(bracket, seeds, {(1, 1): Outcome(1)}, withdrawn=[2])

    assert [match.state for match in now.values()] == ["decided", "bye", "not_required"]
    assert champion(bracket, seeds, now) == 1


def test_a_challenger_whose_opponent_leaves_after_the_first_final_is_champion():
    bracket, seeds, outcomes, _ = played_out(4, better_seed)
    outcomes[5, 1] = Outcome(2)
    now = advance(bracket, seeds, outcomes, withdrawn=[1])

    assert (now[5, 1].state, now[6, 1].state) == ("decided", "bye")
    assert champion(bracket, seeds, now) == 2


@pytest.mark.parametrize(
    ("reset", "winner", "places"),
    [
        pytest.param("none", None, (1, 2, 3), id="none-has-no-final"),
        pytest.param("simple", 1, (1, 2, 3), id="simple-unbeaten"),
        pytest.param("simple", 2, (2, 1, 3), id="simple-challenger"),
    ],
)
def test_a_title_may_be_decided_without_a_second_final(reset, winner, places):
    ends, found = final_after(winner, reset=reset)

    assert (len(ends), found) == (0 if reset == "none" else 1, places)


@pytest.mark.parametrize(("reset", "matches"), [("none", 1), ("simple", 2), ("double", 3)])
def test_two_entries_play_one_match_of_the_upper_bracket_and_the_finals(reset, matches):
    bracket, seeds, _, now = played_out(2, lambda _: 2, reset)

    assert len(bracket.nodes) == matches
    assert champion(bracket, seeds, now) == (2 if reset == "none" else 1)


@pytest.mark.parametrize("reset", RESETS)
def test_a_single_entry_is_champion_without_a_match(reset):
    bracket = double_elimination(1, reset=reset)

    assert (bracket.nodes, podium([7], {}, reset=reset)) == ((), (7, EMPTY, EMPTY))


def test_a_withdrawn_entry_leaves_its_slot_empty_above_and_below():
    bracket, seeds = double_elimination(4), (1, 2, 3, 4)
    now = advance(bracket, seeds, {(1, 2): Outcome(1)}, withdrawn=[4])

    assert (now[1, 1].sides, now[1, 1].state, now[1, 1].winner) == ((1, EMPTY), "bye", 1)
    assert (now[2, 1].sides, now[2, 1].state) == ((EMPTY, 2), "bye")


def test_what_a_withdrawn_entry_has_played_stands():
    bracket, seeds = double_elimination(4), (1, 2, 3, 4)
    outcomes = {(1, 1): Outcome(2), (1, 2): Outcome(1)}
    now = advance(bracket, seeds, outcomes, withdrawn=[4])

    assert (now[1, 1].state, now[1, 1].winner) == ("decided", 4)
    assert (now[3, 1].sides, now[3, 1].state) == ((EMPTY, 3), "bye")


# -- cases --------------------------------------------------------------------


def name_of(key, parts):
    part = parts[key[0] - 1]
    ends = {"final": "F1", "second final": "F2"}
    letter = "W" if part.of == "upper" else "L"
    return ends.get(part.of) or f"{letter}{part.number}.{key[1]}"


def outcome_of(result, sides):
    if "winner" in result:
        return Outcome(1 + sides.index(result["winner"]))
    return Outcome(None if result.get("double_forfeit") else 2 - sides.index(result["absent"]))


def replay(given_):
    """Play the results of a file in its order, each only when its match is ready."""
    reset, entries = given_["final"], given_["entries"]
    bracket, parts = double_elimination(entries, reset=reset), parts_of(entries, reset=reset)
    keys = {name_of(node.key, parts): node.key for node in bracket.nodes}
    outcomes = {}
    for result in given_["results"]:
        match = advance(bracket, range(1, entries + 1), outcomes)[keys[result["match"]]]
        assert match.state == "ready", result
        outcomes[keys[result["match"]]] = outcome_of(result, match.sides)
    now = advance(bracket, range(1, entries + 1), outcomes)
    return {name: now[key] for name, key in keys.items()}, now


def plain(slot):
    return slot if isinstance(slot, int) else None


def written(name, match, result):
    is_needless = match.state == "not_required"
    how = "forfeit" if "absent" in result else "played"
    if match.state != "decided":
        how = match.state
    elif match.winner is EMPTY:
        how = "double_forfeit"
    return {
        "id": name,
        "sides": [plain(side) for side in match.sides],
        "outcome": how,
        "winner": None if is_needless else plain(match.winner),
        "loser": None if is_needless else plain(match.loser),
    }


def drawn_again(matches):
    seen, again = set(), []
    for name, match in matches.items():
        pair = frozenset(match.sides)
        if match.state == "decided" and name[0] != "F":
            again += [[name, sorted(pair)]] if pair in seen else []
            seen.add(pair)
    return again


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_double_eliminations_of_a_night_come_out_match_by_match(night):
    for given_ in night["double_elimination"]:
        matches, now = replay(given_)
        results = {result["match"]: result for result in given_["results"]}
        lines = [written(name, match, results.get(name, {})) for name, match in matches.items()]
        places = podium(range(1, given_["entries"] + 1), now, reset=given_["final"])

        assert {
            "matches": lines,
            "champion": plain(places.champion),
            "runner_up": plain(places.runner_up),
            "third": plain(places.third),
            "matches_played": sum(line["outcome"] == "played" for line in lines),
            "rematches_before_final": drawn_again(matches),
        } == given_["expected"]


def double_elim_count(given_):
    entries, counts = given_["entrants"], []
    for wins_final in (1, 2):
        bracket, seeds, outcomes, _ = played_out(entries, better_seed)
        first, second = bracket.nodes[-2].key, bracket.nodes[-1].key
        outcomes[first] = Outcome(wins_final)
        if wins_final == 2:
            outcomes[second] = Outcome(2)
        now = advance(bracket, seeds, outcomes)
        counts.append([match.state for match in now.values()])
        losses = losses_of(now)
        others = {losses[e] for e in seeds if e != champion(bracket, seeds, now)}
    return {
        "played_matches": [states.count("decided") for states in counts],
        "stuck_matches": sum(s in ("waiting", "ready") for states in counts for s in states),
        "everyone_but_winner_losses": others.pop(),
    }


def grand_final(given_):
    names = {1: given_["undefeated"], 2: given_["challenger"]}
    bracket, seeds, outcomes, _ = played_out(4, better_seed)
    slot = 1 if given_["first_final_winner"] == given_["undefeated"] else 2
    outcomes[bracket.nodes[-2].key] = Outcome(slot)
    now = advance(bracket, seeds, outcomes)
    needs_second = now[bracket.final].state == "ready"
    found = {"finished": is_finished(now), "second_final_required": needs_second}
    if needs_second:
        return found | {"losses": {name: losses_of(now)[seed] for seed, name in names.items()}}
    first, second, _ = podium(seeds, now)
    return found | {"champion": names[first], "runner_up": names[second]}


ANSWERS = {"double_elim_count": double_elim_count, "grand_final": grand_final}


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="e", ops=ANSWERS))
def test_real_double_elimination_comes_out_right(case):
    assert ANSWERS[case["op"]](case["input"]) == case["expected"]
