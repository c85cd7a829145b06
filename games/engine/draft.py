"""A decision in the making: events and the state they lead to, step by step."""

from games.engine.events import Event, GameWon, Parts, PointsNotPegged, PointsPegged
from games.engine.evolving import APPLY
from games.engine.state import State


class Draft:
    """Events decided so far, and the game as if they had happened.

    Args:
        state: the game before the command; it stays as it is.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Append an event and apply it."""
        self.events.append(event)
        APPLY[type(event)](self.state, event)
        self.state.version += 1

    def peg(self, seat: int, points: int, why: str, parts: Parts) -> None:
        """Peg one act's points; the game is over when they reach the target.

        With an exact finish an act that would pass the target pegs nothing.

        Args:
            seat: whose act it is; the pegs are those of its side.
            points: its full value; 0 moves nothing and is no event.
            why: which act it is; see ``events``.
            parts: the points by kind; they add up to ``points``.

        Rule: docs/rules.md#end
        """
        if points == 0:
            return
        state, rules = self.state, self.state.rules
        side = rules.numbers.side_of(seat)
        if rules.exact_finish and points > self.holes_left(side):
            self.add(PointsNotPegged(side, seat, points, why, parts))
            return
        self.add(PointsPegged(side, seat, points, why, parts))
        if state.pegs[side].front >= rules.target:
            self.win(side)

    def holes_left(self, side: int) -> int:
        """Count the holes from a side's front peg to the target."""
        return self.state.rules.target - self.state.pegs[side].front

    def win(self, side: int) -> None:
        """End the game; every loser is classed by his own score."""
        rules = self.state.rules
        scores = enumerate(self.state.scores)
        classes = (0 if who == side else rules.skunk_class(score) for who, score in scores)
        self.add(GameWon(side, tuple(classes)))
