"""Every case of ``bad-inputs*.json``: one request, one right answer, nothing changed."""

import json
import re
import threading
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from itertools import count
from time import monotonic
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client, override_settings

from clubs.models import Player
from common import clock
from common.models import Audit, Change, Outbox
from games.codec import state_of
from games.models import Game, GameEvent, GameSecret
from scoring.cards import PACK
from tests.bad_inputs.fixture import Fixture
from tests.bad_inputs.reading import OPS, body_of, later, made_text
from tests.bad_inputs.tournaments import LATER, check_one_round
from tests.bad_inputs.tournaments import OPS as NIGHT_OPS
from tests.data_files import case_files, cases_of
from tournaments.models import (
    Entry,
    Event,
    GameLine,
    Match,
    Registration,
    ResultClaim,
    Round,
    Stage,
)

_SYMBOL = re.compile(r"\b(?:(?:G|P|CLUB|EV|ST|R|M|E)_[A-Z0-9_]+|M[12])\b")
_CARD = re.compile(r"\b[A23456789TJQK][CDHS]\b")
_EXAMPLES = {"5H", "TS"}  # how a refusal says what a card looks like
_key = count(1)


def stated_versions():
    """Read which version each game of the fixture states."""
    games = {}
    for path in case_files("bad-inputs*.json"):
        games |= json.loads(path.read_text(encoding="utf-8"))["meta"]["fixture"]["games"]
    found = {name: re.search(r"version (\d+)", text) for name, text in games.items()}
    return {name: int(match[1]) for name, match in found.items() if match}


STATED = stated_versions()
STATED_NIGHT = {"EV_A": '"12"'}


def params():
    for case in cases_of("bad-inputs*.json"):
        marks = [
            pytest.mark.bad_inputs,
            pytest.mark.django_db(transaction=bool(case.get("concurrent"))),
        ]
        if reason := later(case):
            marks.append(pytest.mark.xfail(strict=True, raises=raised(case), reason=reason))
        yield pytest.param(case, id=case["id"], marks=marks)


def raised(case):
    """Say how a case fails until its issue is done."""
    return AssertionError if case["id"] in LATER else KeyError


class Run:
    """One case against its world."""

    def __init__(self, case):
        if case["op"] not in OPS:
            raise KeyError(case["op"])
        self.case = case
        self.fixture = Fixture()
        self.things = {}
        self.tokens = {}
        self.moved = 0
        self.symbol = next(iter(_SYMBOL.findall(case["path"])), None)
        # An action stands after a colon in the cases and after a slash in the routes.
        path = case["path"].replace(":", "/")
        self.path = _SYMBOL.sub(lambda found: self.thing(found[0]), path)
        self.path = "/".join(made_text(step) for step in self.path.split("/"))
        self.first_version = self.version()

    def thing(self, symbol):
        if symbol not in self.things:
            self.things[symbol] = str(self.fixture.thing(symbol))
            if self.case["op"].startswith("admin."):  # the desk's addresses have the key
                return str(Game.objects.get(public_id=self.things[symbol]).pk)
        return self.things[symbol]

    def version(self):
        game = Game.objects.filter(public_id=self.things.get(self.symbol)).first()
        return game.version if game else 0

    def version_for(self, sent):
        """Read a version of the fixture: n + k after k steps is what the game has now."""
        ahead = sent - STATED.get(self.symbol, sent)
        return self.version() if ahead == self.moved else self.first_version + ahead

    def request(self, step):
        """Prepare a request; what it returns sends it."""
        name = step.get("as", self.case["as"])
        client, headers = self._client(name)
        headers |= {"Idempotency-Key": f"key-{next(_key)}"}
        given = self.case.get("headers", {}) | step.get("headers", {})
        headers |= {k: made_text(v) for k, v in given.items() if v is not None}
        if headers.get("If-Match") == STATED_NIGHT.get(self.symbol, ""):
            headers["If-Match"] = self.etag()
        for absent in (k for k, v in given.items() if v is None):
            headers.pop(absent, None)
        media_type = headers.pop("Content-Type", "application/json")
        body = self._named(body_of(step, self.version_for))
        method = self.case["method"]
        data = b"" if body is None else body
        return lambda path=self.path: client.generic(
            method, path, data, content_type=media_type, headers=headers
        )

    def etag(self):
        """Return the tag of the night that a case states the version of."""
        return f'"{Event.objects.get(public_id=self.things[self.symbol]).version}"'

    def _named(self, body):
        """Put ids into a body where a case of a night names what it means."""
        if body is None or self.case["op"] not in NIGHT_OPS:
            return body
        return _SYMBOL.sub(lambda found: self.thing(found[0]), body.decode()).encode()

    def _client(self, name):
        if name == "anon":
            return Client(), {}
        by_role = self.case["op"] == "correction.apply"  # a token would lack the scope first
        if name == "root" or name.endswith("(session)") or by_role:
            client = Client(enforce_csrf_checks=not by_role)
            client.force_login(self.fixture.login(name.split()[0]))
            return client, {}
        if name not in self.tokens:
            self.tokens[name] = self.fixture.token(name)
        return Client(), {"Authorization": f"Bearer {self.tokens[name]}"}

    def steps(self):
        shared = {k: v for k, v in self.case.items() if k in ("body", "raw", "raw_hex", "gen")}
        return self.case.get("steps") or [shared] * self.case.get("repeat", 1)


