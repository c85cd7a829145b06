import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data_files import real_cases
from tests.tournaments.later import RESULTS, marked
from tests.tournaments.nights import nights
from tournaments.errors import (
    ConfigInvalid,
    GameAfterDecision,
    MatchIncomplete,
    ResultImpossible,
    SpreadMismatch,
    TournamentError,
    UnknownSide,
)
from tournaments.matches import (
    ForfeitWorth,
    GamePoints,
    GameResult,
    MatchFormat,
    Multipliers,
    Scoring,
    Worth,
    check_game,
    game_lines,
    judge_match,
    require_complete,
    skunk_class,
)

SIX_CARD = Scoring(target=121, skunk_below=91, double_below=61)
FIVE_CARD = Scoring(target=61, skunk_below=31, double_below=None)
SINGLE_LINE = Scoring(target=121, skunk_below=61, double_below=None)
SLOTS = {"A": 1, "B": 2}


def played(text):
    """Read games such as ``"B100 A88 -A"``: the winner and the loser's score."""
    return [
        GameResult(SLOTS[word[1]], forfeit=True)
        if word[0] == "-"
        else GameResult(SLOTS[word[0]], int(word[1:]))
        for word in text.split()
    ]


def units(best_of, *numbers):
    return MatchFormat(best_of, "units", Multipliers(*numbers))


@pytest.mark.parametrize(
    ("scoring", "score", "class_"),
    [
        pytest.param(SIX_CARD, 60, "double", id="AC-22-60"),
        pytest.param(SIX_CARD, 61, "skunk", id="AC-22-61"),
        pytest.param(SIX_CARD, 90, "skunk", id="AC-22-90"),
        pytest.param(SIX_CARD, 91, "none", id="AC-22-91"),
        pytest.param(FIVE_CARD, 0, "skunk", id="AC-22-five-card-0"),
        pytest.param(FIVE_CARD, 30, "skunk", id="AC-22-five-card-30"),
        pytest.param(FIVE_CARD, 31, "none", id="AC-22-five-card-31"),
        pytest.param(SINGLE_LINE, 60, "skunk", id="AC-22-lurched"),
        pytest.param(SINGLE_LINE, 61, "none", id="AC-22-not-lurched"),
        pytest.param(Scoring(181, None, None), 0, "none", id="no-lines"),
    ],
)
def test_a_skunk_is_the_losers_score_below_the_line(scoring, score, class_):
    assert skunk_class(scoring, score) == class_


@pytest.mark.parametrize(
    ("format_", "games", "winner", "over_after", "tally"),
    [
        pytest.param(MatchFormat(5), "B100 A88 B117 A104 A99", 1, 5, (3, 2), id="AC-23-games"),
        pytest.param(units(5, 1, 2, 3), "B100 A88 B117 A104 A99", 1, 4, (3, 2), id="AC-23-units"),
        pytest.param(units(7, 1, 2, 2), "A55", None, None, (2, 0), id="AC-24-two"),
        pytest.param(units(7, 1, 2, 3), "A55", None, None, (3, 0), id="AC-24-three"),
        pytest.param(units(7, 1, 2, 4), "A60", 1, 1, (4, 0), id="AC-24-four-is-over"),
        pytest.param(units(3, 1, 2, 4), "A55", 1, 1, (4, 0), id="AC-24-overshoot-kept"),
        pytest.param(MatchFormat(1), "B0", 2, 1, (0, 1), id="single-game"),
        pytest.param(MatchFormat(3), "-A -A", 1, 2, (2, 0), id="two-forfeits"),
        pytest.param(units(3, 1, 2, 4), "-A", None, None, (1, 0), id="forfeit-is-one-unit"),
        pytest.param(
            MatchFormat(4, "points_all"), "A1 A1 B1 B1", None, 4, (2, 2), id="lawful-draw"
        ),
        pytest.param(MatchFormat(3, "points_all"), "A1 A1", None, None, (2, 0), id="all-legs"),
        pytest.param(
            MatchFormat(2, "game_points"), "A90 B91", 1, 2, (3, 2), id="game-points-skunk"
        ),
    ],
)
def test_match_is_decided_as_its_format_counts(format_, games, winner, over_after, tally):
    verdict = judge_match(format_, SIX_CARD, played(games))

    assert (verdict.winner, verdict.over_after, verdict.tally) == (winner, over_after, tally)
    assert verdict.decided is (over_after is not None)


