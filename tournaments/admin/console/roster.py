"""The roster: from a file, from the club's list, or a new player."""

import base64
import binascii
import zlib
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpResponse

from common.errors import NotFound, PayloadTooLarge, ValidationFailed
from common.tabular import MAX_BYTES, read_table
from tournaments.admin.console import widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.page import ConsolePage
from tournaments.errors import PreviewStale
from tournaments.models import Entry, Registration
from tournaments.roster import RosterFile, RosterRow, read_roster
from tournaments.selectors.desk import players_meant, players_to_add
from tournaments.selectors.events import roster_of
from tournaments.selectors.imports import ImportPreview
from tournaments.selectors.pairs import pairs_of, without_partner
from tournaments.services.entries import enter, members_of_a_side
from tournaments.services.imports import import_roster, preview_import
from tournaments.services.pairs import draw_partners, split_pair
from tournaments.services.rosters import register_player, withdraw_registration

MOST_KEPT = 1_000_000
ORDERS = [
    ("YMD", "year first, 2026-12-31"),
    ("DMY", "day first, 31/12/2026"),
    ("MDY", "month first, 12/31/2026"),
]
WHAT = {
    "new player": "new to the club",
    "known player": "known",
    "already here": "already on this roster",
    "changed": "changed",
    "doubtful": "in doubt",
    "error": "cannot be read",
}


class FileForm(forms.Form):
    """A roster file and how its dates are written."""

    file = forms.FileField(
        label="Roster file, CSV or Excel",
        help_text="The first row names the columns: name, member no, club, valid until, guest.",
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx"}),
    )
    date_order = forms.ChoiceField(label="Dates in it are written", choices=ORDERS, initial="YMD")


class PlayerForm(forms.Form):
    """One player, known or new."""

    name = widgets.text(
        "Name, or member number of a known player", longest=120, attrs={"list": "club-players"}
    )
    member_no = widgets.text("Member number of a new player", longest=30, required=False)
    guest = forms.BooleanField(label="Visits as a guest", required=False)


class PairForm(forms.Form):
    """Two who play as one side."""

    one = forms.ChoiceField(label="Partner")
    other = forms.ChoiceField(label="And")

    def __init__(self, *args: Any, alone: Sequence[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(one.public_id), f"{one.number} {one.player.display_name}") for one in alone]
        for field in self.fields.values():
            field.choices = [("", "choose"), *choices]  # type: ignore[attr-defined] # a choice field


