"""The pack: committed to, shuffled without bias, stacked in tests only."""

import hashlib
import hmac
from itertools import product
from uuid import UUID

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from games.errors import GameKeyMissing
from games.services import deck
from scoring.cards import PACK

GAME = UUID("00000000-0000-4000-8000-00000000f15c")
SALT = "00112233445566778899aabbccddeeff" * 2


def seed(number):
    return hashlib.sha256(f"golden {number}".encode()).digest()


def independent_order(seed, nonces):
    """The rule of the module's docstring, written a second time and differently."""
    told, words, block = b"", [], 0
    for nonce in nonces:
        text = (nonce or "").lower().encode("ascii")
        told += bytes([len(text)]) + text
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    left = len(cards)
    while left > 1:
        if not words:
            message = b"str1" + told + block.to_bytes(8, "big")
            digest = hmac.new(seed, message, hashlib.sha256).digest()
            words = [int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24)]
            block += 1
        word = words.pop(0)
        if word < (1 << 64) - (1 << 64) % left:
            place = word % left
            left -= 1
            cards[left], cards[place] = cards[place], cards[left]
    return cards


@pytest.mark.parametrize("number", range(20))
def test_the_order_is_what_the_rule_gives(number):
    nonces = [None, "DEADBEEF" * (1 + number % 8)] if number % 2 else []

    order = [card.text for card in deck.order_of(seed(number), nonces)]

    assert order == independent_order(seed(number), nonces)


def test_one_order_is_known_by_heart():
    """So that both ways of writing the rule cannot drift together."""
    order = deck.order_of(seed(0), [])

    assert " ".join(card.text for card in order[:13]) == "9C TS KS 6S 8D 4H QH 2D 9S QC JC 5C 7C"


def test_every_tuple_of_places_gives_another_order():
    """Five cards: 5 * 4 * 3 * 2 streams of words, 120 orders."""
    streams = product(range(5), range(4), range(3), range(2))

    assert len({deck.shuffled(PACK[:5], iter(words)) for words in streams}) == 120


def test_words_beyond_the_last_whole_multiple_are_passed_over():
    largest = deck.WORDS - deck.WORDS % 52
    words = iter([largest, deck.WORDS - 1, largest - 1])

    assert deck.below(52, words) == 51


def test_each_card_is_as_likely_at_each_place():
    """A pack of a fixed list of seeds: chi square of 2,601 degrees within five sigma."""
    packs = 5_200
    seen = [[0] * 52 for _ in range(52)]
    for number in range(packs):
        for place, card in enumerate(deck.order_of(seed(number), [])):
            seen[place][card.code] += 1
    expected = packs / 52

    chi_square = sum((n - expected) ** 2 / expected for row in seen for n in row)

    assert 2_240 < chi_square < 2_962


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
