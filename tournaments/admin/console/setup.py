"""A new night: from a preset, or as last week."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import Http404, HttpRequest, HttpResponse

from clubs.models import Club
from common import clock
from common.errors import NotFound
from tournaments.admin.console import line
from tournaments.admin.console.answers import Done
from tournaments.admin.console.night_form import NightForm, WhenForm
from tournaments.admin.console.page import DeskPage
from tournaments.admin.console.words import preset_words
from tournaments.formats import FORMATS
from tournaments.models import Event, PublicLevel
from tournaments.presets import TOURNAMENT_PRESETS
from tournaments.selectors.desk import desk_event, directed_clubs
from tournaments.selectors.public import season_on
from tournaments.services.night_stages import ROTATION
from tournaments.services.nights import copy_night, create_night


class NewNightPage(DeskPage):
    """Set up a night from a preset."""

    template = "desk/new_night.html"
    title = "New night"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self.clubs = directed_clubs(request.user)
        return super().dispatch(request, *args, **kwargs)

    @property
    def format(self) -> str:
        """The key of the format that was chosen; a chart where none was."""
        asked = self.sent("format")
        return asked if asked in FORMATS else ROTATION

    def context(self) -> dict[str, Any]:
        clubs = list(self.clubs)
        presets = [(one.label, preset_words(one)) for one in TOURNAMENT_PRESETS.values()]
        chosen: dict[str, Any] = {"clubs": self.clubs, "format_": self.format}
        return {
            "form": self.form("night", NightForm, initial=first_values(clubs), **chosen),
            "presets": presets,
            "clubs": clubs,
            "formats": [(key, one.label, one.about) for key, one in FORMATS.items()],
            "format": self.format,
        }

    def do_create(self) -> Done:
        """Make the night and open its console."""
        values = self.checked("night", NightForm, clubs=self.clubs, format_=self.format)
        form: Any = self.bound["night"]
        club, season = values["club"], values["season"]
        event = create_night(
            club_id=club.public_id,
            actor=self.actor,
            name=values["name"],
            starts_at=form.starts_at(club.timezone),
            place=values["place"],
            preset=values["preset"],
            season_id=season.public_id if season else None,
            fee=values["fee"],
            public_level=values["public_level"],
            options=form.options(),
            **form.shape(),
        )
        return Done(
            f"{event.name} is set up. Fill the roster next.", line.console_url(event, "roster")
        )


class CopyForm(WhenForm):
    """A night as an earlier one."""

    with_roster = forms.BooleanField(
        label="Take the roster over, nobody checked in", required=False, initial=True
    )


class CopyNightPage(DeskPage):
    """Tonight from last week."""

    template = "desk/copy_night.html"
    title = "Tonight from an earlier night"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            self.old = desk_event(request.user, kwargs["event_id"])
        except NotFound as error:
            raise Http404(error.message) from error
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page()

    def context(self) -> dict[str, Any]:
        return {
            "event_name": self.old.name,
            "form": self.form("copy", CopyForm, initial=copied_values(self.old)),
            "zone": self.old.tournament.club.timezone,
        }

    def do_copy(self) -> Done:
        """Make the copy and open its console."""
        values = self.checked("copy", CopyForm)
        form: Any = self.bound["copy"]
        event = copy_night(
            event_id=self.old.public_id,
            actor=self.actor,
            name=values["name"],
            starts_at=form.starts_at(self.old.tournament.club.timezone),
            with_roster=values["with_roster"],
            place=values["place"],
        )
        return Done(f"{event.name} is set up.", line.console_url(event, "roster"))


def first_values(clubs: list[Club]) -> Mapping[str, Any]:
    """Fill a new night in: tonight at seven, in this season, by the club's own preset."""
    if not clubs:
        return {}
    club = clubs[0]
    today = clock.now().astimezone(ZoneInfo(club.timezone)).date()
    season = season_on(club, today)
    return {
        "season": season.public_id if season and today <= season.ends_on else None,
        "club": club.public_id,
        "name": "Club night",
        "held_on": today,
        "held_at": "19:00",
        "preset": club.default_preset or "casual",
        "play_off": True,
        "public_level": PublicLevel.FULL,
    }


def copied_values(old: Event) -> Mapping[str, Any]:
    """Fill a copy in: the same name and hour, the next day of that weekday."""
    zone = ZoneInfo(old.tournament.club.timezone)
    started = old.tournament.starts_at.astimezone(zone)
    today = clock.now().astimezone(zone).date()
    weeks = max(1, -(-(today - started.date()).days // 7))
    return {
        "name": old.name,
        "held_on": started.date() + timedelta(days=7 * weeks),
        "held_at": started.strftime("%H:%M"),
        "place": old.tournament.place,
        "with_roster": True,
    }
