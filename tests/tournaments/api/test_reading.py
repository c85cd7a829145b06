"""What is read through the API: by whom, by which name, at which cost."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_night,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
    rounds_of,
)
from tests.tournaments.play import a_bracket, a_played_night, matches_of, play_bracket

pytestmark = pytest.mark.django_db
PEOPLE = ("Ada Fennimore", "Finn O’Mara", "Céline Dupré", "Madonna")


def statements(api, path, token=None):
    assert api("get", path, token=token).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        api("get", path, token=token)
    return len(queries)


def refused(answer):
    problem = answer.json()
    field = problem["errors"][0]["field"] if problem.get("errors") else None
    return answer.status_code, problem["code"], field


def paths_of(event):
    stage, round_ = first_stage(event), rounds_of(event)[0]
    match = matches_of(event)[0]
    return [
        f"/tournaments/{event.tournament.public_id}",
        f"/events/{event.public_id}",
        f"/events/{event.public_id}/entries",
        f"/events/{event.public_id}/stages",
        f"/events/{event.public_id}/changes",
        f"/events/{event.public_id}/ratings",
        f"/entries/{entries_of(event)[0].public_id}",
        f"/stages/{stage.public_id}",
        f"/stages/{stage.public_id}/rounds",
        f"/stages/{stage.public_id}/standings",
        f"/stages/{stage.public_id}/bracket",
        f"/rounds/{round_.public_id}",
        f"/rounds/{round_.public_id}/matches",
        f"/matches?event={event.public_id}",
        f"/matches/{match.public_id}",
    ]


def test_anybody_reads_what_the_public_page_shows(api):
    event = a_published_night(games=3)

    assert {api("get", path).status_code for path in paths_of(event)} == {200}


@pytest.mark.parametrize(
    "values", [{"public_level": "hidden"}, {"club": {"is_public": False}}], ids=["hidden", "club"]
)
def test_what_is_hidden_is_not_there(api, values):
    club = a_club(**values.pop("club", {}))
    event = a_published_night(club, games=3, **values)
    other = [path for path in paths_of(event) if "/tournaments" not in path]

    assert {api("get", path).status_code for path in other} == {404}


def test_what_is_hidden_reads_like_what_is_not_there(api):
    event = a_published_night(public_level="hidden")
    answers = [api("get", f"/events/{event_id}").json() for event_id in (event.public_id, uuid4())]

    assert {**answers[0], "request_id": ""} == {**answers[1], "request_id": ""}


def test_drafts_are_for_the_staff(api, club, director, token):
    event = a_drafted_night(club, games=3)
    path = f"/stages/{first_stage(event).public_id}/rounds"
    drafts = [
        len(api("get", path, token=who).json()["results"])
        for who in (director, token("read", role=None), None)
    ]

    assert drafts == [3, 0, 0]
    assert api("get", f"/rounds/{rounds_of(event)[0].public_id}").status_code == 404
    assert api("get", f"/matches/{matches_of(event)[0].public_id}").status_code == 404


def test_strangers_read_initials_where_the_event_says_so(api, club, token):
    event = a_published_night(club, players=PEOPLE, public_level="initials", games=1)
    path = f"/events/{event.public_id}/entries"
    stranger = api("get", path).json()["results"]
    member = api("get", path, token=token("read", role=None)).json()["results"]

    assert [entry["name"] for entry in stranger] == ["A. F.", "F. O.", "C. D.", "M."]
    assert [entry["name"] for entry in member] == list(PEOPLE)


def test_no_answer_gives_a_stranger_a_name_or_a_player(api, club):
    event = a_bracket(club=club, public_level="initials", players=8, games=3)
    play_bracket(event)
    told = "".join(api("get", path).content.decode() for path in paths_of(event))
    people = [str(one.player.public_id) for one in roster(event)]

    assert "Player 0" not in told
    assert not [one for one in people if one in told]


def test_the_roster_with_its_fees_is_for_the_desk(api, club, token):
    event = a_checked_in_night(club, players=PEOPLE)
    path = f"/tournaments/{event.tournament.public_id}/registrations"

    assert len(api("get", path, token=token("read", role="scorer")).json()["results"]) == 4
    assert refused(api("get", path, token=token("read", role=None)))[:2] == (
        403,
        "permission_denied",
    )
    assert api("get", path).status_code == 401


def test_claims_are_for_the_clubs_own_people(api, club, token):
    event = a_played_night(club=club, players=8, games=1)
    match = matches_of(event)[0]
    path = f"/matches/{match.public_id}/claims"
    claim = api("get", path, token=token("read", role=None)).json()["results"][0]

    assert (claim["state"], claim["match"]) == ("accepted", str(match.public_id))
    assert api("get", f"/claims/{claim['id']}").status_code == 401
    other = token("read", where=a_club())
    assert api("get", f"/claims/{claim['id']}", token=other).status_code == 404


def test_standings_say_why_when_asked(api):
    event = a_played_night(players=8, games=3, seed=1)
    path = f"/stages/{first_stage(event).public_id}/standings"
    plain, explained = (api("get", path + more).json() for more in ("", "?explain=1"))

    assert "reasons" not in plain
    assert explained["rows"] == plain["rows"]
    assert set(explained["reasons"][0]) == {"above", "below", "by", "values"}


def test_unchanged_standings_are_not_sent_again(api):
    event = a_played_night(players=8, games=3)
    path = f"/stages/{first_stage(event).public_id}/standings"
    tag = api("get", path)["ETag"]
    again = api("get", path, **{"If-None-Match": tag})
    explained = api("get", f"{path}?explain=1", **{"If-None-Match": tag})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert explained.status_code == 200


def test_a_bracket_names_its_champion(api):
    event = a_bracket(players=16, games=3)
    play_bracket(event)
    bracket = api("get", f"/stages/{play_off_stage(event).public_id}/bracket").json()

    final = bracket["rounds"][-1]["matches"][0]
    assert final["winner"] == 1
    assert bracket["champion"] == final["sides"][0]["entry"]


def test_a_match_tells_its_games_once_they_count(api):
    event = a_played_night(players=8, games=1)
    match = matches_of(event)[0]
    shown = api("get", f"/matches/{match.public_id}").json()

    assert shown["status"] == "confirmed"
    assert [set(game) for game in shown["games"]] == [{"winner", "loser_score"}]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("status=ready", 4, id="status"),
        pytest.param("status=confirmed", 0, id="none-confirmed"),
        pytest.param("table=2", 1, id="table"),
    ],
)
def test_matches_are_narrowed(api, query, found):
    event = a_published_night(players=8, games=1)

    answer = api("get", f"/matches?event={event.public_id}&{query}")
    assert len(answer.json()["results"]) == found


def test_matches_of_an_entry_are_its_evening(api):
    event = a_published_night(players=8, games=3)
    entry = entries_of(event)[0]
    rows = api("get", f"/matches?entry={entry.public_id}").json()["results"]

    names = [[side["entry"]["id"] for side in row["sides"]] for row in rows]
    assert [str(entry.public_id) in both for both in names] == [True] * 3


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("limit=999999999999999999999", "validation_error", "limit"),
        ("table=abc", "validation_error", "table"),
        ("colour=red", "unknown_parameter", "colour"),
        ("cursor=AAAA", "invalid_cursor", "cursor"),
        ("status=lost", "validation_error", "status"),
    ],
)
def test_doubtful_parameters_are_refused(api, query, code, field):
    event = a_published_night(players=4, games=1)

    answer = api("get", f"/matches?event={event.public_id}&{query}")
    assert refused(answer) == (400, code, field)


def test_matches_need_something_to_be_of(api):
    assert refused(api("get", "/matches")) == (400, "validation_error", "event")


def test_changes_are_read_on_from_a_number(api):
    event = a_published_night(players=4, games=1)
    path = f"/events/{event.public_id}/changes"
    whole = api("get", path).json()
    rest = api("get", f"{path}?after={whole['last'] - 1}").json()

    assert [one["seq"] for one in whole["results"]] == list(range(1, whole["last"] + 1))
    assert [one["seq"] for one in rest["results"]] == [whole["last"]]
    assert refused(api("get", f"{path}?after=99999999")) == (400, "cursor_ahead", "after")


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize(
    ("path", "budget"),
    [
        pytest.param("/events", 2, id="events"),
        pytest.param("/events/{event}/entries", 5, id="entries"),
        pytest.param("/events/{event}/stages", 3, id="stages"),
        pytest.param("/stages/{stage}/rounds", 3, id="rounds"),
        pytest.param("/stages/{stage}/standings?explain=1", 6, id="standings"),
        pytest.param("/rounds/{round}/matches", 4, id="round"),
        pytest.param("/matches?event={event}", 4, id="matches"),
        pytest.param("/matches/{match}", 5, id="match"),
    ],
)
def test_reading_costs_the_same_at_any_size(api, club, director, path, budget, players):
    """One statement of each budget reads the token."""
    event = a_played_night(club=club, players=players, games=3)
    path = path.format(
        event=event.public_id,
        stage=first_stage(event).public_id,
        round=rounds_of(event)[0].public_id,
        match=matches_of(event)[0].public_id,
    )

    assert statements(api, path, director) <= budget


def test_the_latest_event_comes_first(api, club):
    first, second = a_checked_in_night(club, players=4), a_checked_in_night(club, players=4)
    a_night(club)
    rows = api("get", f"/events?club={club.public_id}").json()["results"]

    assert [row["id"] for row in rows] == [str(second.public_id), str(first.public_id)]
