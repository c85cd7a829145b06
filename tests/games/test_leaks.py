"""No answer of a whole game holds a card that its reader may not see."""

import re

import pytest
from django.test import Client

from games.codec import events_of
from games.engine.events import (
    CardPlayed,
    CardsDealt,
    CribShown,
    DealStarted,
    HandShown,
    StarterCut,
)
from games.engine.rules import Rules
from games.models import Game, GameSecret
from games.selectors.logs import log_of
from scoring.cards import PACK
from tests.clubs import world as clubs
from tests.games import world
from tests.games.api.conftest import App
from tests.games.api.playing import play_to_the_end

_CARD = re.compile(r"(?<![0-9A-Za-z])(?:[A2-9TJQK][CDHS])(?![0-9A-Za-z])")
_HEX = re.compile(r"[0-9a-f]{64}")
_WORTH = re.compile(r'"worth": ?\d')


SHORT = Rules.of(first_deal="assigned", go="said", target=31)
MUGGINS = Rules.of(
    first_deal="assigned", go="said", target=61, counting="declared", muggins="show_and_play",
    heels="before_lead", declaration="until_next_stage", pre_deal_cut="offered",
)  # fmt: skip
PARTNERS = Rules.of("partnership", first_deal="assigned", target=61)


class Scanner:
    """Reads answers and finds what the reader could not know yet."""

    def __init__(self, game):
        self.game = game
        self.events = []
        self.read = 0
        self.hits = []

    def scan(self, text, seat, deals=1):
        """Look through one answer for a seat, None for a spectator.

        What was open in an earlier deal is hidden again: only the last ``deals`` count.
        """
        self.read += 1
        shown = set(_CARD.findall(text))
        hidden = shown - self.visible(seat, deals)
        secrets = set(_HEX.findall(text)) & self.salts()
        told = self.told_worths(text)
        if hidden or secrets or told:
            self.hits.append((seat, sorted(hidden), sorted(secrets), told))

    def told_worths(self, text):
        """Count what is told of counts that may still be claimed on."""
        deal = world.state(self.game).deal
        if deal is None or not deal.windows:
            return 0
        closed = len(deal.declared) - (deal.windows[0].what in ("hand", "crib"))
        return max(0, len(_WORTH.findall(text)) - closed)

    def visible(self, seat, deals=1):
        """Collect the cards that have been open to a seat in the last deals."""
        seen = set()
        for event in self.span(deals):
            match event:
                case CardPlayed(card=card) | StarterCut(card=card):
                    seen.add(card)
                case HandShown(cards=cards) | CribShown(cards=cards):
                    seen.update(cards)
                case CardsDealt(hands=hands) if seat is not None:
                    seen.update(hands[seat])
        return {card.text for card in seen}

    def span(self, deals):
        """Return the events since the deal began, or an earlier one."""
        events = self.log()
        begins = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
        return events[begins[-min(deals, len(begins))] :]

    def log(self):
        game = world.reread(self.game)
        if len(self.events) != game.version:
            self.events = events_of(*log_of(game))
        return self.events

    def last_deal(self):
        """Return the number of the event before the deal that runs."""
        return world.reread(self.game).version - len(self.span(1))

    def salts(self):
        decks = GameSecret.objects.filter(game=self.game, private__has_key="deck")
        return {secret.private["deck"]["salt"] for secret in decks}


@pytest.fixture
def rules():
    return SHORT


@pytest.fixture
def table(people, rules):
    """A running game, the apps of its seats and of carol, and who looks on from the desk."""
    root = clubs.user("root", is_superuser=True, is_staff=True)
    desk = Client()
    desk.force_login(root)
    more = [world.player_of(people.club, name) for name in ("dave", "eve")]
    seats = [people.alice, people.bob, *more][: rules.numbers.seats]
    game = world.seated(people.club, *seats, rules=rules)
    apps = [App(clubs.token(one.login, people.club, "report")) for one in (*seats, people.carol)]
    return game, apps, desk


