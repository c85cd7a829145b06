"""Was it fair? `python3 verify_deal.py [FILE]` reads answers of the API, one a line: of each game
any `deals/{n}/seed`, then all `events` if the cards are to be checked too. Python 3.11 will do."""

import fileinput
import hashlib
import hmac
import json


def order_of(seed, nonces):
    told = b"".join(bytes([len(nonce)]) + nonce.lower().encode() for nonce in nonces)
    blocks = (hmac.digest(seed, b"str1" + told + n.to_bytes(8, "big"), "sha256") for n in range(99))
    words = (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24))
    order = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    for left in range(52, 1, -1):
        place = next(word for word in words if word < 2**64 - 2**64 % left) % left
        order[left - 1], order[place] = order[place], order[left - 1]
    return order


def faults_of(game, pack, spans):
    told = bytes.fromhex(game.replace("-", "") + f"{pack['deal']:08x}" + pack["seed"])
    if hashlib.sha256(b"deck1" + told).hexdigest() != pack["commitment"]:
        yield "the seed is not the one committed to"
    pile = order_of(bytes.fromhex(pack["seed"]), [nonce or "" for nonce in pack["nonces"]])
    if pile != pack["order"]:
        yield "seed and nonces give another order"
    span = spans.get(pack["commitment"], [])
    given = {event["seat"]: event["value"] for event in span if event["type"] == "nonce_given"}
    if spans and (not span or given != {n: text for n, text in enumerate(pack["nonces"]) if text}):
        yield "the events tell of another commitment or other nonces"
    for event in span:
        cards, right = event.get("cards", [event.get("card")]), True
        if sizes := event.get("counts"):
            seats = [str((span[0]["dealer"] + 1 + n) % len(sizes)) for n in range(len(sizes))]
            crib, extra = event["to_crib"], max(sizes) - min(sizes)  # the dealer's
            owners = seats * min(sizes) + ["table"] * crib + seats[-1:] * extra
            hands = {who: [pile[n] for n, to in enumerate(owners) if to == who] for who in owners}
            hidden, pile = event.get("hidden", {}), pile[len(owners) :]
            right = all([*told.values()] == [hands[who]] for who, told in hidden.items())
        elif "index" in event:
            right = cards == [pile[event["index"]]]
        elif event["type"] in ("card_played", "hand_shown"):
            right = set(cards) <= set(hands[str(event["seat"])])
        if not right:
            yield f"event {event['seq']} has other cards than the order gives"


if __name__ == "__main__":
    game, commitment, packs, spans = "", "", [], {}
    for said in map(json.loads, fileinput.input()):  # noqa: SIM115 # closed with the program
        game = said.get("game", game)
        packs += [(game, pack) for pack in said.get("packs", [])]
        for event in said.get("events", []):
            commitment = event.get("commitment", commitment)
            spans.setdefault(game, {}).setdefault(commitment, []).append(event)
    checked = [(game, pack, [*faults_of(game, pack, spans.get(game, {}))]) for game, pack in packs]
    for game, pack, faults in checked:
        print(f"{game}, deal {pack['deal']}: {'; '.join(faults) or 'right'}")
    raise SystemExit(any(faults for *_, faults in checked) if packs else "no deal was shown")
