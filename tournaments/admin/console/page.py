"""The frame of every page of the desk: who may see it, forms, refusals in words."""

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.views import View

from clubs.access import roles_of
from common.actor import Actor
from common.desk import admin_actor
from common.errors import FieldError, NotFound
from scoring.errors import CribbageError
from tournaments.admin.console import line, widgets
from tournaments.admin.console.answers import Done, NewKey, Notice, Undo, run_once, said, tell
from tournaments.admin.console.games_forms import score_field
from tournaments.admin.console.settling import SettledForm, what_waits
from tournaments.formats import KNOCKOUTS
from tournaments.models import DirectorTask, Event, Match, Stage
from tournaments.selectors.desk import desk_event
from tournaments.selectors.night import NightLine, night_line
from tournaments.services.director_tasks import close_task
from tournaments.services.rights import DIRECTING, ENTERING

# Which field of a form a refusal without a field is about, by its code.
FIELD_OF = {
    "result_impossible": "loser_score",
    "unknown_side": "winner",
    "match_confirmed": "table",
    "match_not_playable": "table",
}


About = Literal["games", "brackets", ""]


class FormRefused(Exception):
    """A form is not right; what was typed stays in it."""


class DeskPage(View):
    """A page of the desk. ``do_<name>`` changes something once, ``show_<name>`` only looks."""

    model_admin: Any = None  # a ModelAdmin, given by as_view
    template: ClassVar[str]
    title: ClassVar[str]

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.bound: dict[str, forms.Form] = {}
        self.problems: list[Notice] = []

    @cached_property
    def actor(self) -> Actor:
        """Who works at the desk."""
        return admin_actor(self.request)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page()

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        name = request.GET.get("do") or request.POST.get("do", "")
        look = getattr(self, f"show_{name}", None)
        act = getattr(self, f"do_{name}", None)
        try:
            if look is not None:
                return look()  # type: ignore[no-any-return] # by name
            if act is None:
                raise NotFound("This page has no such button. Look at it again.")
            done = run_once(request, self.actor, act)
        except FormRefused:
            return self.page()
        except CribbageError as refusal:
            self.refuse(refusal)
            return self.page()
        tell(request, done)
        return HttpResponseRedirect(done.to or self.path)

    @property
    def path(self) -> str:
        """The address of this page."""
        return self.request.path

    def refuse(self, refusal: CribbageError) -> None:
        """Show a refusal at the field it is about, else as a notice."""
        sentence = said(refusal)
        field = refusal.errors[0][0] if isinstance(refusal, FieldError) else ""
        field = field.rpartition(".")[2] or score_field(str(refusal.context.get("field", "")))
        field = field or FIELD_OF.get(refusal.code, "")
        for form in self.bound.values():
            if field in form.fields:
                form.add_error(field, forms.ValidationError(sentence, code=refusal.code))
                return
        self.problems.append(Notice(sentence))

    def form(self, name: str, kind: type[forms.Form], **options: Any) -> forms.Form:
        """Return a form of the page, as it was sent or new."""
        return self.bound.get(name) or kind(auto_id=f"{name}_%s", **options)

    def checked(self, name: str, kind: type[forms.Form], **options: Any) -> dict[str, Any]:
        """Return what was sent in a form.

        Raises:
            FormRefused: a field is wrong; the page shows it.
        """
        form = kind(
            data=self.request.POST, files=self.request.FILES, auto_id=f"{name}_%s", **options
        )
        self.bound[name] = form
        if not form.is_valid():
            raise FormRefused
        return form.cleaned_data

    def sent(self, name: str) -> str:
        """Return a value of a button."""
        return str(self.request.GET.get(name) or self.request.POST.get(name, ""))

    def version(self) -> int | None:
        """Return the version that a button or form was made from."""
        sent = self.sent("version")
        return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else None

    def chosen(self, rows: QuerySet[Any], name: str) -> Any:
        """Return the row a button is about.

        Raises:
            NotFound: it is no row of this page.
        """
        try:
            wanted = UUID(self.sent(name))
        except ValueError:
            wanted = None
        row = rows.filter(public_id=wanted).first() if wanted else None
        if row is None:
            raise NotFound("This line is not here any more. Look at the page again.")
        return row

    def context(self) -> dict[str, Any]:
        """Return what the template needs beside the frame."""
        return {}

    def frame(self) -> dict[str, Any]:
        """Return what every page of this kind needs."""
        return {}

    def page(self, **extra: Any) -> HttpResponse:
        """Render the page."""
        notices, undo = self._told()
        context = {
            **self.model_admin.admin_site.each_context(self.request),
            "opts": self.model_admin.opts,
            "title": self.title,
            "crumbs": [{"label": self.title}],
            "once": NewKey(),
            "page_url": self.path,
            "undo": undo,
            **self.frame(),
            **self.context(),
            **extra,
        }
        context["messages"] = [*self.problems, *notices]
        self._focus_on_what_is_wrong()
        return TemplateResponse(self.request, self.template, context)

    def _focus_on_what_is_wrong(self) -> None:
        """The cursor stands where something is to be mended."""
        for form in self.bound.values():
            wrong = [name for name in form.fields if form.is_bound and name in form.errors]
            if wrong:
                widgets.focus_on(form, wrong[0])

    def _told(self) -> tuple[list[Any], dict[str, str] | None]:
        """Part the notices of the step before: the last with a way back stands apart."""
        notices: list[Any] = list(messages.get_messages(self.request))
        undo = None
        for message in [one for one in notices if one.extra_tags]:
            back = Undo(**json.loads(message.extra_tags))
            query = "&".join(f"{k}={v}" for k, v in {**back.values, "do": back.do}.items())
            undo = {
                "text": str(message),
                "label": back.label,
                "url": f"{back.url}?{query}&once={NewKey()}",
            }
            notices.remove(message)
        return notices, undo