def test_a_level_match_of_game_points_takes_a_further_game_in_a_bracket():
    format_ = MatchFormat(2, "game_points")

    level = judge_match(format_, SIX_CARD, played("A100 B100"), knockout=True)
    after = judge_match(format_, SIX_CARD, played("A100 B100 B100"), knockout=True)

    assert (level.decided, after.winner, after.over_after) == (False, 2, 3)


def test_lines_are_mirrored_with_points_and_skunk_on_both():
    one, other = game_lines(SIX_CARD, 3, GameResult(2, loser_score=90))

    assert (one.slot, one.number, one.won, one.spread, one.points) == (1, 3, False, -31, 0)
    assert (other.slot, other.number, other.won, other.spread, other.points) == (2, 3, True, 31, 3)
    assert (one.skunk, other.skunk) == ("skunk", "skunk")


def test_a_forfeited_game_is_worth_what_the_event_says():
    worth = ForfeitWorth(Worth(2, 1, 10), Worth(0, 0, -10))

    one, other = game_lines(Scoring(forfeit=worth), 1, GameResult(1, forfeit=True))

    assert (one.won, one.spread, one.points, one.forfeit) == (True, 10, 2, True)
    assert (other.won, other.spread, other.points, other.forfeit) == (False, -10, 0, True)


def test_a_spread_alone_gives_the_losers_score():
    assert check_game(SIX_CARD, GameResult(1, spread=31)) == 90


@pytest.mark.parametrize(
    ("result", "refusal", "field"),
    [
        pytest.param(GameResult(1, 121), ResultImpossible, "loser_score", id="both-at-target"),
        pytest.param(GameResult(1, 140), ResultImpossible, "loser_score", id="above-target"),
        pytest.param(GameResult(1, -1), ResultImpossible, "loser_score", id="below-nothing"),
        pytest.param(GameResult(1), ResultImpossible, "loser_score", id="no-score"),
        pytest.param(GameResult(1, spread=0), ResultImpossible, "spread", id="spread-0"),
        pytest.param(GameResult(1, spread=122), ResultImpossible, "spread", id="spread-122"),
        pytest.param(GameResult(1, 91, 31), SpreadMismatch, "spread", id="disagree"),
        pytest.param(GameResult(3, 90), UnknownSide, "winner", id="third-side"),
        pytest.param(
            GameResult(1, 90, forfeit=True), ResultImpossible, "loser_score", id="forfeit-scored"
        ),
    ],
)
def test_an_impossible_game_is_refused_by_name(result, refusal, field):
    with pytest.raises(refusal) as refused:
        judge_match(MatchFormat(3), SIX_CARD, [result])

    assert refused.value.context["field"] == f"games[0].{field}"


@pytest.mark.parametrize(
    ("games", "refusal", "field"),
    [
        pytest.param("A90", MatchIncomplete, "games", id="one-of-three"),
        pytest.param("", MatchIncomplete, "games", id="no-games"),
        pytest.param("A90 A80 B70", GameAfterDecision, "games[2]", id="third-after-two"),
        pytest.param("A90 B80 B70 A60", GameAfterDecision, "games[3]", id="fourth"),
    ],
)
def test_only_a_whole_match_is_complete(games, refusal, field):
    with pytest.raises(refusal) as refused:
        require_complete(judge_match(MatchFormat(3), SIX_CARD, played(games)))

    assert refused.value.context["field"] == field


def test_a_whole_match_is_given_back():
    verdict = judge_match(MatchFormat(3), SIX_CARD, played("A90 B80 B70"))

    assert require_complete(verdict) is verdict


@pytest.mark.parametrize(
    ("values", "field"),
    [
        pytest.param({"best_of": 4}, "best_of", id="even"),
        pytest.param({"best_of": 2, "counting": "units"}, "best_of", id="even-units"),
        pytest.param({"best_of": 0}, "best_of", id="none"),
        pytest.param({"best_of": 1000001}, "best_of", id="too-many"),
        pytest.param({"best_of": True}, "best_of", id="no-number"),
        pytest.param({"counting": "sets"}, "counting", id="unknown-counting"),
        pytest.param(
            {"counting": "units", "multipliers": Multipliers(2, 1, 1)},
            "multipliers",
            id="skunk-below-win",
        ),
        pytest.param({"multipliers": Multipliers(1, 2, 4)}, "multipliers", id="unused"),
    ],
)
def test_a_match_format_that_cannot_be_is_refused(values, field):
    with pytest.raises(ConfigInvalid) as refused:
        MatchFormat(**values)

    assert refused.value.context["field"] == field


