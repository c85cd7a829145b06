"""Pictures of a tournament as SVG text, and the tables that say the same.

A bracket is drawn on a grid: one column a round, one box a match, an elbow from
each match to the next. It is readable in black and white: the winner is bold and
has a mark before the name. Only presentation attributes and classes are used,
so that the content policy holds; ``currentColor`` follows the page.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.display.layout import BOX, LINE, NOTE, Band, Column, Shape, laid_out

MatchStatus = Literal["waiting", "ready", "playing", "done", "bye", "not_needed"]

STATUS_WORDS: dict[MatchStatus, str] = {
    "waiting": "waiting",
    "ready": "ready",
    "playing": "playing",
    "done": "",
    "bye": "bye",
    "not_needed": "not needed",
}
NAMELESS: dict[str, tuple[str, str]] = {
    "bye": ("bye", "bye"),
    "not_needed": ("nobody", "–"),
}
TO_COME = "still open"

NARROWEST, WIDEST = 176, 320
LETTER = 9
BESIDE_NAME = 88


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match; ``name`` is empty while it is not known."""

    name: str = ""
    seed: int | None = None
    tally: int | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One box. ``winner`` is 0 or 1, the index of the side; ``place`` says where it is played.

    One that ``is_apart`` stands below the others of its round: nobody comes to it by winning.
    """

    label: str
    sides: tuple[BracketSide, BracketSide]
    status: MatchStatus = "waiting"
    winner: Literal[0, 1] | None = None
    place: str = ""
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One column, matches from top to bottom, those that stand apart last."""

    title: str
    matches: tuple[BracketMatch, ...]
    band: Band = "upper"


@dataclass(frozen=True, slots=True)
class BracketRow:
    """One line of the table that says the same as the picture."""

    round: str
    match: str
    first: str
    second: str
    tally: str
    outcome: str


def bracket_svg(
    rounds: Sequence[BracketRound], *, title: str = "Bracket", key: str = "bracket"
) -> SafeString:
    """Draw a bracket.

    Args:
        rounds: the columns of each band from left to right; a match follows from
            the matches at twice its index in the column before.
        title: what the picture shows, in words.
        key: makes the ids of the picture unique on a page with several.

    Returns:
        SVG markup at its natural size, names escaped; the page wraps it in a
        frame that scrolls.

    Raises:
        ValueError: there is no round, or one without a match.
    """
    if not rounds or not all(round_.matches for round_ in rounds):
        raise ValueError("a bracket has at least one round, and every round a match")
    width = _column_width(rounds)
    layout = laid_out([_shape(round_) for round_ in rounds], width)
    parts = (
        part
        for round_, column in zip(rounds, layout.columns, strict=True)
        for part in _column(round_, column, width)
    )
    body = format_html_join("", "{}", ((part,) for part in parts))
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="ft-bracket" role="img"'
        ' aria-labelledby="{key}-title {key}-desc" width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
        ' font-size="16"><title id="{key}-title">{title}</title><desc id="{key}-desc">{desc}</desc>'
        "{body}</svg>",
        key=key,
        w=layout.width,
        h=layout.height,
        title=title,
        desc=_description(rounds),
        body=body,
    )


def bracket_rows(rounds: Sequence[BracketRound]) -> tuple[BracketRow, ...]:
    """Say in lines what the picture shows.

    Args:
        rounds: the columns of the bracket, as for ``bracket_svg``.

    Returns:
        One row a match, round by round from top to bottom.
    """
    return tuple(_row(round_, match) for round_ in rounds for match in round_.matches)


def _row(round_: BracketRound, match: BracketMatch) -> BracketRow:
    first, second = (_side_words(match, side) for side in match.sides)
    tallies = [side.tally for side in match.sides]
    return BracketRow(
        round=round_.title,
        match=match.label,
        first=first,
        second=second,
        tally="" if None in tallies else f"{tallies[0]}–{tallies[1]}",
        outcome=_outcome(match),
    )


def _outcome(match: BracketMatch) -> str:
    if match.winner is not None:
        name = match.sides[match.winner].name
        return f"{name} has a bye" if match.status == "bye" else f"{name} wins"
    words = STATUS_WORDS[match.status] or TO_COME
    return f"{words}, {match.place}" if match.place else words


