"""The players' script: an independent reading of the rule, run on what the API answers."""

import json
import subprocess
import sys
from copy import deepcopy
from functools import cache
from hashlib import sha256
from uuid import UUID

import pytest

from games.engine.commands import Nonce
from games.engine.rules import Rules
from games.engine.variants import VARIANTS
from games.services import deck
from tests.clubs import world as clubs
from tests.games import world
from tests.games.api.conftest import App
from tests.house import ROOT

SCRIPT = ROOT / "docs" / "examples" / "verify_deal.py"
PEOPLE = ("alice", "bob", "carol", "dave")
CUT = "DEADBEEFdeadbeef0123"


def verify(*answers):
    """Run the script as a player would: away from the project, nothing installed."""
    lines = "".join(json.dumps(answer) + "\n" for answer in answers)
    return subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )


@cache
def answers_of(variant):
    """Play a game with a cut for deal and nonces; return what the API tells a player of it."""
    people = world.people(names=PEOPLE)
    seats = [getattr(people, name) for name in PEOPLE[: VARIANTS[variant].seats]]
    rules = Rules.of(variant, first_deal="cut", pre_deal_cut="required", target=31)
    game = world.seated(people.club, *seats, rules=rules)
    world.play_on(game, until=lambda state: state.phase == "deal")
    world.send(game, Nonce(world.state(game).awaits.seats[0], CUT))
    game = world.play_on(game)
    app = App(clubs.token(people.alice.login, people.club, "report"))
    path, deals = f"/games/{game.public_id}", game.snapshot["deal"]["number"]
    pages = [f"events?after={after}" for after in range(0, game.version, 200)]
    seeds = [f"deals/{number}/seed" for number in range(deals + 1)]
    return [app.get(f"{path}/{name}").json() for name in (*seeds, *pages)]


def packs_in(answers):
    return [pack for answer in answers for pack in answer.get("packs", [])]


def event_in(answers, kind):
    """Return the last event of a kind that belongs to the first deal, or to the cut for it."""
    events = [event for answer in answers for event in answer.get("events", [])]
    end = [event["type"] for event in events].index("deal_ended")
    return [event for event in events[:end] if event["type"] == kind][-1]


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_every_variant_are_found_right(variant):
    answers = answers_of(variant)
    packs = packs_in(answers)

    checked = verify(*answers)

    assert CUT in [nonce for pack in packs for nonce in pack["nonces"]]
    assert checked.stdout.splitlines() == [
        f"{answers[0]['game']}, deal {pack['deal']}: right" for pack in packs
    ]
    assert (checked.returncode, checked.stderr) == (0, "")


def other(text):
    """Change the first hex digit."""
    return f"{int(text[0], 16) ^ 1:x}{text[1:]}"


def change_seed(answers):
    pack = packs_in(answers)[-1]
    pack["seed"] = other(pack["seed"])


def change_commitment(answers):
    pack = packs_in(answers)[-1]
    pack["commitment"] = other(pack["commitment"])


def change_nonce(answers):
    pack = next(pack for pack in packs_in(answers) if CUT in pack["nonces"])
    pack["nonces"][pack["nonces"].index(CUT)] = other(CUT)


def change_order(answers):
    order = packs_in(answers)[-1]["order"]
    order[-1], order[-2] = order[-2], order[-1]


def try_nonces_out(answers):
    """What the server could do that knows the seed: name a nonce that no seat has given."""
    pack = next(pack for pack in packs_in(answers) if CUT in pack["nonces"])
    pack["nonces"] = [nonce and other(CUT) for nonce in pack["nonces"]]
    order = deck.order_of(bytes.fromhex(pack["seed"]), pack["nonces"])
    pack["order"] = [card.text for card in order]


def take_another_pack(answers):
    """All of it right, but for what was published before the deal."""
    pack, seed = packs_in(answers)[-1], bytes(32)
    pack["commitment"] = deck.commitment_of(UUID(answers[0]["game"]), pack["deal"], seed)
    pack["seed"] = seed.hex()
    pack["order"] = [card.text for card in deck.order_of(seed, pack["nonces"])]


