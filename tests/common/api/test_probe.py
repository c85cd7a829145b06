"""What every door refuses, on a view with nothing behind it."""

import json
from datetime import UTC, datetime, timedelta
from random import randrange

import pytest

from common.api.throttles import ActorThrottle
from common.clock import frozen
from common.models import IdempotencyRecord, Job
from tests.clubs import world

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.common.api.probe")]

PROBE = "/api/v1/probe"
GOOD = {"type": "play", "card": "2C", "expected_version": 11}


@pytest.fixture
def secret(dora, club):
    return world.token(dora, club, "report")


@pytest.fixture
def post(api, secret):
    def send(key="k1", **values):
        return api("post", PROBE, token=secret, key=key, **values)

    return send


def assert_problem(answer, status, code, field=None):
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert set(problem) >= {"type", "title", "status", "code", "detail", "request_id"}
    assert problem["request_id"] == answer["X-Request-Id"]
    if field is not None:
        assert problem["errors"][0]["field"] == field
    assert Job.objects.count() == 0


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        pytest.param(b'{"type":"play","card":', 400, "malformed_json", id="truncated"),
        pytest.param(b"", 400, "malformed_json", id="empty"),
        pytest.param(b"null", 400, "validation_error", id="top-level-null"),
        pytest.param(b'[{"type":"play"}]', 400, "validation_error", id="top-level-list"),
        pytest.param(b'{"expected_version":NaN}', 400, "malformed_json", id="nan"),
        pytest.param(b'{"points":Infinity}', 400, "malformed_json", id="infinity"),
        pytest.param(b'{"points":1e999}', 400, "malformed_json", id="float-overflow"),
        pytest.param(b'{"card":"2C","card":"7S"}', 400, "duplicate_key", id="key-twice"),
        pytest.param(bytes.fromhex("7b2274797065223a22fffe227d"), 400, "malformed_json", id="utf8"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, 400, "malformed_json", id="deep"),
        pytest.param(b'{"a":' * 33 + b"1" + b"}" * 33, 400, "malformed_json", id="33-deep"),
        pytest.param(
            b'{"expected_version":' + b"9" * 5000 + b"}", 400, "malformed_json", id="digits"
        ),
        pytest.param(b'{"note":"' + b"a" * 3_000_000 + b'"}', 413, "payload_too_large", id="3mb"),
        pytest.param(b'{"note":"' + b"a" * 17_000 + b'"}', 413, "payload_too_large", id="17kb"),
        pytest.param(b"\xef\xbb\xbf{}", 400, "malformed_json", id="byte-order-mark"),
    ],
)
def test_doubtful_json_is_refused(post, raw, status, code):
    assert_problem(post(raw=raw), status, code)


@pytest.mark.parametrize(
    ("content_type", "code"),
    [
        pytest.param("application/xml", "unsupported_media_type", id="xml"),
        pytest.param("application/json; charset=nope", "unsupported_media_type", id="charset"),
        pytest.param("application/x-www-form-urlencoded", "unsupported_media_type", id="form"),
    ],
)
def test_other_media_types_are_refused(client, secret, content_type, code):
    answer = client.generic(
        "POST",
        PROBE,
        data=json.dumps(GOOD).encode(),
        content_type=content_type,
        headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": "k"},
    )

    assert_problem(answer, 415, code)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        pytest.param({"type": None}, "validation_error", "type", id="null-type"),
        pytest.param({"type": "teleport"}, "validation_error", "type", id="unknown-type"),
        pytest.param({"card": 5}, "validation_error", "card", id="card-number"),
        pytest.param({"card": {"rank": "2"}}, "validation_error", "card", id="card-object"),
        pytest.param({"card": "2\0"}, "validation_error", "card", id="null-character"),
        pytest.param({"card": "\ud800"}, "validation_error", "card", id="surrogate"),
        pytest.param({"expected_version": "11"}, "validation_error", "expected_version", id="text"),
        pytest.param({"expected_version": 11.0}, "validation_error", "expected_version", id="1.0"),
        pytest.param({"expected_version": True}, "validation_error", "expected_version", id="true"),
        pytest.param({"expected_version": -1}, "validation_error", "expected_version", id="minus"),
        pytest.param({"expected_version": 2**63}, "validation_error", "expected_version", id="64"),
        pytest.param({"cheat": True}, "unknown_field", "cheat", id="extra-field"),
        pytest.param({"cards": "5H5C"}, "validation_error", "cards", id="list-as-text"),
        pytest.param({"cards": ["5H", 5]}, "validation_error", "cards[1]", id="inside-a-list"),
        pytest.param({"points": "\u0669"}, "validation_error", "points", id="arabic-digit"),
        pytest.param({"points": 30}, "validation_error", "points", id="too-many-points"),
        pytest.param({"side": {"best_of": 0}}, "validation_error", "side.best_of", id="nested"),
        pytest.param({"side": {"x": 0}}, "unknown_field", "side.x", id="nested-extra"),
        pytest.param({"card": "a" * 2001}, "validation_error", "card", id="long-text"),
    ],
)
def test_wrong_types_are_refused(post, change, code, field):
    assert_problem(post(raw=json.dumps({**GOOD, **change})), 400, code, field)