games = st.lists(st.builds(GameResult, st.sampled_from([1, 2]), st.integers(0, 120)), max_size=12)
formats = st.one_of(
    st.integers(0, 5).map(lambda n: MatchFormat(2 * n + 1)),
    st.integers(0, 5).map(lambda n: units(2 * n + 1, 1, 2, 4)),
    st.integers(1, 10).map(lambda n: MatchFormat(n, "points_all")),
    st.integers(1, 10).map(lambda n: MatchFormat(n, "game_points")),
)


@given(formats, games)
def test_judging_stops_at_the_deciding_game_and_lines_balance(format_, played_games):
    verdict = judge_match(format_, SIX_CARD, played_games)
    counted = verdict.over_after or len(played_games)

    assert judge_match(format_, SIX_CARD, played_games[:counted]).tally == verdict.tally
    assert sum(verdict.games_won) == counted
    assert len(verdict.lines) == 2 * counted
    assert sum(line.spread for line in verdict.lines) == 0


@given(games)
def test_units_without_skunks_are_games(played_games):
    by_games = judge_match(MatchFormat(5), SIX_CARD, played_games)

    assert judge_match(units(5, 1, 1, 1), SIX_CARD, played_games) == by_games


# -- cases --------------------------------------------------------------------


def run_format(expected):
    if expected["units"]:
        return units(expected["best_of"], *expected["units"])
    return MatchFormat(expected["best_of"], expected["counting"])


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_match_runs_of_a_night_are_judged_right(night):
    for run in night["match_runs"]:
        results = [GameResult(SLOTS[g["winner"]], g["loser_score"]) for g in run["games"]]
        for expected in run["expected"]:
            verdict = judge_match(run_format(expected), SIX_CARD, results)

            assert {
                "winner": verdict.winner and "AB"[verdict.winner - 1],
                "over_after": verdict.over_after,
                "tally": list(verdict.tally),
                "refused_from": verdict.refused_from,
            } == {key: expected[key] for key in ("winner", "over_after", "tally", "refused_from")}


def best_of(given, expected):
    n = given["best_of"]
    format_ = MatchFormat(n, "games" if n % 2 else "points_all")
    results = [GameResult(SLOTS[winner], 100) for winner in given["game_winners"]]
    verdict = judge_match(format_, SIX_CARD, results)
    won = dict(zip("AB", verdict.games_won, strict=True))
    return {
        "games_needed_to_win": format_.majority,
        "wins": {side: count for side, count in won.items() if count},
        "finished": verdict.decided,
        "winner": verdict.winner and "AB"[verdict.winner - 1],
        "games_counted": sum(verdict.games_won),
        "games_rejected": len(results) - sum(verdict.games_won),
    }


def match_points(given, expected):
    values = given["values"]
    format_ = units(
        2 * given["first_to"] - 1, values["none"], values["skunk"], values["double_skunk"]
    )
    results = [GameResult(SLOTS[winner], score) for winner, score in given["games"]]
    verdict = judge_match(format_, SIX_CARD, results)
    return {
        "points": dict(zip("AB", verdict.tally, strict=True)),
        "finished": verdict.decided,
        "winner": "AB"[verdict.winner - 1],
        "games_counted": verdict.over_after,
    }


ANSWERS = {"best_of": best_of, "match_points": match_points}
LATER = {"no_show": RESULTS}


@pytest.mark.cases
@pytest.mark.parametrize("case", marked(real_cases(kinds="e", ops=[*ANSWERS, *LATER]), LATER))
def test_real_match_is_judged_right(case):
    assert ANSWERS[case["op"]](case["input"], case["expected"]) == case["expected"]


def test_every_refusal_of_tournaments_has_a_kind():
    kinds = {refusal.code: refusal.kind for refusal in TournamentError.__subclasses__()}

    assert kinds["result_impossible"] == "rules"
    assert kinds["match_confirmed"] == "state"
    assert kinds["config_invalid"] == "invalid"


def test_points_of_a_game_go_by_its_class():
    points = GamePoints(2, 3, 4, 0)

    assert [points.of(class_) for class_ in ("none", "skunk", "double")] == [2, 3, 4]
