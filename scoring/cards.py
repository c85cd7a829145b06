"""The pack: 52 cards, each of which exists once in a process.

Text is rank then suit: ``"5H"``, ``"TS"``. Rank ``A23456789TJQK`` (ace low),
suit ``CDHS``. Suits have no order in the game; that cards sort by rank and
then by suit only makes lists repeatable.

A card is its code as an ``int``: hands are sets and piles are searched at every
step of a game, and as an ``int`` a card hashes, compares and sorts without a
call into Python code (a class with slots took 300 ns for a set of four cards
where this takes 190). Sets of cards also come out alike in every process. The
price: a card passes where a number is asked for, so write ``str(card)`` to
anything outside, and never do sums with cards.

Rule: docs/rules.md#cards
"""

from typing import Final, NoReturn

from scoring.errors import InvalidCard

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
JACK: Final = 11


class Card(int):
    """One card of the pack; ``Card(5, "H")`` always gives the same object."""

    rank: int
    """1 (ace) to 13 (king): what makes pairs and runs."""
    value: int
    """1 to 10: what it counts."""
    suit: str
    """One of ``CDHS``."""
    code: int
    """0 (AC) to 51 (KS): ``4 * (rank - 1)`` plus the place of the suit."""
    text: str
    """As written: ``"5H"``."""

    def __new__(cls, rank: int, suit: str) -> "Card":
        if rank not in range(1, 14) or suit not in tuple(SUITS):
            raise InvalidCard(f"no card has rank {rank!r} and suit {suit!r}")
        return PACK[4 * (rank - 1) + SUITS.index(suit)]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card from its text.

        Args:
            text: rank and suit, two characters, upper case: ``"5H"``, ``"TS"``.

        Returns:
            The card.

        Raises:
            InvalidCard: the text is anything else.

        Rule: docs/rules.md#cards
        """
        card = _BY_TEXT.get(text) if isinstance(text, str) else None
        if card is None:
            shown = repr(text)[:24]
            raise InvalidCard(f"{shown} is no card; write a rank and a suit, as in 5H or TS")
        return card

    def __bool__(self) -> bool:
        return True  # the ace of clubs has code 0 and is a card all the same

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.rank}, {self.suit!r})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __reduce__(self) -> tuple[type["Card"], tuple[int, str]]:
        # Copies and pickles lead back to the one object.
        return Card, (self.rank, self.suit)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces: ``cards("5H 5C JD")``.

    Args:
        text: card texts in order; empty text gives no card.

    Returns:
        The cards in the order given; a card may repeat, rules refuse that later.

    Raises:
        InvalidCard: a word is no card.

    Rule: docs/rules.md#cards
    """
    return tuple(Card.parse(word) for word in text.split())


def _make(code: int) -> Card:
    rank, suit = code // 4 + 1, SUITS[code % 4]
    fields = {
        "rank": rank,
        "value": min(rank, 10),
        "suit": suit,
        "code": code,
        "text": RANKS[rank - 1] + suit,
    }
    card = int.__new__(Card, code)
    for name, value in fields.items():
        object.__setattr__(card, name, value)
    return card


PACK: Final[tuple[Card, ...]] = tuple(_make(code) for code in range(52))
"""The 52 cards in the order of their codes."""

_BY_TEXT: Final = {card.text: card for card in PACK}
