import pytest
from django.core.cache import cache

from cribbage_site import heartbeat


def test_live_answers_without_a_database(client):
    assert client.get("/health/live").json() == {"status": "ok"}


@pytest.mark.django_db
def test_ready_names_what_it_looked_at(client):
    heartbeat.Heartbeat().note()

    answer = client.get("/health/ready")

    assert answer.json() == {
        "status": "ok",
        "checks": {"database": "ok", "redis": "ok", "worker": "ok"},
    }


@pytest.mark.django_db
def test_ready_without_a_worker_is_degraded_and_still_ready(client):
    cache.delete(heartbeat.KEY)

    answer = client.get("/health/ready")

    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert answer.json()["checks"]["worker"] == "not seen"


@pytest.mark.django_db
def test_ready_without_redis_is_degraded_and_still_ready(client, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }

    answer = client.get("/health/ready")

    assert (answer.status_code, answer.json()["checks"]["redis"]) == (200, "unreachable")


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
def test_health_is_only_read(client, path):
    assert client.post(path).status_code == 405


def test_the_cache_does_not_hear_every_beat(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    worker = heartbeat.Heartbeat()
    worker.note()
    cache.delete(heartbeat.KEY)

    worker.note()

    assert not heartbeat.seen()
