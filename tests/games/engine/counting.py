"""Tables at the show, where counts are declared."""

from games.engine import commands as cmd
from games.engine.rules import Rules
from scoring.cards import Card
from tests.games.engine.table import Table

DEALER, PONE = 0, 1
DECLARED = {"counting": "declared", "first_deal": "assigned", "go": "said"}
NINE = "4H TC 6C AH"
"""Worth 9 with 5S; the dealer's hand is worth 6, his crib nothing."""


def at_the_show(start=(0, 0), **options):
    """The pone is to count nine."""
    rules = Rules.of(start_pegs=start, **DECLARED | options)
    table = Table(rules, DEALER)
    table.to_play(["KC KD 9C 8D", NINE], ["2D 9D", "KH 8C"], "5S")
    while table.state.phase == "play":
        if table.state.awaits.what == "claims":
            table.go_through()
        elif not any(card.value + table.state.dealing.count <= 31 for card in held(table)):
            table.send(cmd.SayGo(table.turn))
        else:
            room = 31 - table.state.dealing.count
            card = next(c for c in sorted(held(table), reverse=True) if c.value <= room)
            table.send(cmd.PlayCard(table.turn, card))
    return table


def held(table):
    return table.state.dealing.held[table.turn]


def gained(table, *commands):
    before = table.state.scores
    table.send(*commands)
    return tuple(now - then for now, then in zip(table.state.scores, before, strict=True))


def muggins(**options):
    """The pone is to count nine, and may be claimed on."""
    return at_the_show(**{"muggins": "show"} | options)


def lay(seat, text, points=None):
    """A card with what is said beside it."""
    return cmd.PlayCard(seat, Card.parse(text), points)
