"""From the rounds of a chart to those of a plan, and back."""

from collections.abc import Iterable, Sequence

from tournaments.formats.base import EntrySide, PlannedMatch, PlannedRound
from tournaments.pairing.charts import ChartRound, Table
from tournaments.pairing.checks import Checks, chart_checks
from tournaments.pairing.pods import Pod, PodRound


def planned_from(rounds: Iterable[ChartRound]) -> tuple[PlannedRound, ...]:
    """Turn chart rounds into planned rounds.

    Args:
        rounds: of a chart.

    Returns:
        One planned round each, named ``Game 1`` and up; a match has the number
        of its place in the round.
    """
    return tuple(
        PlannedRound(
            number=round_.number,
            name=f"Game {round_.number}",
            matches=tuple(_planned(at, table) for at, table in enumerate(round_.tables, start=1)),
            sit_outs=round_.sit_outs,
        )
        for round_ in rounds
    )


def chart_from(rounds: Iterable[PlannedRound]) -> tuple[ChartRound, ...]:
    """Turn planned rounds into chart rounds, for checks and for drawing again.

    Args:
        rounds: of a stage; a match that is not between two known entries is
            left out, its one entry counts as sitting out.

    Returns:
        One chart round each; where no first dealer was named it is slot 1.
    """
    return tuple(
        ChartRound(
            number=round_.number,
            tables=tuple(_table(match) for match in round_.matches if len(match.entries) == 2),
            sit_outs=(
                *round_.sit_outs,
                *(m.entries[0] for m in round_.matches if len(m.entries) == 1),
            ),
        )
        for round_ in rounds
    )


def checks_of(rounds: Sequence[PlannedRound]) -> Checks:
    """Count what planned or played rounds do to everybody.

    Args:
        rounds: of any stage.

    Returns:
        The counts, as on a preview; a table of three is a meeting of each two.
    """
    return chart_checks(pods_from(rounds))


def pods_from(rounds: Iterable[PlannedRound]) -> tuple[PodRound, ...]:
    """Turn planned rounds into tables of any size.

    Args:
        rounds: of a stage; whoever is alone in a match counts as sitting out.

    Returns:
        One round each; where no first dealer was named it is slot 1.
    """
    return tuple(
        PodRound(
            round_.number,
            tuple(
                Pod(match.table or match.number, match.entries, _dealer(match))
                for match in round_.matches
                if len(match.entries) > 1
            ),
            (*round_.sit_outs, *(m.entries[0] for m in round_.matches if len(m.entries) == 1)),
        )
        for round_ in rounds
    )


def _dealer(match: PlannedMatch) -> int:
    return match.entries[(match.first_dealer or 1) - 1]


def _planned(number: int, table: Table) -> PlannedMatch:
    (one, other), (seat, facing) = table.sides, table.seats
    return PlannedMatch(
        number=number,
        sides=(EntrySide(one, seat), EntrySide(other, facing)),
        table=table.number,
        first_dealer=1 if table.first_dealer == one else 2,
        meeting=table.meeting,
    )


def _table(match: PlannedMatch) -> Table:
    one, other = match.entries
    number = match.table if match.table is not None else match.number
    seats = [side.seat for side in match.sides if isinstance(side, EntrySide)]
    first, facing = seats[0] or 2 * number - 1, seats[1] or 2 * number
    dealer = other if match.first_dealer == 2 else one
    return Table(number, (one, other), (first, facing), dealer, match.meeting)
