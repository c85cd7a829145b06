import pytest

from tests.factories import SYSTEM, entries_of
from tests.tournaments.leagues import a_league, boards, enter, league_format
from tournaments.errors import MatchNotPlayable, WrongState
from tournaments.formats import league
from tournaments.integrity.checks import all_breaches
from tournaments.matches import GameResult
from tournaments.models import Event, Match, MatchSide, Round, Stage
from tournaments.selectors.draws import rounds_with_matches
from tournaments.selectors.night import stage_progress
from tournaments.selectors.plans import planned_rounds, progress_of
from tournaments.services.corrections import correct_result, retract_result, void_match
from tournaments.services.drafting import delete_drafts
from tournaments.services.results import forfeit_match
from tournaments.simulation.night import Order, simulate_night

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(league_format.__name__)]

HOME, AWAY = 1, 2


def first_tie(stage):
    return Match.objects.get(stage=stage, round__number=1, number=1)


def result(tie):
    tie.refresh_from_db()
    legs = list(tie.sides.order_by("slot").values_list("games_won", flat=True))
    return tie.status, tie.outcome, tie.winner, legs


def test_a_tie_is_written_with_a_match_for_each_board():
    stage = a_league()

    tie = first_tie(stage)
    pairs, singles = boards(tie)

    assert (tie.kind, tie.status, tie.parent) == ("tie", "ready", None)
    assert [(one.kind, one.board, one.best_of, one.status) for one in (pairs, singles)] == [
        ("pairing", "1", 5, "ready"),
        ("pairing", "2", 3, "ready"),
    ]
    teams = list(tie.sides.order_by("slot").values_list("entry", flat=True))
    assert all(
        list(one.sides.order_by("slot").values_list("entry", flat=True)) == teams
        for one in (pairs, singles)
    )
    assert tie.pair_key is not None
    assert {pairs.pair_key, singles.pair_key} == {None}
    assert list(all_breaches()) == []


def test_boards_are_numbered_after_ties_and_free_teams():
    stage = a_league(teams=5)

    in_round = Match.objects.filter(stage=stage, round__number=1).order_by("number")

    assert [(one.kind, one.parent is not None) for one in in_round] == [
        ("tie", False),
        ("tie", False),
        ("bye", False),
        *[("pairing", True)] * 4,
    ]


def test_the_plan_is_read_back_as_ties_without_their_boards():
    stage = a_league()

    (first, *_) = planned_rounds(rounds_with_matches(stage))

    assert [(match.number, match.kind) for match in first.matches] == [(1, "tie"), (2, "tie")]
    assert first.matches[0].boards == league.boards_of(stage.config)


def test_a_draft_of_ties_is_deleted_with_its_boards():
    stage = a_league(publish=False)
    assert Match.objects.filter(stage=stage).exclude(parent=None).exists()

    delete_drafts(stage)

    assert not Match.objects.filter(stage=stage).exists()
    assert not MatchSide.objects.filter(match__stage=stage).exists()


def test_what_is_missing_is_counted_by_the_board():
    stage = a_league()
    enter(boards(first_tie(stage))[0], 1, 1, 1, 2, 2)

    (progress,) = stage_progress(stage.event)

    # Three matchdays of two ties of two boards.
    assert (progress.matches, progress.open_matches) == (12, 11)


def test_a_tie_is_won_by_legs_once_its_last_board_is_over():
    stage = a_league()
    tie = first_tie(stage)
    pairs, singles = boards(tie)

    enter(pairs, 1, 1, 1, 1, 2)
    assert result(tie) == ("in_progress", None, None, [0, 0])
    enter(singles, 2, 2)

    assert result(tie) == ("confirmed", "played", HOME, [4, 3])
    assert progress_of(stage).settled == {(1, 1): HOME}
    assert list(all_breaches()) == []


def test_a_tie_of_equal_legs_is_drawn():
    tie = first_tie(a_league(boards=[{"members": 2}, {"members": 2}]))

    for board, winners in zip(boards(tie), ((1, 1, 1, 2, 2), (2, 2, 2, 1, 1)), strict=True):
        enter(board, *winners)

    assert result(tie) == ("confirmed", "played", None, [5, 5])


