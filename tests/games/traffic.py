"""Whatever any test reads of a game is looked through for what its reader may not see.

A plugin: every answer of the test client to an address of games is scanned, and a
test fails that was told a hidden card, a salt, a nonce or a count's worth too early.
"""

import json
import re
from collections import Counter

import pytest
from django.db import connection
from django.test import Client

from clubs.access import roles_of
from games.codec import event_of
from games.engine.events import (
    CardPlayed,
    CardsDealt,
    CardsLaidAway,
    CribShown,
    DealerCut,
    DealStarted,
    HandShown,
    StarterCut,
)
from games.engine.rulings import DealVoided
from games.models import Game, GameEvent, GameSecret
from games.selectors.seats import seat_of
from scoring.cards import PACK
from tests.games import world

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[A2-9TJQK][CDHS])(?![0-9A-Za-z])")
HEX = re.compile(r"[0-9a-f]{64}")
WORTH = re.compile(r'"worth": ?\d')
EXAMPLE = "as in 5H or TS"
"""What a refusal of a text that is no card says; no card of a game."""
ADDRESS = re.compile(
    r"^/(?:api/v1/games|admin/games/game)(?:/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{1,18}))?(?:/|$)"
)
ALL = frozenset(card.text for card in PACK)


class Watched:
    """One game: its log as far as it has been read, and what hides in it."""

    def __init__(self, game):
        self.game = game
        self.events, self.secret, self.known = [], set(), {}

    def catch_up(self):
        """Read what has happened since."""
        self.known.clear()
        after = {"game": self.game, "seq__gt": len(self.events)}
        hidden = {secret.seq: secret for secret in GameSecret.objects.filter(**after)}
        for row in GameEvent.objects.filter(**after).order_by("seq"):
            secret = hidden.get(row.seq)
            self.events.append(event_of(row, secret.private if secret else {}))
            if secret:
                salt = secret.private.get("deck", {}).get("salt")
                self.secret |= {bytes(secret.nonce).hex(), *([salt] if salt else [])}

    def deal_at(self, seq):
        """Say where the deal of an event begins and ends; all before the first deal is one."""
        begins = [at for at, event in enumerate(self.events) if isinstance(event, DealStarted)]
        first = max((at for at in begins if at < seq), default=0)
        return slice(first, min((at for at in begins if at >= seq), default=None))

    def visible(self, seat, seq):
        """Collect the cards of a deal that have been open to a seat, None for who looks on."""
        deal = self.deal_at(seq)
        if (deal.start, seat) not in self.known:
            self.known[deal.start, seat] = self.opened(self.events[deal], seat)
        return self.known[deal.start, seat]

    @staticmethod
    def opened(events, seat):
        """Collect the cards that events lay open to a seat."""
        seen = set()
        if seat is not None and any(isinstance(event, DealVoided) for event in events):
            return ALL
        for event in events:
            match event:
                case CardPlayed(card=card) | StarterCut(card=card) | DealerCut(card=card):
                    seen.add(card)
                case HandShown(cards=cards) | CribShown(cards=cards):
                    seen.update(cards)
                case CardsDealt(hands=hands) if seat is not None:
                    seen.update(hands[seat])
                case CardsLaidAway(seat=owner, cards=cards) if owner == seat:
                    seen.update(cards)
        return {card.text for card in seen}

    def open_counts(self, version):
        """Count those declared in this deal whose worth everybody may know."""
        state = world.state(self.game)
        deal = state.deal
        if state.version != version or deal is None or not deal.windows:
            return None
        return len(deal.declared) - (deal.windows[0].what in ("hand", "crib"))

    def faults(self, text, seat, seq):
        """List what a text tells somebody, and should not."""
        shown = set(CARD.findall(text.replace(EXAMPLE, "")))
        found = sorted(shown - self.visible(seat, seq))
        return found + sorted(set(HEX.findall(text)) & self.secret)

    def scan(self, text, seat):
        """List the faults of one answer as the present reader got it."""
        self.catch_up()
        found, parts = [], parts_of(text)
        for part, seq in parts:
            found += self.faults(part, seat, seq or len(self.events))
        is_known = self.open_counts(parts[-1][1] or len(self.events))
        if is_known is not None and len(WORTH.findall(text)) > is_known:
            found.append("worth")
        return found


