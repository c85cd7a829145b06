"""A night through the API, from the preset to the published standings and the champion."""

from itertools import count

import pytest

from tests.clubs import world
from tests.factories import A_DAY
from tournaments.models import Event, StandingSnapshot
from tournaments.services.events import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(api, director):
    """Send something as the director; answer the body, and insist on its status."""

    def send(method, path, status=None, body=None, **headers):
        answer = api(method, path, token=director, body=body, **headers)
        wanted = status or {"get": 200, "post": 201, "patch": 200}[method]
        assert answer.status_code == wanted, answer.content
        return answer.json() if answer.content else None

    return send


def set_up(desk, club, players):
    night = {
        "club": str(club.public_id),
        "name": "Tuesday",
        "starts_at": "2026-10-06T18:00:00Z",
        "games": 3,
        "best_of": 1,
    }
    event = desk("post", "/events", body=night)
    desk("post", f"/events/{event['id']}/check-in", 200)
    for player in players:
        entry = desk(
            "post", f"/events/{event['id']}/entries", body={"player": str(player.public_id)}
        )
        desk("post", f"/entries/{entry['id']}/check-in", 200, body={"fee_paid": True})
    desk("post", f"/events/{event['id']}/entries", body={"name": "Wanda Walker"})
    return event


def publish(desk, stage):
    rounds = desk("post", f"/stages/{stage['id']}/rounds")
    version = {"If-Match": f'"{rounds[0]["version"]}"'}
    return desk("post", f"/rounds/{rounds[0]['id']}/publish", 200, **version)


def play(desk, event):
    """Slot 1 wins by ever more, so that no two totals are level at the cut."""
    for loser_score in count(119, -3):
        ready = desk("get", f"/matches?event={event['id']}&status=ready")["results"]
        if not ready:
            return
        said = {"games": [{"winner": 1, "loser_score": loser_score}]}
        desk("post", f"/matches/{ready[0]['id']}/claims", body=said)


def test_a_night_runs_from_the_outside(desk, club):
    players = [world.player(club, f"Pat Player{n}") for n in range(7)]
    event = set_up(desk, club, players)
    games, play_offs = desk("get", f"/events/{event['id']}/stages")["results"]
    publish(desk, games)
    play(desk, event)
    seeds = desk("post", f"/stages/{play_offs['id']}/seed", 200)["seeds"]
    publish(desk, play_offs)
    play(desk, event)
    bracket = desk("get", f"/stages/{play_offs['id']}/bracket")
    final = desk("post", f"/events/{event['id']}/finalise", 200)

    assert (len(seeds), bracket["champion"]["name"]) == (2, seeds[0]["name"])
    assert final["state"] == "final"
    assert StandingSnapshot.objects.filter(stage__event__public_id=event["id"]).count() == 2


def test_last_week_is_tonight(desk, club):
    players = [world.player(club, f"Pat Player{n}") for n in range(4)]
    event = set_up(desk, club, players)
    again = {"from_event": event["id"], "name": "Next", "starts_at": "2026-10-13T19:00:00+01:00"}
    tonight = desk("post", "/events", body=again)

    entries = desk("get", f"/events/{tonight['id']}/entries")["results"]
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4, 5]
    assert (tonight["state"], tonight["starts_at"]) == ("draft", "2026-10-13T18:00:00Z")


def test_an_event_joins_an_occasion_that_stages_are_added_to(desk, club, organiser):
    weekend = create_tournament(
        club_id=club.public_id, actor=organiser, name="Weekend", starts_at=A_DAY
    )
    body = {"tournament": str(weekend.public_id), "name": "Main", "preset": "casual"}
    event = desk("post", "/events", body=body)
    first = desk("post", f"/events/{event['id']}/stages", body={"kind": "rotation", "number": 1})
    second = desk("post", f"/events/{event['id']}/stages", body={"kind": "single_elim"})
    feed = desk(
        "post",
        f"/stages/{second['id']}/feeds",
        body={"source": first["id"], "rule": "top_k", "k": 4},
    )

    assert feed["params"] == {"k": 4}
    assert Event.objects.get(public_id=event["id"]).stages.count() == 2
