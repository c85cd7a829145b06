"""A whole strict game with muggins, of any variant, a token for each seat: `API=… TOKENS="… … …"
python3 strict_game.py three_hand`. Nobody else counts: the players do, and now and then wrongly."""

import json
import os
import random
import sys
import urllib.error
import urllib.request
import uuid
from itertools import combinations
from time import sleep

RANKS = "A23456789TJQK"


def call(token, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    headers |= {} if body is None else {"Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = urllib.request.Request(os.environ["API"] + path, data, headers)
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if problem["code"] not in ("throttled", "claim_window_open"):
                raise SystemExit(f"{body}: {problem}") from None
            sleep(int(error.headers.get("Retry-After", 1)))  # then the same with the same key


def rank(card):
    return RANKS.index(card[0]) + 1


def total(cards):
    return sum(min(rank(card), 10) for card in cards)


def is_run(cards):
    ranks = sorted(map(rank, cards))
    return len(cards) > 2 and ranks == [*range(ranks[0], ranks[0] + len(ranks))]


def shown(cards, starter, is_crib):
    """What a hand, or the crib, is worth."""
    every = [*cards, starter]
    some = [part for size in range(2, len(every) + 1) for part in combinations(every, size)]
    runs = [len(part) for part in some if is_run(part)]
    points = sum(2 for part in some if total(part) == 15)
    points += sum(2 for one, two in combinations(every, 2) if one[0] == two[0])
    points += sum(size for size in runs if size == max(runs))
    points += f"J{starter[1]}" in cards
    suits = len({card[1] for card in cards}), len({card[1] for card in every})
    return points + (len(every) if suits[1] == 1 else len(cards) * (suits[0] == 1 and not is_crib))


def laid(pile):
    """What the last card of a pile pegs, but for go and last."""
    same = next((n for n, card in enumerate(pile[::-1]) if card[0] != pile[-1][0]), len(pile))
    runs = (size for size in range(len(pile), 2, -1) if is_run(pile[-size:]))
    return 2 * (total(pile) in (15, 31)) + same * (same - 1) + next(runs, 0)


def is_last(deal, seat, card):
    """Whether the card ends the count below 31, so that the point for go or last is its own."""
    count = deal["count"] + total([card])
    hands = {hand["seat"]: hand for hand in deal["hands"]}
    others = [who for who in hands if who != seat and who not in deal["said_go"]]
    rest = [other for other in hands[seat]["cards"] if other != card]
    is_stuck = all(count + total([other]) > 31 for other in rest)
    return count != 31 and is_stuck and not any(hands[who]["held"] for who in others)


class Player:
    """One seat: acts by its own view, and knows by the events what each card was worth."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.seen, self.last, self.pile, self.worth = 0, None, [], {}

    def watch(self, events):
        for event in events:
            kind, self.seen = event["type"], event["seq"]
            if kind == "deal_started":
                self.pile, self.worth = [], {}
            elif kind == "card_played":
                self.last = event["card"]
                self.pile.append(self.last)
                self.worth[self.last] = laid(self.pile)
            elif kind == "go_said":
                self.last = None  # what the go is worth is pegged by itself
            elif kind == "count_ended":
                if self.last and total(self.pile) != 31:
                    self.worth[self.last] += 1  # go or last goes with the card
                self.pile = []

    def command(self, view):
        legal = {move["type"]: move for move in view["legal"]}
        if "muggins" in legal:
            claims = (self.claim(view, what) for what in legal["muggins"]["what"])
            return next(filter(None, claims), {"type": "accept"})
        if "accept" in legal:
            return {"type": "accept"}  # a count that its owner could still raise
        if "count" in legal:
            return self.count(view, legal["count"]["what"][0])
        if "play" in legal and "claim_heels" not in legal:
            card = self.dice.choice(legal["play"]["cards"])
            worth = laid([*view["deal"]["pile"], card])
            worth += is_last(view["deal"], view["own_seat"], card)
            return {"type": "play", "card": card, "points": self.said(worth)}
        return self.handled(legal) if legal else None

    def handled(self, legal):
        if "nonce" in legal:
            return {"type": "nonce", "value": f"{self.dice.getrandbits(128):032x}"}
        if "cut" in legal:
            return {"type": "cut", "index": self.dice.choice(legal["cut"]["places"])}
        if "discard" in legal:
            cards = self.dice.sample(legal["discard"]["cards"], legal["discard"]["choose"])
            return {"type": "discard", "cards": cards}
        return {"type": next(iter(legal))}  # go, or heels

    def said(self, worth):
        """Mostly right, now and then too little or too much."""
        return max(0, min(29, worth + self.dice.choice((0, 0, 0, 0, 0, -2, -1, 1))))

    def count(self, view, what):
        worth = worth_at_the_show(view["deal"], what, view["own_seat"])
        if not view["deal"]["windows"]:
            return {"type": "count", "points": self.said(worth)}
        is_more = worth > view["deal"]["windows"][0]["points"]  # it may be raised
        return {"type": "count", "points": worth} if is_more else None

    def claim(self, view, what):
        window = next(one for one in view["deal"]["windows"] if what in (one["what"], one["card"]))
        if window["card"]:
            worth = self.worth[window["card"]]
        else:
            worth = worth_at_the_show(view["deal"], what, window["seat"])
        missed = worth - window["points"]
        if window["claimed"] or not missed:  # what another side has left is not known
            missed = self.dice.choice((0,) * 30 + (1,))  # a wrong claim
        return {"type": "muggins", "points": missed, "what": what} if missed else None


def worth_at_the_show(deal, what, seat):
    is_crib = what == "crib"
    cards = deal["crib"]["cards"] if is_crib else deal["hands"][seat]["shown"]
    return shown(cards, deal["starter"], is_crib)


def open_game(tokens, variant, rules):
    club = call(tokens[0], "/me")["memberships"][0]["club"]
    rules = {"variant": variant, "muggins": "show_and_play", **rules}
    game = call(tokens[0], "/games", {"club": club, "preset": "strict", "rules": rules})
    for seat, token in enumerate(tokens):
        body = {"seat": seat, "rules_digest": game["rules_digest"]}
        call(token, f"/games/{game['id']}/seats", body)
    return f"/games/{game['id']}"


def play(tokens, variant, seed=1, **rules):
    path = open_game(tokens, variant, rules)  # such as target=61
    players = [Player(seed + seat) for seat in range(len(tokens))]
    while True:
        for token, player in zip(tokens, players, strict=True):
            game = call(token, path)
            if game["is_over"]:
                return game
            while player.seen < game["version"]:
                player.watch(call(token, f"{path}/events?after={player.seen}")["events"])
            command = player.command(game["view"])
            if command:
                command["expected_version"] = game["version"]
                call(token, f"{path}/commands", command)


if __name__ == "__main__":
    over = play(os.environ["TOKENS"].split(), *sys.argv[1:])
    print(over["id"], over["view"]["result"])
