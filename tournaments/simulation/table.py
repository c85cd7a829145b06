"""A match that is really played: every card on the engine, by two who know the rules only."""

from uuid import UUID

from django.contrib.auth import get_user_model

from clubs.models import Player
from clubs.services.players import edit_player
from common.actor import Actor
from games.codec import state_of
from games.engine.commands import TakeSeat
from games.engine.legal import legal_commands
from games.engine.state import State
from games.models import Game, GameSeat
from games.services.commands import Playable, submit_command
from games.services.tables import take_seat
from tournaments.chance import mixed
from tournaments.models import Match
from tournaments.selectors.matches import OVER
from tournaments.services.engine_games import on_game_finished, start_engine_game


def play_match_on_engine(match: Match, actor: Actor, *, seed: int) -> int:
    """Play a match game by game until the engine's results decide it.

    Args:
        match: takes a result now.
        actor: the system; it plays for both.
        seed: of what they choose; the packs are drawn as ever, from real chance.

    Returns:
        How many games were played.
    """
    games = 0
    while Match.objects.get(pk=match.pk).status not in OVER:
        game_id = start_engine_game(match_id=match.public_id, actor=actor)
        _sit_down(game_id, actor)
        _play(game_id, actor, seed)
        # What runs after the commit; to hear it twice is to hear it once.
        on_game_finished(game_id)
        games += 1
    return games


def _sit_down(game_id: UUID, actor: Actor) -> None:
    """Let both players take the seats that are kept for them, each by a login of his own."""
    for place in GameSeat.objects.filter(game__public_id=game_id).select_related("game", "player"):
        if place.player is not None:
            take_seat(
                game_id=game_id,
                actor=Actor.person(_login_of(place.player, actor), agent="cli"),
                seat=place.seat,
                rules_digest=place.game.rules_digest,
            )


def _login_of(player: Player, actor: Actor) -> int:
    if player.user_id is None:
        user = get_user_model().objects.create_user(username=f"simulated-{player.public_id}")
        player = edit_player(
            player_id=player.public_id,
            values={"user_id": user.pk},
            actor=actor,
            expected_version=player.version,
        )
    if player.user_id is None:
        raise AssertionError("the player has a login now")
    return player.user_id


def _play(game_id: UUID, actor: Actor, seed: int) -> None:
    game = Game.objects.get(public_id=game_id)
    while not game.is_over:
        command = _choice(state_of(game), seed)
        submit_command(game_id=game_id, actor=actor, command=command, expected_version=game.version)
        game = Game.objects.get(public_id=game_id)


def _choice(state: State, seed: int) -> Playable:
    """One of the commands that some seat may send now."""
    open_to = [
        command
        for seat in range(state.rules.numbers.seats)
        for command in legal_commands(state, seat)
        if not isinstance(command, TakeSeat)
    ]
    return open_to[mixed(seed, "choice", state.version) % len(open_to)]
