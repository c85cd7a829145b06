"""Leagues in tests: a season drawn, and boards entered the way the desk enters them."""

import pytest

from tests.factories import A_DAY, SYSTEM, a_club, a_roster_file
from tournaments import formats
from tournaments.formats import league
from tournaments.matches import GameResult
from tournaments.models import Match, Stage
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.events import create_event, create_tournament
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import open_check_in
from tournaments.services.results import report_result
from tournaments.services.rosters import check_in
from tournaments.services.stages import add_stage

PAIRS_AND_SINGLES = [{"members": 2}, {"members": 1, "best_of": 3, "counting": "games"}]


@pytest.fixture
def league_format(monkeypatch):
    """Let a league be chosen."""
    monkeypatch.setitem(formats._REGISTRY, "league", league)


def a_league(teams=4, *, publish=True, **config):
    """Draw a season of teams that meet once on two boards."""
    occasion = create_tournament(
        club_id=a_club().public_id, actor=SYSTEM, name="The league", starts_at=A_DAY
    )
    event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Season")
    config = {"double": False, "boards": PAIRS_AND_SINGLES, **config}
    stage = add_stage(event_id=event.public_id, actor=SYSTEM, kind="league", config=config)
    import_roster(event_id=event.public_id, actor=SYSTEM, rows=a_roster_file(teams))
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in occasion.registrations.order_by("number"):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM)
    if publish:
        publish_rounds(stage_id=stage.public_id, actor=SYSTEM)
    return Stage.objects.get(pk=stage.pk)


def ties_in(stage, round_):
    """The ties of a matchday."""
    ties = Match.objects.filter(stage=stage, round__number=round_, kind=Match.Kind.TIE)
    return list(ties.order_by("number"))


def boards(tie):
    """The boards of a tie, in the order of play."""
    return list(Match.objects.filter(parent=tie).order_by("number"))


def enter(board, *winners):
    """Enter who won each leg."""
    games = [GameResult(winner, 100) for winner in winners]
    report_result(match_id=board.public_id, actor=SYSTEM, games=games)
