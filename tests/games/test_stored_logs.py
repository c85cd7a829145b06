"""The codec reads what every version of itself has stored."""

import pytest

from games.codec import events_of, state_of, verify_chain
from games.engine.engine import replay
from games.engine.events import EVENTS
from games.engine.plain import SHAPE
from tests.games.engine.table import Table
from tests.games.stored import FOLDER, read_stored, stored_lines, through_json, written

LOGS = sorted(FOLDER.glob("v*.jsonl"))


def version_of(path):
    return int(path.name.removeprefix("v").split("-")[0])


PRESENT = [path for path in LOGS if version_of(path) == SHAPE]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_stored_log_is_read_to_the_game_it_was(path):
    game, events, secrets = read_stored(path)

    assert verify_chain(game, events, secrets) == []
    state = replay(events_of(events, secrets))
    assert state == state_of(game)
    assert (state.is_over, state.version) == (True, len(events))


def missing_versions(shape):
    return set(range(1, shape + 1)) - {version_of(path) for path in LOGS}


def test_every_version_of_the_codec_has_a_stored_log():
    """Fails when ``SHAPE`` is raised: ``tests.games.stored`` says how to store one."""
    assert missing_versions(SHAPE) == set()


def test_a_version_without_a_stored_log_is_found():
    assert missing_versions(SHAPE + 1) == {SHAPE + 1}


def test_the_logs_of_the_present_version_have_every_kind_of_event():
    stored = {row.type for path in PRESENT for row in read_stored(path)[1]}

    assert set(EVENTS) - stored == set()


@pytest.mark.parametrize("path", PRESENT, ids=lambda path: path.stem)
def test_the_present_version_is_written_as_it_was(path):
    """Another shape is another version: raise ``SHAPE`` and read the old one too."""
    game, events, secrets = read_stored(path)
    log = events_of(events, secrets)
    table = Table()
    table.log, table.state, table.rules = log, replay(log), replay(log).rules

    again = list(stored_lines(*written(table)))
    assert again == through_json(list(stored_lines(game, events, secrets)))