@pytest.mark.parametrize("missing", ["type", "expected_version"])
def test_missing_fields_are_named(post, missing):
    body = {name: value for name, value in GOOD.items() if name != missing}

    assert_problem(post(body=body), 400, "validation_error", missing)


@pytest.mark.parametrize(
    ("key", "code"),
    [
        pytest.param(None, "idempotency_key_required", id="missing"),
        pytest.param("", "idempotency_key_invalid", id="empty"),
        pytest.param("k" * 256, "idempotency_key_invalid", id="long"),
        pytest.param("k\u00e9y", "idempotency_key_invalid", id="not-ascii"),
    ],
)
def test_a_post_needs_a_good_key(post, key, code):
    assert_problem(post(key=key, body=GOOD), 400, code)


def test_the_same_key_and_body_is_answered_alike_with_one_effect(post):
    first, second = post(body=GOOD), post(body=GOOD)

    assert (second.status_code, second.content) == (201, first.content)
    assert second["Idempotency-Replayed"] == "true"
    assert Job.objects.count() == 1


def test_the_same_key_with_another_body_is_refused(post):
    post(body=GOOD)
    again = post(body={**GOOD, "card": "7S"})

    assert (again.status_code, again.json()["code"]) == (422, "idempotency_key_reused")


def test_a_refusal_by_the_state_is_kept_and_its_effect_undone(post):
    first = post(body={**GOOD, "expected_version": 13})
    second = post(body={**GOOD, "expected_version": 13})

    assert_problem(second, 409, "version_conflict")
    assert second["Idempotency-Replayed"] == "true"
    assert {**second.json(), "request_id": ""} == {**first.json(), "request_id": ""}
    assert second.json()["version"] == 14


def test_a_refusal_that_is_not_of_the_state_leaves_the_key_free(post):
    answer = post(body={**GOOD, "expected_version": 404})

    assert_problem(answer, 404, "not_found")
    assert IdempotencyRecord.objects.count() == 0


def test_two_actors_may_use_one_key(post, api, alice, club):
    post(body=GOOD)
    hers = api("post", PROBE, token=world.token(alice, club, "report"), key="k1", body=GOOD)

    assert hers.status_code == 201
    assert "Idempotency-Replayed" not in hers


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        pytest.param({}, 428, "precondition_required", id="missing"),
        pytest.param({"If-Match": '"2"'}, 412, "precondition_failed", id="stale"),
        pytest.param({"If-Match": "*"}, 412, "precondition_failed", id="any"),
    ],
)
def test_an_edit_names_the_version_it_edits(api, secret, headers, status, code):
    assert_problem(api("patch", PROBE, token=secret, body={}, **headers), status, code)


def test_an_edit_of_the_present_version_answers_the_next(api, secret):
    answer = api("patch", PROBE, token=secret, body={}, **{"If-Match": '"3"'})

    assert (answer.status_code, answer["ETag"]) == (200, '"4"')


def test_a_method_that_is_not_offered_is_a_problem(api, secret):
    answer = api("delete", PROBE, token=secret)

    assert_problem(answer, 405, "method_not_allowed")
    assert "DELETE" not in answer["Allow"]


def test_a_type_that_is_not_served_is_a_problem(api, secret):
    assert_problem(api("get", PROBE, token=secret, Accept="application/xml"), 406, "not_acceptable")


def test_an_unknown_parameter_is_a_problem(api, secret):
    assert_problem(api("get", f"{PROBE}?x=1", token=secret), 400, "unknown_parameter", "x")


def test_an_address_that_is_not_there_reads_like_an_object_that_is_not_there(api):
    assert_problem(api("get", "/api/v1/nowhere"), 404, "not_found")


def test_a_foreign_host_is_a_problem(client, secret):
    answer = client.get(PROBE, headers={"Host": "evil.example"})

    assert_problem(answer, 400, "bad_host")


def test_a_bug_tells_nothing(client):
    client.raise_request_exception = False
    answer = client.get("/api/v1/broken")

    assert_problem(answer, 500, "internal_error")
    assert b"a bug" not in answer.content


def test_no_credentials_is_a_problem(api):
    answer = api("post", PROBE, body=GOOD, key="k")

    assert_problem(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_scope_that_was_not_given_is_a_problem(api, dora, club):
    answer = api("post", PROBE, token=world.token(dora, club, "read"), key="k", body=GOOD)

    assert_problem(answer, 403, "insufficient_scope")


def test_the_command_after_the_last_allowed_is_throttled(post, settings):
    settings.API_THROTTLE_COMMAND = 2
    # A minute of its own: the cache is shared and no rollback empties it.
    with frozen(datetime(2030, 1, 1, tzinfo=UTC) + timedelta(minutes=randrange(10**6))):
        answers = [post(key=key, raw=b"") for key in "abc"]
    answer = answers[-1]

    assert_problem(answer, 429, "throttled")
    assert int(answer["Retry-After"]) >= 1


def test_a_cache_that_is_down_stops_nobody(post, settings, monkeypatch):
    # Put back after the test: the pause would outlive it.
    monkeypatch.setattr(ActorThrottle, "_paused_until", 0.0)
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }

    assert post(body=GOOD).status_code == 201


def test_a_preflight_lets_any_origin_come_with_a_token(client):
    answer = client.options(PROBE, headers={"Origin": "https://app.example"})

    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
