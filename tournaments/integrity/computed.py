"""Everything that is a function of accepted claims, computed again and compared."""

from collections.abc import Iterator

from common.models import Outbox
from scoring.errors import CribbageError
from tournaments.brackets.tree import EMPTY, advance
from tournaments.formats import KNOCKOUTS
from tournaments.integrity.breach import Breach
from tournaments.models import (
    Event,
    MatchSide,
    Rating,
    RatingPool,
    RatingRun,
    SeasonScore,
    Stage,
    StandingSnapshot,
)
from tournaments.ratings import rating_system
from tournaments.ratings.base import Rated, rebuild
from tournaments.selectors.brackets import tree_of
from tournaments.selectors.draws import results_digest
from tournaments.selectors.rated_games import COUNTED_STATES, games_to_rate, rated_events
from tournaments.selectors.ratings import ratings_after
from tournaments.selectors.seasons import awards_of
from tournaments.services.publishing import snapshot_of
from tournaments.services.rating_runs import run_digest


def standings_published() -> Iterator[Breach]:
    """The standings of a final event are what its claims add up to."""
    stages = Stage.objects.filter(event__state__in=COUNTED_STATES).select_related("event")
    for stage in stages.order_by("pk"):
        snapshot = StandingSnapshot.objects.filter(stage=stage).order_by("-version").first()
        where = f"stage {stage.public_id}"
        if snapshot is None:
            yield Breach("standings", where, "the event is final and nothing is published")
            continue
        rows, reasons = snapshot_of(stage)
        if snapshot.inputs_digest != results_digest(stage):
            yield Breach("standings", where, "results have changed since they were published")
        if (snapshot.rows, snapshot.reasons) != (rows, reasons):
            yield Breach("standings", where, "what is published is not what the results give")


def bracket_slots() -> Iterator[Breach]:
    """Everybody stands in a bracket where the accepted results put him."""
    drawn = Stage.objects.filter(kind__in=KNOCKOUTS, rounds__isnull=False).distinct()
    for stage in drawn.order_by("pk"):
        try:
            tree = tree_of(stage)
            now = advance(tree.bracket, tree.entries, tree.outcomes)
        except CribbageError as error:
            yield Breach("bracket", f"stage {stage.public_id}", error.message)
            continue
        for key, match in tree.matches.items():
            sides = zip(match.sides.all(), now[key].sides, strict=True)
            if any(_slot(side) != _due(slot) for side, slot in sides):
                yield Breach("bracket", f"match {match.public_id}", "another side belongs here")


def season_scores() -> Iterator[Breach]:
    """Season scores are what the events give, no more and no less."""
    events = Event.objects.select_related("season", "tournament__club")
    for event in events.exclude(public_id__in=_unsettled()).order_by("pk"):
        due = {player: (event.season_id, *award) for player, award in awards_of(event).items()}
        rows = SeasonScore.objects.filter(event=event)
        stored = {row.player_id: (row.season_id, row.points, row.reason) for row in rows}
        if stored != due:
            yield Breach("season scores", f"event {event.public_id}", "are not what the cards give")


def ratings() -> Iterator[Breach]:
    """Ratings are what all rated games give, in the order they were played."""
    waiting = _unsettled()
    for pool in RatingPool.objects.order_by("pk"):
        if Event.objects.filter(tournament__club=pool.club_id, public_id__in=waiting).exists():
            continue
        yield from _runs_of(pool)
        yield from _list_of(pool)


def _slot(side: MatchSide) -> int | str | None:
    return EMPTY_SIDE if side.is_empty else side.entry_id


def _due(slot: object) -> int | str | None:
    if isinstance(slot, int):
        return slot
    return EMPTY_SIDE if slot is EMPTY else None


EMPTY_SIDE = "empty"


def _runs_of(pool: RatingPool) -> Iterator[Breach]:
    """Each run is the one its games and the run before it give."""
    in_order = rated_events(pool.club_id, pool.variant)
    games = games_to_rate(in_order)
    stored = {run.event_id: run for run in RatingRun.objects.filter(pool=pool, is_current=True)}
    last = ""
    for one in in_order:
        run, of_event = stored.pop(one.event_id, None), games.get(one.event_id, ())
        if of_event:
            last = run_digest(pool, last, of_event)
        if (run.inputs_digest if run else None) != (last if of_event else None):
            yield Breach("ratings", f"pool {pool.public_id}", f"run of event {one.event_id}")
    for run in stored.values():
        yield Breach("ratings", f"pool {pool.public_id}", f"run {run.public_id} counts too much")


def _list_of(pool: RatingPool) -> Iterator[Breach]:
    """The list and the runs' changes are those of a rebuild from nothing."""
    in_order = rated_events(pool.club_id, pool.variant)
    games = [game for of_event in games_to_rate(in_order).values() for game in of_event]
    due = rebuild(rating_system(pool.system, pool.params), games, {}).ratings
    rows = Rating.objects.filter(pool=pool)
    stored = {row.player_id: Rated(row.value, row.deviation, row.games) for row in rows}
    if stored != due:
        yield Breach("ratings", f"pool {pool.public_id}", "the list is not what the games give")
    if ratings_after(pool, [one.event_id for one in in_order]) != due:
        yield Breach("ratings", f"pool {pool.public_id}", "the changes are not what the games give")


def _unsettled() -> list[str]:
    """Events whose message still waits: what they give is not written yet."""
    waiting = Outbox.objects.filter(topic__startswith="event.", done_at=None)
    return [str(payload["event_id"]) for payload in waiting.values_list("payload", flat=True)]
