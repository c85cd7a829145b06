import json
import logging

import pytest

from cribbage_site import logs


def written(**about):
    record = logging.makeLogRecord({"name": "night", "levelname": "INFO", "msg": "", **about})
    logs.RequestIdFilter().filter(record)
    return json.loads(logs.JsonFormatter().format(record))


def test_a_line_is_one_object_with_its_request():
    token = logs.request_id.set("night-0001")
    try:
        line = written(msg="table %s", args=(7,), created=0.0)
    finally:
        logs.request_id.reset(token)

    assert line == {
        "at": "1970-01-01T00:00:00.000+00:00",
        "level": "INFO",
        "logger": "night",
        "request_id": "night-0001",
        "message": "table 7",
    }


def test_a_traceback_is_kept():
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018 # the error is what is wanted

    line = written(exc_info=(caught.type, caught.value, caught.tb))

    assert line["traceback"].endswith("ZeroDivisionError: division by zero")
