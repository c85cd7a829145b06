"""The programs of the documentation are run as they stand, and its lists are complete."""

import io
import json
import re
import runpy
import urllib.request
from types import SimpleNamespace

import pytest

from games.engine import errors as engine_errors
from games.engine.events import EVENTS
from games.engine.variants import VARIANTS
from games.errors import GameError
from tests.games import world
from tests.games.api.conftest import App
from tests.house import ROOT

API = (ROOT / "docs" / "api.md").read_text()
STRICT = ROOT / "docs" / "examples" / "strict_game.py"


@pytest.fixture
def over_the_wire(monkeypatch, app_of, people):
    """Let the programs reach the site; return the tokens of those who play."""
    people.dave = world.player_of(people.club, "dave")
    tokens = [app_of(name).headers["Authorization"].split()[1] for name in people_at(4)]

    def urlopen(request):
        app = App(request.get_header("Authorization").split()[1])
        if request.data is None:
            answer = app.get(request.full_url.removeprefix("site:"))
        else:
            key = request.get_header("Idempotency-key")
            body = json.loads(request.data)
            answer = app.post(request.full_url.removeprefix("site:"), body, key)
        assert answer.status_code in (200, 201), answer.content
        return io.BytesIO(answer.content)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setenv("API", "site:")
    return tokens


def people_at(seats):
    return ("alice", "bob", "carol", "dave")[:seats]


@pytest.mark.django_db
def test_the_two_apps_of_the_page_play_to_the_end(over_the_wire, monkeypatch, people, capsys):
    game = world.seated(people.club, people.alice, people.bob)
    for name, value in zip(("ALICE", "BOB"), over_the_wire, strict=False):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GAME", str(game.public_id))
    (program,) = re.findall(r"```python\n(.*?)```", API, re.DOTALL)

    exec(compile(program, "both.py", "exec"), {})

    assert "'ended_by': 'target'" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_players_who_know_the_page_play_a_strict_game(over_the_wire, variant):
    example = SimpleNamespace(**runpy.run_path(str(STRICT)))
    tokens = over_the_wire[: VARIANTS[variant].seats]
    reckoned = counts_reckoned(example.Player)

    over = example.play(tokens, variant, target=31, pre_deal_cut="required")

    path = f"/games/{over['id']}"
    events = events_of(tokens[0], path)
    assert over["view"]["result"]["ended_by"] == "target"
    # Each count was worth what its player made of the page.
    assert reckoned == worths(events)
    claims = [event["outcome"] for event in events if event["type"] == "muggins_claimed"]
    assert claims == outcomes(events)
    assert example.call(tokens[1], f"{path}/verify")["faults"] == []


def counts_reckoned(player):
    reckoned, said = [], player.said

    def noted(self, worth):
        reckoned.append(worth)
        return said(self, worth)

    player.said = noted
    return reckoned


def events_of(token, path):
    app, events = App(token), []
    while True:
        page = app.get(f"{path}/events?after={len(events)}").json()
        events += page["events"]
        if len(events) == page["version"]:
            return events


def worths(events):
    """What counts were worth, but for those that raised one before."""
    found, counted = [], set()
    for event in events:
        if event["type"] == "deal_started":
            counted = set()
        if event["type"] != "count_declared":
            continue
        which = (event["what"], event["seat"])
        if event["what"] == "play" or which not in counted:
            found.append(event["hidden"]["table"]["worth"])
        counted.add(which)
    return found


def outcomes(events):
    """What is to become of each claim: it is right while something of its count is missed."""
    found, missed = [], {}
    for event in events:
        if event["type"] == "count_declared":
            worth = event["hidden"]["table"]["worth"]
            missed[event["seat"], event["what"]] = max(0, worth - event["points"])
        if event["type"] == "muggins_claimed":
            which = (event["against"], event["what"])
            found.append("right" if missed[which] else "false")
            missed[which] = max(0, missed[which] - event["points"])
    return found


def test_every_refusal_of_a_game_is_on_the_page():
    kinds = [*engine_errors.RuleViolation.__subclasses__(), *GameError.__subclasses__()]

    assert [kind.code for kind in kinds if f"`{kind.code}`" not in API] == []


def test_every_event_of_a_game_is_on_the_page():
    assert [name for name in EVENTS if f"`{name}`" not in API] == []


@pytest.mark.django_db
def test_all_that_a_view_holds_is_on_the_page(alice, people):
    game = world.seated(people.club, people.alice, people.bob)
    view = alice.get(f"/games/{game.public_id}").json()["view"]
    names = [*view, *view["deal"], *view["deal"]["hands"][0]]

    assert [name for name in names if f"`{name}`" not in API] == []