class ConsolePage(DeskPage):
    """A page of one event's console; ``slug`` is its step, ``about`` the stages it shows."""

    slug: ClassVar[str]
    about: ClassVar[About] = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            self.event: Event = desk_event(request.user, kwargs["event_id"])
        except NotFound as error:
            raise Http404(error.message) from error
        return super().dispatch(request, *args, **kwargs)

    @cached_property
    def zone(self) -> ZoneInfo:
        """The club's zone."""
        return ZoneInfo(self.event.tournament.club.timezone)

    @cached_property
    def roles(self) -> frozenset[str]:
        """The roles of whoever looks."""
        return roles_of(self.actor, self.event.tournament.club)

    @cached_property
    def night(self) -> NightLine:
        """Where the night stands; read when the page is drawn, after its step."""
        return night_line(self.event)

    @property
    def path(self) -> str:
        """The address of this page, with the stage where there are several."""
        return self.address(self.slug, **self.chosen_stage())

    def chosen_stage(self) -> dict[str, object]:
        """Return what an address says of the stage; nothing where there is one."""
        several = bool(self.about) and len(self.stages) > 1
        return {"stage": self.stage().number} if several else {}

    def address(self, slug: str, **query: object) -> str:
        """Return the address of a page of this console."""
        url = line.console_url(self.event, slug)
        return f"{url}?{urlencode(query)}" if query else url

    @cached_property
    def stages(self) -> list[Stage]:
        """The stages that the page is about, in order."""
        of_event = list(Stage.objects.filter(event=self.event).order_by("number"))
        for one in of_event:
            one.event = self.event
        is_bracket = self.about == "brackets"
        return [one for one in of_event if (one.kind in KNOCKOUTS) is is_bracket]

    def stage(self) -> Stage:
        """Return the stage that was asked for, else the one where the night is, or the first.

        Raises:
            NotFound: the night has none of this kind.
        """
        if not self.stages:
            raise NotFound("This night has no such stage.")
        asked = self.sent("stage")
        if len(self.stages) > 1 and not asked and self.night.stage:
            asked = str(self.night.stage.number)
        return next((one for one in self.stages if str(one.number) == asked), self.stages[0])

    def stage_tabs(self) -> list[dict[str, Any]]:
        """List the stages to choose from; none where there is one."""
        if not self.about or len(self.stages) < 2:
            return []
        here = self.stage()
        return [
            {
                "name": one.name,
                "url": self.address(self.slug, stage=one.number),
                "here": one == here,
            }
            for one in self.stages
        ]

    def match(self, name: str = "match") -> Match:
        """Return the match a form is about."""
        matches = Match.objects.select_related("round", "stage")
        return self.chosen(matches.filter(stage__event=self.event), name)  # type: ignore[no-any-return] # of matches

    def undo(self, do: str, label: str = "Undo", url: str = "", **values: object) -> Undo:
        """Return the way back to an action of this page, or another."""
        texts = {name: str(value) for name, value in values.items()}
        return Undo(url or self.path, do, texts, label)

    def has_main_button(self) -> bool:
        """Tell whether the next action is the main form of this very page."""
        action = line.next_action(self.event, self.night)
        return action.get("method") != "post" and action["url"] == self.path

    def page(self, **extra: Any) -> HttpResponse:
        # The step has changed the event: what is shown is read anew.
        self.event = desk_event(self.request.user, self.event.public_id)
        for read in ("night", "stages"):
            self.__dict__.pop(read, None)
        return super().page(**extra)

    def frame(self) -> dict[str, Any]:
        night = self.night
        return {
            "event": self.event,
            "event_name": self.event.name,
            "zone": self.zone,
            "night": night,
            "line": line.steps_of(self.event, night),
            "open_items": self.open_items(night),
            "next_action": self.action(),
            "here": self.has_main_button(),
            "can_direct": bool(self.roles & {*DIRECTING}),
            "can_enter": bool(self.roles & {*ENTERING}),
            "stage_tabs": self.stage_tabs(),
            "crumbs": [
                {"label": self.event.name, "url": line.console_url(self.event, "night")},
                {"label": self.title},
            ],
            "director_tasks": list(what_waits(self)),
            "history_url": line.console_url(self.event, "history"),
            "details_url": line.console_url(self.event, "details"),
        }

    def do_settle(self) -> Done:
        """Close a task of the director's, with what was decided."""
        task = self.chosen(DirectorTask.objects.filter(event=self.event), "task")
        values = self.checked(f"task-{task.public_id}", SettledForm)
        close_task(task_id=task.public_id, actor=self.actor, note=values["note"])
        return Done("Settled. What was decided is in the history of the night.", self.path)

    def action(self, **changed: Any) -> dict[str, Any]:
        """Return the next action; who may not do it is told who does."""
        action = {**line.next_action(self.event, self.night), **changed}
        if action.get("method") == "post" and not self.roles & {*DIRECTING}:
            action["note"] = "A director of the club does this."
        return action

    def open_items(self, night: NightLine) -> Sequence[str]:
        """Say what is open; what is not drawn yet is what the next action is about."""
        return [item.sentence for item in night.open_items if item.key != "planned"]
