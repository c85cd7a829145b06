"""Plays as an app does: by the view alone, which says what is lawful."""

from itertools import count

_turn = count()


def move_of(shown):
    """Choose the body of a command from a game's view: any lawful one."""
    move = shown["view"]["legal"][0]
    body = {"type": move["type"], "expected_version": shown["version"]}
    if "places" in move:
        return {**body, "index": move["places"][next(_turn) % len(move["places"])]}
    if move["type"] == "discard":
        return {**body, "cards": move["cards"][: move["choose"]]}
    if move["type"] == "play":
        return {**body, "card": move["cards"][next(_turn) % len(move["cards"])]}
    return body


def play_to_the_end(game, *apps, watch=lambda answer, seat: None):
    """Let the apps play, seat by seat; every answer is watched."""
    while True:
        for seat, app in enumerate(apps):
            answer = app.get(game)
            watch(answer, seat)
            shown = answer.json()
            if shown["is_over"]:
                return
            if shown["view"]["legal"]:
                played = app.post(f"{game}/commands", move_of(shown))
                assert played.status_code == 201, played.content
                watch(played, seat)
