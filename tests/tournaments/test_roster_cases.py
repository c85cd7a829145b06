"""Real cases of kind h: files that clubs exchange."""

import base64
from datetime import date

import pytest

from common.dates import read_date
from common.errors import UnsupportedFile, ValidationFailed
from common.tabular import read_table, write_csv
from tests.data_files import real_cases
from tournaments.roster import RosterFile, match_numbers, read_roster

pytestmark = pytest.mark.cases

FIELDS = {"name": "name", "member_no": "member_no", "club": "home_club"}


@pytest.mark.parametrize("case", real_cases(kinds="h", ops=["import_roster"]))
def test_rosters_are_read_as_their_clubs_meant_them(case):
    given, expected = case["input"], case["expected"]
    if "existing" in given:
        _numbers_match(given, expected)
    elif "preview" in given:
        _ticked_rows_only(given, expected)
    elif "either" in expected:
        _one_of(given, expected["either"])
    else:
        _is_as_expected(given, expected)


@pytest.mark.parametrize("case", real_cases(kinds="h", ops=["import_dates"]))
def test_dates_are_read_strictly(case):
    given, expected = case["input"], case["expected"]
    for order in given.get("settings", [None]):
        read = [_date_or_error(value, order) for value in given["values"]]
        assert read == expected[order or "dates"]


@pytest.mark.parametrize("case", real_cases(kinds="h", ops=["export_csv"]))
def test_exports_are_safe_and_read_back_the_same(case):
    given, expected = case["input"], case["expected"]
    players = given.get("players") or [{"name": name} for name in given["names"]]
    headers = list(players[0])
    rows = [[player[header] for header in headers] for player in players]
    text = write_csv(headers, rows)

    assert text == expected.get("text", text)
    starts = tuple(expected.get("cells_not_starting_with", ["\0"]))
    assert not [line for line in text.splitlines() if line.lstrip('"').startswith(starts)]
    assert [list(row.cells) for row in read_table(text.encode(), "export.csv").rows] == rows


def _numbers_match(given, expected):
    matches = match_numbers(given["rows_in"], given["existing"])
    assert list(matches.exact) == expected["exact_matches"]
    assert list(matches.doubtful) == expected["doubtful"]
    assert len(matches.new) == expected["created_without_asking"]


def _ticked_rows_only(given, expected):
    read = read_roster(read_table(_data({"rows_in": given["preview"]}), "roster.csv"))
    ticked = read.ticked({row.line for row in read.rows if row.name not in given["unticked"]})
    assert [row.name for row in ticked] == expected["created"]


def _one_of(given, answers):
    try:
        table = read_table(_data(given), "roster.csv")
    except UnsupportedFile as refusal:
        answer = next(answer for answer in answers if answer.get("rejected_file"))
        assert answer["message_names"] in refusal.message
        return
    answer = next(answer for answer in answers if "rows" in answer)
    assert table.encoding == answer["encoding_named_in_report"]
    _says(read_roster(table), answer["rows"])


def _is_as_expected(given, expected):
    table = read_table(_data(given), "roster.csv")
    read = read_roster(table)
    if "rows" in expected:
        _says(read, expected["rows"])
    if "first_header" in expected:
        assert table.headers[0] == expected["first_header"]
    if "rejected" in expected:
        assert len(read.errors) == expected["rejected"]
    if "stored" in expected or "display" in expected:
        assert [row.name for row in read.rows] == expected.get("stored", expected.get("display"))
    if "accepted" in expected:
        accepted = expected["accepted"]
        count = accepted if isinstance(accepted, int) else sum(accepted)
        assert len(read.rows) == count
    if "row_errors" in expected:
        assert len(read.errors) == expected["row_errors"]
    if "blank_rows_ignored" in expected:
        assert read.blank_rows == expected["blank_rows_ignored"]


def _says(read: RosterFile, rows):
    assert [{key: getattr(row, FIELDS[key]) for key in rows[0]} for row in read.rows] == rows


def _data(given) -> bytes:
    if "file_base64" in given:
        return base64.b64decode(given["file_base64"])
    if "text" in given:
        return given["text"].encode()
    rows = [row if isinstance(row, dict) else {"name": row} for row in given["rows_in"]]
    headers = list(rows[0])
    return write_csv(headers, [[row[header] for header in headers] for row in rows]).encode()


def _date_or_error(value, order):
    try:
        found = read_date(value, order)
    except ValidationFailed:
        return "row error"
    return found.isoformat() if isinstance(found, date) else None
