"""The Celery application; its settings are those of Django that start with ``CELERY_``."""

import os

from celery import Celery  # type: ignore[import-untyped] # celery ships no types
from celery.signals import task_prerun  # type: ignore[import-untyped] # celery ships no types

from cribbage_site import heartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")

app = Celery("cribbage_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
task_prerun.connect(heartbeat.worker.note)
