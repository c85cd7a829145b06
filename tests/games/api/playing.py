"""Plays as an app does: by the view alone, which says what is lawful."""

from itertools import count

_turn = count()

MUGGINS = {
    "counting": "declared", "declaration": "until_next_stage", "muggins": "show_and_play",
    "heels": "before_lead", "go": "said", "pre_deal_cut": "offered",
}  # fmt: skip


def move_of(shown):
    """Choose the body of a command from a game's view: any lawful one."""
    move = _one_of(shown["view"]["legal"])
    filled = _FILL.get(move["type"], lambda _move, _view: {})(move, shown["view"])
    return {"type": move["type"], "expected_version": shown["version"], **filled}


def _one_of(choices):
    return choices[next(_turn) % len(choices)]


def _play(move, view):
    declared = {"points": next(_turn) % 3} if view["rules"]["muggins"] == "show_and_play" else {}
    return {"card": _one_of(move["cards"]), **declared}


def _count(_move, view):
    """Guess what a hand is worth; who raises his count says one more."""
    open_now = view["deal"]["windows"]
    if open_now and open_now[0]["stage"] == "raise" and open_now[0]["seat"] == view["own_seat"]:
        return {"points": open_now[0]["points"] + 1}
    return {"points": next(_turn) % 9}


_FILL = {
    "cut": lambda move, _view: {"index": _one_of(move["places"])},
    "nonce": lambda _move, _view: {"value": f"{next(_turn):016x}"},
    "discard": lambda move, _view: {"cards": move["cards"][: move["choose"]]},
    "play": _play,
    "count": _count,
    "muggins": lambda _move, _view: {"points": 1 + next(_turn) % 4},
}


def play_to_the_end(game, *apps, watch=lambda answer, seat: None):
    """Let the apps play, seat by seat; every answer is watched. Return the types sent."""
    sent = set()
    while True:
        for seat, app in enumerate(apps):
            answer = app.get(game)
            watch(answer, seat)
            shown = answer.json()
            if shown["is_over"]:
                return sent
            if shown["view"]["legal"]:
                body = move_of(shown)
            elif "ask_cut" in shown["view"]["any_time"]:
                body = {"type": "ask_cut", "expected_version": shown["version"]}
            else:
                continue
            sent.add(body["type"])
            played = app.post(f"{game}/commands", body)
            assert played.status_code == 201, played.content
            watch(played, seat)
