"""Opening a game and sitting down to it."""

from uuid import uuid4

import pytest

from clubs.services.players import edit_player
from common.actor import Actor
from common.errors import NotFound, PermissionDenied, ValidationFailed
from games.engine.errors import NoSuchSeat, RulesDigestMismatch, RulesInvalid, SeatTaken
from games.engine.rules import Rules
from games.errors import AlreadySeated, NotAPlayer, NotYourSeat
from games.models import GameEvent, GameSeat
from games.services.tables import create_game, take_seat
from tests.clubs import world as clubs
from tests.games import world

CUT = Rules.of(first_deal="cut")


def opened(people, rules=CUT, **values):
    return create_game(
        club_id=people.club.public_id, **{"actor": people.alice.actor, "rules": rules, **values}
    )


def sit(game, who, seat, digest=None):
    return take_seat(
        game_id=game.public_id, actor=who.actor, seat=seat, rules_digest=digest or game.rules_digest
    )


def test_a_new_game_waits_for_its_seats(people):
    game = opened(people, origin="match:7:1")

    assert (game.version, game.phase, game.origin) == (1, "seating", "match:7:1")
    assert [place.player for place in GameSeat.objects.filter(game=game)] == [None, None]


def test_two_who_sit_down_find_a_pack_to_cut(people):
    game = opened(people)
    sit(game, people.bob, 1)
    sit(game, people.carol, 0)

    types = GameEvent.objects.filter(game=game).order_by("seq").values_list("type", flat=True)
    assert list(types) == ["game_created", "seat_taken", "seat_taken", "cut_offered"]
    assert world.reread(game).users == [people.carol.login.pk, people.bob.login.pk]


def test_a_stranger_opens_no_game_at_a_public_club(people):
    with pytest.raises(PermissionDenied):
        opened(people, actor=world.actor(clubs.user("spec")))


def test_a_private_club_is_not_there_for_a_stranger(db):
    hidden = world.people("hilltop", ("dave",), is_public=False)

    with pytest.raises(NotFound):
        create_game(club_id=hidden.club.public_id, actor=world.actor(clubs.user("spec")), rules=CUT)


@pytest.mark.parametrize("how_many", [1, 3])
def test_a_game_for_two_names_two_players(people, how_many):
    names = [people.alice, people.bob, people.carol][:how_many]

    with pytest.raises(ValidationFailed):
        opened(people, players=[one.player.public_id for one in names])


def test_players_are_of_the_club(people):
    other = world.people("hilltop", ("dave",))

    with pytest.raises(ValidationFailed) as refused:
        opened(people, players=[people.alice.player.public_id, other.dave.player.public_id])

    assert refused.value.errors[0][0] == "players"


def test_rules_and_first_dealer_agree(people):
    with pytest.raises(RulesInvalid):
        opened(people, first_dealer=0)


def test_a_kept_seat_is_its_players(people):
    game = opened(people, players=[people.alice.player.public_id, people.bob.player.public_id])

    with pytest.raises(NotYourSeat):
        sit(game, people.carol, 0)
    with pytest.raises(NotYourSeat):
        sit(game, people.alice, 1)


def test_nobody_plays_against_himself(people):
    game = opened(people)
    sit(game, people.alice, 0)

    with pytest.raises(AlreadySeated):
        sit(game, people.alice, 1)
    with pytest.raises(SeatTaken):
        sit(game, people.alice, 0)


def test_the_rules_must_have_been_read(people):
    game = opened(people)

    with pytest.raises(RulesDigestMismatch):
        sit(game, people.alice, 0, "0" * 64)

    assert world.reread(game).users == [None, None]
    assert not GameSeat.objects.filter(game=game, taken_at__isnull=False).exists()


def test_there_is_no_third_seat(people):
    with pytest.raises(NoSuchSeat):
        sit(opened(people), people.alice, 2)


def test_only_active_players_of_the_club_sit_down(people):
    game = opened(people)
    edit_player(
        player_id=people.bob.player.public_id,
        values={"is_active": False},
        actor=Actor.system("cli"),
        expected_version=1,
    )
    director = clubs.user("dora")
    clubs.grant(director, people.club, "director")

    for actor in (people.bob.actor, world.actor(director), Actor.system("worker")):
        with pytest.raises(NotAPlayer):
            take_seat(game_id=game.public_id, actor=actor, seat=0, rules_digest=game.rules_digest)


def test_a_game_that_is_not_there_has_no_seats(people):
    with pytest.raises(NotFound):
        take_seat(game_id=uuid4(), actor=people.alice.actor, seat=0, rules_digest="")
