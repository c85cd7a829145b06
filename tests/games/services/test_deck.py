"""The pack: committed to, shuffled without bias, stacked in tests only."""

import hashlib
import json
from itertools import product
from uuid import UUID

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from games.errors import GameKeyMissing
from games.services import deck
from scoring.cards import PACK
from tests.house import ROOT

GOLDEN = ROOT / "tests" / "golden" / "packs.jsonl"
GAME = UUID("00000000-0000-4000-8000-00000000f15c")
SALT = "00112233445566778899aabbccddeeff" * 2


def seed(number):
    return hashlib.sha256(f"golden {number}".encode()).digest()


@pytest.mark.parametrize("number", range(20))
def test_packs_are_what_they_are_on_paper(number):
    """The players' script wrote them: two readings of the rule that cannot drift together."""
    shown = json.loads(GOLDEN.read_text().splitlines()[number])
    (pack,) = shown["packs"]
    game, seed = UUID(shown["game"]), bytes.fromhex(pack["seed"])

    assert [card.text for card in deck.order_of(seed, pack["nonces"])] == pack["order"]
    assert deck.commitment_of(game, pack["deal"], seed) == pack["commitment"]


def test_there_are_twenty_packs_on_paper():
    assert len(set(GOLDEN.read_text().splitlines())) == 20


def test_every_tuple_of_places_gives_another_order():
    """Five cards: 5 * 4 * 3 * 2 streams of words, 120 orders."""
    streams = product(range(5), range(4), range(3), range(2))

    assert len({deck.shuffled(PACK[:5], iter(words)) for words in streams}) == 120


def test_words_beyond_the_last_whole_multiple_are_passed_over():
    largest = deck.WORDS - deck.WORDS % 52
    words = iter([largest, deck.WORDS - 1, largest - 1])

    assert deck.below(52, words) == 51


def test_each_card_is_as_likely_at_each_place():
    """52,000 packs of a fixed list of seeds: chi square of 2,601 degrees within five sigma."""
    seen = [[0] * 52 for _ in range(52)]
    for number in range(52_000):
        for counts, card in zip(seen, deck.order_of(seed(number), []), strict=True):
            counts[card.code] += 1

    assert 2_240 < sum((n - 1_000) ** 2 / 1_000 for counts in seen for n in counts) < 2_962


def test_a_nonce_changes_the_order():
    assert deck.order_of(seed(1), [None, "00" * 8]) != deck.order_of(seed(1), [None, None])


def test_the_seed_needs_the_key_and_the_commitment_hides_it():
    pack = deck.Pack(1, "1", SALT)
    with override_settings(GAME_KEY="first", GAME_KEY_ID="1"):
        first = pack.seed(GAME)
        told = b"deck1" + GAME.bytes + (1).to_bytes(4, "big") + first
        assert pack.commitment(GAME) == hashlib.sha256(told).hexdigest()
    with override_settings(GAME_KEY="second", GAME_KEY_ID="1"):
        assert pack.seed(GAME) != first


def test_a_pack_of_another_key_is_not_guessed():
    with (
        override_settings(GAME_KEY_ID="2", GAME_KEYS_OLD={"0": "older"}),
        pytest.raises(GameKeyMissing, match=r"\(id 1\) is not set"),
    ):
        deck.Pack(1, "1", SALT).seed(GAME)


def test_an_old_key_opens_its_packs_after_a_new_one_came():
    pack = deck.Pack(1, "1", SALT)
    with override_settings(GAME_KEY="first", GAME_KEY_ID="1"):
        before = pack.order(GAME)
    with override_settings(GAME_KEY="second", GAME_KEY_ID="2", GAME_KEYS_OLD={"1": "first"}):
        assert pack.order(GAME) == before
        assert deck.new_pack(2).key_id == "2"


def test_another_key_under_the_same_id_deals_nothing():
    pack = deck.Pack(1, "1", SALT)
    with override_settings(GAME_KEY="first", GAME_KEY_ID="1"):
        commitment = pack.commitment(GAME)
    with (
        override_settings(GAME_KEY="second", GAME_KEY_ID="1"),
        pytest.raises(GameKeyMissing, match="not the one"),
    ):
        pack.order(GAME, commitment=commitment)


def test_packs_are_new_every_time():
    assert len({deck.new_pack(1).salt for _ in range(100)}) == 100


def test_nobody_stacks_a_pack_outside_tests():
    with pytest.raises(ImproperlyConfigured), deck.stacked(PACK):
        pass
    stacked = bytes(card.code for card in PACK).hex()
    with pytest.raises(ImproperlyConfigured):
        deck.Pack(1, deck.STACKED, stacked).order(GAME)


@override_settings(ALLOW_STACKED_PACKS=True)
def test_stacked_packs_come_first_then_drawn_ones():
    with deck.stacked(PACK[::-1]):
        first, second = deck.new_pack(1), deck.new_pack(2)

    assert first.order(GAME) == PACK[::-1]
    assert second.key_id != deck.STACKED
