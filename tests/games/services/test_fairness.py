"""The chain and the packs: what is shown after the end, and tampering found."""

import random

import pytest
from django.db import IntegrityError, connection

from common.errors import NotFound, PermissionDenied
from games.engine.events import CardsDealt
from games.engine.rules import Rules
from games.errors import NotRevealedYet
from games.models import Game, GameEvent, GameSecret
from games.selectors.games import seen_game
from games.selectors.logs import events_after
from games.services.corrections import void_deal
from games.services.deck import commitment_of, order_of
from games.services.fairness import faults_of, played_packs, reveal_packs
from tests.clubs import world as clubs
from tests.games import world

SHORT = Rules.of(first_deal="cut", target=31)


@pytest.fixture
def over(people):
    return world.play_on(world.seated(people.club, people.alice, people.bob, rules=SHORT), seed=2)


@pytest.fixture
def unguarded():
    """Put the triggers to sleep: somebody has the keys of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")


def test_a_game_that_went_right_has_no_faults(over):
    assert faults_of(over) == []


def test_a_running_game_can_be_checked_too(game):
    assert faults_of(game) == []


def test_the_pack_shown_gives_the_cards_dealt(over, people):
    seen = seen_game(people.alice.actor, over.public_id)
    (shown,) = reveal_packs(seen, people.alice.actor, number=1)
    seed = bytes.fromhex(shown["seed"])
    played = next(played for played in played_packs(over) if played.pack.number == 1)
    (hands,) = [event.hands for event in played.events if isinstance(event, CardsDealt)]

    assert commitment_of(over.public_id, 1, seed) == shown["commitment"]
    assert [card.text for card in order_of(seed, shown["nonces"])] == shown["order"]
    assert [card.text for card in hands[1 - played.dealer]] == shown["order"][0:12:2]


def test_the_packs_that_were_cut_are_deal_zero(over, people):
    seen = seen_game(people.bob.actor, over.public_id)

    assert {pack["deal"] for pack in reveal_packs(seen, people.bob.actor, number=0)} == {0}


def test_nothing_is_shown_while_the_game_runs(game, people):
    root = clubs.user("root", is_superuser=True)
    for actor in (people.alice.actor, world.actor(root)):
        with pytest.raises(NotRevealedYet):
            reveal_packs(seen_game(actor, game.public_id), actor, number=1)


def test_packs_are_not_for_everybody(over, people):
    seen = seen_game(people.carol.actor, over.public_id)

    with pytest.raises(PermissionDenied):
        reveal_packs(seen, people.carol.actor, number=1)


def test_a_deal_that_was_not_is_missing(over, people):
    with pytest.raises(NotFound):
        reveal_packs(seen_game(people.bob.actor, over.public_id), people.bob.actor, number=99)


@pytest.fixture
def dora(people):
    login = clubs.user("dora")
    clubs.grant(login, people.club, "director")
    return world.actor(login)


def voided(game, director):
    world.play_on(game, until=lambda state: state.phase == "play" and len(state.deal.laid) == 2)
    row = world.reread(game)
    void_deal(
        game_id=row.public_id, actor=director, reason="A seen card.", expected_version=row.version
    )
    return world.reread(game)


def test_the_pack_of_a_void_deal_is_shown_at_once(game, people, dora):
    voided(game, dora)
    for viewer in (people.alice.actor, dora):
        seen = seen_game(viewer, game.public_id)
        (shown,) = reveal_packs(seen, viewer, number=1)
        assert len(shown["order"]) == 52

        with pytest.raises(NotRevealedYet):
            reveal_packs(seen, viewer, number=2)


def test_the_pack_of_a_void_deal_is_not_for_who_watches(game, people, dora):
    voided(game, dora)

    with pytest.raises(PermissionDenied):
        reveal_packs(seen_game(people.carol.actor, game.public_id), people.carol.actor, number=1)


@pytest.mark.parametrize("limit", [1, 7, 200])
def test_a_seat_sees_all_cards_of_a_void_deal_and_no_more(game, people, dora, limit):
    row = voided(game, dora)
    seen, told = seen_game(people.alice.actor, row.public_id), []
    while len(told) < row.version:
        told += events_after(seen, seq=len(told), limit=limit)
    void, running = [event for event in told if event["type"] == "cards_dealt"]

    assert [len(void["hidden"][seat]["cards"]) for seat in ("0", "1")] == [6, 6]
    assert "hidden" not in running
    assert len(running["cards"]) == 6
    assert [event.get("hidden") is not None for event in told].count(True) == 3


def test_who_watches_sees_no_card_of_a_void_deal(game, people, dora):
    row = voided(game, dora)
    for viewer in (people.carol.actor, dora):
        told = events_after(seen_game(viewer, row.public_id), seq=0)
        assert [event for event in told if "hidden" in event or "cards" in event] == []


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_byte_is_found(over, unguarded, seed):
    """Events, secrets and hashes, each changed by one byte somewhere."""
    chance = random.Random(seed)
    model, field = [
        (GameEvent, "hash"), (GameEvent, "commit"), (GameSecret, "nonce"),
    ][seed % 3]  # fmt: skip
    row = chance.choice(list(model.objects.filter(game=over).exclude(**{field: None})))
    value = bytearray(getattr(row, field))
    value[chance.randrange(len(value))] ^= 1 << chance.randrange(8)
    model.objects.filter(game=over, seq=row.seq).update(**{field: bytes(value)})

    assert faults_of(over) != []


def test_a_changed_card_is_found(over, unguarded):
    row = GameEvent.objects.filter(game=over, type="card_played").order_by("seq").first()
    GameEvent.objects.filter(game=over, seq=row.seq).update(public={**row.public, "card": "AS"})

    assert faults_of(over)[0] == f"event {row.seq} does not follow from the one before"


def test_a_removed_event_is_found(over, unguarded):
    GameEvent.objects.filter(game=over, seq=5).delete()

    assert "event 5 is missing or out of place" in faults_of(over)


def test_a_changed_projection_is_found(over):
    Game.objects.filter(pk=over.pk).update(snapshot={**over.snapshot, "winner": None})

    assert faults_of(world.reread(over)) == ["the game is not what its log leads to"]


def test_a_pack_of_another_key_is_found(over, settings):
    settings.GAME_KEY = "another"

    assert "the pack is not the one committed to" in faults_of(over)[0]


@pytest.mark.parametrize("model", [GameEvent, GameSecret])
def test_the_log_is_only_added_to(over, model):
    with pytest.raises(IntegrityError, match="only added"):
        model.objects.filter(game=over, seq=4).delete()
