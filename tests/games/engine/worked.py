"""The worked examples of the rules, played."""

from games.engine.rules import Rules
from tests.games.engine.table import Table

SAID = {"first_deal": "assigned", "go": "said"}


def two_players(**options: object) -> Table:
    """Play the deal for two: pone seat 0, dealer seat 1."""
    table = Table(Rules.of(**SAID | options), 1)
    table.to_play(["JH 7C 6D 4H", "5S 6H 2S 4S"], ["TS KC", "8D 8C"], "5H")
    return table.play("JH 5S 7C 6H 2S 6D 4S 4H")


def three_players(**options: object) -> Table:
    """Play the deal for three: dealer seat 2."""
    table = Table(Rules.of("three_hand", **SAID | options), 2)
    kept = ["7S 5S QS 4D", "7D 5H QC 3C", "7H 8C KD 9C"]
    table.to_play(kept, ["AS", "2C", "KS"], "3H", "8H")
    return table.play("7S 7D 7H 5S 5H 8C QS QC 3C KD 4D 9C")


def four_players(**options: object) -> Table:
    """Play the deal for partners: dealer seat 3."""
    table = Table(Rules.of("partnership", **SAID | options), 3)
    kept = ["7C TD 2S 6H", "8D JS 3C 4H", "AC 5S TS QH", "9H 6D KC 2D"]
    table.to_play(kept, ["9C", "9D", "QC", "QD"], "8H")
    return table.play("2S 3C AC 2D 7C 4H 5S 6D 6H 8D TS 9H TD JS QH KC")
