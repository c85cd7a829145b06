"""The games that are rated, in the one order that ratings are computed in.

Rated are the games of final events: played to their end, one player against one,
one of them the winner. A night is rated as of the instant it was to start, not of
the minute its results were typed: so a card that is entered late, or corrected,
stands where it was played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.models import EntryMember, Event, GameLine, ResultClaim
from tournaments.ratings.base import FirstDealer, GameToRate, OrderKey, counts_for_rating

COUNTED_STATES = (Event.State.FINAL, Event.State.ARCHIVED)
RATED_VARIANTS = ("six_card",)


class EventInOrder(NamedTuple):
    """A final event and its place in the order of play."""

    place: OrderKey
    event_id: int


class _Line(NamedTuple):
    event: int
    stage: int
    round: int
    match: int
    number: int
    entry: int
    won: bool
    rule_code: str | None
    dealt_first: bool | None


def rated_events(club_id: int, variant: str) -> tuple[EventInOrder, ...]:
    """List the events of a club that are rated together, in the order of play.

    Args:
        club_id: key of the club.
        variant: of the games.
    """
    events = Event.objects.filter(
        tournament__club_id=club_id, state__in=COUNTED_STATES, rules__variant=variant
    ).select_related("tournament")
    return tuple(sorted(EventInOrder(place_of(event), event.pk) for event in events))


def place_of(event: Event) -> OrderKey:
    """Return where an event stands in the order of play.

    Args:
        event: any, with its tournament.
    """
    occasion = event.tournament
    return (occasion.starts_at.isoformat(), occasion.pk, event.number)


def games_to_rate(events: Iterable[EventInOrder]) -> Mapping[int, tuple[GameToRate, ...]]:
    """Read the rated games of events; players are named by their keys.

    Args:
        events: with their places.

    Returns:
        The games by the key of their event; two queries, however many events.
    """
    places = {event_id: place for place, event_id in events}
    alone = _players_alone(places)
    games: dict[int, list[GameToRate]] = defaultdict(list)
    for key, lines in groupby(_lines(places), key=lambda line: line[:5]):
        game = _game((*places[key[0]], *key[1:]), list(lines), alone)
        if game is not None:
            games[key[0]].append(game)
    return {event_id: tuple(found) for event_id, found in games.items()}


def _lines(events: Iterable[int]) -> Iterator[_Line]:
    counted = GameLine.objects.filter(
        claim__match__stage__event__in=list(events),
        claim__state=ResultClaim.State.ACCEPTED,
        is_forfeit=False,
    )
    path = "claim__match__"
    order = [f"{path}stage__event", f"{path}stage__number", f"{path}round__number"]
    order += [f"{path}number", "number"]
    rows = counted.order_by(*order, "side__slot").values_list(
        *order, "side__entry", "won", "rule_code", "dealt_first"
    )
    return (_Line(*row) for row in rows)


def _players_alone(events: Iterable[int]) -> dict[int, int]:
    """The player of every entry that has one member."""
    members: dict[int, list[int]] = defaultdict(list)
    rows: Any = EntryMember.objects.filter(event__in=list(events)).values_list(
        "entry_id", "registration__player_id"
    )
    for entry, player in rows:
        members[entry].append(player)
    return {entry: players[0] for entry, players in members.items() if len(players) == 1}


def _game(place: OrderKey, lines: list[_Line], alone: Mapping[int, int]) -> GameToRate | None:
    winners = [line for line in lines if line.won]
    losers = [line for line in lines if not line.won]
    code = next((line.rule_code for line in lines if line.rule_code), None)
    is_rated = counts_for_rating(outcome="played", winners=len(winners), rule_code=code)
    if not is_rated or not losers or any(line.entry not in alone for line in lines):
        return None
    return GameToRate(
        winner=alone[winners[0].entry],
        loser=alone[losers[0].entry],
        first_dealer=_first_dealer(winners[0].dealt_first),
        key=place,
    )


def _first_dealer(winner_dealt: bool | None) -> FirstDealer | None:
    if winner_dealt is None:
        return None
    return "winner" if winner_dealt else "loser"
