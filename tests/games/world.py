"""A club with people who play, and games made by playing them through the services."""

import random
from contextlib import contextmanager
from types import SimpleNamespace

from django.test import override_settings

from common.actor import Actor
from games.codec import state_of
from games.engine import commands as cmd
from games.engine.dealing import starter_cuts
from games.engine.legal import legal_commands
from games.engine.rules import Rules
from games.models import Game
from games.services import deck
from games.services.commands import submit_command
from games.services.tables import create_game, take_seat
from scoring.cards import PACK, Card, cards
from tests.clubs import world
from tests.games.engine.table import stacked

DEALER, PONE = 0, 1
ASSIGNED = Rules.of(first_deal="assigned", go="said")


def people(slug="harbour", names=("alice", "bob", "carol"), **club):
    """Make a club; every name has a login, a player row, and plays."""
    club = world.club(slug, **club)
    found = SimpleNamespace(club=club)
    for name in names:
        setattr(found, name, player_of(club, name))
    return found


def player_of(club, name):
    """Make one who plays: his login, his player row, his actor."""
    login = world.user(f"{name}-{club.slug}")
    player = world.player(club, f"{name.title()} {club.slug.title()}", user_id=login.pk)
    return SimpleNamespace(login=login, player=player, actor=actor(login))


def actor(login):
    return Actor.person(login.pk, agent="api", is_superuser=login.is_superuser)


def opened(club, *players, rules=ASSIGNED, first_dealer=DEALER):
    """Open a game whose seats are kept for these people in order."""
    return create_game(
        club_id=club.public_id,
        actor=players[0].actor,
        rules=rules,
        players=[one.player.public_id for one in players],
        first_dealer=None if rules.first_deal == "cut" else first_dealer,
    )


def seated(club, *players, rules=ASSIGNED, first_dealer=DEALER):
    """Open a game and seat these people in order."""
    game = opened(club, *players, rules=rules, first_dealer=first_dealer)
    for seat, one in enumerate(players):
        take_seat(game_id=game.public_id, actor=one.actor, seat=seat, rules_digest=rules.digest)
    return reread(game)


@contextmanager
def dealt(rules, *deals, dealer=DEALER):
    """Stack packs: each deal is (hands by seat, starter at the lowest cut)."""
    orders = []
    for hands, starter in deals:
        orders.append(stacked(rules, dealer, [cards(hand) for hand in hands], Card.parse(starter)))
        dealer = (dealer + 1) % len(hands)
    with override_settings(ALLOW_STACKED_PACKS=True), deck.stacked(*orders):
        yield


def reread(game):
    return Game.objects.get(pk=game.pk)


def state(game):
    return state_of(reread(game))


SYSTEM = Actor.system("engine")


def send(game, command, actor=SYSTEM):
    """Send a command at the present version."""
    return submit_command(
        game_id=game.public_id,
        actor=actor,
        command=command,
        expected_version=reread(game).version,
    )


def lay_away(game, *thrown):
    for seat, throw in enumerate(thrown):
        send(game, cmd.Discard(seat, cards(throw)))


def cut_starter(game):
    return send(game, cmd.Cut(state(game).pone, starter_cuts(state(game).rules)[0]))


def play(game, laid):
    """Lay cards in turn; who cannot lay the next one says go."""
    for card in cards(laid):
        while card not in _fitting(game):
            send(game, cmd.SayGo(state(game).dealing.turn))
        send(game, cmd.PlayCard(state(game).dealing.turn, card))


def _fitting(game):
    deal = state(game).dealing
    return [card for card in deal.held[deal.turn] if card.value + deal.count <= 31]


def play_on(game, seed=1, until=lambda state: state.is_over):
    """Play lawful commands picked by a seed until a state is reached."""
    chance = random.Random(seed)
    now = state(game)
    while not until(now):
        awaited = now.awaits.seats[0]
        send(game, chance.choice(legal_commands(now, awaited)))
        now = state(game)
    return reread(game)


__all__ = ["PACK"]
