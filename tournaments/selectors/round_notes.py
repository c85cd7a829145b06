"""What there is to say about rounds: codes with their facts, as their draws left them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubs import access
from clubs.access import Viewer
from tournaments.models import Entry, Round

# Who lives or plays together is nobody's business but the club's.
OF_THE_CLUB = frozenset({"avoided_pair"})
Notes = Mapping[int, Sequence[Mapping[str, object]]]


def own_notes(round_: Round) -> list[dict[str, Any]]:
    """List what the notes of a draw say about one of its rounds.

    Args:
        round_: any; its entries stay keys.
    """
    return [note for note in round_.notes if note.get("round") == round_.number]


def notes_for(viewer: Viewer, rounds: Iterable[Round]) -> Notes:
    """Tell the notes of rounds, each at its own round, entries by their numbers.

    Args:
        viewer: strangers are not told why two rather should not have met.
        rounds: with their stage; all of one event.

    Returns:
        The notes by key of the round; two queries at most.
    """
    own = {one.pk: own_notes(one) for one in rounds}
    told = [note for notes in own.values() for note in notes]
    if not told:
        return own
    named = Entry.objects.filter(pk__in={key for note in told for key in note.get("entries", ())})
    hidden: frozenset[str] = frozenset()
    numbers: dict[int, int] = {}
    if any(note["code"] in OF_THE_CLUB for note in told):
        here = access.staffed(viewer, named, club="event__tournament__club")
        numbers = dict(here.values_list("pk", "number"))
        hidden = frozenset() if numbers else OF_THE_CLUB
    numbers = numbers or dict(named.values_list("pk", "number"))
    return {
        pk: [_numbered(note, numbers) for note in notes if note["code"] not in hidden]
        for pk, notes in own.items()
    }


def _numbered(note: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, object]:
    if "entries" not in note:
        return dict(note)
    return {**note, "entries": [numbers[key] for key in note["entries"]]}
