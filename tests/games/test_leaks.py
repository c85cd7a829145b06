"""No answer, page, log line or key of Redis holds what its reader may not see.

``traffic`` looks through the answers of every test; here are whole games with
everybody who can look on, and the leaks that have to be found.
"""

import logging
from collections import Counter
from itertools import cycle

import pytest
import redis
from django.conf import settings as configured
from django.test import Client

from games.engine.rules import Rules
from games.models import Game
from tests.clubs import world as clubs
from tests.games import leaking, world
from tests.games.api.conftest import App
from tests.games.api.playing import play_to_the_end
from tests.games.traffic import CARD, HEX, TRAFFIC, Watched, parts_of
from tests.pieces import share

SHORT = Rules.of(first_deal="assigned", go="said", target=31)
MUGGINS = Rules.of(
    first_deal="assigned", go="said", target=31, counting="declared", muggins="show_and_play",
    heels="before_lead", declaration="until_next_stage", pre_deal_cut="offered",
)  # fmt: skip
PARTNERS = Rules.of("partnership", first_deal="assigned", target=31)
THREE = Rules.of("three_hand", first_deal="cut", target=31)
CLASSES = ("seat", "participant", "member", "director", "superuser", "stranger")
"""Who reads: all that the visibility matrix tells apart."""


@pytest.fixture
def rules():
    return SHORT


@pytest.fixture
def onlookers(people):
    """Those who look on: each is asked by an address and answers."""
    root = clubs.user("root", is_superuser=True, is_staff=True)
    dora = clubs.user("dora")
    clubs.grant(dora, people.club, "director")
    desk = Client()
    desk.force_login(root)
    carol = App(clubs.token(people.carol.login, people.club, "report"))
    director = App(clubs.token(dora, people.club, "read", "direct"))
    return [carol.get, director.get, App().get, lambda path: desk.get(f"/api/v1{path}")], desk


@pytest.fixture
def seated(people, rules):
    """A running game and the apps of its seats."""
    return seat_all(people, rules)


def seat_all(people, rules):
    names = ("alice", "bob", "dave", "eve")[: rules.numbers.seats]
    for name in names[2:]:
        if not hasattr(people, name):
            setattr(people, name, world.player_of(people.club, name))
    seats = [getattr(people, name) for name in names]
    game = world.seated(people.club, *seats, rules=rules)
    return game, [App(clubs.token(one.login, people.club, "report")) for one in seats]


def pages_of(game, after):
    """List the addresses that everybody can ask for."""
    path = f"/games/{game.public_id}"
    return (path, f"{path}/events?after={after}", f"{path}/events", f"{path}/verify", "/games")


def desk_pages_of(game):
    return (
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/?q={game.public_id}",
        f"/admin/games/game/{game.public_id}/correct/",
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/history/",
    )


def look_on(game, onlookers, turn):
    """Have one onlooker after the other, the desk in turn, ask for one page after the other."""
    askers, desk = onlookers
    which, who = divmod(turn, len(askers) + 1)
    pages = pages_of(game, max(0, world.reread(game).version - 9))
    if who == len(askers):
        pages = desk_pages_of(game)
    page = (*askers, desk.get)[who](pages[which % len(pages)])
    assert page.status_code in (200, 302)


def play_watched(table, onlookers, *, at_once=1):
    """Play a game to its end while everybody looks on; count the answers by reader."""
    before, (game, seated), turns = Counter(TRAFFIC.read), table, iter(range(10**6))
    path = f"/games/{game.public_id}"

    def watch(_answer, seat):
        seated[seat].get(f"{path}/events?after={max(0, world.reread(game).version - 9)}")
        for _ in range(at_once):
            look_on(game, onlookers, next(turns))

    play_to_the_end(path, *seated, watch=watch)
    for after in range(0, world.reread(game).version, 11 - 2 * at_once):
        for app in seated:
            app.get(f"{path}/events?after={after}&limit=20")
    return Counter(TRAFFIC.read) - before


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(SHORT, id="two"),
        pytest.param(MUGGINS, id="muggins"),
        pytest.param(THREE, id="three"),
        pytest.param(PARTNERS, id="partners"),
    ],
)
def test_a_whole_game_leaks_nothing(seated, onlookers):
    read = play_watched(seated, onlookers)

    assert TRAFFIC.hits == []
    assert {who for who in CLASSES if read[who]} == set(CLASSES)
    assert read.total() > 100


@pytest.mark.nightly
def test_ten_thousand_answers_for_each_reader_leak_nothing(people, onlookers, settings):
    settings.API_THROTTLE_COMMAND = settings.API_THROTTLE_READ = 10**6
    wanted, read, kinds = len(share(10_000)), Counter(), cycle((MUGGINS, PARTNERS, THREE, SHORT))
    while min(read[who] for who in CLASSES) < wanted:
        read += play_watched(seat_all(people, next(kinds)), onlookers, at_once=5)

    assert TRAFFIC.hits == []


