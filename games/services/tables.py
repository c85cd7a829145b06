"""Opening a game and sitting down to it."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from clubs.access import belongs, can_see_club
from clubs.models import Club, Player
from common import clock
from common.actor import Actor
from common.errors import NotFound, PermissionDenied, ValidationFailed
from games.codec import NO_HASH
from games.engine.commands import CreateGame, TakeSeat
from games.engine.errors import NoSuchSeat, SeatTaken
from games.engine.rules import Rules
from games.errors import AlreadySeated, NotAPlayer, NotYourSeat
from games.models import Game, GameSeat
from games.services.locks import lock_game
from games.services.turns import Turn


def create_game(
    *,
    club_id: UUID,
    actor: Actor,
    rules: Rules,
    players: Sequence[UUID] = (),
    first_dealer: int | None = None,
    origin: str = "",
) -> Game:
    """Open a game; its seats are still to be taken.

    Args:
        club_id: public id of the club whose game it is.
        actor: belongs to the club.
        rules: frozen from now on.
        players: public ids of players of the club, by seat; each seat is kept
            for its player. None: whoever of the club comes first.
        first_dealer: a seat; None where the rules have the seats cut for it.
        origin: what the game belongs to, such as ``match:UUID:1``.

    Returns:
        The game.

    Raises:
        NotFound: there is no such club, or the actor may not see it.
        PermissionDenied: the actor does not belong to the club.
        ValidationFailed: the players are not so many, or not the club's.
        RulesInvalid: the first dealer and the rules contradict each other.

    Rule: docs/rules.md#cut-for-deal
    """
    with transaction.atomic():
        club = _club(actor, club_id)
        seated = _players(club, players, rules.numbers.seats)
        game = Game(club=club, origin=origin, rules=rules.to_plain(), rules_digest=rules.digest)
        game.head = NO_HASH
        game.users = [None] * len(seated)
        turn = Turn(game)
        turn.take(CreateGame(rules, first_dealer))
        turn.open(actor)
        GameSeat.objects.bulk_create(
            GameSeat(game=game, seat=seat, player=player) for seat, player in enumerate(seated)
        )
    return game


def take_seat(*, game_id: UUID, actor: Actor, seat: int, rules_digest: str) -> Game:
    """Sit down as the player linked with one's login, and accept the rules.

    The last seat taken starts the game: a pack lies ready, or is dealt.

    Args:
        game_id: public id.
        actor: a person who is a player of the club, or his token.
        seat: from 0.
        rules_digest: of the game's rules, as the player has read them.

    Returns:
        The game.

    Raises:
        NotFound: there is no such game.
        NoSuchSeat: the game has no such seat.
        NotAPlayer: the actor is no active player of the club.
        NotYourSeat: the seat is kept for somebody else.
        SeatTaken: somebody sits there, the actor perhaps.
        AlreadySeated: the actor has another seat.
        RulesDigestMismatch: the rules are not these.

    Rule: docs/rules.md#cut-for-deal
    """
    with transaction.atomic():
        game = lock_game(game_id)
        player = _player_of(actor, game)
        places = {place.seat: place for place in GameSeat.objects.filter(game=game)}
        if seat not in places:
            raise NoSuchSeat(f"seats are 0 to {len(places) - 1}", seat=seat)
        _check_free(places, seat, player)
        turn = Turn(game)
        turn.take(TakeSeat(seat, rules_digest))
        place = places[seat]
        place.player, place.taken_at = player, clock.now()
        place.save(update_fields=["player", "taken_at"])
        game.users[seat] = actor.user_id
        turn.write(actor, "users")
    return game


def _club(actor: Actor, club_id: UUID) -> Club:
    club = Club.objects.filter(public_id=club_id).first()
    if club is None or not can_see_club(actor, club):
        raise NotFound("there is no such club")
    if not belongs(actor, club):
        raise PermissionDenied("games are opened by the club's own people")
    return club


def _players(club: Club, wanted: Sequence[UUID], seats: int) -> list[Player | None]:
    if not wanted:
        return [None] * seats
    if len(wanted) != seats or len(set(wanted)) != seats:
        raise ValidationFailed(f"name {seats} different players, or none", field="players")
    rows = Player.objects.filter(club=club, is_active=True, merged_into=None)
    found = {player.public_id: player for player in rows.filter(public_id__in=wanted)}
    if len(found) != seats:
        raise ValidationFailed("a player is not one of the club's", field="players")
    return [found[player_id] for player_id in wanted]


def _player_of(actor: Actor, game: Game) -> Player:
    rows = Player.objects.filter(club_id=game.club_id, is_active=True, merged_into=None)
    if actor.user_id is not None and actor.club_id in (None, game.club_id):
        player = rows.filter(user_id=actor.user_id).first()
        if player is not None:
            return player
    raise NotAPlayer("only players of the club sit down; your login is linked to none")


def _check_free(places: dict[int, GameSeat], seat: int, player: Player) -> None:
    place = places[seat]
    if place.taken_at is not None:
        raise SeatTaken("the seat is taken", seat=seat)
    if place.player_id not in (None, player.pk):
        raise NotYourSeat("the seat is kept for another player")
    if any(other.player_id == player.pk for other in places.values() if other.seat != seat):
        raise AlreadySeated("you have another seat in this game")
