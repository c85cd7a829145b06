"""Nights settled in tests, and what settling wrote."""

from datetime import date, timedelta

from common.models import Audit, Change
from tests.factories import A_DAY, SYSTEM, a_club, a_published_night
from tests.tournaments.play import fresh, play_games
from tournaments.models import Rating, RatingChange, RatingRun, SeasonScore
from tournaments.services.corrections import correct_result
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import reopen_event
from tournaments.services.seasons import create_season
from tournaments.services.settle import settle_event


def a_season(club, schedule="club_points", **values):
    return create_season(
        club_id=club.public_id,
        actor=SYSTEM,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        schedule=schedule,
        **values,
    )


def a_played_out_night(club=None, *, season=None, week=0, players=5, games=3, **values):
    """A night without play-offs whose games are all entered: in review."""
    event = a_published_night(
        club or a_club(),
        players=players,
        games=games,
        play_off=False,
        season_id=season and season.public_id,
        starts_at=A_DAY + timedelta(weeks=week),
        **values,
    )
    play_games(event)
    return fresh(event)


def finalise(event):
    return finalise_event(event_id=event.public_id, actor=SYSTEM)


def settle(event):
    return settle_event(event_id=event.public_id)


def a_final_night(*args, **values):
    return finalise(a_played_out_night(*args, **values))


def reopen(event):
    return reopen_event(event_id=event.public_id, actor=SYSTEM, reason="A card was misread.")


def correct(match, *games):
    return correct_result(
        match_id=match.public_id, actor=SYSTEM, games=games, reason="Read from the card."
    )


def ratings_by_name(club):
    """Every rating of a club, by the player's name."""
    rows = Rating.objects.filter(pool__club=club).select_related("player")
    return {row.player.display_name: (row.value, row.deviation, row.games) for row in rows}


def scores_by_name(event):
    rows = SeasonScore.objects.filter(event=event).select_related("player")
    return {row.player.display_name: (row.points, row.reason) for row in rows}


def everything():
    """All that settling writes."""
    return (
        list(SeasonScore.objects.order_by("pk").values()),
        list(Rating.objects.order_by("pk").values()),
        list(RatingRun.objects.order_by("pk").values()),
        list(RatingChange.objects.order_by("pk").values()),
        Audit.objects.count(),
        Change.objects.count(),
    )
