"""The settings, driven by the environment; the only module that reads it.

``CRIBBAGE_PROFILE`` is ``embedded`` (one machine, one club, SQLite, tasks over
the file system) or ``production`` (PostgreSQL and Redis). Whatever production
needs and does not find stops the start by its name.
"""

import secrets
import sys
from pathlib import Path

from celery.schedules import schedule  # type: ignore[import-untyped] # celery ships no types
from django.core.exceptions import ImproperlyConfigured
from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()

PROFILE = env.str("CRIBBAGE_PROFILE", "embedded")
if PROFILE not in ("embedded", "production"):
    raise ImproperlyConfigured(f"CRIBBAGE_PROFILE is {PROFILE!r}; it is embedded or production")
PRODUCTION = PROFILE == "production"
VAR_DIR = Path(env.str("CRIBBAGE_VAR", str(BASE_DIR / "var")))


def _needed(name: str) -> str:
    """Return a variable that production cannot do without."""
    value = env.str(name, "")
    if not value:
        raise ImproperlyConfigured(f"{name} is not set; the production profile needs it")
    return value


def _kept_secret(name: str) -> str:
    """Return a secret of the embedded profile, made once and kept in ``var/``."""
    given = env.str(name, "")
    if given:
        return given
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    kept = VAR_DIR / name.lower()
    if not kept.exists():
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_hex(32))
    return kept.read_text().strip()


def _secret(name: str) -> str:
    return _needed(name) if PRODUCTION else _kept_secret(name)


SECRET_KEY = _secret("SECRET_KEY")
if PRODUCTION and len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
GAME_KEY = _secret("GAME_KEY")
GAME_KEY_ID = env.str("GAME_KEY_ID", "1")
# Keys used before, so that the packs they sealed can still be dealt, shown and checked.
GAME_KEYS_OLD: dict[str, str] = {}
_OLD_KEYS: list[str] = env.list("GAME_KEYS_OLD", [])
for _pair in _OLD_KEYS:
    _id, _, _key = _pair.strip().partition(":")
    if not _id or not _key or _id in {GAME_KEY_ID, *GAME_KEYS_OLD}:
        raise ImproperlyConfigured("GAME_KEYS_OLD is a list id:key,id:key, each id once")
    GAME_KEYS_OLD[_id] = _key

DEBUG = env.bool("DEBUG", False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG is on; the production profile does not start with it")

if PRODUCTION:
    SITE_URL = _needed("SITE_URL")
    # Health checks come from the machine itself and name the loopback address.
    ALLOWED_HOSTS = [host.strip() for host in _needed("ALLOWED_HOSTS").split(",")] + ["127.0.0.1"]
    CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [SITE_URL])
else:
    SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
    CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "cribbage_site.apps.FifteenTwoAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "common",
    "clubs",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "cribbage_site.middleware.RequestIdMiddleware",
    "cribbage_site.middleware.ContentPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "cribbage_site.urls"
WSGI_APPLICATION = "cribbage_site.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "cribbage_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Databases: PostgreSQL by DATABASE_URL, else one SQLite file in var/.
_SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON"),
}
_DATABASE_URL = _needed("DATABASE_URL") if PRODUCTION else env.str("DATABASE_URL", "")
if _DATABASE_URL:
    DATABASES = {"default": env.dj_db_url("DATABASE_URL")}
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("DB_CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if env.int("DB_POOL_MAX", 0):  # under ASGI a kept connection a thread would pile up
        DATABASES["default"]["CONN_MAX_AGE"] = 0
        DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
            "min_size": 1,
            "max_size": env.int("DB_POOL_MAX"),
        }
else:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR_DIR / "db.sqlite3",
            "OPTIONS": _SQLITE_OPTIONS,
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis: broker, cache and wake-up; without it the file system and the database.
REDIS_URL = _needed("REDIS_URL") if PRODUCTION else env.str("REDIS_URL", "")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": env.str("CACHE_URL", REDIS_URL),
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 1},
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        "visibility_timeout": env.int("CELERY_VISIBILITY_TIMEOUT", 600),
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "retry_on_timeout": True,
        "health_check_interval": 25,
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache_entries",
        }
    }
    _queue = VAR_DIR / "queue"
    for _folder in ("messages", "control"):
        (_queue / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue / "messages"),
        "data_folder_out": str(_queue / "messages"),
        "control_folder": str(_queue / "control"),
        "polling_interval": 0.1,
    }

CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "tournaments.pair_*": {"queue": "pairing"},
    "tournaments.rate_*": {"queue": "ratings"},
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep-outbox": {"task": "common.sweep_outbox", "schedule": schedule(15.0)},
    "purge": {"task": "common.purge", "schedule": schedule(3600.0)},
    # A tick that no worker took in time is left to the next one.
    **{
        name: {"task": task, "schedule": schedule(seconds), "options": {"expires": seconds}}
        for name, task, seconds in (
            ("games-heartbeat", "games.heartbeat", 10.0),
            ("games-deadlines", "games.meet_deadlines", 5.0),
            ("games-silent", "games.abandon_silent", 5.0),
        )
    },
}

# What the outbox does with a topic: the Celery task that handles it.
OUTBOX_TASKS: dict[str, str] = {
    "event.final": "tournaments.settle_event",
    "event.reopened": "tournaments.settle_event",
    "pairing.requested": "tournaments.pair_rounds",
}
# Run right after the commit of a finished game, and again by the sweep until done.
GAME_FINISHED_LISTENERS: list[str] = [
    "tournaments.services.engine_games.on_game_finished",
    "tournaments.services.director_tasks.on_game_abandoned",
]
# Run in the same way when a topic of their own is told of a game.
GAME_LISTENERS: dict[str, list[str]] = {
    "game.director_called": ["tournaments.services.director_tasks.on_director_called"],
}
# A casual game in which nobody acts is given up; 0: never. Other games are kept for days.
GAME_SILENT_SECONDS = env.int("GAME_SILENT_SECONDS", 600)
GAME_KEPT_DAYS = env.int("GAME_KEPT_DAYS", 15)
# How long one side waits for the other before it may call the director.
GAME_ABSENT_SECONDS = env.int("GAME_ABSENT_SECONDS", 120)
PAIRING_INLINE_UP_TO = env.int("PAIRING_INLINE_UP_TO", 120)

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/admin/login/"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.api.authentication.TokenAuthentication",
        "clubs.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PARSER_CLASSES": ["common.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "common.api.schema.ProblemAutoSchema",
    "DEFAULT_PAGINATION_CLASS": "common.api.paging.StrictCursorPagination",
    "EXCEPTION_HANDLER": "common.api.errors.problem_handler",
    "UNAUTHENTICATED_USER": None,
    "PAGE_SIZE": 50,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Fifteen Two",
    "DESCRIPTION": "Cribbage nights, matches and games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    # Fields of one name with different words; the schema calls each set by its owner.
    "ENUM_NAME_OVERRIDES": {
        "PublicLevelEnum": "tournaments.models.PublicLevel",
        "MatchStatusEnum": "tournaments.models.Match.Status",
        "MatchKindEnum": "tournaments.models.Match.Kind",
        "DirectorTaskKindEnum": "tournaments.models.DirectorTask.Kind",
        "EntryStatusEnum": "tournaments.models.Entry.Status",
        "RegistrationStatusEnum": "tournaments.models.Registration.Status",
        "PlayerStatusEnum": "clubs.models.STATUSES",
    },
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
API_THROTTLE_WRITE = env.int("API_THROTTLE_WRITE", 120)
API_THROTTLE_READ = env.int("API_THROTTLE_READ", 600)
API_THROTTLE_COMMAND = env.int("API_THROTTLE_COMMAND", 300)
IDEMPOTENCY_HOURS = env.int("IDEMPOTENCY_HOURS", 48)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
LANGUAGE_CODE = "en"

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "cribbage_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if env.bool("STATIC_HASHED", PRODUCTION)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
if not PRODUCTION:  # files come from where they lie; WhiteNoise misses the folder all the same
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)

# Everything a page may load comes from the site itself.
CONTENT_POLICY = {
    "default-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
if PRODUCTION and env.bool("SECURE_SSL", True):
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health/"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", True)
if PRODUCTION and env.int("TRUSTED_PROXY_COUNT", 1):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOG_FORMAT = env.str("LOG_FORMAT", "json" if PRODUCTION else "line")
if LOG_FORMAT not in ("json", "line"):
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}; it is json or line")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "cribbage_site.logs.RequestIdFilter"}},
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"},
        "json": {"()": "cribbage_site.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "stream": sys.stderr,
            "formatter": LOG_FORMAT,
            "filters": ["request_id"],
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
}
