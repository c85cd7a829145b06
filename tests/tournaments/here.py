"""Games of a match played on the engine, seats taken for whoever sits there."""

import random

from django.test import override_settings

from games.engine.commands import TakeSeat
from games.models import Game
from games.services import deck
from games.services.turns import Turn
from scoring.cards import PACK
from tests.factories import SYSTEM
from tests.games.world import play_on
from tournaments.services.engine_games import start_engine_game

MOST_PACKS = 80
"""More than any game deals, the cuts for deal included."""


def start(match):
    """Open the next game of a match."""
    game_id = start_engine_game(match_id=match.public_id, actor=SYSTEM)
    return Game.objects.get(public_id=game_id)


def sit_down(game):
    """All seats are taken; whose login that is, is a matter of games."""
    for seat in range(game.seats.count()):
        turn = Turn(Game.objects.get(pk=game.pk))
        turn.take(TakeSeat(seat, game.rules_digest))
        turn.write(SYSTEM)


def played(match, seed=1):
    """Play the next game of a match to its end, the same each time; nobody has been told yet."""
    chance = random.Random(seed)
    packs = [chance.sample(PACK, 52) for _ in range(MOST_PACKS)]
    with override_settings(ALLOW_STACKED_PACKS=True), deck.stacked(*packs):
        game = start(match)
        sit_down(game)
        return play_on(game, seed=seed)