class RosterPage(ConsolePage):
    """Who is expected."""

    slug = "roster"
    template = "desk/roster.html"
    title = "Roster"

    def context(self) -> dict[str, Any]:
        lines = roster_of(self.event)
        staying = [one for one in lines if one.registration.status != "withdrawn"]
        return {
            "lines": lines,
            "staying": len(staying),
            "file_form": self.form("file", FileForm),
            "player_form": self.form("player", PlayerForm),
            "known": players_to_add(self.event),
            "meant": getattr(self, "meant", ()),
            **self.pairs(),
        }

    def pairs(self) -> dict[str, Any]:
        """Return the pairs of an event that is played in pairs; nothing of any other."""
        if members_of_a_side(self.event) == 1:
            return {}
        alone = list(without_partner(self.event))
        return {
            "is_pairs": True,
            "pairs": [(one, _missing(one)) for one in pairs_of(self.event)],
            "alone": alone,
            "alone_there": sum(one.status == "checked_in" for one in alone),
            "pair_form": self.form("pair", PairForm, alone=alone),
        }

    def do_pair(self) -> Done:
        """Make two people partners."""
        values = self.checked("pair", PairForm, alone=list(without_partner(self.event)))
        entry = enter(
            event_id=self.event.public_id,
            actor=self.actor,
            registration_ids=[UUID(values["one"]), UUID(values["other"])],
        )
        back = self.undo("part", entry=entry.public_id)
        return Done(f"{entry.display} are pair number {entry.number}.", self.path, back)

    def do_part(self) -> Done:
        """Let partners part; both stay on the roster."""
        entry = self.chosen(self.event.entries.all(), "entry")
        split_pair(entry_id=entry.public_id, actor=self.actor)
        return Done(f"{entry.display} are no pair any more; both are on the roster.", self.path)

    def do_draw_partners(self) -> Done:
        """Draw partners by lot among those who are there and have none."""
        drawn = draw_partners(event_id=self.event.public_id, actor=self.actor)
        made = "1 pair is" if len(drawn.entries) == 1 else f"{len(drawn.entries)} pairs are"
        left = " and ".join(one.player.display_name for one in drawn.left_over)
        rest = f" {left} has no partner yet." if left else ""
        return Done(f"{made} drawn by lot.{rest}", self.path)

    def show_look(self) -> HttpResponse:
        """Show what a file would do; nothing is changed."""
        values = self.checked("file", FileForm)
        upload = values["file"]
        if upload.size > MAX_BYTES:
            raise PayloadTooLarge("This file is larger than 2 MB. Leave the pictures out.")
        packed = packed_file(upload.read())
        return self.preview(packed, upload.name, values["date_order"])

    def show_look_again(self) -> HttpResponse:
        """Show the same file with dates in another order."""
        order = self.sent("date_order")
        return self.preview(self.sent("packed"), self.sent("file_name"), order)

    def preview(self, packed: str, name: str, order: str) -> HttpResponse:
        """Render the preview of a file."""
        file = unpacked_file(packed, name, order)
        preview = preview_import(event_id=self.event.public_id, actor=self.actor, rows=file)
        return self.page(
            template="desk/import.html",
            title="Look at the file",
            here=True,
            file=file,
            file_name=name,
            packed=packed,
            preview=preview,
            rows=_preview_rows(file, preview),
            takeable=sum(one.what not in ("error", "doubtful") for one in preview.lines),
            counts=[(WHAT[what], n) for what, n in preview.counts.items()],
            order=order,
            orders=ORDERS,
        )

    def page(self, **extra: Any) -> HttpResponse:
        template = extra.pop("template", None)
        answer = super().page(**extra)
        if template:
            answer.template_name = template  # type: ignore[attr-defined] # a template's answer
        return answer

    def do_import(self) -> Done:
        """Take over the ticked lines of the file that was looked at."""
        file = unpacked_file(self.sent("packed"), self.sent("file_name"), self.sent("date_order"))
        who: dict[str, Any] = {"event_id": self.event.public_id, "actor": self.actor, "rows": file}
        if preview_import(**who).digest != self.sent("digest"):
            raise PreviewStale(
                "The roster has changed since you looked at this file. Look at it again."
            )
        same = _lines(self.request.POST.getlist("same"))
        ticked = _lines(self.request.POST.getlist("line")) | same
        chosen = preview_import(**who, lines=ticked, same=same)
        done = import_roster(**who, digest=chosen.digest, lines=ticked, same=same)
        left = len(file.rows) + len(file.errors) - len(ticked)
        return Done(_outcome(done.added, done.changed, left), self.path)

    def do_add(self) -> Done:
        """Put a player on the roster: the one that is meant, or a new one."""
        values = self.checked("player", PlayerForm)
        self.meant = players_meant(self.event.tournament.club, values["name"])
        if len(self.meant) > 1:
            raise ValidationFailed(
                "Several players are called so. Choose one of them below.", field="name"
            )
        if self.meant:
            return self._registered(self.meant[0].public_id, guest=values["guest"])
        row = RosterRow(1, values["name"], values["member_no"], guest=values["guest"])
        done = import_roster(
            event_id=self.event.public_id, actor=self.actor, rows=RosterFile((row,))
        )
        what = WHAT[done.lines[0].what]
        return Done(f"{values['name']} is {what}, and on the roster.", self.path)

    def do_add_known(self) -> Done:
        """Put the chosen player on the roster."""
        return self._registered(
            self.chosen(self.event.tournament.club.players.all(), "player").public_id
        )

    def do_withdraw(self) -> Done:
        """Take somebody off the roster; the number stays his."""
        one = self.chosen(self._registrations(), "registration")
        withdraw_registration(registration_id=one.public_id, actor=self.actor)
        back = self.undo("put_back", "Put back", registration=one.public_id)
        return Done(f"{one.player.display_name} is off the roster.", self.path, back)

    def do_put_back(self) -> Done:
        """Put somebody back who was taken off."""
        one = self.chosen(self._registrations(), "registration")
        return self._registered(one.player.public_id, guest=one.is_guest)

    def _registered(self, player_id: Any, *, guest: bool = False) -> Done:
        one = register_player(
            tournament_id=self.event.tournament.public_id,
            actor=self.actor,
            player_id=player_id,
            is_guest=guest,
        )
        back = self.undo("withdraw", registration=one.public_id)
        name = one.player.display_name
        return Done(f"{name} is on the roster as number {one.number}.", self.path, back)

    def _registrations(self) -> Any:
        here = Registration.objects.filter(tournament_id=self.event.tournament_id)
        return here.select_related("player")


def _missing(pair: Entry) -> list[str]:
    """Name those of a pair who are not checked in; its members are loaded."""
    people = (member.registration for member in pair.members.all())
    return [one.player.display_name for one in people if one.status != "checked_in"]


def packed_file(data: bytes) -> str:
    """Write a file so that a form can carry it from the preview to the import.

    Raises:
        PayloadTooLarge: it is no roster of people.
    """
    packed = base64.b64encode(zlib.compress(data, 9)).decode()
    if len(packed) > MOST_KEPT:
        raise PayloadTooLarge("This file is too large for a roster. Leave other sheets out.")
    return packed


def unpacked_file(packed: str, name: str, order: str) -> RosterFile:
    """Read the file back from the form.

    Raises:
        NotFound: the form does not carry a file.
        CribbageError: the file cannot be read.
    """
    try:
        engine = zlib.decompressobj()
        data = engine.decompress(base64.b64decode(packed, validate=True), MAX_BYTES + 1)
    except (zlib.error, binascii.Error, ValueError) as error:
        raise NotFound("The file was lost on the way. Choose it again.") from error
    if not data or len(data) > MAX_BYTES:
        raise NotFound("The file was lost on the way. Choose it again.")
    known = {key for key, _ in ORDERS}
    return read_roster(
        read_table(data, name),
        date_order=order if order in known else "YMD",  # type: ignore[arg-type] # one of them
    )


def _lines(texts: list[str]) -> set[int]:
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 8}


def _outcome(added: int, changed: int, left: int) -> str:
    """Say what became of a file."""
    new = "1 name is" if added == 1 else f"{added} names are"
    told = f"{new} new on the roster, {_counted(changed, 'player')} changed."
    if not added and not changed:
        told = "Nothing was taken over: the roster stays as it was."
    if left:
        told += f" {_counted(left, 'line')} left out."
    return told


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _preview_rows(file: RosterFile, preview: ImportPreview) -> list[dict[str, Any]]:
    odd: dict[int, list[str]] = {}
    for one in file.warnings:
        odd.setdefault(one.line, []).append(one.message)
    return [
        {
            "line": one.line,
            "name": one.name,
            "member_no": one.member_no,
            "kind": one.what,
            "what": WHAT[one.what],
            "notes": [note for note in (one.message, *odd.get(one.line, ())) if note],
        }
        for one in preview.lines
    ]
