"""Addresses with leaks in them, planted for the scan to find."""

from django.http import JsonResponse
from django.urls import path

from games.models import GameSecret
from tests.games import world


def _other_hand(game):
    return next(iter(world.state(game).dealing.held[1])).text


def _crib(game):
    """What seat 0 has not: a card laid away by another, or still in the pack."""
    deal = world.state(game).dealing
    return next(card.text for card in world.PACK if card not in deal.held[0])


def _salt(game):
    return world.reread(game).pack["salt"]


def _nonce(game):
    return bytes(GameSecret.objects.filter(game=game).latest("seq").nonce).hex()


LEAKS = {"hand": _other_hand, "crib": _crib, "salt": _salt, "nonce": _nonce}


def leaking(kind, change):
    """Make an address that tells what it should not, in an event or beside all events."""

    def view(_request, game_id):
        told = LEAKS[kind](world.Game.objects.get(public_id=game_id))
        return JsonResponse(change(told))

    return view


urlpatterns = [
    path(f"api/v1/games/<uuid:game_id>/{kind}", leaking(kind, lambda told: {"note": told}))
    for kind in LEAKS
] + [
    path(
        f"api/v1/games/<uuid:game_id>/{kind}-in-an-event",
        leaking(kind, lambda told: {"events": [{"seq": 9, "note": told}], "version": 9}),
    )
    for kind in LEAKS
]
