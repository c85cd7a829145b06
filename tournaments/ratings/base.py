"""What every rating system works on, and the one way to work through games.

A *rating* is a value in Elo points with its deviation. A *game to rate* has one
winner and one loser and was played to its end; its ``key`` is its place in the
order of play: (played at, event, round, match, number).

Rule: docs/rules.md#ratings
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import itemgetter
from typing import Any, Literal, NamedTuple, Protocol

from tournaments.ratings.errors import GameRatedTwice, PlayedOneself

FirstDealer = Literal["winner", "loser"]
PlayerKey = Hashable
# Compared as a whole: texts and numbers, the same kinds at the same places.
OrderKey = tuple[Any, ...]

_PLACE = itemgetter(3)


class Rated(NamedTuple):
    """A player's rating: value and deviation in Elo points, games counted."""

    value: float
    deviation: float
    games: int


class GameToRate(NamedTuple):
    """One game that counts; ``first_dealer`` is None when nobody wrote it down."""

    winner: PlayerKey
    loser: PlayerKey
    first_dealer: FirstDealer | None
    key: OrderKey


class RatedGame(NamedTuple):
    """The reason of a change: the game, and both ratings before and after it."""

    game: GameToRate
    winner_before: Rated
    loser_before: Rated
    winner_after: Rated
    loser_after: Rated


class Change(NamedTuple):
    """One line of a player's history."""

    key: OrderKey
    opponent: PlayerKey
    won: bool
    dealt_first: bool | None
    before: Rated
    after: Rated


class RatingSystem(Protocol):
    """How a game moves two ratings, and what they say of the next game."""

    @property
    def key(self) -> str:
        """The name in the registry."""

    def initial(self) -> Rated:
        """Return the rating of somebody who has played no game."""

    def rate(
        self, winner: Rated, loser: Rated, first_dealer: FirstDealer | None
    ) -> tuple[Rated, Rated]:
        """Return both ratings after the game, the winner's first."""

    def predict(
        self, one: Rated, other: Rated, first_dealer: Literal["one", "other"] | None
    ) -> float:
        """Return the chance that ``one`` wins, between 0 and 1."""


class Rebuilt(NamedTuple):
    """Ratings after the games, and the games in the order they were rated."""

    ratings: dict[PlayerKey, Rated]
    history: list[RatedGame]


def counts_for_rating(*, outcome: str, winners: int, rule_code: str | None = None) -> bool:
    """Say whether a game is rated: it was played, and one side won it.

    Args:
        outcome: the outcome word of the match or game; only ``played`` games
            were played (a bye, forfeit, walkover or annulled game was not).
        winners: how many sides won it; after the cross-check it may be none.
        rule_code: the code the cross-check put on the game, which alone does
            not make it unrated: one side may still have won.

    Rule: docs/rules.md#ratings
    """
    return outcome == "played" and winners == 1


def replay(
    system: RatingSystem,
    games: Iterable[GameToRate],
    ratings: dict[PlayerKey, Rated],
    record: Callable[[RatedGame], object] | None = None,
) -> None:
    """Rate games one by one in the order of play.

    The only way games are rated: live, a rebuild from a checkpoint and a
    rebuild of everything differ in ``games`` and ``ratings`` only, so a game
    that is corrected, removed or entered late gives what being right at once
    gives.

    Args:
        system: the rating system.
        games: in any order; ``key`` decides.
        ratings: before the first of them; changed in place, game by game.
        record: is told each game with both ratings before and after it.

    Raises:
        GameRatedTwice: two games have the same key.
        PlayedOneself: a game has the same player on both sides.

    Rule: docs/rules.md#ratings
    """
    newcomer, rate, rated_so_far = system.initial(), system.rate, ratings.get
    last: OrderKey | None = None
    for game in sorted(games, key=_PLACE):
        winner, loser, first_dealer, place = game
        if winner == loser:
            raise PlayedOneself("a game needs two players", player=winner, key=place)
        if place == last:
            raise GameRatedTwice("two games stand at the same place of the order", key=place)
        last = place
        before, other_before = rated_so_far(winner, newcomer), rated_so_far(loser, newcomer)
        after, other_after = rate(before, other_before, first_dealer)
        ratings[winner], ratings[loser] = after, other_after
        if record is not None:
            record(RatedGame(game, before, other_before, after, other_after))


def rebuild(
    system: RatingSystem, games: Iterable[GameToRate], start: Mapping[PlayerKey, Rated]
) -> Rebuilt:
    """Rate games by :func:`replay` and keep the history.

    Args:
        system: the rating system.
        games: in any order; ``key`` decides.
        start: ratings before the first of them (a checkpoint); left as it is.

    Returns:
        All ratings of ``start`` and of everybody who played, with the history.

    Raises:
        GameRatedTwice: two games have the same key.
        PlayedOneself: a game has the same player on both sides.

    Rule: docs/rules.md#ratings
    """
    ratings = dict(start)
    history: list[RatedGame] = []
    replay(system, games, ratings, history.append)
    return Rebuilt(ratings, history)


def changes_of(player: PlayerKey, history: Iterable[RatedGame]) -> tuple[Change, ...]:
    """List a player's changes with their reasons, in the order of play.

    Args:
        player: as in the games.
        history: of :func:`rebuild`.

    Returns:
        One line a game; empty for somebody who played none.

    Rule: docs/rules.md#ratings
    """
    return tuple(
        Change(
            key=line.game.key,
            opponent=line.game.loser if won else line.game.winner,
            won=won,
            dealt_first=_dealt_first(line.game.first_dealer, won=won),
            before=line.winner_before if won else line.loser_before,
            after=line.winner_after if won else line.loser_after,
        )
        for line in history
        for won in (True, False)
        if player == (line.game.winner if won else line.game.loser)
    )


def _dealt_first(first_dealer: FirstDealer | None, *, won: bool) -> bool | None:
    return None if first_dealer is None else (first_dealer == "winner") == won
