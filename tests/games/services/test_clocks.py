"""Deadlines of what is open: when they come, when they start again, what they end."""

from datetime import timedelta

import pytest

from common import clock
from common.models import Outbox
from games.engine import commands as cmd
from games.engine.rules import Rules
from games.errors import NotASeat
from games.selectors.finished import outcome_of
from games.services.commands import submit_command
from games.services.timeouts import meet_deadline
from tests.games import world

MUGGINS = {"first_deal": "assigned", "go": "said", "counting": "declared", "muggins": "show"}
HANDS = ("KD 9H 2C 7S 5D QH", "4H TC 6C AH 3S JS")
LAID = "4H KD TC 2C AH 9H 6C 7S"
SECOND = timedelta(seconds=1)


def at_the_show(people, **options):
    """Play a deal to the show: bob, the pone, is to count a hand worth nine."""
    rules = Rules.of(**MUGGINS | options)
    with world.dealt(rules, (HANDS, "5S")):
        game = world.seated(people.club, people.alice, people.bob, rules=rules)
        world.lay_away(game, "5D QH", "3S JS")
        world.cut_starter(game)
        world.play(game, LAID)
    return game


def due(game):
    return world.reread(game).due_at


def meet(game, at):
    with clock.frozen(at):
        meet_deadline(game_id=game.public_id)


def test_a_count_may_be_claimed_on_until_its_time_is_over(people, instant):
    game = at_the_show(people, claim_seconds=30)
    assert due(game) is None

    world.send(game, cmd.Count(1, 5))
    assert due(game) == instant + 30 * SECOND

    meet(game, instant + 29 * SECOND)
    assert world.state(game).clock == "claims"
    meet(game, instant + 30 * SECOND)
    assert (world.state(game).clock, due(game)) == ("", None)


def test_a_raise_takes_no_time_from_the_others_and_gives_none(people, instant):
    game = at_the_show(people, declaration="until_next_stage")
    world.send(game, cmd.Count(1, 5))
    with clock.frozen(instant + 15 * SECOND):
        world.send(game, cmd.Count(1, 7))

    assert due(game) == instant + 20 * SECOND


def test_the_time_to_claim_begins_when_the_time_to_raise_ends(people, instant):
    game = at_the_show(people, declaration="until_next_stage")
    world.send(game, cmd.Count(1, 5))
    meet(game, instant + 25 * SECOND)

    assert world.state(game).dealing.windows[0].stage == "muggins"
    assert due(game) == instant + 45 * SECOND


def test_the_next_count_has_a_time_of_its_own(people, instant):
    game = at_the_show(people)
    world.send(game, cmd.Count(1, 9))
    with clock.frozen(instant + 15 * SECOND):
        world.send(game, cmd.Count(0, 0))

    assert due(game) == instant + 35 * SECOND


def test_a_cut_that_does_not_come_is_left_out(people, instant):
    rules = Rules.of(first_deal="assigned", pre_deal_cut="required", claim_seconds=3)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    assert (world.state(game).clock, due(game)) == ("cut", instant + 3 * SECOND)

    meet(game, instant + 3 * SECOND)

    assert (world.state(game).phase, due(game)) == ("discard", None)


def test_the_only_one_who_is_waited_for_loses_on_time(people, instant):
    rules = Rules.of(first_deal="assigned", move_seconds=60)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    world.send(game, cmd.Discard(0, tuple(sorted(world.state(game).dealing.held[0])[:2])))
    meet(game, instant + 60 * SECOND)

    state = world.state(game)
    assert (state.ended_by, state.winner) == ("time", 0)
    assert Outbox.objects.get().topic == "game.finished"


def test_the_own_move_gives_the_other_no_time(people, instant):
    rules = Rules.of(first_deal="assigned", move_seconds=60)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    with clock.frozen(instant + 50 * SECOND):
        world.send(game, cmd.Discard(0, tuple(sorted(world.state(game).dealing.held[0])[:2])))
    assert due(game) == instant + 60 * SECOND

    with clock.frozen(instant + 55 * SECOND):
        world.send(game, cmd.Discard(1, tuple(sorted(world.state(game).dealing.held[1])[:2])))
    assert due(game) == instant + 115 * SECOND


@pytest.mark.parametrize("variant", ["six_card", "three_hand"])
def test_a_game_that_nobody_plays_on_is_abandoned(people, instant, variant):
    rules = Rules.of(variant, first_deal="assigned", move_seconds=60)
    seats = (people.alice, people.bob, people.carol)[: rules.numbers.seats]
    game = world.seated(people.club, *seats, rules=rules)
    meet(game, instant + 60 * SECOND)

    outcome, news = outcome_of(game.public_id), Outbox.objects.get()
    assert (outcome.is_over, outcome.winner_side) == (True, None)
    assert (news.topic, news.key) == ("game.abandoned", f"game.abandoned:{game.public_id}")


def test_no_time_runs_before_all_have_sat_down(people):
    rules = Rules.of(first_deal="assigned", move_seconds=60)
    game = world.opened(people.club, people.alice, people.bob, rules=rules)

    assert due(game) is None


def test_partners_play_for_one_side_and_each_for_his_own_seat(people):
    rules = Rules.of("partnership", first_deal="assigned", allow_concede=True)
    dave = world.player_of(people.club, "dave")
    game = world.seated(people.club, people.alice, people.bob, people.carol, dave, rules=rules)
    with pytest.raises(NotASeat):
        submit_command(
            game_id=game.public_id,
            actor=world.player_of(people.club, "eve").actor,
            command=cmd.Concede(2),
            expected_version=game.version,
        )

    world.send(game, cmd.Concede(2), people.carol.actor)

    outcome = outcome_of(game.public_id)
    assert (outcome.winner_side, outcome.scores) == (1, (0, 0))
