"""The numbers of a variant: seats, cards, lines. No behaviour."""

from dataclasses import dataclass

from games.engine.errors import RulesInvalid

CRIB_SIZE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The numbers that make one variant of the game.

    Args:
        key: its name in the registry and in every log.
        seats: places at the table.
        sides: who owns pegs; seat ``n`` plays for side ``n % sides``.
        dealt: cards dealt to each seat.
        laid_away: cards each seat puts into the crib.
        hand: cards each seat keeps.
        dealer_extra: cards more for the dealer, who lays as many more away.
        to_crib: cards dealt straight to the crib.
        target: holes to the end of the game.
        skunk_below: a loser with fewer points is skunked; None: no such line.
        double_below: the same for the double skunk.
        pone_start: points of the pone before the first deal.
        single_count: the play is over with its first count.

    Raises:
        RulesInvalid: the numbers do not make a crib of four or equal hands.

    Rule: docs/rules.md#deal
    """

    key: str
    seats: int
    sides: int
    dealt: int
    laid_away: int
    hand: int = 4
    dealer_extra: int = 0
    to_crib: int = 0
    target: int = 121
    skunk_below: int | None = 91
    double_below: int | None = 61
    pone_start: int = 0
    single_count: bool = False

    def __post_init__(self) -> None:
        crib = self.seats * self.laid_away + self.dealer_extra + self.to_crib
        if crib != CRIB_SIZE:
            raise RulesInvalid(f"{self.key} makes a crib of {crib} cards, not of four", crib=crib)
        if self.dealt - self.laid_away != self.hand:
            raise RulesInvalid(f"{self.key} does not leave every seat {self.hand} cards")
        if self.sides < 2 or self.seats % self.sides:
            raise RulesInvalid(f"{self.key} does not share its seats evenly among the sides")

    def side_of(self, seat: int) -> int:
        """Name the side whose pegs a seat moves."""
        return seat % self.sides

    def discards_of(self, seat: int, dealer: int) -> int:
        """Say how many cards a seat lays away when ``dealer`` deals."""
        return self.laid_away + (self.dealer_extra if seat == dealer else 0)
