"""The long forms: none is forgotten, and a night that was cut short goes on."""

import json
import re

import pytest

from tests.house import ROOT, files
from tests.pieces import share
from tools import nightly
from tools.nightly import PARTS, Part


def with_marker():
    """Name the files that have tests of the night."""
    return [
        path.as_posix()
        for path in files("test_*.py")
        if re.search(
            r"^\s*@?pytest\.mark\.nightly|^pytestmark.*nightly", (ROOT / path).read_text(), re.M
        )
    ]


def parts_of(path):
    return [
        name
        for name, part in PARTS.items()
        if name != "coverage" and any(path.startswith(place) for place in part.tests())
    ]


def test_every_test_of_the_night_belongs_to_one_part():
    found = {path: parts_of(path) for path in with_marker()}

    assert len(found) >= 4
    assert {path: parts for path, parts in found.items() if len(parts) != 1} == {}


def test_a_test_of_no_part_is_found():
    assert parts_of("tests/clubs/test_api.py") == []


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_what_a_part_runs_is_there(part):
    assert [path for path in part.tests() if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("of", [1, 3, 20])
def test_the_pieces_are_the_whole(monkeypatch, of):
    numbers = []
    for number in range(1, of + 1):
        monkeypatch.setenv("NIGHTLY_PIECE", f"{number}/{of}")
        numbers += share(10_000)

    assert numbers == list(range(10_000))


@pytest.fixture
def night(monkeypatch, tmp_path):
    """Two parts: a good one of two pieces that counts its runs, and a bad one."""
    count = f"print('piece {{piece}}', file=open(r'{tmp_path}/runs', 'a')); print('fine')"
    parts = {
        "good": Part("it runs", ("-c", count), pieces=2),
        "bad": Part("it fails", ("-c", "raise SystemExit('no luck')")),
    }
    monkeypatch.setattr(nightly, "PARTS", parts)
    monkeypatch.setattr(nightly, "KEPT", tmp_path / "nightly")
    monkeypatch.setattr(nightly, "REPORT", tmp_path / "nightly.md")
    return tmp_path


def runs(night):
    return (night / "runs").read_text().splitlines()


def test_what_has_held_is_not_run_again_unless_asked_for(night):
    assert [nightly.main(["good"]), nightly.main(["good"])] == [0, 0]
    assert runs(night) == ["piece 1", "piece 2"]

    assert nightly.main(["good", "--again"]) == 0
    assert runs(night) == ["piece 1", "piece 2"] * 2


def test_what_has_failed_is_run_again_and_reported(night):
    assert nightly.main([]) == 1
    assert nightly.main([]) == 1

    kept = json.loads((night / "nightly" / "bad-1.json").read_text())
    assert (kept["ok"], kept["last"]) == (False, "no luck")
    assert "| good | it runs | 2/2 |" in nightly.report()
    assert "| bad | it fails | 0/1 |" in nightly.report()
    assert runs(night) == ["piece 1", "piece 2"]


def test_an_unknown_part_is_one_clear_line(night, capsys):
    assert nightly.main(["dance"]) == 1
    assert capsys.readouterr().out == "nightly: there is no part dance; there are good, bad\n"
