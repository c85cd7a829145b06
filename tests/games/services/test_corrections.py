"""A director's rulings: what they do, who may give them, and what a refusal leaves."""

from functools import partial
from types import SimpleNamespace

import pytest

from common.actor import Actor
from common.errors import NotFound, PermissionDenied, VersionConflict
from common.models import Outbox
from games.codec import events_of, verify_chain
from games.engine import commands as cmd
from games.engine import errors
from games.engine.engine import replay
from games.engine.events import CardsDealt, DealStarted, GameWon
from games.engine.rules import Rules
from games.engine.rulings import Abandoned, Adjusted, DealVoided
from games.errors import NotAJudge, NotASeat, OwnGame, ResultStands
from games.models import GameEvent
from games.selectors.logs import corrections_of, log_of
from games.services import corrections
from games.services.fairness import faults_of
from tests.clubs import world as clubs
from tests.games import world
from tests.games.services.test_commands import stored

SHORT = Rules.of(first_deal="assigned", target=31)
WHY = "A card was seen."


def official(club, name, role):
    login = clubs.user(name)
    clubs.grant(login, club, role)
    return SimpleNamespace(login=login, actor=world.actor(login), key=f"user:{login.pk}")


@pytest.fixture
def director(people):
    return official(people.club, "dora", "director")


def rule(service, game, who, version=None, **given):
    """Call a service of corrections at the present version."""
    values = {"reason": WHY, **given}
    return service(
        game_id=game.public_id,
        actor=who if isinstance(who, Actor) else who.actor,
        expected_version=world.reread(game).version if version is None else version,
        **values,
    )


void = partial(rule, corrections.void_deal)
abandon = partial(rule, corrections.abandon_game)
adjust = partial(rule, corrections.adjust_score, side=1, back=10, front=20)
EVERY = [
    pytest.param(void, id="void"),
    pytest.param(abandon, id="abandon"),
    pytest.param(adjust, id="adjust"),
]


def checked(game):
    """Return a game whose row, log and packs agree."""
    row = world.reread(game)
    rows, secrets = log_of(row)
    assert verify_chain(row, rows, secrets) == faults_of(row) == []
    assert world.state(row) == replay(events_of(rows, secrets))
    return row


def in_second_deal(game):
    """Play until the second deal has begun to peg; return the pegs at its start."""
    world.play_on(
        game,
        until=lambda state: state.deal.number == 2 and state.pegs != state.pegs_before,
    )
    return world.state(game)


def test_a_voided_deal_is_dealt_again_by_the_same_dealer(game, director):
    before = in_second_deal(game)
    events = void(game, director)
    after = world.state(game)

    assert [type(event) for event in events] == [DealVoided, DealStarted, CardsDealt]
    assert after.pegs == before.pegs_before != before.pegs
    assert (after.deal.number, after.deal.dealer) == (3, before.deal.dealer)
    assert after.deal.commitment != before.deal.commitment
    checked(game)


def test_a_voided_deal_is_not_the_end_of_the_game(game, director):
    void(game, director)

    assert checked(world.play_on(game)).is_over


def test_who_rules_is_the_first_judge(game, people, director):
    carol = official(people.club, "jane", "judge")
    (voided, *_rest) = void(game, director, judges=[carol.key, carol.key, director.key])

    assert voided == DealVoided(1, WHY, (director.key, carol.key))


def test_an_abandoned_game_has_no_winner_and_is_news(game, director):
    (event,) = abandon(game, director)
    row = checked(game)

    assert event == Abandoned(WHY)
    assert (row.is_over, row.winner_side, row.due_at) == (True, None, None)
    assert Outbox.objects.get().topic == "game.abandoned"


def test_an_abandoned_game_goes_on_from_its_last_deal(game, director):
    before = in_second_deal(game)
    abandon(game, director)
    void(game, director)
    row = checked(game)

    assert (row.is_over, row.finished_at, row.phase) == (False, None, "discard")
    assert world.state(game).pegs == before.pegs_before
    assert checked(world.play_on(game)).winner_side is not None


def test_pegs_are_put_where_the_ruling_says(game, director):
    adjust(game, director, reason="  Pegged on the other board. ")

    assert world.state(game).pegs[1] == (10, 20)
    event = GameEvent.objects.filter(game=game, type="adjusted").get()
    assert event.public["reason"] == "Pegged on the other board."
    assert event.actor_key == director.actor.key
    checked(game)


def test_an_adjustment_to_the_target_ends_the_game(game, director):
    events = adjust(game, director, back=100, front=121)

    assert [type(event) for event in events] == [Adjusted, GameWon]
    assert checked(game).winner_side == 1
    assert Outbox.objects.get().topic == "game.finished"


def test_the_corrections_are_listed_with_their_reasons(game, director):
    adjust(game, director)
    void(game, director)
    abandon(game, director)
    seen = SimpleNamespace(game=world.reread(game))

    listed = corrections_of(seen)
    assert [one["type"] for one in listed] == ["adjusted", "deal_voided", "abandoned"]
    assert {one["reason"] for one in listed} == {WHY}
    assert listed[0]["judges"] == [director.key]
    assert [one["seq"] for one in listed] == sorted(one["seq"] for one in listed)


