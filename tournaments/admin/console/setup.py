"""A new night: from a preset, or as last week."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import Http404, HttpRequest, HttpResponse

from clubs.models import Club
from common import clock
from common.errors import NotFound
from tournaments.admin.console import line, widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.page import DeskPage
from tournaments.admin.console.words import preset_words
from tournaments.models import Event, PublicLevel, Season
from tournaments.presets import TOURNAMENT_PRESETS
from tournaments.selectors.desk import desk_event, directed_clubs
from tournaments.selectors.public import season_on
from tournaments.services.nights import copy_night, create_night

LEVELS = [
    (PublicLevel.FULL, "Full names"),
    (PublicLevel.INITIALS, "Initials only"),
    (PublicLevel.HIDDEN, "Nothing: the night is not listed"),
]


class WhenForm(forms.Form):
    """What every new night needs."""

    name = widgets.text("Name")
    held_on = widgets.day("Day")
    held_at = widgets.hour("Start")
    place = widgets.text("Place", required=False)

    def starts_at(self, zone: str) -> datetime:
        """Return the start as an instant, in the club's zone."""
        values = self.cleaned_data
        return datetime.combine(values["held_on"], values["held_at"], ZoneInfo(zone))


class NightForm(WhenForm):
    """A night from a preset."""

    preset = forms.ChoiceField(
        label="Rules", choices=lambda: [(one.key, one.label) for one in TOURNAMENT_PRESETS.values()]
    )
    games = widgets.number(
        "Games each",
        least=1,
        most=99,
        required=False,
        help_text="Empty: as the rules say, usually 9.",
    )
    play_off = forms.BooleanField(label="The top quarter plays off", required=False, initial=True)
    best_of = widgets.number(
        "Play-off match, best of",
        least=1,
        most=99,
        required=False,
        help_text="An odd number; empty: as the rules say.",
    )
    fee = widgets.text("Fee, in words", longest=40, required=False)
    season = forms.ModelChoiceField(
        Season.objects.none(), required=False, empty_label="No season", to_field_name="public_id"
    )
    public_level = forms.ChoiceField(label="Strangers see", choices=LEVELS)
    club = forms.ModelChoiceField(Club.objects.none(), to_field_name="public_id")

    field_order = ("club", "name", "held_on", "held_at", "place", "preset")

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined] # a model's choice
        self.fields["season"].queryset = Season.objects.filter(  # type: ignore[attr-defined] # as above
            club__in=clubs
        ).order_by("-starts_on")
        if clubs.count() == 1:
            self.fields["club"].widget = forms.HiddenInput()
        self.fields["name"].widget.attrs["autofocus"] = True


class NewNightPage(DeskPage):
    """Set up a night from a preset."""

    template = "desk/new_night.html"
    title = "New night"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self.clubs = directed_clubs(request.user)
        return super().dispatch(request, *args, **kwargs)

    def context(self) -> dict[str, Any]:
        clubs = list(self.clubs)
        presets = [(one.label, preset_words(one)) for one in TOURNAMENT_PRESETS.values()]
        form = self.form("night", NightForm, clubs=self.clubs, initial=first_values(clubs))
        return {"form": form, "presets": presets, "clubs": clubs}

    def do_create(self) -> Done:
        """Make the night and open its console."""
        values = self.checked("night", NightForm, clubs=self.clubs)
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
            play_off=values["play_off"],
            games=values["games"],
            best_of=values["best_of"],
            fee=values["fee"],
            public_level=values["public_level"],
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
