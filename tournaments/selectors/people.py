"""What strangers read of a name: all of it, initials, or the number only."""

import re
from collections.abc import Callable

from clubs.access import Viewer, belongs
from tournaments.models import Entry, Event, PublicLevel
from tournaments.selectors.events import sees_names
from tournaments.selectors.seasons import SeasonTable

Namer = Callable[[Entry], str]

_NUMBER = re.compile(r"\(\d+\)")
_ORDER = {PublicLevel.HIDDEN: 0, PublicLevel.INITIALS: 1, PublicLevel.FULL: 2}


def namer_of(viewer: Viewer, event: Event) -> Namer:
    """Return how entries of an event are called before somebody; the only way out for names.

    Args:
        viewer: an actor, a user, or None for a stranger.
        event: with its tournament and club.

    Returns:
        A function from an entry to its name; making it takes one query at most.
    """
    level = PublicLevel.FULL if sees_names(viewer, event) else event.public_level
    return lambda entry: shown_name(entry, level)


def shown_name(entry: Entry, level: str) -> str:
    """Return the name of an entry as a stranger may read it.

    Args:
        entry: a side of an event.
        level: how much the event shows.

    Returns:
        The name, its initials such as "A. O.", or "Player 12".
    """
    if level == PublicLevel.FULL:
        return entry.display
    if level == PublicLevel.INITIALS:
        return initials(entry.display)
    return f"Player {entry.number}"


def initials(name: str) -> str:
    """Shorten a name to its initials; partners stay joined by "and".

    Args:
        name: of one person or of partners; a namesake's number in brackets stays.
    """
    people = (person.split() for person in name.split(" and "))
    return " and ".join(" ".join(_initial(word) for word in words) for words in people)


def lower_level(*levels: str) -> str:
    """Return the level that shows least.

    Args:
        levels: of the event, of the person.
    """
    return min(levels, key=lambda level: _ORDER[PublicLevel(level)])


def _initial(word: str) -> str:
    return word if _NUMBER.fullmatch(word) else f"{_first_letter(word)}."


def _first_letter(word: str) -> str:
    """The first letter in capitals: the H of 't Hooft."""
    return next((letter for letter in word if letter.isalpha() and letter != "’"), word[0]).upper()


def player_name(name: str, level: str) -> str:
    """Return the name of a person outside any event, as a stranger may read it.

    Args:
        name: of the person.
        level: the lowest of the events that are shown with it.
    """
    if level == PublicLevel.FULL:
        return name
    return initials(name) if level == PublicLevel.INITIALS else "A player"


def season_names(viewer: Viewer, table: SeasonTable) -> dict[int, str]:
    """Return how the players of a season table are called before somebody.

    Args:
        viewer: an actor, a user, or None for a stranger.
        table: with its season's club.

    Returns:
        Names by the players' keys: for the club's own people whole, for others by
        the lowest level of the player's nights; one query at most.
    """
    levels = {
        line.player.pk: lower_level(
            *(table.events[int(n.night[1])].public_level for n in line.nights)
        )
        for line in table.lines
    }
    if any(level != PublicLevel.FULL for level in levels.values()) and belongs(
        viewer, table.season.club
    ):
        levels = dict.fromkeys(levels, PublicLevel.FULL)
    return {
        line.player.pk: player_name(line.player.display_name, levels[line.player.pk])
        for line in table.lines
    }
