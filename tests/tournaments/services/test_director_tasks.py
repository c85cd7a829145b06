"""What only a director can settle: opened once, closed by a person, never a result."""

import pytest
from django.db import IntegrityError, transaction

from common import clock, outbox
from common.errors import NotFound, PermissionDenied, ValidationFailed
from common.models import Audit, Change, Outbox
from games.engine.commands import Abandon
from games.models import Game
from games.services.turns import Turn
from tests.factories import SYSTEM, a_published_night, a_stranger, an_organiser, someone
from tests.tournaments.here import sit_down, start
from tests.tournaments.play import fresh, matches_of, report
from tournaments.errors import WrongState
from tournaments.models import DirectorTask, MatchGame, ResultClaim
from tournaments.services.director_tasks import (
    close_task,
    on_director_called,
    on_game_abandoned,
)
from tournaments.services.engine_games import start_engine_game
from tournaments.services.progress import forfeit_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return matches_of(a_published_night())[0]


def abandoned(match):
    """A game of a match that both sides have left."""
    game = start(match)
    sit_down(game)
    turn = Turn(Game.objects.get(pk=game.pk))
    turn.take(Abandon("nobody played on"))
    turn.write(SYSTEM)
    return game


def club_of(match):
    return match.stage.event.tournament.club


def test_an_abandoned_game_asks_the_director_and_makes_no_result(
    match, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        game = abandoned(match)

    task = DirectorTask.objects.get()
    assert (task.kind, task.state, task.match, task.game) == (
        "abandoned_game",
        "open",
        match,
        game.public_id,
    )
    assert not ResultClaim.objects.filter(match=match).exists()
    assert MatchGame.objects.get(match=match).winner is None
    assert Outbox.objects.get(topic="game.abandoned").done_at is not None


def test_a_task_is_opened_once_however_often_it_is_told(match):
    game = abandoned(match)
    for _ in range(3):
        on_game_abandoned(game_id=game.public_id)
    close_task(task_id=DirectorTask.objects.get().public_id, actor=SYSTEM, note="Adjourned.")
    on_game_abandoned(game_id=game.public_id)

    assert DirectorTask.objects.get().state == "done"
    assert Audit.objects.filter(action="director_task.opened").count() == 1


def test_the_database_holds_one_open_task_of_a_kind_and_match(match):
    on_game_abandoned(game_id=abandoned(match).public_id)
    task = DirectorTask.objects.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        DirectorTask.objects.create(event=task.event, match=match, kind=task.kind)


def test_a_call_opens_a_task_of_its_own(match):
    game = start(match)
    outbox.enqueue(
        topic="game.director_called", key="call", payload={"game_id": str(game.public_id)}
    )
    outbox.run_pending()
    on_director_called(game_id=game.public_id)

    assert DirectorTask.objects.get().kind == "absent_player"
    assert Outbox.objects.get(key="call").done_at is not None


def test_a_match_with_a_result_asks_nobody(match):
    game = abandoned(match)
    report(fresh(match), 1)
    on_game_abandoned(game_id=game.public_id)

    assert DirectorTask.objects.count() == 0


def test_a_game_of_no_match_asks_nobody(match):
    game = abandoned(match)
    MatchGame.objects.all().delete()
    on_game_abandoned(game_id=game.public_id)
    on_director_called(game_id=game.public_id)

    assert DirectorTask.objects.count() == 0


def test_closing_keeps_who_said_what_and_tells_strangers_neither(match):
    on_game_abandoned(game_id=abandoned(match).public_id)
    director = an_organiser(club_of(match))

    task = close_task(
        task_id=DirectorTask.objects.get().public_id, actor=director, note=" Ona wins. "
    )

    assert (task.state, task.note, task.closed_by) == ("done", "Ona wins.", director.key)
    assert task.closed_at <= clock.now()
    assert Audit.objects.get(action="director_task.closed").reason == "Ona wins."
    news = Change.objects.get(type="director_task.closed").payload
    assert news == {"directortask": str(task.public_id), "kind": "abandoned_game"}


@pytest.mark.parametrize(
    ("actor", "note", "refusal"),
    [
        pytest.param(lambda club: someone(club, "scorer"), "x", PermissionDenied, id="scorer"),
        pytest.param(an_organiser, "  ", ValidationFailed, id="nothing-said"),
        pytest.param(an_organiser, "x" * 401, ValidationFailed, id="too-much-said"),
    ],
)
def test_a_refusal_leaves_the_task_open(match, actor, note, refusal):
    on_game_abandoned(game_id=abandoned(match).public_id)
    task = DirectorTask.objects.get()

    with pytest.raises(refusal):
        close_task(task_id=task.public_id, actor=actor(club_of(match)), note=note)

    task.refresh_from_db()
    assert (task.state, task.version) == ("open", 1)


def test_a_task_is_closed_once(match):
    on_game_abandoned(game_id=abandoned(match).public_id)
    task_id = DirectorTask.objects.get().public_id
    close_task(task_id=task_id, actor=SYSTEM, note="Adjourned.")

    with pytest.raises(WrongState):
        close_task(task_id=task_id, actor=SYSTEM, note="Adjourned.")
    with pytest.raises(NotFound):
        close_task(task_id=match.public_id, actor=SYSTEM, note="Adjourned.")


def test_the_director_gives_an_abandoned_game_to_a_side(match):
    abandoned(match)
    forfeit_game(
        match_id=match.public_id, actor=SYSTEM, number=1, absent_slot=2, reason="He went home."
    )

    assert (fresh(match).winner, fresh(match).status) == (1, "confirmed")


def test_the_director_alone_opens_another_game_for_an_abandoned_one(match):
    old = abandoned(match)
    with pytest.raises(PermissionDenied):
        start_engine_game(match_id=match.public_id, actor=someone(club_of(match), "scorer"))

    new = start_engine_game(match_id=match.public_id, actor=an_organiser(club_of(match)))

    assert new != old.public_id
    assert MatchGame.objects.get(match=match).engine_game == new


def test_a_stranger_learns_of_no_task(match):
    on_game_abandoned(game_id=abandoned(match).public_id)

    with pytest.raises((NotFound, PermissionDenied)):
        close_task(task_id=DirectorTask.objects.get().public_id, actor=a_stranger(), note="x")
