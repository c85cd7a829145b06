"""Hypothesis strategies for cards, hands and piles; further ones are added here."""

from hypothesis import strategies as st

from scoring.cards import PACK, Card

one_card = st.sampled_from(PACK)


def distinct_cards(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(one_card, min_size=size, max_size=size, unique=True).map(tuple)


four_cards = distinct_cards(4)
five_cards = distinct_cards(5)
six_cards = distinct_cards(6)
hands_with_starter = five_cards.map(lambda shown: (shown[:4], shown[4]))
three_cards_with_starter = four_cards.map(lambda shown: (shown[:3], shown[3]))

# Few ranks and small ones: fifteens, sets and runs are common, piles get long.
_scoring_cards = st.sampled_from([card for card in PACK if card.rank <= 7])


def _cut_at_31(laid: list[Card]) -> tuple[Card, ...]:
    pile: list[Card] = []
    for card in laid:
        if sum(before.value for before in pile) + card.value > 31:
            break
        pile.append(card)
    return tuple(pile)


piles = st.one_of(
    st.lists(one_card, min_size=1, max_size=13, unique=True),
    st.lists(_scoring_cards, min_size=1, max_size=13, unique=True),
).map(_cut_at_31)
