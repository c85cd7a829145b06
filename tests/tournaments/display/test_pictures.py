"""The bracket as a picture and as the table that says the same."""

import xml.etree.ElementTree as ET

import pytest

from tournaments.display.pictures import (
    BracketMatch,
    BracketRound,
    BracketRow,
    BracketSide,
    bracket_rows,
    bracket_svg,
)

SVG = "{http://www.w3.org/2000/svg}"


def match(label, first, second, status="waiting", winner=None, *, place=""):
    return BracketMatch(label, (first, second), status, winner, place)


def three_sides():
    semis = (
        match("Match 1", BracketSide("Ada Peg", 1), BracketSide(), "bye", 0),
        match(
            "Match 2",
            BracketSide("Cleo", 3, 2),
            BracketSide("Bo", 2, 1),
            "done",
            0,
            place="Table 2",
        ),
    )
    final = match("Match 3", BracketSide("Ada Peg", 1, 1), BracketSide("Cleo", 3, 0), "playing")
    return (BracketRound("Semi-finals", semis), BracketRound("Final", (final,)))


def one_match(first="Ada Peg", second="Bo"):
    only = match("Match 1", BracketSide(first, 1), BracketSide(second, 2))
    return (BracketRound("Final", (only,)),)


def texts(svg):
    return [text.text or "" for text in ET.fromstring(svg).iter(f"{SVG}text")]


def test_picture_has_a_title_and_a_description():
    picture = ET.fromstring(bracket_svg(three_sides(), title="Play-offs", key="main"))

    assert picture.get("aria-labelledby") == "main-title main-desc"
    assert picture.find(f"{SVG}title").text == "Play-offs"
    assert picture.find(f"{SVG}desc").text == (
        "2 rounds, 3 matches, 2 of them decided. The table below says the same."
    )


def test_description_names_the_champion():
    final = match("Match 1", BracketSide("Ada Peg", 1, 2), BracketSide("Bo", 2, 0), "done", 0)
    picture = ET.fromstring(bracket_svg((BracketRound("Final", (final,)),)))

    assert "Ada Peg wins the final." in picture.find(f"{SVG}desc").text


def test_names_are_escaped():
    svg = bracket_svg(one_match(first="<b>&Co"))

    assert "<b>" not in svg
    assert "<b>&Co" in texts(svg)


def test_winner_is_marked_without_colour():
    svg = bracket_svg(three_sides())

    winners = [g for g in ET.fromstring(svg).iter(f"{SVG}g") if g.get("font-weight") == "700"]
    assert [g.find(f"{SVG}title").text for g in winners] == ["Ada Peg (seed 1)", "Cleo (seed 3)"]
    assert [g.findall(f"{SVG}text")[1].text for g in winners] == ["▸", "▸"]


def test_only_ink_of_the_page_is_used():
    attributes = [
        (name, value)
        for element in ET.fromstring(bracket_svg(three_sides())).iter()
        for name, value in element.attrib.items()
    ]

    assert "style" not in {name for name, _ in attributes}
    assert {value for name, value in attributes if name in ("fill", "stroke")} == {
        "currentColor",
        "none",
    }


def test_a_match_stands_between_its_feeders():
    boxes = list(ET.fromstring(bracket_svg(three_sides())).iter(f"{SVG}rect"))

    first, second, final = (int(box.get("y")) for box in boxes)
    assert final == (first + second) // 2


def test_everything_lies_inside_the_picture():
    picture = ET.fromstring(bracket_svg(three_sides()))

    width, height = int(picture.get("width")), int(picture.get("height"))
    for box in picture.iter(f"{SVG}rect"):
        assert int(box.get("x")) + int(box.get("width")) <= width
        assert int(box.get("y")) + int(box.get("height")) <= height


def test_long_name_is_shortened_in_the_line_and_whole_in_its_title():
    name = "Hildegard von und zu Langenstarterhausen"
    svg = bracket_svg(one_match(first=name))

    assert name not in texts(svg)
    assert any(text.startswith("Hildegard") and text.endswith("…") for text in texts(svg))
    assert f"<title>{name} (seed 1)</title>" in svg


@pytest.mark.parametrize(
    "rounds",
    [pytest.param((), id="no-round"), pytest.param((BracketRound("Final", ()),), id="no-match")],
)
def test_an_empty_bracket_is_refused(rounds):
    with pytest.raises(ValueError, match="at least one round"):
        bracket_svg(rounds)


def test_rows_say_what_the_picture_shows():
    assert bracket_rows(three_sides()) == (
        BracketRow("Semi-finals", "Match 1", "Ada Peg (seed 1)", "bye", "", "Ada Peg has a bye"),
        BracketRow("Semi-finals", "Match 2", "Cleo (seed 3)", "Bo (seed 2)", "2–1", "Cleo wins"),
        BracketRow("Final", "Match 3", "Ada Peg (seed 1)", "Cleo (seed 3)", "1–0", "playing"),
    )
