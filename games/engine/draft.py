"""A decision in the making: events and the state they lead to, step by step."""

from games.engine.events import Event, GameWon, Parts, PointsPegged
from games.engine.evolving import evolve
from games.engine.state import State


class Draft:
    """Events decided so far, and the game as if they had happened.

    Args:
        state: the game before the command; it stays as it is.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Append an event and apply it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def peg(self, seat: int, points: int, why: str, parts: Parts) -> None:
        """Peg one act's points; the game is over when they reach the target.

        Args:
            seat: whose act it is; the pegs are those of its side.
            points: its full value; 0 moves nothing and is no event.
            why: which act it is; see ``events``.
            parts: the points by kind; they add up to ``points``.

        Rule: docs/rules.md#end
        """
        if points == 0:
            return
        rules = self.state.rules
        side = rules.numbers.side_of(seat)
        self.add(PointsPegged(side, seat, points, why, parts))
        if self.state.pegs[side].front >= rules.target:
            scores = enumerate(self.state.scores)
            classes = (0 if who == side else rules.skunk_class(score) for who, score in scores)
            self.add(GameWon(side, tuple(classes)))
