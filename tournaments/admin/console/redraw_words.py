"""Sentences about a redraw: who came and left, what stands, what could not be avoided."""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.models import Entry
from tournaments.selectors.redraw_previews import RedrawPreview, Short
from tournaments.selectors.redraws import Presence

NAMED = 8


def redraw_label(presence: Presence) -> str:
    """Name the button that drafts the rounds to come again."""
    if not presence.first:
        return "Redraw the rounds to come"
    return f"Redraw {rounds_words(presence.first, presence.last)}"


def rounds_words(first: int, last: int) -> str:
    """Name a run of rounds."""
    return f"round {first}" if first == last else f"rounds {first}–{last}"


def presence_words(presence: Presence) -> str:
    """Count who came and who left."""
    parts = [
        f"{len(entries)} {verb}"
        for entries, verb in ((presence.came, "came"), (presence.left, "left"))
        if entries
    ]
    return f"{' and '.join(parts)} since the seating was published." if parts else ""


def redraw_sentences(preview: RedrawPreview, names: Mapping[int, str]) -> list[str]:
    """Say what a redraw does to the printed cards and to everybody."""
    return [
        f"{preview.kept} of {preview.tables} tables stand as they are printed, "
        f"{preview.tables - preview.kept} are new.",
        *_notes(preview, names),
        f"First and second deals differ by {preview.checks.first_deal_gap} at most.",
        *_short(preview.short),
    ]


def _notes(preview: RedrawPreview, names: Mapping[int, str]) -> Iterator[str]:
    told = {"repeat": "Repeats", "second_sit_out": "Second sit-outs"}
    nothing = {
        "repeat": "0 new repeats: nobody meets an earlier opponent again.",
        "second_sit_out": "0 second sit-outs.",
    }
    for code, word in told.items():
        found = [one for one in preview.notes if one["code"] == code]
        pairs = [f"{_who(one, names)} in round {one['round']}" for one in found]
        yield f"{word}: {'; '.join(pairs)}." if pairs else nothing[code]
    for one in preview.notes:
        if one["code"] == "extra_game":
            yield f"Round {one['round']} is an extra game for those who sat out."


def _who(note: Mapping[str, object], names: Mapping[int, str]) -> str:
    entries = note["entries"]
    assert isinstance(entries, list)  # as the format wrote it
    return " and ".join(names.get(entry, "?") for entry in entries)


def _short(short: Sequence[Short]) -> Iterator[str]:
    late = [one for one in short if one.missed]
    resting = [one for one in short if not one.missed]
    for group, why in ((late, "came late and play"), (resting, "sit out and play")):
        by_games: dict[int, list[Entry]] = {}
        for one in group:
            by_games.setdefault(one.games, []).append(one.entry)
        for games, entries in sorted(by_games.items()):
            shown = ", ".join(one.display for one in entries[:NAMED])
            more = f" and {len(entries) - NAMED} more" if len(entries) > NAMED else ""
            yield f"{len(entries)} {why} {games} games: {shown}{more}."
