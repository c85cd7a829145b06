"""Swiss events in tests, made and played the way the desk does it."""

from datetime import timedelta

from tests.factories import A_DAY, SYSTEM, a_club, a_roster_file
from tests.tournaments.play import matches_of, report
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.events import create_event, create_tournament
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import open_check_in
from tournaments.services.rosters import check_in
from tournaments.services.stages import add_stage

A_SEED = 15_2


def a_swiss(players=6, club=None, days=0, **config):
    """Make an event whose one stage is Swiss, everybody checked in."""
    club = club or a_club()
    occasion = create_tournament(
        club_id=club.public_id,
        actor=SYSTEM,
        name="A weekend",
        starts_at=A_DAY + timedelta(days=days),
    )
    event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
    stage = add_stage(event_id=event.public_id, actor=SYSTEM, kind="swiss", config=config)
    import_roster(event_id=event.public_id, actor=SYSTEM, rows=a_roster_file(players))
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in occasion.registrations.order_by("number"):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    return stage


def draw(stage, rng_seed=A_SEED, **values):
    """Draft the next round."""
    return generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=rng_seed, **values)


def publish(stage):
    """Publish the draft."""
    return publish_rounds(stage_id=stage.public_id, actor=SYSTEM)


def round_of(stage, number):
    """The round of a number, a draft or not."""
    return stage.rounds.get(number=number)


def pairs_of(stage, number):
    """Who meets in a round, as sets of entry numbers, table 1 first."""
    return [
        {side.entry.number for side in match.sides.all()}
        for match in _matches(stage, number, "pairing")
    ]


def rests_of(stage, number):
    """Who sits out a round, by number."""
    rests = _matches(stage, number, "bye")
    return [side.entry.number for match in rests for side in match.sides.all()]


def _matches(stage, number, kind):
    live = stage.matches.filter(round__number=number, kind=kind).exclude(status="void")
    return live.order_by("number").prefetch_related("sides__entry")


def play(stage, number, winner=min):
    """Enter every result of a round: the lower number wins, or whoever is chosen."""
    for match in matches_of(stage.event, stage.number):
        if match.round.number == number and match.status == "ready":
            slots = {side.entry.number: side.slot for side in match.sides.all()}
            report(match, slots[winner(slots)])


def after_rounds(count, players=6, club=None, **config):
    """Make a Swiss event of which so many rounds are played."""
    stage = a_swiss(players, club, **config)
    for number in range(1, count + 1):
        draw(stage)
        publish(stage)
        play(stage, number)
    return stage
