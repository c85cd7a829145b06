import socket
import time

import pytest
from celery import current_app

from tests.clubs.conftest import alice, api, club, dora

__all__ = ("alice", "api", "club", "dora")


@pytest.fixture
def broker(monkeypatch):
    """Point the publisher at another broker address."""

    def use(port):
        monkeypatch.setattr(current_app.conf, "broker_write_url", f"redis://127.0.0.1:{port}/0")

    return use


@pytest.fixture
def dead_broker(broker):
    """Nobody listens there."""
    broker(1)


@pytest.fixture
def silent_broker(broker):
    """Takes the connection and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        broker(server.getsockname()[1])
        yield


@pytest.fixture
def elapsed():
    """Seconds since the test began."""
    began = time.monotonic()
    return lambda: time.monotonic() - began
