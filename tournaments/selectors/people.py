"""What strangers read of a name: all of it, initials, or the number only."""

from collections.abc import Callable

from clubs.access import Viewer
from tournaments.models import Entry, Event, PublicLevel
from tournaments.selectors.events import sees_names

Namer = Callable[[Entry], str]

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
        name: of one person or of partners.
    """
    people = (person.split() for person in name.split(" and "))
    return " and ".join(" ".join(f"{_first_letter(word)}." for word in words) for words in people)


def lower_level(*levels: str) -> str:
    """Return the level that shows least.

    Args:
        levels: of the event, of the person.
    """
    return min(levels, key=lambda level: _ORDER[PublicLevel(level)])


def _first_letter(word: str) -> str:
    """The first letter in capitals: the H of 't Hooft."""
    return next((letter for letter in word if letter.isalpha() and letter != "’"), word[0]).upper()
