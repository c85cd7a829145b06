import pytest

from common import clock


@pytest.fixture
def instant():
    """Time stands still; the test says when it is later."""
    now = clock.now()
    with clock.frozen(now):
        yield now