def stored():
    """Count and number everything that a request might change."""
    counted = (GameEvent, GameSecret, Audit, Change, Outbox, Player)
    of_nights = (Registration, Entry, Stage, Round, ResultClaim, GameLine)
    return (
        [model.objects.count() for model in counted + of_nights],
        list(Game.objects.order_by("id").values_list("id", "version", "head")),
        list(Event.objects.order_by("id").values_list("id", "version")),
        list(Match.objects.order_by("id").values_list("id", "version", "status")),
    )


@pytest.fixture(autouse=True)
def a_minute_of_its_own():
    """Throttles count by the minute: no case meets another's, and none ends in the middle."""
    minute = datetime(2026, 11, 3, 19, 0, tzinfo=UTC) + timedelta(minutes=uuid4().int % 500_000)
    with clock.frozen(minute):
        yield


@pytest.mark.parametrize("case", list(params()))
def test_bad_input(case):
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        run = Run(case)
        if case.get("concurrent"):
            check_twins(run)
        else:
            check_last(run)


def check_last(run):
    *before, last = run.steps()
    answers = []
    for step in before:
        with passed_grace() if "after" in step else nullcontext():
            answers.append(run.request(step)())
        run.moved += answers[-1].status_code == 201
    send, was, began = run.request(last), stored(), monotonic()
    answer = send()

    check_answer(answer, run.case["expect"])
    assert monotonic() - began < 2
    check_same(run, answer, answers, send)
    if answer.status_code >= 400 or answer.has_header("Idempotency-Replayed"):
        assert stored() == was
        check_no_secret(run, answer)
    if str(run.case.get("state", "")).startswith("changed once"):
        assert [first.status_code for first in answers[:1]] == [201]
    if run.case["op"] == "admin.game.view":
        check_no_secret(run, answer)


def passed_grace():
    return clock.frozen(clock.now() + timedelta(seconds=10))


def check_answer(answer, expect):
    shown = answer.content.decode()[:500]
    assert answer.status_code == expect["status"], shown
    for name, value in expect.get("header", {}).items():
        assert answer.has_header(name)
        assert value in (answer[name], "present")
    if answer.status_code < 400:
        return
    problem = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "code", "request_id"} <= set(problem)
    assert problem["code"] == expect["code"]
    if "field" in expect:
        # Where a body has several wrong fields the case names the first.
        assert problem["errors"][0]["field"] == expect["field"]


def check_same(run, answer, answers, send):
    """Compare with the answer that must read the same."""
    words = run.case["expect"].get("same_as") or run.case.get("same_as") or ""
    if words == "step 1":
        assert answer.content == answers[0].content
    elif "random unused id" in words:
        other = send(re.sub(r"[0-9a-f-]{36}", str(uuid4()), run.path))
        assert without_id(answer) == without_id(other)
    elif "stub" in words:
        body = {**run.case["body"], "cards": ["8S", "5H"]}
        assert without_id(answer) == without_id(run.request({"body": body})())


def without_id(answer):
    return {k: v for k, v in answer.json().items() if k != "request_id"}


def check_no_secret(run, answer):
    """Find no card that the one who asks does not see, but for those he sent himself."""
    game = Game.objects.filter(public_id=run.things.get(run.symbol)).first()
    if game is None or game.is_over:
        return
    state = state_of(game)
    deal = state.dealing
    seen = {card for _, card in deal.laid} | {deal.starter}
    if run.case["as"].startswith("alice"):
        seen |= deal.held[0]
    hidden = {card.text for card in PACK if card not in seen}
    sent = (
        set() if run.case["op"] == "admin.game.view" else set(_CARD.findall(json.dumps(run.case)))
    )
    found = set(_CARD.findall(answer.content.decode()))
    assert found & hidden <= sent | _EXAMPLES


def check_twins(run):
    """Send all steps at once; the answers are the right ones in some order."""
    sends = [run.request(step) for step in run.steps()]
    barrier, answers = threading.Barrier(len(sends)), []
    instant, claims = clock.now(), ResultClaim.objects.count()

    def work(send):
        try:
            with clock.frozen(instant):
                barrier.wait()
                answers.append(send())
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(send,)) for send in sends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [[answer.status_code, problem_code(answer)] for answer in answers]
    expect = run.case["expect"]
    allowed = [sorted(expect[k], key=str) for k in ("multiset", "or_multiset") if k in expect]

    assert sorted(found, key=str) in allowed
    assert ResultClaim.objects.count() - claims == (run.case["op"] == "claim.create")
    if run.case["op"] == "round.generate":
        check_one_round()
    assert list(GameEvent.objects.order_by("seq").values_list("seq", flat=True)) == list(
        range(1, run.version() + 1)
    )


def problem_code(answer):
    return answer.json()["code"] if answer.status_code >= 400 else None
