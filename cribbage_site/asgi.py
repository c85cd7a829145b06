"""Everything in one process, pages and live streams, for ``make run``."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
application = get_asgi_application()
