"""The beat of games: a sign of life, and what the clock ends."""

from celery import shared_task  # type: ignore[import-untyped] # has no types
from django.db import OperationalError

from games.services.outages import leave_sign
from games.services.silence import abandon_silent_games
from games.services.timeouts import meet_deadlines


@shared_task(name="games.heartbeat", autoretry_for=(OperationalError,), max_retries=2)  # type: ignore[untyped-decorator] # celery has no types
def heartbeat_task(**_newer: object) -> None:
    """Safe to run twice: a gap between two signs is one outage, and a game gets it once."""
    leave_sign()


@shared_task(name="games.meet_deadlines", autoretry_for=(OperationalError,), max_retries=2)  # type: ignore[untyped-decorator] # as above
def meet_deadlines_task(**_newer: object) -> None:
    """Safe to run twice: each game is ended by who holds it."""
    meet_deadlines()


@shared_task(name="games.abandon_silent", autoretry_for=(OperationalError,), max_retries=2)  # type: ignore[untyped-decorator] # as above
def abandon_silent_task(**_newer: object) -> None:
    """Safe to run twice: a game that is over is left alone."""
    abandon_silent_games()
