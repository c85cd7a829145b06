"""A roster file against what the club and the night already know.

===============  =========================================================
what             meaning
===============  =========================================================
new player       nobody of the club; a player is made
known player     of the club, not yet on this roster
already here     on this roster, and nothing differs
changed          the file says something else than the club's list
doubtful         a number that is written differently, or whose player is called
                 something else altogether; a person must decide
error            the row cannot be taken over
===============  =========================================================

A row with a member number is the player with this number. A row without one is the
player of this name who has no number; two rows of one name are two such players.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from clubs.models import Player
from clubs.numbers import member_no_key
from common.canonical import digest
from common.text import folded
from tournaments.models import EntryMember, Event, Registration
from tournaments.roster import RosterFile, RosterRow

What = Literal["new player", "known player", "already here", "changed", "doubtful", "error"]
Changes = Mapping[str, tuple[object, object]]


@dataclass(frozen=True, slots=True)
class ImportLine:
    """What one line of the file will do.

    ``changes`` are fields of the player with the value now and the one of the file;
    ``player`` is the key of the player the line is about.
    """

    line: int
    name: str
    member_no: str
    what: What
    message: str = ""
    changes: Changes = field(default_factory=dict)
    player: int | None = None
    row: RosterRow | None = None


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """Every line of a file in order, and a digest of file and effect together."""

    lines: tuple[ImportLine, ...]
    digest: str

    @property
    def counts(self) -> dict[What, int]:
        """How many lines do what."""
        found: defaultdict[What, int] = defaultdict(int)
        for line in self.lines:
            found[line.what] += 1
        return dict(found)

    @property
    def refused(self) -> tuple[ImportLine, ...]:
        """The lines that keep the file from being taken over."""
        return tuple(line for line in self.lines if line.what in ("error", "doubtful"))


@dataclass(slots=True)
class Known:
    """The people of a club and of one event, read at once."""

    by_key: dict[str, Player]
    by_name: dict[str, list[Player]]
    registered: dict[int, Registration]
    entered: set[int]

    def take(self, row: RosterRow) -> Player | None:
        """Find the player a row means, each nameless number once."""
        if row.member_no:
            return self.by_key.get(member_no_key(row.member_no))
        alike = self.by_name.get(row.name.casefold(), [])
        return alike.pop(0) if alike else None


def compare_roster(
    event: Event,
    file: RosterFile,
    *,
    lines: Collection[int] | None = None,
    same: Collection[int] = (),
) -> ImportPreview:
    """Say line by line what taking over a roster file would do.

    Args:
        event: whose roster it is for; its tournament is read too.
        file: as ``read_roster`` gave it.
        lines: the lines ticked; None takes all, errors included.
        same: lines whose doubtful number a person has confirmed.

    Returns:
        The preview; nothing is written.
    """
    known = known_people(event)
    found = [*_errors(file, lines), *_compared(known, file, lines, frozenset(same))]
    ordered = tuple(sorted(found, key=lambda one: (one.line, one.message)))
    told = [
        [one.line, one.name, one.member_no, one.what, one.player, sorted(one.changes)]
        for one in ordered
    ]
    return ImportPreview(ordered, digest("import1", event.public_id, told))


def known_people(event: Event) -> Known:
    """Read the players of an event's club and who of them is on its roster.

    Args:
        event: with its tournament.
    """
    players = Player.objects.filter(club_id=event.tournament.club_id, merged_into=None)
    here = Registration.objects.filter(tournament_id=event.tournament_id)
    registered = {one.player_id: one for one in here}
    members = EntryMember.objects.filter(event=event)
    entered = set(members.values_list("registration__player_id", flat=True))
    by_key: dict[str, Player] = {}
    by_name: dict[str, list[Player]] = defaultdict(list)
    # Who is on this roster is meant before somebody of the same name who is not.
    for player in sorted(players, key=lambda one: (one.pk not in registered, one.pk)):
        if player.member_no_key:
            by_key[player.member_no_key] = player
        else:
            by_name[player.display_name.casefold()].append(player)
    return Known(by_key, by_name, registered, entered)


def _errors(file: RosterFile, lines: Collection[int] | None) -> Iterator[ImportLine]:
    for error in file.errors:
        if lines is None or error.line in lines:
            where = f"{error.column}: " if error.column else ""
            yield ImportLine(error.line, "", "", "error", f"{where}{error.message}")


def _compared(
    known: Known, file: RosterFile, lines: Collection[int] | None, same: frozenset[int]
) -> Iterator[ImportLine]:
    new_keys: dict[str, int] = {}
    for row in file.rows:
        if lines is not None and row.line not in lines:
            continue
        player = known.take(row)
        key = member_no_key(row.member_no)
        if player is not None:
            yield _about(known, row, player, is_same=row.line in same)
        elif key and key in new_keys:
            yield _line(
                row, "error", f"{row.member_no} is the number of line {new_keys[key]} as well"
            )
        else:
            new_keys[key] = row.line
            yield _line(row, "new player")


def _about(known: Known, row: RosterRow, player: Player, *, is_same: bool) -> ImportLine:
    other_number = player.member_no != row.member_no
    if row.member_no and not is_same and (other_number or _is_another_name(row, player)):
        return _line(
            row,
            "doubtful",
            f"the club has {player.member_no}, {player.display_name}; say whether this is the same",
            player=player,
        )
    changes = _changes(row, player)
    is_here = player.pk in known.registered and player.pk in known.entered
    if changes:
        return _line(row, "changed", _told(changes), player=player, changes=changes)
    return _line(row, "already here" if is_here else "known player", player=player)


def _is_another_name(row: RosterRow, player: Player) -> bool:
    """Tell whether no word of the two names is the same: a number given anew, most likely."""
    known = folded(player.display_name).replace("-", " ").split()
    return set(known).isdisjoint(folded(row.name).replace("-", " ").split())


def _changes(row: RosterRow, player: Player) -> Changes:
    """List what the file says differently; an empty cell says nothing."""
    said = {
        "display_name": row.name,
        "home_club": row.home_club,
        "valid_until": row.valid_until,
        "joined_on": row.joined,
    }
    found: dict[str, tuple[object, object]] = {
        name: (getattr(player, name), value)
        for name, value in said.items()
        if value and value != getattr(player, name)
    }
    if not player.is_active:
        found["is_active"] = (False, True)
    return found


_CALLED = {
    "display_name": "name",
    "home_club": "home club",
    "valid_until": "valid until",
    "joined_on": "joined",
    "is_active": "active",
}


def _told(changes: Changes) -> str:
    return "; ".join(
        f"{_CALLED[name]}: {before or 'nothing'} becomes {after}"
        for name, (before, after) in changes.items()
    )


def _line(
    row: RosterRow,
    what: What,
    message: str = "",
    *,
    player: Player | None = None,
    changes: Changes | None = None,
) -> ImportLine:
    return ImportLine(
        line=row.line,
        name=row.name,
        member_no=row.member_no,
        what=what,
        message=message,
        changes=changes or {},
        player=player.pk if player else None,
        row=row,
    )
