"""The night line with addresses, and its one next action as a button."""

from typing import Any
from uuid import UUID

from django.urls import reverse

from tournaments.admin.console.answers import NewKey
from tournaments.admin.console.redraw_words import presence_words, redraw_label
from tournaments.formats import FORMATS
from tournaments.models import Event, Stage
from tournaments.selectors.night import NightLine, StageProgress

SLUGS = {
    "roster": "roster",
    "check_in": "check-in",
    "seating": "seating",
    "play": "play",
    "standings": "standings",
    "play_offs": "play-offs",
    "published": "published",
}
STATES = {"done": "done", "current": "here", "to_come": "open"}
PAGE_OF = {
    "add_players": "roster",
    "check_in": "check-in",
    "finalise": "published",
}
LINKS = {
    "add_players": "Fill the roster",
    "check_in": "Check players in",
    "enter_results": "Enter results",
    "finalise": "Look it over and publish",
}


def console_url(event: Event | UUID, slug: str) -> str:
    """Return the address of a page of an event's console."""
    event_id = event if isinstance(event, UUID) else event.public_id
    return reverse("admin:tournaments_event_console", args=[event_id, slug])


def match_url(event: Event, match_id: UUID) -> str:
    """Return the address of a match on the console."""
    return reverse("admin:tournaments_event_match", args=[event.public_id, match_id])


def steps_of(event: Event, night: NightLine) -> list[dict[str, Any]]:
    """List the stations of the line as the page shows them."""
    return [
        {
            "key": step.key,
            "label": step.name,
            "state": STATES[step.state],
            "url": console_url(event, SLUGS[step.key]) if step.key in SLUGS else None,
        }
        for step in night.steps
    ]


def current_slug(night: NightLine) -> str:
    """Return the page where the night stands."""
    here = next((step.key for step in night.steps if step.state == "current"), "published")
    return SLUGS.get(here, "published")


def next_action(event: Event, night: NightLine) -> dict[str, Any]:
    """Return the one next action: a link, or a button that does it at once."""
    action = night.next_action
    if action == "copy_night":
        url = reverse("admin:tournaments_event_copy", args=[event.public_id])
        return {"label": "Copy it to a new night", "url": url}
    if action == "open_page":
        return {
            "label": "Open the public page",
            "url": reverse("public:event", args=[event.public_id]),
        }
    if action == "enter_results":
        return {"label": LINKS[action], "url": _of_stage(event, _results_slug(night), night)}
    if action in LINKS:
        return {"label": LINKS[action], "url": console_url(event, PAGE_OF[action])}
    return _button(event, night)


def _results_slug(night: NightLine) -> str:
    one = progress_here(night)
    return "play-offs" if one is not None and one.is_bracket else "play"


def _button(event: Event, night: NightLine) -> dict[str, Any]:
    one = progress_here(night)
    bracket = one is not None and one.is_bracket
    what = "bracket" if bracket else "seating"
    page = "play-offs" if bracket else "seating"
    label, do, slug = {
        "open_check_in": ("Open check-in", "open_check_in", "check-in"),
        "generate": (f"Generate the {what}", "generate", page),
        "publish": (f"Publish the {what}", "publish", page),
        "redraw": (redraw_label(night.presence), "redraw", page),
        "make_cut": ("Make the cut", "make_cut", page),
    }[night.next_action]
    if one is not None and one.is_beside and do == "make_cut":
        label = f"Seed the {one.stage.name.lower()}"
    is_next = one is not None and FORMATS[one.stage.kind].needs_results and one.published > 0
    if one is not None and is_next and do in ("generate", "publish"):
        label = f"{do.capitalize()} round {one.published + 1}"
    note = ""
    if night.next_action == "redraw":
        note = presence_words(night.presence)
    elif one is not None and do == "generate" and not one.is_fed and not is_next:
        note = f"{night.checked_in} of {night.registered} are checked in."
    elif one is not None and len(_alike(night, one)) > 1:
        note = f"{one.stage.name}."
    return {
        "label": label,
        "url": _of_stage(event, slug, night) if one is not None else console_url(event, slug),
        "method": "post",
        "fields": [("do", do), ("once", NewKey()), *_version(night.stage, do)],
        "note": note,
    }


def progress_here(night: NightLine) -> StageProgress | None:
    """Return the stage where the night stands, with what is counted of it."""
    return next((one for one in night.stages if one.stage == night.stage), None)


def _alike(night: NightLine, one: StageProgress) -> list[StageProgress]:
    """List the stages that share a page with one."""
    return [other for other in night.stages if other.is_bracket is one.is_bracket]


def _of_stage(event: Event, slug: str, night: NightLine) -> str:
    """Return a page of the console; with the stage, where it shows several."""
    url, one = console_url(event, slug), progress_here(night)
    if one is None or len(_alike(night, one)) < 2:
        return url
    return f"{url}?stage={one.stage.number}"


def _version(stage: Stage | None, do: str) -> list[tuple[str, object]]:
    return [("version", stage.version)] if stage is not None and do == "publish" else []
