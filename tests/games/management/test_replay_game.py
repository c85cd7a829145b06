"""``manage.py replay_game``: notation when all is well, a reason when it is not."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.engine.rules import Rules
from games.models import Game
from tests.games import world


def replayed(game_id):
    out = StringIO()
    call_command("replay_game", str(game_id), stdout=out)
    return out.getvalue()


@pytest.fixture
def over(people):
    rules = Rules.of(first_deal="assigned", target=31)
    return world.play_on(world.seated(people.club, people.alice, people.bob, rules=rules))


def test_a_finished_game_is_written_and_checked(over):
    lines = replayed(over.public_id).splitlines()

    assert lines[-2].strip().startswith(f"{over.version}  won by side {over.winner_side}")
    assert lines[-1] == f"checked: {over.version} events, head {bytes(over.head).hex()}"


def test_a_running_game_is_checked_with_its_cards_hidden(game):
    assert replayed(game.public_id).splitlines() == [
        "the game is not over: its cards stay hidden",
        f"checked: {game.version} events, head {bytes(game.head).hex()}",
    ]


def test_a_game_that_is_not_its_log_is_refused(over):
    Game.objects.filter(pk=over.pk).update(winner_side=0, snapshot={**over.snapshot, "skunks": []})

    with pytest.raises(CommandError, match="not what its log leads to") as refused:
        replayed(over.public_id)
    assert refused.value.returncode == 1


def test_a_game_that_is_not_there_is_said(db):
    with pytest.raises(CommandError, match="there is no game"):
        replayed(uuid4())