def page_of(game, turn, after, carol, desk):
    """Ask for one after the other of what a spectator and the operator can ask for."""
    path = f"/games/{game.public_id}"
    pages = (
        lambda: carol.get(path),
        lambda: carol.get(f"{path}/events?after={after}"),
        lambda: carol.get(f"{path}/verify"),
        lambda: carol.get("/games"),
        lambda: App().get(path),
        lambda: desk.get(f"/api/v1{path}"),
        lambda: desk.get(f"/admin/games/game/{game.pk}/change/"),
        lambda: desk.get(f"/admin/games/game/?q={game.public_id}"),
    )
    return pages[turn % len(pages)]()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(SHORT, id="two"),
        pytest.param(MUGGINS, id="muggins"),
        pytest.param(PARTNERS, id="partners"),
    ],
)
def test_a_whole_game_leaks_nothing(table):
    game, (*seated, carol), desk = table
    scanner = Scanner(game)
    path = f"/games/{game.public_id}"

    def watch(answer, seat):
        if world.reread(game).is_over:
            return
        # A command may end one deal and begin the next: its answer has both.
        scanner.scan(answer.content.decode(), seat, deals=2 if answer.status_code == 201 else 1)
        after = scanner.last_deal()
        events = seated[seat].get(f"{path}/events?after={after}")
        scanner.scan(events.content.decode(), seat)
        page = page_of(game, scanner.read // 2, after, carol, desk)
        assert page.status_code == 200
        scanner.scan(page.content.decode(), None)

    play_to_the_end(path, *seated, watch=watch)

    assert scanner.hits == []
    assert scanner.read > 100
    assert world.state(game).dealing.number > 1


def test_after_the_end_spectators_learn_no_more(people):
    game = world.seated(people.club, people.alice, people.bob)
    world.play_on(game, until=lambda state: state.phase == "play")
    scanner = Scanner(game)
    Game.objects.filter(pk=game.pk).update(is_over=True, finished_at=game.created_at)
    carol = App(clubs.token(people.carol.login, people.club, "report"))

    scanner.scan(carol.get(f"/games/{game.public_id}").content.decode(), None)
    scanner.scan(carol.get(f"/games/{game.public_id}/events").content.decode(), None)

    assert (scanner.hits, scanner.read) == ([], 2)


@pytest.mark.parametrize("planted", ["the other hand", "the crib", "the salt"])
def test_a_planted_leak_is_found(table, planted):
    game = table[0]
    deal = world.state(game).dealing
    leak = {
        "the other hand": lambda: next(iter(deal.held[1])).text,
        "the crib": lambda: next(card.text for card in PACK if card not in deal.held[0]),
        "the salt": lambda: world.reread(game).pack["salt"],
    }[planted]()
    scanner = Scanner(game)

    scanner.scan(f'{{"note": "{leak}"}}', 0)

    assert len(scanner.hits) == 1


def test_a_worth_told_too_early_is_found(people):
    game = world.seated(people.club, people.alice, people.bob, rules=MUGGINS)
    world.play_on(game, until=lambda state: state.deal is not None and state.deal.windows)
    scanner = Scanner(game)

    scanner.scan('{"worth":null}', 0)
    scanner.scan('{"worth":9}', 0)

    assert scanner.hits == [(0, [], [], 1)]


def test_no_log_line_holds_a_hidden_card(table, caplog):
    game, (_alice, bob, _carol), _desk = table
    caplog.set_level("DEBUG")
    cards = sorted(world.state(game).dealing.held[1])
    body = {"type": "discard", "cards": [cards[0].text] * 2, "expected_version": game.version}
    bob.post(f"/games/{game.public_id}/commands", body)
    lines = [line.getMessage() for line in caplog.records if line.name != "django.db.backends"]
    hidden = {card.text for hand in world.state(game).dealing.held for card in hand}

    assert [line for line in lines if set(_CARD.findall(line)) & hidden] == []
