"""The demo club: a season, last week's night played out, tonight's in check-in."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from clubs.models import Club
from clubs.services.clubs import create_club, grant_role
from common import clock
from common.actor import Actor
from tournaments.models import Event
from tournaments.services.lifecycle import open_check_in
from tournaments.services.nights import create_night
from tournaments.services.seasons import create_season
from tournaments.simulation.night import finish
from tournaments.simulation.people import names_of
from tournaments.simulation.steps import (
    check_everybody_in,
    draw_stage,
    make_cut,
    play_open_matches,
    put_on_roster,
    stage_number,
)

SLUG, NAME = "pegtown", "Pegtown Cribbage Club"
PLACE = "The Long Room, Pegtown"
EVENING = time(19, 0)
PLAYERS = 20
THERE_TONIGHT = 14
SEED = 152
ACTOR = Actor.system(agent="cli")


@dataclass(frozen=True, slots=True)
class DemoClub:
    """The club with its two nights; ``is_new`` says whether this call made it."""

    club: Club
    last_week: Event
    tonight: Event
    is_new: bool


def demo_club(*, organiser_id: int) -> DemoClub:
    """Make the demo club, all of it or nothing; a club that is there is left alone.

    Args:
        organiser_id: key of the login that owns the club.

    Returns:
        The club with its nights.
    """
    with transaction.atomic():
        club = Club.objects.filter(slug=SLUG).first()
        is_new = club is None
        if club is None:
            club = create_club(name=NAME, slug=SLUG, actor=ACTOR)
            _nights(club)
        if not club.roles.filter(user_id=organiser_id, role="owner").exists():
            grant_role(club_id=club.public_id, user_id=organiser_id, role="owner", actor=ACTOR)
    first, second = Event.objects.filter(tournament__club=club).order_by("pk")[:2]
    return DemoClub(club, first, second, is_new)


def _nights(club: Club) -> None:
    today = clock.now().astimezone(ZoneInfo(club.timezone)).date()
    season = create_season(
        club_id=club.public_id,
        actor=ACTOR,
        name=f"Season {today.year}",
        starts_on=date(today.year, 1, 1),
        ends_on=date(today.year, 12, 31),
        schedule="grass_roots",
    )
    names = names_of(PLAYERS)
    for days, what, run in ((-7, "Last week's night", _play_out), (0, "Tonight", _fill_the_hall)):
        starts_at = datetime.combine(
            today + timedelta(days=days), EVENING, tzinfo=ZoneInfo(club.timezone)
        )
        with clock.frozen(starts_at if days else clock.now()):
            event = create_night(
                club_id=club.public_id,
                actor=ACTOR,
                name=f"{what}, {starts_at:%d %B}",
                starts_at=starts_at,
                place=PLACE,
                season_id=season.public_id,
                fee="3 a head",
            )
            put_on_roster(event, ACTOR, names)
            open_check_in(event_id=event.public_id, actor=ACTOR)
            run(event)


def _play_out(event: Event) -> None:
    check_everybody_in(event, ACTOR)
    draw_stage(stage_number(event, 1), ACTOR, seed=SEED)
    play_open_matches(event, ACTOR, seed=SEED)
    make_cut(event, stage_number(event, 2), ACTOR, seed=SEED)
    draw_stage(stage_number(event, 2), ACTOR, seed=SEED)
    while play_open_matches(event, ACTOR, seed=SEED):
        pass
    finish(event)


def _fill_the_hall(event: Event) -> None:
    check_everybody_in(event, ACTOR, upto=THERE_TONIGHT)
