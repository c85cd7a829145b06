"""Publishing standings: version n stays as it was when n + 1 follows."""

from uuid import UUID

from django.db import transaction
from django.db.models import Max

from common import clock
from common.actor import Actor
from common.canonical import plain
from tournaments.formats import KNOCKOUTS
from tournaments.models import Stage, StandingSnapshot
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.draws import results_digest
from tournaments.selectors.standings import StandingRow, Standings, standings_of
from tournaments.services.lifecycle import UNDER_WAY, require_state
from tournaments.services.locks import lock_event_of_stage
from tournaments.services.records import note
from tournaments.services.rights import may_direct
from tournaments.standings.league import LeagueRow


def publish_standings(*, stage_id: UUID, actor: Actor) -> StandingSnapshot:
    """Publish the standings of a stage as they are now; of a bracket, its places.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.

    Returns:
        The snapshot, the next version.

    Raises:
        NotFound, PermissionDenied: no such stage, or not to be directed.
        EventFinal, WrongState: the event is not under way.
    """
    with transaction.atomic():
        stage = lock_event_of_stage(stage_id)
        may_direct(actor, stage.event.tournament.club)
        require_state(stage.event, *UNDER_WAY, step="There are no standings to publish.")
        rows, reasons = snapshot_of(stage)
        snapshot = StandingSnapshot.objects.create(
            stage=stage,
            version=_next_version(stage),
            rows=rows,
            reasons=reasons,
            inputs_digest=results_digest(stage),
            published_at=clock.now(),
        )
        note(
            stage.event,
            actor=actor,
            action="standings.published",
            target=stage,
            after={"version": snapshot.version, "inputs": snapshot.inputs_digest},
            payload={"version": snapshot.version},
        )
    return snapshot


def snapshot_of(stage: Stage) -> tuple[object, object]:
    """Write down what a snapshot of a stage would hold now.

    Args:
        stage: any.

    Returns:
        Rows and reasons, as JSON holds them; entries by public id and number,
        never by name.
    """
    if stage.kind in KNOCKOUTS:
        places = bracket_of(stage).places
        return [
            {"place": place, "entry": str(entry.public_id), "number": entry.number}
            for place, entry in places
        ], []
    standings = standings_of(stage)
    return [_row(row) for row in standings.rows], plain(_reasons(standings))


def _next_version(stage: Stage) -> int:
    last = StandingSnapshot.objects.filter(stage=stage).aggregate(last=Max("version"))["last"]
    return (last or 0) + 1


def _row(row: StandingRow) -> dict[str, object]:
    team = {} if row.team is None else {"team": _team(row.team)}
    return {
        **team,
        "place": row.place,
        "is_shared": row.is_shared,
        "entry": str(row.entry.public_id),
        "number": row.entry.number,
        "game_points": row.game_points,
        "wins": row.wins,
        "losses": row.losses,
        "net_spread": row.net_spread,
        "plus_points": row.plus_points,
        "minus_points": row.minus_points,
        "games": row.games,
        "skunks_given": row.skunks_given,
        "skunks_taken": row.skunks_taken,
        "sit_outs": row.sit_outs,
        "qualified": row.qualified,
    }


def _team(row: LeagueRow) -> dict[str, object]:
    return {key: value for key, value in row._asdict().items() if key not in ("place", "entry")}


def _reasons(standings: Standings) -> list[dict[str, object]]:
    return [reason._asdict() for reason in standings.reasons]
