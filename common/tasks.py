"""Tasks without a domain: the sweep of the outbox and the purge."""

from datetime import timedelta

from celery import shared_task  # type: ignore[import-untyped] # has no types
from django.db import OperationalError

from common import clock, outbox
from common.idempotency import purge_expired
from common.models import Outbox

DONE_KEPT_FOR = timedelta(days=30)


@shared_task(name="common.sweep_outbox", autoretry_for=(OperationalError,), max_retries=2)  # type: ignore[untyped-decorator] # celery has no types
def sweep_outbox_task(**_newer: object) -> None:
    """Safe to run twice: relays skip each other's messages, and handlers what is done."""
    outbox.relay()


@shared_task(name="common.purge", autoretry_for=(OperationalError,), max_retries=2)  # type: ignore[untyped-decorator] # as above
def purge_task(**_newer: object) -> None:
    """Safe to run twice: what has expired is gone."""
    purge_expired()
    Outbox.objects.filter(done_at__lt=clock.now() - DONE_KEPT_FOR).delete()