def test_after_the_end_spectators_learn_no_more(people):
    game = world.seated(people.club, people.alice, people.bob)
    world.play_on(game, until=lambda state: state.phase == "play")
    Game.objects.filter(pk=game.pk).update(is_over=True, finished_at=game.created_at)
    carol = App(clubs.token(people.carol.login, people.club, "report"))
    read = TRAFFIC.read["member"]

    carol.get(f"/games/{game.public_id}")
    carol.get(f"/games/{game.public_id}/events")

    assert (TRAFFIC.hits, TRAFFIC.read["member"]) == ([], read + 2)


# -- planted leaks --------------------------------------------------------------


@pytest.mark.parametrize("where", ["", "-in-an-event"])
@pytest.mark.parametrize("kind", leaking.LEAKS)
def test_a_planted_leak_is_found(game, settings, kind, where):
    settings.ROOT_URLCONF = leaking

    Client().get(f"/api/v1/games/{game.public_id}/{kind}{where}")

    assert len(TRAFFIC.hits) == 1
    TRAFFIC.hits.clear()  # it has been found; another test is not to fail for it


def test_a_card_on_a_list_of_games_is_found(game, onlookers):
    _askers, desk = onlookers
    Game.objects.filter(pk=game.pk).update(origin="he holds 5H")

    desk.get("/admin/games/game/")

    assert [card for _path, card in TRAFFIC.hits] == ["5H"]
    TRAFFIC.hits.clear()


def test_a_card_of_an_earlier_deal_is_hidden_again(people):
    game = world.seated(people.club, people.alice, people.bob)
    world.play_on(game, until=lambda state: state.deal is not None and state.deal.number == 2)
    scanner = Watched(game)
    scanner.scan("", None)
    before = scanner.visible(None, 20)

    assert before
    assert set(scanner.scan(" ".join(sorted(before)), None)) == before


def test_a_worth_told_too_early_is_found(people):
    game = world.seated(people.club, people.alice, people.bob, rules=MUGGINS)
    world.play_on(game, until=lambda state: state.deal is not None and state.deal.windows)
    scanner = Watched(game)

    assert scanner.scan('{"worth":null}', 0) == []
    assert scanner.scan('{"worth":9}', 0) == ["worth"]


def test_events_are_looked_at_deal_by_deal():
    parts = parts_of('{"version": 7, "events": [{"seq": 3, "card": "5H"}]}')

    assert parts == [('{"seq": 3, "card": "5H"}', 3), ('{"version": 7}', 7)]


# -- logs and Redis -------------------------------------------------------------


def secrets_in(texts):
    """List the lines with a card in them, or with the salt of a pack."""
    salts = {salt for game in Game.objects.all() for salt in [(game.pack or {}).get("salt")]}
    return [text for text in texts if CARD.search(text) or set(HEX.findall(text)) & salts]


def kept_in_redis():
    """List all keys and values as text."""
    store = redis.Redis.from_url(configured.CELERY_BROKER_URL)
    read = {
        b"string": store.get,
        b"list": lambda key: store.lrange(key, 0, -1),
        b"set": store.smembers,
        b"hash": store.hgetall,
        b"zset": lambda key: store.zrange(key, 0, -1),
    }
    # One that has run out since it was listed is of no kind.
    kinds = ((key, store.type(key)) for key in store.scan_iter())
    return [f"{key} {read[kind](key)}" for key, kind in kinds if kind in read]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rules", [SHORT, MUGGINS], ids=["two", "muggins"])
def test_no_log_line_and_no_key_of_redis_holds_a_card(seated, caplog):
    caplog.set_level(logging.DEBUG)
    game, apps = seated
    play_to_the_end(f"/games/{game.public_id}", *apps)
    lines = [line.getMessage() for line in caplog.records if line.name != "django.db.backends"]

    assert secrets_in(lines) == []
    assert len(kept_in_redis()) > 0
    assert secrets_in(kept_in_redis()) == []


def test_a_refused_card_is_in_no_log_line(seated, caplog):
    caplog.set_level(logging.DEBUG)
    game, (_alice, bob) = seated
    card = min(world.state(game).dealing.held[1]).text
    body = {"type": "discard", "cards": [card] * 2, "expected_version": game.version}
    assert bob.post(f"/games/{game.public_id}/commands", body).status_code == 422

    assert secrets_in([line.getMessage() for line in caplog.records]) == []


def test_a_card_in_a_log_or_a_key_is_found(game):
    assert secrets_in(["seat 1 holds 5H", "nothing", world.reread(game).pack["salt"]]) == [
        "seat 1 holds 5H",
        game.pack["salt"],
    ]
