"""Check-in: one tap a person, a search that checks in on Enter, walk-ins."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms

from common.errors import ValidationFailed
from common.text import folded
from tournaments.admin.console import widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.page import ConsolePage
from tournaments.formats import TABLES
from tournaments.models import Entry, EntryMember, Event, Registration
from tournaments.selectors.redraws import drawn_round_by_round, lets_leave, takes_late
from tournaments.services.entries import members_of_a_side
from tournaments.services.lifecycle import open_check_in
from tournaments.services.returns import come_back
from tournaments.services.rosters import (
    add_walk_in,
    check_in,
    undo_check_in,
    withdraw_registration,
)
from tournaments.services.sign_up import Newcomer, walk_in

Status = Registration.Status


class FindForm(forms.Form):
    """A number, a member number or a part of a name."""

    q = widgets.text("Number or name", attrs={"autofocus": True, "type": "search"})


class WalkInForm(forms.Form):
    """Somebody who stands at the desk and is on no list."""

    name = widgets.text("Name", longest=80)
    member_no = widgets.text("Member number", longest=30, required=False)


class WalkInPairForm(WalkInForm):
    """Two who stand at the desk, or one who has no partner yet."""

    partner_name = widgets.text(
        "Partner’s name", longest=80, required=False, help_text="Empty: has no partner yet."
    )
    partner_no = widgets.text("Partner’s member number", longest=30, required=False)


class CheckInPage(ConsolePage):
    """Who is there."""

    slug = "check-in"
    template = "desk/check_in.html"
    title = "Check-in"

    def context(self) -> dict[str, Any]:
        rows = list(self._registrations().order_by("number"))
        staying = [one for one in rows if one.status != Status.WITHDRAWN]
        there = [one for one in staying if one.status == Status.CHECKED_IN]
        found = getattr(self, "found", None)
        is_late, can_leave = takes_late(self.event), lets_leave(self.event)
        return {
            "rows": staying if found is None else found,
            "found": found is not None,
            "staying": len(staying),
            "there": len(there),
            "paid": sum(one.fee_paid for one in there),
            "walk_ins": sum(one.is_walk_in for one in there),
            "withdrawn": len(rows) - len(staying),
            "is_open": self.event.state == Event.State.CHECKIN or is_late,
            "is_late": is_late,
            "can_leave": can_leave,
            "playing": self._playing() if can_leave else frozenset(),
            "returning": self._returning() if can_leave else frozenset(),
            "before": self.event.state in (Event.State.DRAFT, Event.State.OPEN),
            "find_form": self.form("find", FindForm),
            "walk_in_form": self.form("walk_in", self._walk_in_form()),
        }

    def do_open_check_in(self) -> Done:
        """Open the desk."""
        open_check_in(event_id=self.event.public_id, actor=self.actor)
        return Done("Check-in is open. The rules of the night stay as they are now.", self.path)

    def do_find(self) -> Done:
        """Check in whoever is meant, when it is one person only."""
        text = self.checked("find", FindForm)["q"]
        expected = self._registrations().exclude(status=Status.WITHDRAWN).order_by("number")
        matches = meant(list(expected), text)
        if not matches:
            self.bound["walk_in"] = WalkInForm(initial={"name": text}, auto_id="walk_in_%s")
            raise ValidationFailed(
                f"Nobody on the roster is called or numbered {text}. Add a walk-in, "
                "or look for a part of the name.",
                field="q",
            )
        if len(matches) > 1:
            self.found = matches
            raise ValidationFailed(f"{len(matches)} players fit. Tap the right one.", field="q")
        return self._checked_in(matches[0])

    def do_check_in(self) -> Done:
        """Check one person in."""
        return self._checked_in(self._one(), fee_paid=True if self.sent("paid") else None)

    def do_undo(self) -> Done:
        """Take a check-in back."""
        one = undo_check_in(registration_id=self._one().public_id, actor=self.actor)
        again = self.undo("check_in", "Check in again", registration=one.public_id)
        return Done(f"{one.player.display_name} is not checked in any more.", self.path, again)

    def do_leave(self) -> Done:
        """Let somebody go who plays; the rounds to come are to be drawn again."""
        one = withdraw_registration(registration_id=self._one().public_id, actor=self.actor)
        back = self.undo("come_back", "Came back", registration=one.public_id)
        later = (
            "The next rounds are drawn without the name."
            if drawn_round_by_round(self.event)
            else "The rounds to come still have the name until they are drawn again."
        )
        words = f"{one.player.display_name} has left. {self._open_game()} {later}"
        return Done(words, self.path, back)

    def do_come_back(self) -> Done:
        """Take somebody back who had left."""
        return self._welcomed(come_back(registration_id=self._one().public_id, actor=self.actor))

    def do_fee(self) -> Done:
        """Note that somebody has paid, or has not."""
        paid = self.sent("paid") == "yes"
        one = check_in(registration_id=self._one().public_id, actor=self.actor, fee_paid=paid)
        other = self.undo("fee", registration=one.public_id, paid="no" if paid else "yes")
        words = "has paid" if paid else "has not paid"
        return Done(f"{one.player.display_name} {words}.", self.path, other)

    def do_walk_in(self) -> Done:
        """Take somebody on who stands at the desk."""
        values = self.checked("walk_in", self._walk_in_form())
        if values.get("partner_name") or values.get("partner_no"):
            return self._pair_walks_in(values)
        one = add_walk_in(
            event_id=self.event.public_id,
            actor=self.actor,
            name=values["name"],
            member_no=values["member_no"],
        )
        return self._welcomed(one, self._namesakes(one))

    def _walk_in_form(self) -> type[WalkInForm]:
        return WalkInPairForm if members_of_a_side(self.event) > 1 else WalkInForm

    def _pair_walks_in(self, values: Mapping[str, Any]) -> Done:
        entry = walk_in(
            event_id=self.event.public_id,
            actor=self.actor,
            name=values["name"],
            member_no=values["member_no"],
            partner=Newcomer(values["partner_name"], values["partner_no"]),
        )
        return Done(
            f"{entry.display} are checked in and play as pair number {entry.number}.", self.path
        )

    def _open_game(self) -> str:
        if any(one.kind in TABLES for one in self.stages):
            return "Two who are left at a table of three play on."
        return "An open game of the round goes to the opponent."

    def _playing(self) -> frozenset[int]:
        """Return the keys of those who are on the published chart."""
        members = EntryMember.objects.filter(event=self.event, entry__status=Entry.Status.ACTIVE)
        return frozenset(members.values_list("registration", flat=True))

    def _returning(self) -> frozenset[int]:
        """Return the keys of those who have left and are back on the roster."""
        members = EntryMember.objects.filter(event=self.event, entry__left_round__isnull=False)
        back = members.filter(entry__status=Entry.Status.ENTERED)
        return frozenset(back.values_list("registration", flat=True))

    def _namesakes(self, one: Registration) -> str:
        """Say who else on the roster is called so; he may be the same person."""
        name = one.player.display_name
        alike = self._registrations().exclude(pk=one.pk).exclude(status=Status.WITHDRAWN)
        numbers = alike.filter(player__display_name__iexact=name).values_list("number", flat=True)
        if not numbers:
            return ""
        others = ", ".join(str(number) for number in sorted(numbers))
        return f" {name} is on the roster as number {others} too: if it is one person, undo this."

    def _checked_in(self, one: Registration, fee_paid: bool | None = None) -> Done:
        return self._welcomed(
            check_in(registration_id=one.public_id, actor=self.actor, fee_paid=fee_paid)
        )

    def _welcomed(self, one: Registration, more: str = "") -> Done:
        back = self.undo("undo", registration=one.public_id)
        name = one.player.display_name
        return Done(f"{name} is checked in as number {one.number}.{more}", self.path, back)

    def _one(self) -> Registration:
        return self.chosen(self._registrations(), "registration")  # type: ignore[no-any-return] # of these

    def _registrations(self) -> Any:
        here = Registration.objects.filter(tournament_id=self.event.tournament_id)
        return here.select_related("player")


def meant(people: Sequence[Registration], text: str) -> list[Registration]:
    """Return who a typed text means: by number or member number, else by name.

    One person's number may be another's member number: then both are meant. A whole
    name goes before a part of one; the start of a word before its middle. Accents
    need not be typed.
    """
    wanted = folded(" ".join(text.split()))
    tests: tuple[Callable[[Registration], bool], ...] = (
        lambda one: wanted in (str(one.number), folded(one.player.member_no)),
        lambda one: folded(one.player.display_name) == wanted,
        lambda one: any(
            word.startswith(wanted) for word in folded(one.player.display_name).split()
        ),
        lambda one: wanted in folded(one.player.display_name),
    )
    for test in tests:
        found = [one for one in people if test(one)]
        if found:
            return found
    return []
