"""The table of a league, counted from the results of its ties."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from django.db.models import Max

from tournaments.formats.league_settings import tie_rules
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.ties import judged, ties_of
from tournaments.standings.league import (
    LeagueTable,
    Leaving,
    PlayedTie,
    league_table,
    ties_that_count,
)
from tournaments.standings.table import Row
from tournaments.standings.tiebreaks import Ranking


def league_table_of(stage: Stage, teams: Iterable[Entry]) -> LeagueTable:
    """Add up the ties of a league.

    Args:
        stage: a league.
        teams: its entries; who withdrew takes ties along as the settings say.

    Returns:
        The table, teams by number; four queries.

    Raises:
        ConfigInvalid: settings that cannot be.

    Rule: docs/rules.md#league
    """
    all_teams = list(teams)
    season = Round.objects.filter(stage=stage).aggregate(last=Max("number"))["last"] or 0
    counting = ties_that_count(
        tuple(_played(stage)),
        {team.number: (team.left_round or 0) + 1 for team in all_teams if _has_left(team)},
        rounds=season,
        leaving=cast(Leaving, stage.config["leaving"]),
    )
    chain = cast(Sequence[str], stage.config["tie_break"])
    return league_table([team.number for team in all_teams], counting, chain)


def ranking_of(table: LeagueTable, rows: Mapping[int, Row]) -> Ranking:
    """Place the rows of teams as the table of their league does.

    Args:
        table: of the league.
        rows: by number of the team.
    """
    placed = tuple(rows[team.entry]._replace(place=team.place) for team in table.rows)
    return Ranking(placed, table.ties, table.equal)


def _has_left(team: Entry) -> bool:
    return team.status == Entry.Status.WITHDRAWN


def _played(stage: Stage) -> Iterator[PlayedTie]:
    rules = tie_rules(stage.config)
    for tie in ties_of(stage):
        home, away = (side.entry for side in tie.sides.all())
        if home is not None and away is not None:
            yield PlayedTie(tie.round.number, home.number, away.number, judged(rules, tie))