def change_hand(answers):
    hidden = event_in(answers, "cards_dealt")["hidden"]
    hidden["0"], hidden["1"] = hidden["1"], hidden["0"]


def change_dealt_crib(answers):
    hidden = event_in(answers, "cards_dealt")["hidden"]
    hidden["table"]["to_crib"] = hidden["0"]["cards"][:2]


def change_card_played(answers):
    event = event_in(answers, "card_played")
    event["card"] = event_in(answers, "starter_cut")["card"]


def change_hand_shown(answers):
    event_in(answers, "hand_shown")["cards"][0] = event_in(answers, "starter_cut")["card"]


def change_starter(answers):
    event_in(answers, "starter_cut")["index"] += 1


def change_cut_for_deal(answers):
    event_in(answers, "dealer_cut")["index"] -= 1


TAMPERINGS = {
    change_seed: "the seed is not the one committed to",
    change_commitment: "the seed is not the one committed to",
    take_another_pack: "the events tell of another commitment",
    change_nonce: "seed and nonces give another order",
    try_nonces_out: "other nonces",
    change_order: "seed and nonces give another order",
    change_hand: "has other cards",
    change_dealt_crib: "has other cards",
    change_card_played: "has other cards",
    change_hand_shown: "has other cards",
    change_starter: "has other cards",
    change_cut_for_deal: "has other cards",
}


@pytest.mark.django_db
@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_what_was_tampered_with_is_refused(tamper):
    answers = deepcopy(answers_of("five_card_crib"))
    tamper(answers)

    checked = verify(*answers)

    wrong = [line for line in checked.stdout.splitlines() if not line.endswith(": right")]
    assert (checked.returncode, len(wrong), checked.stderr) == (1, 1, "")
    assert TAMPERINGS[tamper] in wrong[0]


@pytest.mark.django_db
def test_packs_are_checked_without_the_events_too():
    answers = answers_of("six_card")
    seeds = [answer for answer in answers if "packs" in answer]
    changed = deepcopy(seeds)
    change_seed(changed)

    assert verify(*seeds).returncode == 0
    assert verify(*changed).returncode == 1


def test_nothing_shown_is_nothing_verified():
    checked = verify({"code": "not_revealed_yet"})

    assert (checked.returncode, checked.stderr) == (1, "no deal was shown\n")


def test_the_script_stands_alone():
    lines = SCRIPT.read_text().splitlines()
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}

    assert imported <= sys.stdlib_module_names
    assert len(lines) <= 60


def test_the_packs_on_paper_are_right():
    lines = (ROOT / "tests" / "golden" / "packs.jsonl").read_text().splitlines()

    checked = verify(*map(json.loads, lines))

    assert (checked.returncode, checked.stdout.count(": right\n")) == (0, 20)


def revealed(game, number):
    """A pack as the server draws, deals and reveals it; one in three is cut."""
    pack = deck.Pack(number, "1", sha256(f"salt {number}".encode()).hexdigest())
    nonces = [None, sha256(f"nonce {number}".encode()).hexdigest()[: 16 + number % 49]]
    nonces = nonces if number % 3 == 0 else [None, None]
    return {
        "deal": number,
        "commitment": pack.commitment(game),
        "seed": pack.seed(game).hex(),
        "nonces": nonces,
        "order": [card.text for card in pack.order(game, nonces)],
    }


def test_ten_thousand_reveals_are_right(settings):
    settings.GAME_KEY, settings.GAME_KEY_ID = "key", "1"
    game = UUID("00000000-0000-4000-8000-00000000f15c")
    packs = [revealed(game, number) for number in range(1, 10_001)]

    checked = verify({"game": str(game), "packs": packs})

    assert checked.stdout.count(": right\n") == 10_000
    assert checked.returncode == 0
