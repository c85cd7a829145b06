"""Games that nobody plays on: given up, never lost."""

from datetime import timedelta

from django.db import transaction

from common import clock
from common.models import Outbox
from games.engine.commands import VoidDeal
from games.models import Game
from games.services.locks import lock_game
from games.services.silence import abandon_silent_games
from games.services.turns import Turn
from games.tasks import abandon_silent_task
from tests.games import world
from tests.games.timed import SECOND, UNTIMED, a_game, discard, ended_by, sign_at, waiting_for

DAY = timedelta(days=1)


def sweep_at(at):
    with clock.frozen(at):
        abandon_silent_games()


def of_a_match(game):
    Game.objects.filter(pk=game.pk).update(origin="match:x:1")
    return game


def test_a_casual_game_is_given_up_after_ten_silent_minutes(people, instant):
    game = a_game(people, UNTIMED)
    sweep_at(instant + 600 * SECOND)
    assert ended_by(game) == ""
    with clock.frozen(instant + 601 * SECOND):
        abandon_silent_task()
        abandon_silent_task()

    assert (ended_by(game), world.state(game).winner) == ("abandonment", None)
    assert Outbox.objects.get().topic == "game.abandoned"


def test_silence_begins_with_the_last_event(people, instant):
    game = a_game(people, UNTIMED)
    with clock.frozen(instant + 500 * SECOND):
        world.send(game, discard(0, game))
    sweep_at(instant + 1100 * SECOND)

    assert ended_by(game) == ""


def test_zero_gives_no_game_up(people, instant, settings):
    settings.GAME_SILENT_SECONDS = 0
    game = a_game(people, UNTIMED)
    sweep_at(instant + 100 * DAY)

    assert ended_by(game) == ""


def test_a_game_of_a_match_is_kept_for_fifteen_days(people, instant):
    game = of_a_match(a_game(people, UNTIMED))
    sweep_at(instant + 15 * DAY)
    assert ended_by(game) == ""
    sweep_at(instant + 15 * DAY + SECOND)

    assert ended_by(game) == "abandonment"


def test_where_a_clock_runs_the_clock_ends_the_game(people, instant):
    game = waiting_for(people, 1)
    sweep_at(instant + 100 * DAY)

    assert ended_by(game) == ""


def test_a_game_that_is_not_full_is_kept(people, instant):
    game = world.opened(people.club, people.alice, people.bob, rules=UNTIMED)
    sweep_at(instant + 100 * DAY)

    assert not world.reread(game).is_over


def test_nobody_is_silent_while_the_site_is_down(people, instant):
    game = a_game(people, UNTIMED)
    for seconds in (100, 5000):
        sign_at(instant + seconds * SECOND)
    sweep_at(instant + 5500 * SECOND)
    assert ended_by(game) == ""
    sweep_at(instant + 5501 * SECOND)

    assert ended_by(game) == "abandonment"


def test_an_abandoned_game_that_went_on_can_be_abandoned_again(people, instant):
    game = a_game(people, UNTIMED)
    sweep_at(instant + 601 * SECOND)
    with clock.frozen(instant + 700 * SECOND), transaction.atomic():
        turn = Turn(lock_game(game.public_id))
        turn.take(VoidDeal("the players came back", ("user:1",)))
        turn.write(world.SYSTEM)
    sweep_at(instant + 1400 * SECOND)

    keys = Outbox.objects.order_by("id").values_list("key", flat=True)
    topic = f"game.abandoned:{game.public_id}"
    assert list(keys) == [topic, f"{topic}:2"]
