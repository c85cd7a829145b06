"""Entries of an event: who plays, who is there, who went."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import base
from tournaments.api.base import ApiView, ListView, actor_of, viewer_of
from tournaments.api.inputs import CheckInInput, EntryInput, NothingInput, WithdrawInput
from tournaments.api.outputs import EntryOutput
from tournaments.models import Entry
from tournaments.selectors.events import event_by_id
from tournaments.selectors.visible import entries_for, entry_by_id
from tournaments.services import sign_up
from tournaments.services.rights import may_run_desk


class EntriesView(ListView):
    """The entries of an event."""

    public_methods = base.GET
    scopes = {"POST": "score"}
    ordering = ("number", "id")

    @extend_schema(operation_id="entries_list", responses=EntryOutput(many=True))
    def get(self, request: Request, event_id: UUID) -> Response:
        """List the entries by number; names as the event shows them."""
        event = event_by_id(viewer_of(request), event_id)
        self.check_parameters(request)
        rows = entries_for(viewer_of(request)).filter(event=event)
        return self.page_of(rows, EntryOutput, context=base.with_members(request, event))

    @extend_schema(operation_id="entries_create", request=EntryInput, responses={201: EntryOutput})
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Enter a player of the club, or take a walk-in on."""
        event = event_by_id(viewer_of(request), event_id)
        may_run_desk(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        values = dict(self.parsed(EntryInput).validated_data)

        def run() -> Response:
            entry = _entered(event.public_id, values, request)
            return shown_entry(request, entry.public_id, 201)

        return self.idempotent(run)


class EntryView(ApiView):
    """One entry."""

    public_methods = base.GET

    @extend_schema(operation_id="entries_read", responses=EntryOutput)
    def get(self, request: Request, entry_id: UUID) -> Response:
        """Show an entry."""
        entry_by_id(viewer_of(request), entry_id)
        self.check_parameters(request)
        return shown_entry(request, entry_id)


class EntryStepView(ApiView):
    """What the desk does with an entry; doing it twice is the same."""

    scopes = {"POST": "score"}
    step: Callable[..., Entry] = staticmethod(sign_up.undo_entry_check_in)
    body: Any = NothingInput

    def _take(self, request: Request, entry_id: UUID) -> HttpResponse:
        entry = entry_by_id(viewer_of(request), entry_id)
        may_run_desk(actor_of(request), entry.event.tournament.club)
        self.check_parameters(request)
        values = base.optional_body(self, self.body)

        def run() -> Response:
            self.step(entry_id=entry_id, actor=actor_of(request), **values)
            return shown_entry(request, entry_id)

        return self.idempotent(run)


class CheckInView(EntryStepView):
    """A check-in."""

    step = staticmethod(sign_up.check_entry_in)
    body = CheckInInput

    @extend_schema(operation_id="entries_check_in", request=CheckInInput, responses=EntryOutput)
    def post(self, request: Request, entry_id: UUID) -> HttpResponse:
        """Note that everybody of an entry is there."""
        return self._take(request, entry_id)


class UndoCheckInView(EntryStepView):
    """A check-in taken back."""

    @extend_schema(operation_id="entries_undo_check_in", request=None, responses=EntryOutput)
    def post(self, request: Request, entry_id: UUID) -> HttpResponse:
        """Take a check-in back."""
        return self._take(request, entry_id)


class WithdrawView(EntryStepView):
    """A withdrawal."""

    step = staticmethod(sign_up.sign_off)
    body = WithdrawInput

    @extend_schema(operation_id="entries_withdraw", request=WithdrawInput, responses=EntryOutput)
    def post(self, request: Request, entry_id: UUID) -> HttpResponse:
        """Take an entry out of the event."""
        return self._take(request, entry_id)


def _entered(event_id: UUID, values: dict[str, Any], request: Request) -> Entry:
    actor = actor_of(request)
    if "player" in values:
        player_id = values.pop("player")
        partner_id = values.pop("partner", None)
        return sign_up.sign_up(
            event_id=event_id, actor=actor, player_id=player_id, partner_id=partner_id, **values
        )
    name, member_no = values.pop("partner_name", None), values.pop("partner_member_no", "")
    values["partner"] = None if name is None else sign_up.Newcomer(name, member_no)
    return sign_up.walk_in(event_id=event_id, actor=actor, **values)


def shown_entry(request: Request, entry_id: UUID, status: int = 200) -> Response:
    """Answer with an entry and its version."""
    entry = entry_by_id(viewer_of(request), entry_id)
    shown = EntryOutput(entry, context=base.with_members(request, entry.event))
    return base.versioned(shown.data, entry.version, status)
