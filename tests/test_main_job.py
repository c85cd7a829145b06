"""The main job: a club night from the roster file to the champion, season points and ratings.

What happens goes through the doors: the roster through the desk's page, the rest
through the API. What it should come to is counted by ``tests.hand_count`` from what
was said, and from nothing that the product has computed.
"""

from datetime import date
from itertools import cycle
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from common import outbox
from tests import hand_count
from tests.app import App, play_game
from tests.clubs import world
from tests.hand_count import Played
from tournaments.integrity.checks import all_breaches
from tournaments.models import Event, Rating, Registration, SeasonScore
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db(transaction=True)
ROSTER = Path(__file__).parent / "data" / "rosters" / "club-31.csv"
ABSENT = "Nils Nineteen"
WALK_IN = "Wolfgang Walkin"
CHART_SEED = 1522


@pytest.fixture
def club():
    return world.club("riverside")


@pytest.fixture
def desk(club):
    """The organiser: a login of the admin, and a token of the same person."""
    login = world.user("organiser", is_staff=True)
    world.grant(login, club, "director")
    return App(login, club, "direct")


@pytest.fixture
def scorers(club):
    """Two who enter results: one app alone would be asked to slow down."""
    logins = [world.user(name) for name in ("scorer-1", "scorer-2")]
    for login in logins:
        world.grant(login, club, "scorer")
    return [App(login, club, "score") for login in logins]


def test_a_club_night_from_the_roster_to_the_ratings(club, desk, scorers):
    event = set_up(club, desk)
    import_roster(desk, event)
    come_in(desk, event)
    games, play_off = desk.get(f"/events/{event}/stages")["results"]

    publish(desk, games)
    said = play_nine_games(desk, scorers, event)
    rests = sit_outs(desk, event)
    expected = hand_count.standings(said, rests, numbers(desk, event))
    check_standings(desk, games, expected)

    seeds = make_cut(desk, play_off, expected)
    said += play_off_games(club, desk, event, play_off, seeds)
    champion = said[-1].winner
    finish(desk, event)

    bracket = desk.get(f"/stages/{play_off['id']}/bracket")
    assert bracket["champion"]["number"] == champion
    check_season_points(event, expected)
    check_ratings(event, said)
    check_public_page(event, bracket["champion"]["name"])
    assert list(all_breaches()) == []


def set_up(club, desk):
    season = create_season(
        club_id=club.public_id,
        actor=world.person(desk.login),
        name="Season 2026",
        starts_on=date(2026, 9, 1),
        ends_on=date(2027, 6, 30),
        schedule="grass_roots",
    )
    night = {
        "club": str(club.public_id),
        "name": "Club night",
        "starts_at": "2026-10-06T18:00:00Z",
        "season": str(season.public_id),
        "best_of": 3,
    }
    return desk.post("/events", night)["id"]


def import_roster(desk, event):
    """Look at the file on the desk's page, tick every line and take them over."""
    browser = Client()
    browser.force_login(desk.login)
    page = reverse("admin:tournaments_event_console", args=[event, "roster"])
    file = SimpleUploadedFile(ROSTER.name, ROSTER.read_bytes())
    shown = browser.post(page, {"do": "look", "date_order": "YMD", "file": file}).context
    lines = [row["line"] for row in shown["rows"]]
    sent = {name: shown[name] for name in ("packed", "file_name")}
    sent |= {"date_order": shown["order"], "digest": shown["preview"].digest, "line": lines}
    answer = browser.post(page, {"do": "import", "once": "roster", **sent})
    assert answer.status_code == 302

    names = list(Player.objects.order_by("pk").values_list("display_name", "member_no"))
    assert len(names) == 31
    assert names.count(("Dora Doublerun", "0014")) == names.count(("Dora Doublerun", "0114")) == 1
    assert {"Crispin", "Zoë Fünfzehn", "Łucja Piętnaście"} < {name for name, _ in names}


def come_in(desk, event):
    """Thirty of the thirty-one come, and one whom nobody expected."""
    desk.post(f"/events/{event}/check-in", status=200)
    for entry in desk.all(f"/events/{event}/entries"):
        if entry["name"] != ABSENT:
            desk.post(f"/entries/{entry['id']}/check-in", {"fee_paid": True}, status=200)
    desk.post(f"/events/{event}/entries", {"name": WALK_IN})
    here = Registration.objects.filter(status="checked_in")
    assert (here.count(), here.filter(is_walk_in=True).count()) == (31, 1)


def publish(desk, stage):
    drafts = desk.post(f"/stages/{stage['id']}/rounds", {"rng_seed": CHART_SEED})
    match = {"If-Match": f'"{drafts[0]["version"]}"'}
    desk.post(f"/rounds/{drafts[0]['id']}/publish", status=200, **match)
    return drafts


def numbers(desk, event):
    """Numbers of those who play."""
    entries = desk.all(f"/events/{event}/entries")
    return [entry["number"] for entry in entries if entry["name"] != ABSENT]


def matches(desk, event, **query):
    rows = desk.all("/matches", event=event, **query)
    return sorted(rows, key=lambda row: (row["round_number"], row["number"]))


def sides(match):
    return [side["entry"]["number"] for side in match["sides"]]


def drawn(match):
    """The result of a game of the night: a rule that any pencil can follow."""
    low, high = sorted(sides(match))
    value = (37 * match["round_number"] + 101 * low + 53 * high) % 997
    winner = low if value % 7 < 4 else high
    return winner, 120 - value % 41