def _side_words(match: BracketMatch, side: BracketSide) -> str:
    if not side.name:
        return NAMELESS.get(match.status, (TO_COME, ""))[0]
    return side.name if side.seed is None else f"{side.name} (seed {side.seed})"


def _description(rounds: Sequence[BracketRound]) -> str:
    matches = [match for round_ in rounds for match in round_.matches]
    decided = sum(match.winner is not None for match in matches)
    said = f"{len(rounds)} rounds, {len(matches)} matches, {decided} of them decided."
    last = rounds[-1].matches
    if len(last) == 1 and last[0].winner is not None:
        said += f" {last[0].sides[last[0].winner].name} wins the {rounds[-1].title.lower()}."
    return f"{said} The table below says the same."


def _column_width(rounds: Sequence[BracketRound]) -> int:
    sides = (side for round_ in rounds for match in round_.matches for side in match.sides)
    longest = max(_length(side.name) for side in sides)
    return min(WIDEST, max(NARROWEST, longest * LETTER + BESIDE_NAME))


def _length(name: str) -> int:
    """Count a name in letters; the wide letters of East Asia count twice."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in name)


def _shortened(name: str, width: int) -> str:
    room = (width - BESIDE_NAME) // LETTER
    if _length(name) <= room:
        return name
    kept = name
    while _length(kept) > room - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def _shape(round_: BracketRound) -> Shape:
    apart = sum(match.is_apart for match in round_.matches)
    return Shape(round_.band, len(round_.matches) - apart, apart)


def _column(round_: BracketRound, column: Column, width: int) -> list[SafeString]:
    """Draw a round: its title, the lines into its boxes, the boxes."""
    title = format_html(
        '<text x="{}" y="{}" font-weight="700" fill="currentColor">{}</text>',
        column.left,
        column.title_y,
        round_.title,
    )
    lines = format_html_join(
        "", '<path d="M{} {}H{}V{}H{}" fill="none" stroke="currentColor"/>', column.paths
    )
    boxes = [
        _box(match, column.left, centre - BOX // 2, width)
        for match, centre in zip(round_.matches, column.centres, strict=True)
    ]
    return [title, lines, *boxes]


def _box(match: BracketMatch, left: int, top: int, width: int) -> SafeString:
    words = [match.label, match.place, STATUS_WORDS[match.status]]
    note = " · ".join(word for word in words if word)
    lines = [
        _side(match, index, left, top + NOTE + index * LINE, width)
        for index in range(len(match.sides))
    ]
    return format_html(
        '<g><text class="ft-bracket-note" x="{x}" y="{y}" font-size="14" fill="currentColor">'
        '{note}</text><rect x="{x}" y="{top}" width="{w}" height="{h}" fill="none"'
        ' stroke="currentColor"/><path d="M{x} {middle}h{w}" stroke="currentColor"'
        ' stroke-width="0.5"/>{first}{second}</g>',
        x=left,
        y=top + NOTE - 6,
        note=note,
        top=top + NOTE,
        middle=top + NOTE + LINE,
        w=width,
        h=2 * LINE,
        first=lines[0],
        second=lines[1],
    )


def _side(match: BracketMatch, index: int, left: int, top: int, width: int) -> SafeString:
    side = match.sides[index]
    is_winner = match.winner == index
    return format_html(
        '<g fill="currentColor" font-weight="{weight}"><title>{full}</title>'
        '<text x="{seed_x}" y="{y}" text-anchor="end" font-size="14">{seed}</text>'
        '<text x="{mark_x}" y="{y}">{mark}</text><text x="{name_x}" y="{y}">{name}</text>'
        '<text x="{tally_x}" y="{y}" text-anchor="end">{tally}</text></g>',
        weight=700 if is_winner else 400,
        full=_side_words(match, side),
        seed_x=left + 26,
        mark_x=left + 30,
        name_x=left + 44,
        tally_x=left + width - 10,
        y=top + 20,
        seed="" if side.seed is None else side.seed,
        mark="▸" if is_winner else "",
        name=_shortened(side.name, width) or _blank(match),
        tally="" if side.tally is None else side.tally,
    )


def _blank(match: BracketMatch) -> str:
    return NAMELESS.get(match.status, ("", "…"))[1]
