"""Brackets of every kind as pictures."""

import xml.etree.ElementTree as ET

import pytest

from tests.factories import a_published_night
from tests.tournaments.play import report
from tournaments.display.brackets import picture_of
from tournaments.display.pictures import bracket_rows, bracket_svg
from tournaments.models import Match, Stage
from tournaments.selectors.brackets import bracket_of

SVG = "{http://www.w3.org/2000/svg}"
pytestmark = pytest.mark.django_db


def a_stage(players=5, format_="double_elim", **config):
    event = a_published_night(players=players, format=format_, best_of=1, config=config)
    return Stage.objects.get(event=event)


def play(stage, slot=1, upto=99):
    while match := Match.objects.filter(
        stage=stage, status="ready", round__number__lte=upto
    ).first():
        report(match, slot)


def picture(stage):
    return picture_of(bracket_of(stage))


def boxes(rounds):
    drawn = ET.fromstring(bracket_svg(rounds)).iter(f"{SVG}rect")
    return [tuple(int(box.get(name)) for name in ("x", "y", "width", "height")) for box in drawn]


def apart(one, other):
    return (
        one[0] + one[2] <= other[0]
        or other[0] + other[2] <= one[0]
        or one[1] + one[3] <= other[1]
        or other[1] + other[3] <= one[1]
    )


def test_a_double_elimination_is_one_picture_of_two_brackets_and_the_finals():
    rounds = picture(a_stage(players=8))

    assert [one.band for one in rounds].count("upper") == 3
    assert [one.band for one in rounds].count("lower") == 4
    assert [one.title for one in rounds if one.band == "final"] == [
        "Final",
        "Second final, if needed",
    ]


@pytest.mark.parametrize("reset", ["double", "simple", "none"])
@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_no_two_matches_of_a_double_elimination_overlap(players, reset):
    drawn = boxes(picture(a_stage(players=players, reset=reset)))

    assert drawn
    assert all(apart(a, b) for n, a in enumerate(drawn) for b in drawn[:n])


def test_a_second_final_that_is_not_needed_is_said_so():
    stage = a_stage(players=3)
    play(stage)
    last = bracket_rows(picture(stage))[-1]

    assert (last.round, last.outcome) == ("Second final", "not needed")


def test_a_second_final_that_is_played_is_not_in_doubt():
    stage = a_stage(players=3)
    play(stage, slot=2)
    last = bracket_rows(picture(stage))[-1]

    assert last.round == "Second final"
    assert last.outcome.endswith("wins")


def test_the_match_for_the_third_place_is_named_and_fed_by_no_line():
    rounds = picture(a_stage(players=4, format_="single_elim", third_place=True))
    lines = list(ET.fromstring(bracket_svg(rounds)).iter(f"{SVG}path"))
    joined = [line for line in lines if "V" in line.get("d")]

    assert [row.match for row in bracket_rows(rounds)][-1] == "Third place"
    assert len(joined) == 2