def parts_of(text):
    """Split an answer into events with their numbers, and the rest with its version."""
    try:
        told = json.loads(text)
    except ValueError:
        return [(text, None)]
    if not isinstance(told, dict):
        return [(text, None)]
    events = told.pop("events", None) or []
    if isinstance(told.get("view"), dict):
        told["view"].pop("cuts", None)  # open for good, though their cards are dealt again
    # A stored answer that is given again is of an earlier version.
    version = told.get("version")
    return [*((json.dumps(event), event["seq"]) for event in events), (json.dumps(told), version)]


class Traffic:
    """All that has been read by who read it, and what he should not have been told."""

    def __init__(self):
        self.read = Counter()
        self.hits = []
        self.games = {}
        self.is_off = False

    def note(self, path, answer):
        """Look through an answer, if it is about games."""
        found = ADDRESS.match(path)
        if self.is_off or found is None or answer.streaming or answer.status_code >= 500:
            return
        # A test that counts statements is not to count these.
        is_logged, connection.force_debug_cursor = connection.force_debug_cursor, False
        try:
            self._scan(found[1], path, answer)
        finally:
            connection.force_debug_cursor = is_logged

    def _scan(self, key, path, answer):
        text = answer.content.decode()
        watched = key and self._watched(key)
        if not watched:  # a list, or no game: there is no card on it
            self.read["list"] += 1
            self.hits += [(path, card) for card in CARD.findall(text.replace(EXAMPLE, ""))]
            return
        game = world.reread(watched.game)
        actor = getattr(answer.wsgi_request, "auth", None)
        seat = None if path.startswith("/admin") or actor is None else seat_of(actor, game)
        self.read[self._reader(answer.wsgi_request, game, seat)] += 1
        # The seats learn everything at the end, and a pack is shown only then.
        is_open = path.endswith("/seed") or (seat is not None and game.is_over)
        if not is_open:
            self.hits += [(path, fault) for fault in watched.scan(text, seat)]

    def _watched(self, key):
        if key not in self.games:
            field = {"pk": key} if key.isdigit() else {"public_id": key}
            game = Game.objects.filter(**field).first()
            if game is None:
                return None
            self.games[key] = Watched(game)
        return self.games[key]

    @staticmethod
    def _reader(request, game, seat):
        if seat is not None:
            return "participant" if game.is_over else "seat"
        user = getattr(request, "user", None)  # none where the host itself is refused
        if user is None or not user.is_authenticated:
            return "stranger"
        if user.is_superuser:
            return "superuser"
        actor = getattr(request, "auth", None) or world.actor(user)
        return "director" if {"owner", "director"} & roles_of(actor, game.club_id) else "member"


TRAFFIC = Traffic()
_request = Client.request


def _watched_request(self, **environ):
    answer = _request(self, **environ)
    TRAFFIC.note(environ["PATH_INFO"], answer)
    return answer


Client.request = _watched_request


@pytest.fixture(autouse=True)
def nothing_is_leaked(request):
    # A race is read in many threads, and is to stay one.
    TRAFFIC.is_off = request.node.get_closest_marker("race") is not None
    TRAFFIC.games.clear()
    TRAFFIC.hits.clear()
    yield
    assert TRAFFIC.hits == []


def pytest_terminal_summary(terminalreporter):
    """Say how much has been looked through; with several processes each knows its own."""
    if TRAFFIC.read:
        told = ", ".join(f"{count} by {who}" for who, count in TRAFFIC.read.most_common())
        terminalreporter.write_line(f"answers about games without a leak: {told}")
