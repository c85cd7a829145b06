"""Taking a roster file over: looked at first, then all of it or nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from clubs.models import Player
from clubs.services.players import create_player, edit_player
from common.actor import Actor
from common.errors import NotFound
from tournaments.errors import ImportRowsInvalid, PreviewStale
from tournaments.models import Entry, Event, Registration
from tournaments.roster import RosterFile, RosterRow
from tournaments.selectors.imports import ImportLine, ImportPreview, compare_roster
from tournaments.services.desk import require_before_play
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.enrolment import enrol, enter_alone
from tournaments.services.entries import members_of_a_side
from tournaments.services.locks import lock_roots_of_event
from tournaments.services.records import note
from tournaments.services.rights import may_run_desk


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What was done, line by line; ``added`` counts new names on the roster."""

    lines: tuple[ImportLine, ...]
    added: int = 0
    changed: int = 0


def preview_import(
    *,
    event_id: UUID,
    actor: Actor,
    rows: RosterFile,
    lines: Collection[int] | None = None,
    same: Collection[int] = (),
) -> ImportPreview:
    """Show what taking over a roster file would do; nothing is written.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        rows: the file as read.
        lines: the lines ticked; None takes all.
        same: lines whose doubtful number was confirmed.

    Returns:
        The preview with its digest.

    Raises:
        NotFound, PermissionDenied: no such event, or no business of the actor.
    """
    event = Event.objects.select_related("tournament__club").filter(public_id=event_id).first()
    if event is None:
        raise NotFound("There is no such event.")
    may_run_desk(actor, event.tournament.club)
    return compare_roster(event, rows, lines=lines, same=same)


def import_roster(
    *,
    event_id: UUID,
    actor: Actor,
    rows: RosterFile,
    digest: str | None = None,
    lines: Collection[int] | None = None,
    same: Collection[int] = (),
) -> ImportOutcome:
    """Take a roster file over: make and change players, register and enter them.

    The same file again changes nothing; nobody is ever taken off by a file.

    Args:
        event_id: public id of the event.
        actor: runs the desk; new and changed players need a scorer or more.
        rows: the file as read.
        digest: of the preview that was looked at; None skips the comparison.
        lines: the lines ticked; None takes all.
        same: lines whose doubtful number was confirmed.

    Returns:
        What became of each line.

    Raises:
        ImportRowsInvalid: a line is wrong or in doubt; nothing was taken over.
        PreviewStale: the club or the roster has changed since the preview.
        EventFinal, WrongState: the seating is published.
    """
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        require_before_play(event)
        preview = compare_roster(event, rows, lines=lines, same=same)
        _require_clean(preview)
        if digest is not None and digest != preview.digest:
            raise PreviewStale(
                "The roster has changed since you looked at this file. Look at it again."
            )
        changed = [one for one in preview.lines if one.what == "changed"]
        for line in changed:
            _change_player(event, actor, line)
        added = _take_on(event, actor, preview.lines)
        if added or changed:
            mark_stale_drafts(event)
            _note(event, actor, added, len(changed))
    return ImportOutcome(preview.lines, added=len(added), changed=len(changed))


def _require_clean(preview: ImportPreview) -> None:
    wrong = preview.refused
    if not wrong:
        return
    rows = [{"line": one.line, "name": one.name, "message": one.message} for one in wrong]
    first = wrong[0]
    more = f" {len(wrong) - 1} more lines are in the same list." if wrong[1:] else ""
    raise ImportRowsInvalid(
        f"Nothing was taken over. Line {first.line}: {first.message}.{more} "
        "Mend the file, or untick the lines.",
        rows=rows,
    )


def _change_player(event: Event, actor: Actor, line: ImportLine) -> None:
    player = Player.objects.get(pk=line.player or 0)
    edit_player(
        player_id=player.public_id,
        values={name: after for name, (_, after) in line.changes.items()},
        actor=actor,
        expected_version=player.version,
    )
    if "display_name" in line.changes and members_of_a_side(event) == 1:
        Entry.objects.filter(event=event, members__registration__player=player).update(
            display=line.name
        )


def _take_on(event: Event, actor: Actor, lines: Sequence[ImportLine]) -> list[Registration]:
    """Register whoever is not on the roster, in the order of the file."""
    enters = event if members_of_a_side(event) == 1 else None
    here = {
        one.player_id: one
        for one in Registration.objects.filter(tournament=event.tournament).select_related("player")
    }
    newcomers = []
    for line in lines:
        if line.row is None or line.player in here:
            continue
        player = _player_of(event, actor, line, line.row)
        newcomers.append((player, line.row.guest))
    known = [here[one.player] for one in lines if one.player in here]
    entered = _enter_registered(event, known) if enters else []
    return [*entered, *enrol(event.tournament, enters, newcomers)]


def _enter_registered(event: Event, registrations: Sequence[Registration]) -> list[Registration]:
    """Enter those who were on the roster of the occasion, but not in this event."""
    entered = set(
        Registration.objects.filter(memberships__event=event).values_list("pk", flat=True)
    )
    staying = [one for one in registrations if one.status != Registration.Status.WITHDRAWN]
    missing = [one for one in staying if one.pk not in entered]
    enter_alone(event, missing)
    return missing


def _player_of(event: Event, actor: Actor, line: ImportLine, row: RosterRow) -> Player:
    if line.player is not None:
        return Player.objects.get(pk=line.player)
    values: dict[str, object] = {
        "display_name": row.name,
        "member_no": row.member_no,
        "home_club": row.home_club,
        "valid_until": row.valid_until,
        "joined_on": row.joined,
        "status": "guest" if row.guest else "member",
    }
    return create_player(club_id=event.tournament.club.public_id, values=values, actor=actor)


def _note(event: Event, actor: Actor, added: Sequence[Registration], changed: int) -> None:
    note(
        event.tournament,
        actor=actor,
        action="roster.imported",
        target=event.tournament,
        after={"registrations": [one.public_id for one in added], "changed": changed},
        payload={"registrations": len(added)},
    )
