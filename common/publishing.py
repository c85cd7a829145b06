"""Handing a message to the broker, quickly or not at all."""

import logging
from functools import cache

from celery import current_app  # type: ignore[import-untyped] # has no types
from django.conf import settings
from kombu.connection import Connection
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)
# A broker that accepts and never answers must not hold up a request.
_SHORT_WAITS = {
    "socket_timeout": 0.4,
    "socket_connect_timeout": 0.4,
    "retry_on_timeout": False,
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}


@cache
def _transport_options() -> dict[str, object]:
    return {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **_SHORT_WAITS}


def publish(task_name: str, outbox_id: int) -> bool:
    """Send one task; say whether the broker took it."""
    connection: Connection = current_app.connection_for_write(
        transport_options=_transport_options(), connect_timeout=0.4
    )
    try:
        with connection:
            current_app.send_task(
                task_name, kwargs={"outbox_id": outbox_id}, connection=connection, retry=False
            )
    except (OperationalError, OSError, *connection.connection_errors) as error:
        logger.warning("the broker did not take %s: %s", task_name, type(error).__name__)
        return False
    return True