def test_a_board_taken_back_takes_the_tie_back():
    stage = a_league()
    tie = first_tie(stage)
    pairs, singles = boards(tie)
    enter(pairs, 1, 1, 1, 1, 2)
    enter(singles, 2, 2)

    retract_result(match_id=singles.public_id, actor=SYSTEM, reason="Another tie.")
    assert result(tie) == ("in_progress", None, None, [0, 0])
    retract_result(match_id=pairs.public_id, actor=SYSTEM, reason="Another tie.")

    assert result(tie) == ("ready", None, None, [0, 0])
    assert list(all_breaches()) == []


def test_a_corrected_board_turns_the_tie():
    tie = first_tie(a_league())
    pairs, singles = boards(tie)
    enter(pairs, 1, 1, 1, 2, 2)
    enter(singles, 1, 1)

    turned = [GameResult(winner, 100) for winner in (2, 2, 2, 2, 2)]
    correct_result(match_id=pairs.public_id, actor=SYSTEM, games=turned, reason="Sides mixed up.")

    assert result(tie) == ("confirmed", "played", AWAY, [2, 5])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"winner": AWAY}, "winner or legs are not what the boards give"),
        ({"status": "ready"}, "winner or legs are not what the boards give"),
    ],
)
def test_a_tie_that_is_not_what_its_boards_give_is_found(changed, said):
    tie = first_tie(a_league())
    pairs, singles = boards(tie)
    enter(pairs, 1, 1, 1, 2, 2)
    enter(singles, 1, 1)
    assert list(all_breaches()) == []

    Match.objects.filter(pk=tie.pk).update(**changed)

    found = [(one.check, one.where, one.what) for one in all_breaches()]
    assert ("ties", f"match {tie.public_id}", said) in found


def test_a_board_of_other_teams_is_found():
    stage = a_league()
    tie = first_tie(stage)
    other = Match.objects.get(stage=stage, round__number=1, number=2).sides.get(slot=1).entry
    MatchSide.objects.filter(match=boards(tie)[0], slot=1).update(entry=other)

    found = [(one.check, one.what) for one in all_breaches()]

    assert ("ties", "a board names other teams") in found


def test_a_forfeited_board_gives_all_its_legs():
    tie = first_tie(a_league())
    pairs, singles = boards(tie)
    enter(singles, 1, 1)

    forfeit_match(match_id=pairs.public_id, actor=SYSTEM, absent_slot=HOME, reason="Late.")

    assert result(tie) == ("confirmed", "played", AWAY, [2, 5])


def test_a_tie_takes_no_result_of_its_own():
    stage = a_league()
    tie = first_tie(stage)
    enter(boards(tie)[0], 1, 1, 1, 2, 2)
    before = result(tie)

    with pytest.raises(MatchNotPlayable, match="Name the board"):
        enter(tie, 1)
    with pytest.raises(MatchNotPlayable, match="Name the board"):
        retract_result(match_id=tie.public_id, actor=SYSTEM, reason="No.")

    assert result(tie) == before


def test_a_board_cannot_be_void():
    tie = first_tie(a_league())
    pairs, _ = boards(tie)

    with pytest.raises(WrongState, match="none can be void"):
        void_match(match_id=pairs.public_id, actor=SYSTEM, reason="No.")

    pairs.refresh_from_db()
    assert pairs.status == "ready"


def test_matchday_and_season_end_with_their_last_boards():
    stage = a_league(teams=2)
    tie = first_tie(stage)
    pairs, singles = boards(tie)
    enter(pairs, 1, 1, 1, 2, 2)
    assert Round.objects.get(stage=stage).state != "complete"

    enter(singles, 1, 1)

    assert Round.objects.get(stage=stage).state == "complete"
    stage.refresh_from_db()
    assert stage.state == "complete"
    assert Event.objects.get(pk=stage.event_id).state == "review"
    assert len(entries_of(stage.event)) == 2


@pytest.mark.parametrize("teams", [8, 9])
def test_a_simulated_season_ends_with_nothing_wrong(teams):
    report = simulate_night(Order(teams, 3, format="league"))

    stage = Stage.objects.get(kind="league")
    ties = Match.objects.filter(stage=stage, kind=Match.Kind.TIE)
    assert ties.count() == teams * (teams - 1)
    assert set(ties.values_list("status", flat=True)) == {"locked"}
    # Three boards of five legs.
    assert report.games == teams * (teams - 1) * 15
    assert list(all_breaches()) == []
