"""Who comes late to a Swiss event, who leaves it, and who comes back."""

import pytest

from tests.factories import SYSTEM, entries_of, roster
from tests.tournaments.late import come, leave
from tests.tournaments.play import fresh
from tests.tournaments.swiss import (
    after_rounds,
    draw,
    pairs_of,
    play,
    publish,
    rests_of,
    round_of,
)
from tournaments.chance import mixed
from tournaments.errors import WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.models import Event, Stage
from tournaments.selectors.events import checks_of
from tournaments.selectors.redraws import lets_leave, takes_late
from tournaments.selectors.standings import standings_of
from tournaments.services.rosters import check_in, register_player

pytestmark = pytest.mark.django_db


def entry(stage, number):
    return next(one for one in entries_of(stage.event) if one.number == number)


def come_back(stage, number):
    one = next(one for one in roster(stage.event) if one.number == number)
    register_player(
        tournament_id=stage.event.tournament.public_id,
        actor=SYSTEM,
        player_id=one.player.public_id,
    )
    check_in(registration_id=one.public_id, actor=SYSTEM)


def next_round(stage, number, winner=min):
    draw(stage)
    publish(stage)
    play(stage, number, winner)


def seated(stage, number):
    return sorted(
        [*(n for pair in pairs_of(stage, number) for n in pair), *rests_of(stage, number)]
    )


def test_who_comes_late_is_in_the_next_round():
    stage = after_rounds(1, players=6, rounds=4)
    come(stage.event)
    next_round(stage, 2)

    assert seated(stage, 2) == [1, 2, 3, 4, 5, 6, 7]
    assert (entry(stage, 7).status, entry(stage, 7).joined_round) == ("active", 2)
    row = next(one for one in standings_of(stage).rows if one.entry.number == 7)
    assert row.games + row.sit_outs == 1


def test_the_drafted_round_is_stale_when_somebody_comes():
    stage = after_rounds(1, players=6, rounds=4)
    draw(stage)
    come(stage.event)

    assert round_of(stage, 2).is_stale


@pytest.mark.parametrize(("played", "taken"), [(1, True), (2, False)])
def test_nobody_new_comes_after_half_the_rounds(played, taken):
    stage = after_rounds(played, players=6, rounds=4)

    assert takes_late(fresh(stage.event)) is taken
    if not taken:
        with pytest.raises(WrongState, match="takes nobody new"):
            come(stage.event)


def test_who_leaves_is_drawn_no_more_and_stays_in_the_standings():
    stage = after_rounds(3, players=6, rounds=5)
    leave(stage.event, 2)
    next_round(stage, 4)

    assert seated(stage, 4) == [1, 3, 4, 5, 6]
    assert (entry(stage, 2).status, entry(stage, 2).left_round) == ("withdrawn", 3)
    row = next(one for one in standings_of(stage).rows if one.entry.number == 2)
    assert row.games == 3


def test_who_leaves_in_a_published_round_gives_the_game_away():
    stage = after_rounds(1, players=6, rounds=4)
    draw(stage)
    publish(stage)
    leave(stage.event, 2)

    match = stage.matches.get(round__number=2, sides__entry=entry(stage, 2))
    assert (match.status, match.outcome) == ("confirmed", "forfeit")
    assert match.sides.get(entry=entry(stage, 2)).slot != match.winner


def test_who_has_played_may_come_back_at_any_time():
    stage = after_rounds(3, players=6, rounds=5)
    leave(stage.event, 2)
    next_round(stage, 4)
    come_back(stage, 2)
    next_round(stage, 5)

    assert seated(stage, 5) == [1, 2, 3, 4, 5, 6]
    assert (entry(stage, 2).joined_round, entry(stage, 2).left_round) == (1, None)


def test_nobody_leaves_an_event_that_is_over():
    stage = after_rounds(2, players=4, rounds=2)

    assert not lets_leave(fresh(stage.event))


@pytest.mark.parametrize("seed", range(4))
def test_a_small_event_goes_to_its_end_whoever_comes_and_goes(seed):
    players, rounds = 5 + mixed(seed, "players") % 5, 4
    stage, gone = after_rounds(0, players=players, rounds=rounds), set()
    for number in range(1, rounds + 1):
        there = {one.number for one in entries_of(stage.event)} - gone
        if number == 2:
            come(stage.event, "Robin Late")
        if number > 1 and mixed(seed, "leaves", number) % 2 and len(there) > 4:
            who = sorted(there)[mixed(seed, "who", number) % len(there)]
            leave(stage.event, who)
            gone.add(who)
        draw(stage)
        publish(stage)
        expected = {one.number for one in entries_of(stage.event)} - gone
        assert seated(stage, number) == sorted(expected)
        play(stage, number, (min, max)[mixed(seed, "wins", number) % 2])

    checks = checks_of(stage)
    notes = [one for round_ in stage.rounds.all() for one in round_.notes]
    labelled = {one["code"] for one in notes}
    assert checks.repeats == sum(one["code"] == "repeat" for one in notes)
    assert max(checks.sit_outs.values()) <= 1 or "second_sit_out" in labelled
    assert (Stage.objects.get().state, Event.objects.get().state) == ("complete", "review")
    assert len(standings_of(stage).rows) == players + 1
    assert list(all_breaches()) == []
