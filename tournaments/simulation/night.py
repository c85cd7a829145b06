"""A whole night, from the roster to the ratings, in a club of its own."""

import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from clubs.models import Club
from clubs.services.clubs import create_club
from common import outbox
from common.actor import Actor
from common.models import Outbox
from tournaments.chance import mixed
from tournaments.formats import FORMATS, KNOCKOUTS, TABLES
from tournaments.models import Event, Match, Season, Stage
from tournaments.selectors.events import stages_of
from tournaments.selectors.matches import OVER, open_matches
from tournaments.services.events import Options, create_event, create_tournament
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import open_check_in
from tournaments.services.nights import create_night
from tournaments.services.pairs import draw_partners
from tournaments.services.rosters import add_walk_in
from tournaments.services.seasons import create_season
from tournaments.services.settle import settle_message
from tournaments.services.stages import add_stage
from tournaments.simulation.people import names_of
from tournaments.simulation.report import NightReport, report_of
from tournaments.simulation.steps import (
    check_everybody_in,
    draw_stage,
    make_cut,
    play_open_matches,
    put_on_roster,
    stage_number,
)
from tournaments.simulation.table import play_match_on_engine

NIGHT = "rotation"
HELD_AT = datetime(2026, 10, 6, 18, 0, tzinfo=UTC)
ACTOR = Actor.system(agent="cli")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be simulated.

    Args:
        players: who play; one of them walks in.
        seed: of everything but the packs of an engine game.
        format: key of the first stage's format; a rotation has play-offs.
        final_on_engine: whether the last match is played card by card.
        pairs: whether partners, drawn by lot, are one side.
    """

    players: int
    seed: int
    format: str = NIGHT
    final_on_engine: bool = False
    pairs: bool = False


def simulate_night(order: Order) -> NightReport:
    """Run a night by the services only.

    Args:
        order: what is wanted.

    Returns:
        The report; its digest depends on the order alone.

    Raises:
        PairingImpossible: too few play for the format.
    """
    club = _a_club_of_its_own(order)
    event = _set_up(club, order)
    last = play_night(event, order)
    finish(event)
    return report_of(Event.objects.get(pk=event.pk), leave_out=last)


def play_night(event: Event, order: Order) -> Match | None:
    """Check everybody in, draw and play every stage of an event.

    Args:
        event: a draft with its stages and nobody on its roster.
        order: as for :func:`simulate_night`.

    Returns:
        The match that was played on the engine, if one was.
    """
    *expected, walking_in = names_of(order.players)
    put_on_roster(event, ACTOR, expected)
    open_check_in(event_id=event.public_id, actor=ACTOR)
    check_everybody_in(event, ACTOR)
    add_walk_in(event_id=event.public_id, actor=ACTOR, name=walking_in)
    if order.pairs:
        lot = mixed(order.seed, "partners") >> 16
        draw_partners(event_id=event.public_id, actor=ACTOR, rng_seed=lot)
    last: Match | None = None
    for number in range(1, stages_of(event).count() + 1):
        last = _play_stage(event, number, order) or last
    return last


def finish(event: Event) -> None:
    """Publish an event as final and settle it, as the worker would.

    Args:
        event: played.
    """
    finalise_event(event_id=event.public_id, actor=ACTOR)
    messages = Outbox.objects.filter(
        topic="event.final", payload__event_id=str(event.public_id), done_at=None
    )
    for message in messages:
        outbox.handle(message.pk, settle_message)


def _play_stage(event: Event, number: int, order: Order) -> Match | None:
    stage = stage_number(event, number)
    if stage.feeds.exists():
        make_cut(event, stage, ACTOR, seed=order.seed)
        stage = stage_number(event, number)
    if stage.state == Stage.State.COMPLETE:
        return None
    draw_stage(stage, ACTOR, seed=order.seed)
    while True:
        stage = stage_number(event, number)
        if _waits_for_a_round(stage):
            draw_stage(stage, ACTOR, seed=order.seed)
        if order.final_on_engine and stage.kind in KNOCKOUTS:
            final = _final(event, stage)
            if final is not None:
                play_match_on_engine(final, ACTOR, seed=order.seed)
                return final
        if not play_open_matches(event, ACTOR, seed=order.seed):
            return None


def _waits_for_a_round(stage: Stage) -> bool:
    """Say whether the next round is to be drawn from the results of the one before."""
    needs_results = FORMATS[stage.kind].needs_results
    return (
        needs_results
        and not stage.matches.exclude(status__in=OVER).exists()
        and (stage.state == Stage.State.RUNNING)
    )


def _final(event: Event, stage: Stage) -> Match | None:
    """The last match of a bracket, once it is the only one open."""
    waiting = list(open_matches(event))
    is_last = len(waiting) == 1 and not stage.matches.filter(status=Match.Status.BLOCKED).exists()
    return waiting[0] if is_last else None


def _a_club_of_its_own(order: Order) -> Club:
    mark = secrets.token_hex(4)
    return create_club(name=f"Simulated club {order.seed} {mark}", slug=f"sim-{mark}", actor=ACTOR)


def _set_up(club: Club, order: Order) -> Event:
    name = f"Simulated night, {order.players} players, seed {order.seed}"
    season = _a_season(club)
    if order.format == NIGHT:
        return create_night(
            club_id=club.public_id,
            actor=ACTOR,
            name=name,
            starts_at=_held_at(order),
            season_id=season.public_id,
            options=_variant_of(order),
        )
    occasion = create_tournament(
        club_id=club.public_id, actor=ACTOR, name=name, starts_at=_held_at(order)
    )
    event = create_event(
        tournament_id=occasion.public_id,
        actor=ACTOR,
        name=name,
        preset="casual",
        season_id=season.public_id,
        options=_variant_of(order),
    )
    config = {"best_of": 3} if order.format in KNOCKOUTS else {}
    add_stage(event_id=event.public_id, actor=ACTOR, kind=order.format, config=config)
    return event


def _variant_of(order: Order) -> Options:
    if order.format in TABLES:
        return {"rules": {"variant": "three_hand"}}
    return {"rules": {"variant": "partnership"}} if order.pairs else {}


def _a_season(club: Club) -> Season:
    return create_season(
        club_id=club.public_id,
        actor=ACTOR,
        name="Simulated season",
        starts_on=date(2026, 1, 1),
        ends_on=date(2027, 12, 31),
        schedule="grass_roots",
    )


def _held_at(order: Order) -> datetime:
    return HELD_AT + timedelta(weeks=mixed(order.seed, "week") % 50)


def known_formats() -> tuple[str, ...]:
    """Return the keys of the formats that a night can begin with."""
    return tuple(FORMATS)
