"""The API as a score app uses it."""

from itertools import count

from django.test import Client

from tests.clubs import world


class App:
    """A score app: it has a token, and sends a key with everything it posts."""

    keys = count(1)

    def __init__(self, login, club, scope):
        self.login, self.club = login, club
        self.token = world.token(login, club, scope)
        self.client = Client()

    def get(self, path, **query):
        answer = self.client.get(f"/api/v1{path}", query, headers=self._headers())
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path, body=None, *, status=201, **headers):
        headers = {**self._headers(), "Idempotency-Key": f"key {next(self.keys)}", **headers}
        answer = self.client.post(
            f"/api/v1{path}",
            data="" if body is None else body,
            content_type="application/json",
            headers=headers,
        )
        assert answer.status_code == status, answer.content
        return answer.json()

    def all(self, path, **query):
        """Every row of a list, page by page."""
        rows, page = [], self.get(path, **query)
        while True:
            rows += page["results"]
            if not page.get("next"):
                return rows
            page = self.client.get(page["next"], headers=self._headers()).json()

    def _headers(self):
        return {"Authorization": f"Bearer {self.token}"}


def play_game(players, game):
    """Whoever may act sends the first thing that his own view says is legal."""
    turn = 0
    for _ in range(2000):
        player = players[turn]
        seen = player.get(f"/games/{game}")
        if seen["is_over"]:
            return
        if moves := seen["view"]["legal"]:
            player.post(f"/games/{game}/commands", command(moves[0], seen["version"]))
        else:
            turn = seen["view"]["awaits"]["seats"][0]
    raise AssertionError("the game does not end")


def command(move, version):
    """Spell a legal move as a command of the API."""
    body = {"type": move["type"], "expected_version": version}
    if "places" in move:
        body["index"] = move["places"][version % len(move["places"])]
    elif move["type"] == "discard":
        body["cards"] = move["cards"][: move["choose"]]
    elif move["type"] == "play":
        body["card"] = move["cards"][0]
    return body
