"""Games with a clock, and the instants of a test."""

from datetime import timedelta

from common import clock
from games.engine import commands as cmd
from games.engine.rules import Rules
from games.services.commands import submit_command
from games.services.outages import leave_sign
from tests.games import world

SECOND = timedelta(seconds=1)
TIMED = Rules.of(first_deal="assigned", move_seconds=60)
UNTIMED = Rules.of(first_deal="assigned")


def a_game(people, rules=TIMED):
    """A game dealt to alice and bob."""
    return world.seated(people.club, people.alice, people.bob, rules=rules)


def discard(seat, game):
    return cmd.Discard(seat, tuple(sorted(world.state(game).dealing.held[seat])[:2]))


def waiting_for(people, seat):
    """A game that waits for one seat's discard: time runs from now."""
    game = a_game(people)
    world.send(game, discard(1 - seat, game))
    return world.reread(game)


def send_at(game, seat, at, received_at=None):
    """Send the discard of a seat, perhaps received before it is judged."""
    with clock.frozen(at):
        return submit_command(
            game_id=game.public_id,
            actor=world.SYSTEM,
            command=discard(seat, game),
            expected_version=game.version,
            received_at=received_at,
        )


def sign_at(at):
    with clock.frozen(at):
        leave_sign()


def ended_by(game):
    return world.state(game).ended_by