def play_nine_games(desk, scorers, event):
    """Enter 135 results; nobody meets anybody twice."""
    played = []
    ready = matches(desk, event, status="ready")
    for match, scorer in zip(ready, cycle(scorers), strict=False):
        winner, loser_score = drawn(match)
        slot = sides(match).index(winner) + 1
        said = {"games": [{"winner": slot, "loser_score": loser_score}]}
        scorer.post(f"/matches/{match['id']}/claims", said)
        played.append(game_of(match, slot, loser_score, match["first_dealer"]))
    pairs = {frozenset(sides(match)) for match in ready}
    assert (len(ready), len(pairs)) == (9 * 15, 9 * 15)
    return played


def game_of(match, slot, loser_score, first_dealer):
    both = sides(match)
    dealer = both[first_dealer - 1] if first_dealer else None
    return Played(both[slot - 1], both[2 - slot], loser_score, dealer)


def sit_outs(desk, event):
    """Nine sit-outs, nobody twice."""
    resting = [sides(match)[0] for match in matches(desk, event) if match["kind"] == "bye"]
    assert (len(resting), len(set(resting))) == (9, 9)
    return resting


def check_standings(desk, stage, expected):
    rows = desk.get(f"/stages/{stage['id']}/standings")["rows"]
    counted = {
        row["entry"]["number"]: (
            row["game_points"],
            row["wins"],
            row["net_spread"],
            row["plus_points"],
        )
        for row in rows
    }
    # No two cards are alike, so that places follow from the totals alone.
    assert len(set(expected.values())) == 31
    assert list(counted.items()) == list(expected.items())
    assert [row["place"] for row in rows] == list(range(1, 32))


def make_cut(desk, stage, expected):
    """A quarter of 31, rounded up, are eight."""
    made = desk.post(f"/stages/{stage['id']}/seed", status=200)
    seeds = [entry["number"] for entry in made["seeds"]]
    assert (made["qualifiers"], seeds) == (8, list(expected)[:8])
    return seeds


def play_off_games(club, desk, event, stage, seeds):
    """Best of three: a skunk counts two games. The first match is played on the engine."""
    publish(desk, stage)
    first_round = matches(desk, event, status="ready")
    met = [{seeds.index(number) + 1 for number in sides(match)} for match in first_round]
    assert met == [{1, 8}, {4, 5}, {3, 6}, {2, 7}]
    played = on_the_engine(club, desk, first_round[0])
    while ready := matches(desk, event, status="ready"):
        for match in ready:
            played += enter_match(desk, match, seeds)
    return played


def enter_match(desk, match, seeds):
    """The better seed wins two to one; one that stands first in its match by a skunk."""
    better = min(sides(match), key=seeds.index)
    slot = sides(match).index(better) + 1
    games = [(slot, 80)] if slot == 1 else [(slot, 100), (3 - slot, 110), (slot, 119)]
    said = [{"winner": winner, "loser_score": score} for winner, score in games]
    desk.post(f"/matches/{match['id']}/claims", {"games": said})
    # At a table the two cut for the deal, and nobody writes down who won it.
    return [game_of(match, winner, score, None) for winner, score in games]


def on_the_engine(club, desk, match):
    """Play a match from the cut for deal to the end, by two apps that know the rules only."""
    players = [app_of(club, event_number) for event_number in sides(match)]
    while desk.get(f"/matches/{match['id']}")["status"] != "confirmed":
        game = desk.post(f"/matches/{match['id']}/games")["game"]
        digest = desk.get(f"/games/{game}")["rules_digest"]
        for seat, player in enumerate(players):
            player.post(f"/games/{game}/seats", {"seat": seat, "rules_digest": digest})
        play_game(players, game)
    done = desk.get(f"/matches/{match['id']}")
    games = [
        game_of(match, one["winner"], one["loser_score"], one["first_dealer"])
        for one in done["progress"]
    ]
    assert [one["winner"] for one in done["games"]] == [one["winner"] for one in done["progress"]]
    assert sides(match)[done["winner"] - 1] == games[-1].winner
    return games


def app_of(club, number):
    """The app of a player: a login that is linked with his row, and a token."""
    player = Registration.objects.get(
        memberships__entry__number=number, tournament__club=club
    ).player
    login = world.user(f"player-{number}")
    Player.objects.filter(pk=player.pk).update(user=login)
    return App(login, club, "report")


def finish(desk, event):
    assert desk.post(f"/events/{event}/finalise", status=200)["state"] == "final"
    outbox.run_pending()


def check_season_points(event, expected):
    scores = SeasonScore.objects.filter(event__public_id=event).values_list(
        "player__registrations__memberships__entry__number", "points"
    )
    assert dict(scores) == hand_count.season_points(expected)


def check_ratings(event, said):
    rows = Rating.objects.values_list(
        "player__registrations__memberships__entry__number", "value", "deviation"
    )
    counted = {
        number: pytest.approx(rated, abs=1e-9) for number, rated in hand_count.ratings(said).items()
    }
    assert {number: (value, deviation) for number, value, deviation in rows} == counted
    assert sum(Rating.objects.values_list("games", flat=True)) == 2 * len(said)


def check_public_page(event, champion):
    """A stranger reads who won, without a login and without a script."""
    page = Client().get(reverse("public:event", args=[event])).content.decode()
    assert champion in page
    assert Event.objects.get(public_id=event).state == "final"
