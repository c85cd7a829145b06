"""Tables, seats and first deals for pairs that were drawn, around a printed chart."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from tournaments.pairing.charts import REST, ChartRound, Pair, Table, is_printed
from tournaments.pairing.first_deal import balanced_dealers, first_dealers

LARGEST_GAP = 2


def seated_rounds(
    played: Sequence[ChartRound],
    numbers: range,
    drawn: Sequence[Sequence[Pair]],
    printed: Mapping[int, ChartRound],
    anchors: Collection[int] = (),
) -> tuple[ChartRound, ...]:
    """Give tables, seats, first deals and meetings to the pairs of each round.

    Args:
        played: the rounds already played.
        numbers: of the rounds to come.
        drawn: the pairs of each of them, with ``REST`` for a sit-out.
        printed: the chart by number of its rounds; a pair that stands in it
            keeps its table and seats, and its first dealer where that is fair.
        anchors: who keeps the table and seat they have anywhere on the charts.

    Returns:
        The rounds to come; first and second deals of everybody over the whole
        night differ by two at most wherever the games to come allow it.
    """
    homes = _homes([*printed.values(), *played], anchors)
    rounds = [
        _seated(number, pairs, printed.get(number), homes)
        for number, pairs in zip(numbers, drawn, strict=True)
    ]
    dealers = iter(_dealers(played, rounds, printed))
    met = Counter(table.pair for round_ in played for table in round_.tables)
    done = []
    for round_ in rounds:
        met.update(table.pair for table in round_.tables)
        tables = tuple(
            table._replace(first_dealer=next(dealers), meeting=met[table.pair])
            for table in round_.tables
        )
        done.append(ChartRound(round_.number, tables, round_.sit_outs))
    return tuple(done)


def _homes(charts: Sequence[ChartRound], anchors: Collection[int]) -> dict[int, Table]:
    """Find a table of everybody who does not move."""
    return {
        entry: table
        for round_ in charts
        for table in round_.tables
        for entry in table.sides
        if entry in anchors
    }


def _seated(
    number: int,
    pairs: Sequence[Pair],
    printed: ChartRound | None,
    homes: Mapping[int, Table],
) -> ChartRound:
    was = {table.pair: table for table in printed.tables} if printed else {}
    playing = [pair for pair in pairs if REST not in pair]
    done = [was[pair] for pair in playing if pair in was]
    fresh = [pair for pair in playing if pair not in was]
    for pair in sorted(fresh, key=lambda pair: not pair & homes.keys()):
        taken = {table.number for table in done}
        place = _at_home(pair, homes, taken)
        if place is None:
            table, seats = _free_table(list(was.values()), taken)
            one, other = sorted(pair)
            place = Table(table, (one, other), seats, one)
        done.append(place)
    rests = tuple(entry for pair in pairs if REST in pair for entry in pair - {REST})
    return ChartRound(number, tuple(sorted(done)), rests)


def _at_home(pair: Pair, homes: Mapping[int, Table], taken: set[int]) -> Table | None:
    """Put one who does not move on his seat, and the other facing him."""
    for entry in sorted(pair & homes.keys()):
        home = homes[entry]
        if home.number not in taken:
            (other,) = pair - {entry}
            sides = (entry, other) if home.sides[0] == entry else (other, entry)
            return home._replace(sides=sides, first_dealer=min(sides), meeting=1)
    return None


def _free_table(was: Sequence[Table], taken: Collection[int]) -> tuple[int, tuple[int, int]]:
    """A table that lost its pair, or a further one with seats of its own."""
    for table in was:
        if table.number not in taken:
            return table.number, table.seats
    number = max((*taken, *(table.number for table in was)), default=0) + 1
    beyond = number - max((table.number for table in was), default=0)
    seat = max((max(table.seats) for table in was), default=0) + 2 * beyond
    return number, (seat - 1, seat)


def _dealers(
    played: Sequence[ChartRound],
    rounds: Sequence[ChartRound],
    printed: Mapping[int, ChartRound],
) -> tuple[int, ...]:
    """First deals: printed ones stay, unless somebody would be off by more than two."""
    before: Counter[int] = Counter()
    for table in (table for round_ in played for table in round_.tables):
        for entry in table.sides:
            before[entry] += 1 if entry == table.first_dealer else -1
    tables = [table for round_ in rounds for table in round_.tables]
    fresh = [
        not is_printed(table.pair, printed.get(round_.number))
        for round_ in rounds
        for table in round_.tables
    ]
    drawn = iter(first_dealers([t.sides for t, new in zip(tables, fresh, strict=True) if new]))
    given = [
        next(drawn) if new else table.first_dealer for table, new in zip(tables, fresh, strict=True)
    ]
    pairs = [table.sides for table in tables]
    dealers = balanced_dealers(pairs, given, fresh, before=before)
    if _gap(pairs, dealers, before) <= LARGEST_GAP:
        return dealers
    return balanced_dealers(pairs, dealers, [True] * len(pairs), before=before)


def _gap(
    pairs: Sequence[tuple[int, int]], dealers: Sequence[int], before: Mapping[int, int]
) -> int:
    balance = Counter(before)
    for pair, dealer in zip(pairs, dealers, strict=True):
        for entry in pair:
            balance[entry] += 1 if entry == dealer else -1
    return max((abs(balance[entry]) for pair in pairs for entry in pair), default=0)
