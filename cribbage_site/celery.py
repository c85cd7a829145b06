"""The Celery application; its settings are those of Django that start with ``CELERY_``."""

import os

from celery import Celery
from celery.signals import heartbeat_sent

from cribbage_site import heartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")

app = Celery("cribbage_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
heartbeat_sent.connect(heartbeat.note)
