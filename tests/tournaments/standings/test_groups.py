from tournaments.game_results import Worth
from tournaments.standings.groups import rank_in_groups
from tournaments.standings.table import CardLine, cards_of, meetings_of, rows_of

CHAIN = ("game_points", "head_to_head")


def test_each_group_has_places_of_its_own():
    # 1 beat 2 and 3 beat 4; 5 is in no group and met nobody.
    lines = [
        CardLine(1, 2, True, 10, 2, "none"),
        CardLine(2, 1, False, -10, 0, "none"),
        CardLine(3, 4, True, 20, 2, "none"),
        CardLine(4, 3, False, -20, 0, "none"),
    ]
    cards = cards_of(range(1, 6), lines)
    rows = rows_of(cards, Worth())

    found = rank_in_groups(rows, {1: 1, 2: 1, 3: 2, 4: 2}, CHAIN, meetings=meetings_of(cards))

    assert {
        group: [(row.entry, row.place) for row in ranking.rows] for group, ranking in found.items()
    } == {1: [(1, 1), (2, 2)], 2: [(3, 1), (4, 2)]}