@pytest.mark.parametrize("ruling", EVERY)
@pytest.mark.parametrize("role", ["scorer", "checker", "judge", "treasurer", "viewer"])
def test_only_directors_correct(game, people, ruling, role):
    was = stored(game)

    with pytest.raises(PermissionDenied):
        ruling(game, official(people.club, "olga", role))
    assert stored(game) == was


@pytest.mark.parametrize("ruling", EVERY)
def test_a_seat_corrects_nothing(game, people, ruling):
    with pytest.raises(PermissionDenied):
        ruling(game, people.alice)


@pytest.mark.parametrize("ruling", EVERY)
@pytest.mark.parametrize("role", ["owner", "director"])
def test_a_director_who_plays_leaves_it_to_another(game, people, ruling, role):
    clubs.grant(people.alice.login, people.club, role)
    was = stored(game)

    with pytest.raises(OwnGame):
        ruling(game, people.alice)
    assert stored(game) == was


def test_a_seat_that_is_kept_is_ones_own_game_too(people):
    clubs.grant(people.bob.login, people.club, "director")
    game = world.opened(people.club, people.alice, people.bob)

    with pytest.raises(OwnGame):
        abandon(game, people.bob)


def test_a_superuser_who_plays_corrects_nothing_either(game, people):
    people.alice.login.is_superuser = True

    with pytest.raises(OwnGame):
        void(game, world.actor(people.alice.login))


@pytest.mark.parametrize("ruling", EVERY)
def test_a_private_clubs_game_is_not_there_for_a_stranger(director, ruling):
    hidden = world.people("hilltop", ("dave", "eve"), is_public=False)
    game = world.seated(hidden.club, hidden.dave, hidden.eve)

    with pytest.raises(NotFound):
        ruling(game, director)


def test_a_players_key_judges_nothing(game, people, director):
    was = stored(game)

    with pytest.raises(OwnGame):
        void(game, director, judges=[f"user:{people.bob.login.pk}"])
    assert stored(game) == was


@pytest.mark.parametrize("key", ["Ada Finch", "user:0", "user:9999999", "token:1", "", "carol"])
def test_a_judge_is_a_key_of_somebody_who_judges(game, people, director, key):
    was = stored(game)
    key = f"user:{people.carol.login.pk}" if key == "carol" else key

    with pytest.raises(NotAJudge):
        adjust(game, director, judges=[key])
    assert stored(game) == was


@pytest.mark.parametrize("ruling", EVERY)
def test_a_ruling_without_a_reason_is_none(game, director, ruling):
    was = stored(game)

    with pytest.raises(errors.ReasonMissing):
        ruling(game, director, reason=" ")
    assert stored(game) == was


@pytest.mark.parametrize("ruling", EVERY)
@pytest.mark.parametrize("off", [-1, 1])
def test_a_ruling_on_another_version_is_refused(game, director, ruling, off):
    with pytest.raises(VersionConflict) as refused:
        ruling(game, director, game.version + off)
    assert refused.value.context == {"version": game.version}


@pytest.mark.parametrize("pegs", [(2, 5, 9), (0, 9, 5), (1, -1, 4), (1, 100, 122)])
def test_pegs_that_cannot_stand_so_are_refused(game, director, pegs):
    was = stored(game)
    side, back, front = pegs

    with pytest.raises(errors.PegsImpossible):
        adjust(game, director, side=side, back=back, front=front)
    assert stored(game) == was


def test_before_the_first_deal_nothing_can_be_voided(people, director):
    game = world.opened(people.club, people.alice, people.bob)
    abandon(game, director)

    with pytest.raises(errors.WrongPhase):
        void(game, director)


@pytest.mark.parametrize("ruling", EVERY)
def test_a_finished_game_is_not_corrected(people, director, ruling):
    game = world.seated(people.club, people.alice, people.bob, rules=SHORT)
    was = stored(world.play_on(game))

    with pytest.raises(errors.GameOver):
        ruling(game, director)
    assert stored(game) == was


@pytest.mark.parametrize("ruling", EVERY)
def test_the_result_of_a_match_is_corrected_in_the_match(people, director, ruling):
    game = world.seated(people.club, people.alice, people.bob, rules=SHORT)
    type(game).objects.filter(pk=game.pk).update(origin="match:one:1")
    world.play_on(game)

    with pytest.raises(ResultStands, match="correct the result in the match"):
        ruling(game, director)


@pytest.mark.parametrize("ruling", [abandon, adjust])
def test_an_abandoned_game_is_only_voided(game, director, ruling):
    abandon(game, director)

    with pytest.raises(errors.GameOver):
        ruling(game, director)


def test_an_abandoned_game_takes_no_command(game, people, director):
    abandon(game, director)

    with pytest.raises(errors.GameOver):
        world.send(game, cmd.SayGo(0), people.alice.actor)
    with pytest.raises(NotASeat):
        world.send(game, cmd.SayGo(0), people.carol.actor)
