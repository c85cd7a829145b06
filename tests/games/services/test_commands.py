"""One way to move a game: state and log after it; a refusal leaves all alone."""

from datetime import timedelta

import pytest

from common import clock
from common.actor import Actor
from common.errors import NotFound, VersionConflict
from common.models import Outbox
from games.codec import events_of, snapshot_of, verify_chain
from games.engine import commands as cmd
from games.engine import errors
from games.engine.engine import replay
from games.engine.events import CardsDealt, DealStarted, GraceEnded
from games.engine.rules import Rules
from games.errors import NotASeat, NotYourSeat
from games.models import Game, GameEvent, GameSecret
from games.selectors.finished import outcome_of
from games.selectors.logs import log_of
from games.services.commands import submit_command
from games.services.timeouts import meet_deadline
from scoring.cards import Card
from tests.games import world

STRICT = Rules.of(first_deal="assigned", heels="before_lead", go="said")
JACK_TURNED = (("5H 5C 9D 4S 6D KH", "2H 3H 4D 9C QS AS"), "JC")


def submit(game, command, who, version=None):
    return submit_command(
        game_id=game.public_id,
        actor=who if isinstance(who, Actor) else who.actor,
        command=command,
        expected_version=world.reread(game).version if version is None else version,
    )


def stored(game):
    rows, secrets = log_of(game)
    return world.reread(game).version, len(rows), len(secrets), Outbox.objects.count()


@pytest.fixture
def jack_turned(people):
    with world.dealt(STRICT, JACK_TURNED):
        game = world.seated(people.club, people.alice, people.bob, rules=STRICT)
        world.lay_away(game, "6D KH", "QS AS")
        world.cut_starter(game)
        yield world.reread(game)


def test_a_command_appends_its_events_and_moves_the_row(game, people):
    held = sorted(world.state(game).dealing.held[1])
    events = submit(game, cmd.Discard(1, tuple(held[:2])), people.bob)

    after = world.reread(game)
    assert after.version == game.version + len(events)
    assert world.state(game) == replay(events_of(*log_of(game)))
    assert verify_chain(after, *log_of(after)) == []


def test_the_last_seat_taken_starts_the_deal(game):
    types = [type(event) for event in events_of(*log_of(game))]

    assert types[-2:] == [DealStarted, CardsDealt]
    assert game.phase == "discard"


def test_hidden_cards_are_in_secrets_only(game):
    dealt = GameEvent.objects.get(game=game, type="cards_dealt")

    assert dealt.public == {"v": 1, "counts": [6, 6], "to_crib": 0}
    assert len(GameSecret.objects.get(game=game, seq=dealt.seq).private["0"]["cards"]) == 6


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(cmd.PlayCard(0, Card.parse("5H")), errors.WrongPhase, id="wrong-phase"),
        pytest.param(cmd.Discard(1, ()), NotYourSeat, id="other-seat"),
        pytest.param(cmd.Muggins(0, 2), errors.NotInRuleset, id="not-in-ruleset"),
        pytest.param(cmd.Count(0, 4), errors.NotInRuleset, id="the-engine-counts"),
        pytest.param(cmd.ClaimHeels(0), errors.NotInRuleset, id="heels-are-automatic"),
        pytest.param(cmd.Concede(0), errors.NotInRuleset, id="nobody-gives-up"),
    ],
)
def test_a_refusal_changes_nothing(game, people, command, refusal):
    was = stored(game)

    with pytest.raises(refusal):
        submit(game, command, people.alice)

    assert stored(game) == was


def test_who_does_not_play_moves_nothing(game, people):
    with pytest.raises(NotASeat):
        submit(game, cmd.SayGo(0), people.carol)


def test_a_token_of_another_club_plays_for_nobody(game, people):
    token = Actor(
        kind="token", agent="api", label="app", token_id=1,
        user_id=people.alice.login.pk, club_id=game.club_id + 1, scopes=frozenset({"report"}),
    )  # fmt: skip

    with pytest.raises(NotASeat):
        submit(game, cmd.SayGo(0), token)


@pytest.mark.parametrize("off", [-1, 1])
def test_another_version_is_refused_with_the_present_one(game, people, off):
    with pytest.raises(VersionConflict) as refused:
        submit(game, cmd.SayGo(0), people.alice, game.version + off)

    assert refused.value.context == {"version": game.version}


def test_a_game_that_is_not_there_is_missing(people, game):
    Game.objects.filter(pk=game.pk).update(public_id="00000000-0000-4000-8000-000000000000")

    with pytest.raises(NotFound):
        submit_command(
            game_id=game.public_id, actor=people.alice.actor, command=cmd.SayGo(0),
            expected_version=1,
        )  # fmt: skip


def test_a_finished_game_is_news_once_and_takes_no_command(people):
    rules = Rules.of(first_deal="assigned", target=31)
    game = world.play_on(world.seated(people.club, people.alice, people.bob, rules=rules))

    assert list(Outbox.objects.values_list("topic", "key", "payload")) == [
        (
            "game.finished",
            f"game.finished:{game.public_id}",
            {"game_id": str(game.public_id)},
        )
    ]
    with pytest.raises(errors.GameOver):
        submit(game, cmd.SayGo(0), people.alice)


def test_the_outcome_says_how_it_ended(people):
    rules = Rules.of(first_deal="assigned", target=31)
    game = world.play_on(world.seated(people.club, people.alice, people.bob, rules=rules))
    outcome = outcome_of(game.public_id)

    assert outcome.is_over
    assert outcome.scores[outcome.winner_side] == 31 > outcome.scores[1 - outcome.winner_side]
    assert (outcome.first_dealer, outcome.finished_at) == (0, game.finished_at)


def test_the_lead_waits_for_the_grace(jack_turned, people):
    with pytest.raises(errors.ClaimWindowOpen):
        submit(jack_turned, cmd.PlayCard(1, Card.parse("2H")), people.bob)


def test_a_passed_grace_ends_before_the_lead(jack_turned, people):
    with clock.frozen(jack_turned.due_at):
        events = submit(jack_turned, cmd.PlayCard(1, Card.parse("2H")), people.bob)

    assert isinstance(events[0], GraceEnded)
    assert world.state(jack_turned).dealing.heels == "forfeited"
    assert world.reread(jack_turned).due_at is None


def test_a_claim_after_the_grace_still_counts_before_the_lead(jack_turned, people):
    with clock.frozen(jack_turned.due_at + timedelta(minutes=5)):
        submit(jack_turned, cmd.ClaimHeels(0), people.alice)

    assert world.state(jack_turned).scores == (2, 0)


def test_a_deadline_is_met_once(jack_turned):
    with clock.frozen(jack_turned.due_at):
        meet_deadline(game_id=jack_turned.public_id)
        meet_deadline(game_id=jack_turned.public_id)

    assert world.reread(jack_turned).version == jack_turned.version + 1
    assert world.state(jack_turned).dealing.heels == "open"


def test_a_running_grace_is_left_alone(jack_turned):
    with clock.frozen(jack_turned.due_at - timedelta(milliseconds=1)):
        meet_deadline(game_id=jack_turned.public_id)

    assert world.reread(jack_turned).version == jack_turned.version


def test_the_row_is_the_fold_of_the_log_at_every_step(people):
    rules = Rules.of(first_deal="cut", target=61)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    versions = []

    def check(state):
        row = world.reread(game)
        versions.append(row.version)
        assert row.snapshot == snapshot_of(replay(events_of(*log_of(row))))
        return state.is_over

    world.play_on(game, seed=3, until=check)

    assert versions == sorted(versions)
