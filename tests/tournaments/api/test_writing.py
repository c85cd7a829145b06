"""What is written through the API: who may, what is refused, what a result costs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.clubs import world
from tests.factories import (
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_night,
    a_player,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
    rounds_of,
)
from tests.tournaments.pairs import PAIRS, a_night_for_pairs
from tests.tournaments.play import a_bracket, a_played_night, fresh, matches_of
from tests.tournaments.pods import a_pod_night
from tournaments.models import Event, Registration, ResultClaim

pytestmark = pytest.mark.django_db
ONE_GAME = {"games": [{"winner": 1, "loser_score": 90}]}


def refused(answer):
    problem = answer.json()
    field = problem["errors"][0]["field"] if problem.get("errors") else None
    return answer.status_code, problem["code"], field


def side_of(match, slot):
    """The registration of a side."""
    return Registration.objects.select_related("player__club").get(
        memberships__entry__sides__match=match, memberships__entry__sides__slot=slot
    )


def test_a_player_reports_his_own_match(api, club, player_token):
    match = matches_of(a_published_night(club, players=4, games=1))[0]
    token = player_token(side_of(match, 2), "report")
    answer = api("post", f"/matches/{match.public_id}/claims", token=token, body=ONE_GAME)

    assert (answer.status_code, answer.json()["source"]) == (201, "side_2")
    assert fresh(match).winner == 1


def test_a_player_reports_nobody_elses_match(api, club, player_token):
    own, other = matches_of(a_published_night(club, players=4, games=1))
    token = player_token(side_of(own, 1), "report")
    answer = api("post", f"/matches/{other.public_id}/claims", token=token, body=ONE_GAME)

    assert refused(answer)[:2] == (403, "permission_denied")
    assert not ResultClaim.objects.exists()


def test_reading_does_not_report(api, club, player_token):
    match = matches_of(a_published_night(club, players=4, games=1))[0]
    token = player_token(side_of(match, 1), "read")
    answer = api("post", f"/matches/{match.public_id}/claims", token=token, body=ONE_GAME)

    assert refused(answer)[:2] == (403, "insufficient_scope")


def test_a_scorer_enters_any_result_and_corrects_none(api, club, token):
    match = matches_of(a_published_night(club, players=4, games=1))[0]
    scorer = token("score", role="scorer")
    path = f"/matches/{match.public_id}"
    entered = api("post", f"{path}/claims", token=scorer, body=ONE_GAME)
    body = {"games": [{"winner": 2, "loser_score": 90}], "reason": "Typed wrong."}
    corrected = api("post", f"{path}/corrections", token=scorer, body=body)

    assert (entered.status_code, entered.json()["source"]) == (201, "api")
    assert refused(corrected)[:2] == (403, "insufficient_scope")


def test_a_correction_supersedes(api, club, director):
    event = a_played_night(club=club, players=8, games=1)
    match = matches_of(event)[0]
    body = {
        "games": [{"winner": 2, "loser_score": 77}],
        "reason": "The card says so.",
        "expected_version": match.version,
    }
    path = f"/matches/{match.public_id}/corrections"
    answer = api("post", path, token=director, body=body)
    again = api("post", path, token=director, body=body)

    assert (answer.status_code, answer.json()["number"]) == (201, 2)
    assert [one.state for one in match.claims.order_by("number")] == ["superseded", "accepted"]
    assert refused(again)[:2] == (412, "precondition_failed")


def test_a_forfeit_and_a_void_game(api, club, director):
    first, second = matches_of(a_published_night(club, players=4, games=1))
    body = {"absent_slot": 2, "reason": "Went home."}
    forfeit = api("post", f"/matches/{first.public_id}/forfeit", token=director, body=body)
    void = api(
        "post", f"/matches/{second.public_id}/void", token=director, body={"reason": "No board."}
    )

    assert forfeit.json()["games"] == [{"winner": 1, "forfeit": True}]
    assert (void.status_code, void.json()["outcome"]) == (200, "annulled")


@pytest.mark.parametrize("players", [8, 32])
def test_a_result_costs_the_same_at_any_size(api, club, director, players):
    """Ten statements; the token, the visible match and the key take four more."""
    matches = matches_of(a_published_night(club, players=players, games=3))
    api("post", f"/matches/{matches[0].public_id}/claims", token=director, body=ONE_GAME)
    path = f"/matches/{matches[1].public_id}/claims"
    with CaptureQueriesContext(connection) as queries:
        answer = api("post", path, token=director, body=ONE_GAME)
    asked = [q["sql"] for q in queries if not q["sql"].startswith(("SAVEPOINT", "RELEASE", "SET"))]

    assert answer.status_code == 201
    assert len(asked) <= 14, "\n".join(sql[:150] for sql in asked)


def test_a_result_sent_twice_counts_once(api, club, director):
    match = matches_of(a_published_night(club, players=4, games=1))[0]
    path = f"/matches/{match.public_id}/claims"
    first, second = (
        api("post", path, token=director, body=ONE_GAME, key="one intent") for _ in range(2)
    )

    assert second["Idempotency-Replayed"] == "true"
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert match.claims.count() == 1


def test_a_match_gets_another_table_and_time(api, club, director):
    match = matches_of(a_published_night(club, players=8, games=1))[0]
    path = f"/matches/{match.public_id}"
    body = {"table": 4, "starts_at": "2026-10-06T20:00:00+02:00"}
    moved = api("patch", path, token=director, body=body, **{"If-Match": f'"{match.version}"'})
    stale = api("patch", path, token=director, body=body, **{"If-Match": f'"{match.version}"'})

    assert (moved.json()["table"], moved.json()["starts_at"]) == (4, "2026-10-06T18:00:00Z")
    assert moved["ETag"] == f'"{fresh(match).version}"'
    assert refused(stale)[:2] == (412, "precondition_failed")
    assert refused(api("patch", path, token=director, body=body))[:2] == (
        428,
        "precondition_required",
    )


def test_rules_change_in_a_draft_only(api, club, director):
    draft, frozen = a_night(club), a_checked_in_night(club, players=4)
    answers = [
        api(
            "patch",
            f"/events/{one.public_id}",
            token=director,
            body={"rules": {"target": 61}},
            **{"If-Match": f'"{fresh(one).version}"'},
        )
        for one in (draft, frozen)
    ]

    assert answers[0].json()["rules"]["target"] == 61
    assert refused(answers[1])[:2] == (409, "ruleset_frozen")


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        pytest.param({}, "validation_error", "name", id="nothing"),
        pytest.param({"name": "X"}, "validation_error", "club", id="no-source"),
        pytest.param({"name": "X", "club": "{club}"}, "validation_error", "starts_at", id="when"),
        pytest.param(
            {"name": "X", "club": "{club}", "starts_at": "2026-10-06T18:00:00"},
            "validation_error",
            "starts_at",
            id="no-zone",
        ),
        pytest.param(
            {"name": "X", "club": "{club}", "starts_at": "2026-10-06T18:00:00Z", "preset": "x"},
            "validation_error",
            "preset",
            id="preset",
        ),
        pytest.param(
            {"name": "X", "tournament": "{club}", "games": 3}, "validation_error", "games", id="two"
        ),
        pytest.param({"name": "X", "state": "final"}, "unknown_field", "state", id="unknown"),
    ],
)
def test_an_event_that_cannot_be_is_refused(api, club, director, body, code, field):
    body = {k: str(club.public_id) if v == "{club}" else v for k, v in body.items()}

    assert refused(api("post", "/events", token=director, body=body)) == (400, code, field)
    assert not Event.objects.exists()


def test_an_event_of_a_hidden_club_is_not_made(api, director):
    body = {"name": "X", "club": str(a_club(is_public=False).public_id)}
    body["starts_at"] = "2026-10-06T18:00:00Z"

    assert api("post", "/events", token=director, body=body).status_code == 404


def test_a_player_is_entered_once(api, club, director):
    event = a_checked_in_night(club, players=4)
    body = {"player": str(roster(event)[0].player.public_id)}
    path = f"/events/{event.public_id}/entries"

    assert refused(api("post", path, token=director, body=body))[:2] == (409, "already_entered")


def test_a_player_of_another_club_is_nobody(api, club, director):
    path = f"/events/{a_checked_in_night(club, players=4).public_id}/entries"
    stranger = world.player(a_club(), "Dave Other")
    answers = [
        api("post", path, token=director, body={"player": str(one)})
        for one in (stranger.public_id, club.public_id)
    ]

    assert [refused(one) for one in answers] == [(400, "validation_error", "player")] * 2


def test_who_withdraws_comes_back(api, club, director):
    event = a_checked_in_night(club, players=4)
    entry, player = entries_of(event)[0], roster(event)[0].player
    gone = api("post", f"/entries/{entry.public_id}/withdraw", token=director)
    back = api(
        "post",
        f"/events/{event.public_id}/entries",
        token=director,
        body={"player": str(player.public_id)},
    )

    assert gone.json()["status"] == "withdrawn"
    assert (back.json()["id"], back.json()["status"]) == (str(entry.public_id), "entered")


def test_a_check_in_is_taken_back(api, club, token):
    event = a_checked_in_night(club, players=4)
    path = f"/entries/{entries_of(event)[0].public_id}/undo-check-in"
    answer = api("post", path, token=token("score", role="scorer"))

    assert answer.json()["members"][0]["status"] == "registered"


def test_a_draft_is_published_by_its_version(api, club, director):
    round_ = rounds_of(a_drafted_night(club, games=3))[0]
    path = f"/rounds/{round_.public_id}/publish"

    assert refused(api("post", path, token=director))[:2] == (428, "precondition_required")
    stale = api("post", path, token=director, **{"If-Match": '"0"'})
    assert refused(stale)[:2] == (412, "precondition_failed")
    published = api("post", path, token=director, **{"If-Match": f'"{round_.version}"'})
    assert [one["state"] for one in published.json()] == ["published"] * 3


def test_a_draft_is_discarded(api, club, director):
    event = a_drafted_night(club, games=3)
    answer = api("post", f"/rounds/{rounds_of(event)[0].public_id}/discard", token=director)

    assert (answer.status_code, rounds_of(event)) == (204, [])


def test_a_large_field_is_drawn_by_a_worker(api, club, director, settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(club, players=4)
    path = f"/stages/{first_stage(event).public_id}/rounds"
    answer = api("post", path, token=director)

    assert (answer.status_code, answer.json()["state"]) == (202, "queued")
    assert answer["Location"].endswith(f"/api/v1/jobs/{answer.json()['id']}")
    assert rounds_of(event) == []


def test_a_scorer_draws_nothing(api, club, token):
    event = a_checked_in_night(club, players=4)
    path = f"/stages/{first_stage(event).public_id}/rounds"

    answer = api("post", path, token=token("score", role="scorer"))
    assert refused(answer)[:2] == (403, "insufficient_scope")


def test_an_action_takes_no_fields(api, club, director):
    path = f"/events/{a_night(club).public_id}/open"

    answer = api("post", path, token=director, body={"state": "final"})
    assert refused(answer) == (400, "unknown_field", "state")


def test_an_event_is_called_off_with_a_reason(api, club, director):
    path = f"/events/{a_night(club).public_id}/cancel"

    assert refused(api("post", path, token=director, body={})) == (
        400,
        "validation_error",
        "reason",
    )
    answer = api("post", path, token=director, body={"reason": "Snow."})
    assert answer.json()["state"] == "cancelled"


def test_what_is_open_keeps_an_event_from_being_final(api, club, director):
    event = a_published_night(club, players=4, games=1)
    answer = api("post", f"/events/{event.public_id}/finalise", token=director)

    assert refused(answer)[:2] == (409, "wrong_state")
    assert any("results are missing" in one for one in answer.json()["open"])


def test_a_cut_waits_for_the_games(api, club, director):
    event = a_published_night(club, players=8, games=1)
    answer = api("post", f"/stages/{play_off_stage(event).public_id}/seed", token=director)

    assert refused(answer)[:2] == (409, "wrong_state")


def test_a_match_is_played_on_the_engine(api, club, director):
    event = a_bracket(club=club, players=8, games=1)
    path = f"/matches/{matches_of(event, 2)[0].public_id}/games"
    first, second = (api("post", path, token=director) for _ in range(2))

    assert first.status_code == 201
    assert first.json() == second.json()
    assert api("get", f"/games/{first.json()['game']}", token=director).status_code == 200


def test_a_table_of_three_is_reported_by_the_scores_of_all(api, club, director, player_token):
    table, other, _ = matches_of(a_pod_night(club, players=9, games=1))
    token = player_token(side_of(table, 3), "report")
    path = f"/matches/{table.public_id}/claims"
    answer = api("post", path, token=token, body={"games": [{"scores": [100, 121, 88]}]})
    missing = {"games": [{"scores": [None, 121, 88]}]}
    entered = api("post", f"/matches/{other.public_id}/claims", token=director, body=missing)

    said = {"winner": 2, "scores": [100, 121, 88]}
    assert (answer.status_code, answer.json()["source"]) == (201, "side_3")
    assert answer.json()["games"] == [said]
    assert api("get", f"/matches/{table.public_id}").json()["games"] == [said]
    assert entered.json()["games"] == [{"winner": 2, "scores": [None, 121, 88]}]


@pytest.mark.parametrize(
    ("game", "code", "field"),
    [
        ({"scores": [121, 100]}, "result_impossible", "games[0].scores"),
        ({"winner": 1, "loser_score": 100}, "result_impossible", "games[0].scores"),
        ({"scores": [121, 100, 90], "winner": 1}, "validation_error", "games[0].winner"),
        ({"scores": [121]}, "validation_error", "games[0].scores"),
        ({}, "validation_error", "games[0].winner"),
    ],
)
def test_what_no_table_of_three_ends_with_is_refused(api, club, director, game, code, field):
    table = matches_of(a_pod_night(club, players=9, games=1))[0]
    path = f"/matches/{table.public_id}/claims"
    answer = api("post", path, token=director, body={"games": [game]})

    assert refused(answer)[1:] == (code, field)
    assert not ResultClaim.objects.exists()


def test_a_pair_is_entered_with_both_players(api, club, director):
    event = a_night(club, options=PAIRS)
    one, other = (str(a_player(club, name).public_id) for name in ("Ann", "Bo"))
    path = f"/events/{event.public_id}/entries"
    alone = api("post", path, token=director, body={"player": one})
    both = api("post", path, token=director, body={"player": one, "partner": other})
    mixed = api("post", path, token=director, body={"name": "Cy", "partner": other})

    assert refused(alone) == (400, "validation_error", "partner")
    assert (both.status_code, both.json()["name"]) == (201, "Ann and Bo")
    assert refused(mixed)[1:] == ("validation_error", "partner")


def test_a_pair_walks_in_by_name(api, club, director):
    event = a_night_for_pairs(club, players=4)
    body = {"name": "Ann", "partner_name": "Bo"}
    answer = api("post", f"/events/{event.public_id}/entries", token=director, body=body)

    assert (answer.status_code, answer.json()["name"]) == (201, "Ann and Bo")


def test_partners_are_drawn_by_lot_and_part_again(api, club, director):
    event = a_night_for_pairs(club, players=5)
    drawn = api("post", f"/events/{event.public_id}/draw-partners", token=director).json()
    part = api("post", f"/entries/{drawn['entries'][0]}/part", token=director)
    none = api(
        "post", f"/events/{a_checked_in_night(club).public_id}/draw-partners", token=director
    )

    assert (len(drawn["entries"]), len(drawn["left_over"])) == (2, 1)
    assert (part.status_code, part.json()) == (200, {"event": str(event.public_id)})
    assert len(entries_of(event)) == 1
    assert refused(none)[:2] == (409, "wrong_state")
