"""The tasks of tournaments: each hands one message of the outbox to one service."""

from celery import shared_task  # type: ignore[import-untyped] # has no types
from django.db import OperationalError

from common import outbox
from tournaments.services.pairing_jobs import pair_rounds
from tournaments.services.settle import settle_message


@shared_task(  # type: ignore[untyped-decorator] # celery has no types
    name="tournaments.pair_rounds",
    acks_late=True,
    autoretry_for=(OperationalError,),
    retry_backoff=True,
    max_retries=5,
)
def pair_rounds_task(*, outbox_id: int, **_newer: object) -> None:
    """Safe to run twice: a message that is done is left alone, and so is a same draft."""
    outbox.handle_long(outbox_id, pair_rounds)


@shared_task(  # type: ignore[untyped-decorator] # celery has no types
    name="tournaments.settle_event",
    acks_late=True,
    autoretry_for=(OperationalError,),
    retry_backoff=True,
    max_retries=5,
)
def settle_event_task(*, outbox_id: int, **_newer: object) -> None:
    """Safe to run twice: an event that is settled is left alone."""
    outbox.handle(outbox_id, settle_message)
