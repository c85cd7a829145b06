"""Swiss rounds through the API: the next one, what it gave up, jobs."""

import pytest

from common import outbox
from tests.factories import SYSTEM, a_club, entries_of
from tests.tournaments.swiss import a_swiss, after_rounds, draw, pairs_of, publish
from tournaments.models import Round
from tournaments.services.keeping_apart import keep_apart

pytestmark = pytest.mark.django_db


def generate(api, token, stage, **body):
    return api("post", f"/stages/{stage.public_id}/rounds", token=token, body=body)


def test_the_next_round_is_asked_for_by_its_number(api, club, director):
    stage = after_rounds(1, club=club)
    made = generate(api, director, stage, number=2)
    again = generate(api, director, stage, number=2)

    assert (made.status_code, [one["number"] for one in made.json()]) == (201, [2])
    assert (again.status_code, again.json()["code"]) == (409, "round_exists")


def test_a_round_says_what_its_draw_gave_up(api, club, director):
    stage = after_rounds(1, players=6, club=club)
    notes = generate(api, director, stage).json()[0]["notes"]

    floats = [one for one in notes if one["code"] == "float"]
    assert [set(one["entries"]) in pairs_of(stage, 2) for one in floats] == [True]
    assert (floats[0]["round"], floats[0]["gap"]) == (2, 2)


def test_strangers_are_not_told_who_lives_together(api, club, director):
    stage = a_swiss(players=2, club=club, rounds=1)
    keep_apart(
        event_id=stage.event.public_id,
        actor=SYSTEM,
        entries=[one.public_id for one in entries_of(stage.event)],
        how="household",
        reason="They are married",
    )
    draw(stage)
    publish(stage)

    path = f"/rounds/{stage.rounds.get().public_id}"
    told = [api("get", path, token=token).json()["notes"] for token in (director, None)]
    assert [[one["code"] for one in notes] for notes in told] == [["avoided_pair"], []]


@pytest.fixture
def job(api, club, director, settings):
    stage = after_rounds(1, club=club)
    settings.PAIRING_INLINE_UP_TO = 0
    answer = generate(api, director, stage)
    return answer["Location"]


def test_a_job_is_watched_to_its_end(api, director, job):
    before = api("get", job, token=director).json()
    outbox.run_pending()
    after = api("get", job, token=director).json()

    assert [(one["state"], one["progress"], one["total"]) for one in (before, after)] == [
        ("queued", 0, 3),
        ("done", 3, 3),
    ]
    assert (
        api("get", f"/rounds/{after['result']['rounds'][0]}", token=director).json()["number"] == 2
    )


def test_a_job_is_called_off(api, director, job):
    answers = [api("post", f"{job}/cancel", token=director) for _ in range(2)]
    outbox.run_pending()

    assert [(one.status_code, one.json()["state"]) for one in answers] == [(200, "cancelled")] * 2
    assert not Round.objects.filter(number=2).exists()


def test_a_job_that_is_done_is_not_called_off(api, director, job):
    outbox.run_pending()
    answer = api("post", f"{job}/cancel", token=director)

    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


def test_a_job_is_nobodys_business_outside_the_club(api, token, job):
    stranger = token("direct", where=a_club())

    assert api("get", job, token=stranger).status_code == 404
    assert api("get", job).status_code == 401


def test_a_scorer_calls_no_job_off(api, token, job):
    answer = api("post", f"{job}/cancel", token=token("score", role="scorer"))

    assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")


def names(stage):
    return {one.number: str(one.public_id) for one in entries_of(stage.event)}


def test_a_director_writes_a_round(api, club, director):
    stage = a_swiss(players=5, club=club, rounds=3)
    named = names(stage)
    body = {"pairs": [[named[1], named[5]], [named[2], named[4]]], "reason": "The bus of 5"}
    answer = api("post", f"/stages/{stage.public_id}/pairings", token=director, body=body)

    assert answer.status_code == 201
    assert answer.json()["drawn"] == answer.json()["now"]
    assert answer.json()["round"]["notes"][-1]["code"] == "manual"
    assert sorted(sorted(pair) for pair in pairs_of(stage, 1)) == [[1, 5], [2, 4]]


def test_a_written_round_names_nobody_twice(api, club, director):
    stage = a_swiss(players=4, club=club)
    named = names(stage)
    body = {"pairs": [[named[1], named[2]], [named[2], named[3]]], "reason": "Why not"}
    answer = api("post", f"/stages/{stage.public_id}/pairings", token=director, body=body)

    assert (answer.status_code, answer.json()["code"]) == (422, "entry_paired_twice")
    assert not stage.rounds.exists()


def test_a_swap_says_what_it_costs(api, club, director):
    stage = after_rounds(1, players=8, club=club)
    draw(stage)
    rows = [stage.matches.get(round__number=2, table=table) for table in (2, 3)]
    one, other = (row.sides.get(slot=1) for row in rows)
    round_ = stage.rounds.get(number=2)
    places = {
        "a": {
            "match": str(rows[0].public_id),
            "side": 1,
            "entry": str(other.entry.public_id),
        },
        "b": {"match": str(rows[1].public_id), "side": 1, "entry": str(one.entry.public_id)},
    }
    answer = api(
        "post",
        f"/rounds/{round_.public_id}/swap",
        token=director,
        body=places,
        **{"If-Match": f'"{round_.version}"'},
    ).json()

    assert (answer["drawn"]["score_difference"], answer["now"]["score_difference"]) == (0, 4)


def test_two_are_kept_apart_and_meet_again(api, club, director, token):
    stage = a_swiss(players=4, club=club)
    named = names(stage)
    path = f"/events/{stage.event.public_id}/kept-apart"
    two = {"entries": [named[1], named[2]], "reason": "A quarrel"}
    made = api("post", path, token=director, body={**two, "how": "never"})
    listed = api("get", path, token=director).json()
    lifted = api("post", f"{path}/lift", token=director, body=two)

    assert (made.status_code, made.json()) == (201, listed)
    assert [(one["entries"], one["how"]) for one in listed] == [([named[1], named[2]], "never")]
    assert (lifted.status_code, lifted.json()) == (200, [])
    scorer = api("get", path, token=token("score", role="scorer"))
    assert (scorer.status_code, scorer.json()["code"]) == (403, "insufficient_scope")


def test_nobody_is_kept_apart_in_an_unknown_way(api, club, director):
    stage = a_swiss(players=4, club=club)
    named = names(stage)
    body = {"entries": [named[1], named[2]], "reason": "Hm", "how": "often"}
    answer = api("post", f"/events/{stage.event.public_id}/kept-apart", token=director, body=body)

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "how")


def test_an_event_is_ended_early(api, club, director):
    stage = after_rounds(2, players=6, club=club, rounds=5)
    path = f"/stages/{stage.public_id}/length"
    few = api("post", path, token=director, body={"rounds": 1})
    done = api("post", path, token=director, body={"rounds": 2})

    assert (few.status_code, few.json()["errors"][0]["field"]) == (400, "rounds")
    assert (done.status_code, done.json()["state"]) == (200, "complete")
