"""The nights of the cases through the services: standings, cut, bracket, corrections."""

from contextlib import contextmanager

import pytest
from django.db import transaction

from tests.factories import SYSTEM
from tests.tournaments.later import RESULTS
from tests.tournaments.nights import nights
from tests.tournaments.replay import REASON, Replay
from tournaments.selectors.brackets import bracket_of, playoff_places
from tournaments.selectors.standings import cut_of, standings_of
from tournaments.services.corrections import correct_result, retract_result

pytestmark = [pytest.mark.django_db, pytest.mark.cases]
MOVED = ("standings_before", "standings_after")


@contextmanager
def undone():
    """Try something and leave no trace of it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def scripts_of(night, *numbers):
    wanted = [f"{night['id']}-c{number}" for number in numbers]
    return [script for script in night["corrections"] if script["id"] in wanted]


def script_of(night, number):
    return scripts_of(night, number)[0]


def corrected(replay, script):
    """Enter what was recorded, then what is right; say how the standings stood."""
    for change in script["recorded"]:
        replay.correct(change)
    before = replay.standings()
    for change in script["corrected"]:
        replay.correct(change)
    return before, replay.standings()


def expected_of(script):
    return tuple(sorted(script["expected"][key]) for key in MOVED)


@pytest.mark.parametrize("night", nights())
def test_a_night_comes_out_as_it_must(night):
    replay = Replay(night)
    replay.play()
    expected = night["expected"]

    standings = standings_of(replay.stage)
    rows = {row["entry"]: row for row in expected["standings"]}
    for row in standings.rows:
        right = rows[replay.number[row.entry.pk]]
        assert (row.place, row.game_points, row.wins) == (
            right["place"],
            right["game_points"],
            right["games_won"],
        )
        assert (row.losses, row.net_spread, row.plus_points, row.minus_points) == (
            right["games_lost"],
            right["net_spread"],
            right["plus_points"],
            right["minus_points"],
        )
        assert (row.games, row.sit_outs) == (right["games"], right["sit_outs"])
        assert (row.skunks_given, row.skunks_taken) == (
            right["skunks_given"],
            right["skunks_taken"],
        )
    cut = cut_of(replay.play_off)
    assert (cut.blocked, sorted(replay.number[one.pk] for one in cut.tied)) == (
        expected["cut"]["blocked"],
        expected["cut"]["tied"],
    )
    assert replay.make_cut() == expected["seeds"]
    replay.draw_bracket()
    for match in night["play_off"]["matches"]:
        replay.play_match(match["match"], match["games"])
    assert bracket_as_written(replay) == night["play_off"]["expected"]["matches"]
    champion = playoff_places(replay.event)[0].entry
    assert replay.number[champion.pk] == night["play_off"]["expected"]["champion"]


def bracket_as_written(replay):
    written = []
    for round_ in bracket_of(replay.play_off).rounds:
        for match in round_.matches:
            sides = [side.entry and replay.number[side.entry.pk] for side in match.sides]
            is_bye = match.outcome == "bye"
            tally = None if is_bye else [side.tally for side in match.sides]
            written.append(
                {
                    "id": match.label,
                    "round": round_.number,
                    "sides": sides,
                    "outcome": match.outcome,
                    "winner": sides[match.winner - 1],
                    "loser": None if is_bye else sides[2 - match.winner],
                    "over_after": None if is_bye else games_of(replay, match),
                    "tally": tally,
                }
            )
    return written


def games_of(replay, match):
    claim = replay.bracket_match(match.label).claims.get(state="accepted")
    return len(claim.payload["games"])


@pytest.mark.parametrize("night", nights())
def test_corrections_of_the_games_move_the_standings_right(night):
    replay = Replay(night)
    first, *later = scripts_of(night, 1, 2, 4, 9)
    replay.play(last=first["as_of_game"])
    found = {}
    with undone():
        found[first["id"]] = corrected(replay, first)
    replay.play(first=first["as_of_game"] + 1)
    for script in later:
        with undone():
            found[script["id"]] = corrected(replay, script)

    assert found == {script["id"]: expected_of(script) for script in [first, *later]}


@pytest.mark.parametrize("night", nights())
def test_corrections_around_the_cut_seed_or_stand(night):
    replay = Replay(night)
    replay.play()
    found = {}
    for number in (5, 7):
        script = script_of(night, number)
        with undone():
            for change in script["recorded"]:
                replay.correct(change)
            before = replay.make_cut()
            replay.draw_bracket(publish=number == 7)
            for change in script["corrected"]:
                replay.correct(change)
            if not replay.seeds():
                replay.make_cut()
            found[script["id"]] = (before, replay.seeds())

    assert found == {
        script["id"]: (script["expected"]["seeds_before"], script["expected"]["seeds_after"])
        for script in scripts_of(night, 5, 7)
    }


@pytest.mark.parametrize("night", nights())
def test_corrections_of_the_bracket_put_the_right_side_on(night):
    replay = Replay(night)
    replay.play()
    replay.make_cut()
    replay.draw_bracket()
    early, cascade = script_of(night, 10), script_of(night, 12)
    with undone():
        assert reslotted(replay, early) == (
            early["expected"]["next_sides_before"],
            early["expected"]["next_sides_after"],
        )

    _, after = reslotted(replay, cascade, is_begun=True)

    status = replay.bracket_match(cascade["next_match"]).status
    assert (after, status) == (cascade["expected"]["next_sides_after"], "ready")


def reslotted(replay, script, is_begun=False):
    """Correct a match of the bracket; its next, if begun, is taken back first."""
    replay.play_match(script["match"], script["recorded_games"])
    upcoming = script["next_match"]
    before = replay.numbers(replay.bracket_match(upcoming))
    if is_begun:
        open_the_way(replay, script, before)
        for_two = [{"winner": script["next_recorded"]["winner"], "loser_score": 100}]
        best_of = replay.night["play_off"]["format"]["best_of"]
        replay.play_match(upcoming, for_two * (best_of // 2 + 1))
        next_id = replay.bracket_match(upcoming).public_id
        retract_result(match_id=next_id, actor=SYSTEM, reason=REASON)
    match = replay.bracket_match(script["match"])
    correct_result(
        match_id=match.public_id,
        actor=SYSTEM,
        games=replay.results(match, script["corrected_games"]),
        reason=REASON,
    )
    return before, replay.numbers(replay.bracket_match(upcoming))


def open_the_way(replay, script, sides):
    """Play the matches that decide who else is in the next one."""
    if None not in sides:
        return
    for match in replay.night["play_off"]["matches"]:
        if match["match"] != script["match"] and match["match"].startswith(script["match"][:3]):
            replay.play_match(match["match"], match["games"])


@pytest.mark.xfail(reason=RESULTS, strict=True, raises=ImportError)
@pytest.mark.parametrize("night", nights())
def test_cards_of_a_night_are_cross_checked(night):
    from tournaments.services.cards import settle_cards  # noqa: PLC0415 - comes with that issue

    assert settle_cards(night["cards"]) == night["expected"]["games"]
