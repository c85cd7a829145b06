import itertools
import json

import pytest
from django.test import Client

from tests.clubs import world as clubs

_keys = itertools.count(1)


class App:
    """A score app: one token, JSON in and out, a new key for every intent."""

    def __init__(self, token=None):
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path):
        return self.client.get(f"/api/v1{path}", headers=self.headers)

    def post(self, path, body, key=None):
        headers = {**self.headers, "Idempotency-Key": key or f"intent-{next(_keys)}"}
        return self.client.post(
            f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=headers
        )


def refused(answer):
    return answer.status_code, answer.json()["code"]


def commands(game):
    return f"/games/{game.public_id}/commands"


@pytest.fixture
def stranger():
    return App()


@pytest.fixture
def app_of(people):
    """Make the app of somebody: app_of("alice"), with other scopes when named."""

    def make(name, *scopes):
        scopes = scopes or ("report",)
        return App(clubs.token(getattr(people, name).login, people.club, *scopes))

    return make


@pytest.fixture
def alice(app_of):
    return app_of("alice")


@pytest.fixture
def bob(app_of):
    return app_of("bob")


@pytest.fixture
def carol(app_of):
    return app_of("carol")
