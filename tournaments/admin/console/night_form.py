"""The form of a new night: when and where, which format with its settings, what follows."""

from copy import deepcopy
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

from clubs.models import Club
from tournaments.admin.console import widgets
from tournaments.formats import FORMATS, KNOCKOUTS, TABLES
from tournaments.models import PublicLevel, Season, StageFeed
from tournaments.presets import TOURNAMENT_PRESETS
from tournaments.services.events import Options
from tournaments.services.night_stages import ROTATION, SINGLE_ELIMINATION, Shape

LEVELS = [
    (PublicLevel.FULL, "Full names"),
    (PublicLevel.INITIALS, "Initials only"),
    (PublicLevel.HIDDEN, "Nothing: the night is not listed"),
]
DOUBLE_ELIMINATION = "double_elim"
# Settings of a format that an organiser chooses, by their names in every format.
SETTINGS: dict[str, forms.Field] = {
    "games": widgets.number("Games each", least=1, most=99, required=False),
    "rounds": widgets.number(
        "Rounds",
        least=1,
        most=99,
        required=False,
        help_text="Empty: as many as leave one player unbeaten.",
    ),
    "meetings": forms.TypedChoiceField(
        label="Everybody meets", coerce=int, choices=[(1, "once"), (2, "twice")]
    ),
    "groups": widgets.number(
        "Groups",
        least=1,
        most=64,
        required=False,
        help_text="Empty: as many as groups of at most four need.",
    ),
    "spread": forms.ChoiceField(
        label="Groups are made",
        choices=[
            ("snake", "evenly, along the roster and back"),
            ("bracket", "so that those of one group meet late in the play-offs"),
        ],
    ),
    "reset": forms.ChoiceField(
        label="Final of a double elimination",
        choices=[
            ("double", "a second final if the challenger wins the first"),
            ("simple", "one final"),
            ("none", "no final: whoever wins the upper bracket has won"),
        ],
    ),
    "third_place": forms.BooleanField(
        label="The losers of the semi-finals play for the third place", required=False
    ),
}
THREE_HAND = [
    ("three_hand", "five cards each and one to the crib"),
    ("three_hand_six_five", "six cards to the dealer, five to the others"),
]
PAIRS = "partnership"
LOSERS = (StageFeed.Rule.FIRST_MATCH_LOSERS, "those who lose their first match of the bracket")
LEFT_OUT = (StageFeed.Rule.NON_QUALIFIERS, "those who miss the play-offs")
OF_THE_BRACKET = ("third_place", "reset")
AFTER_THE_FORMAT = ("best_of", "consolation", "fee", "season", "public_level")


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
    """A night from a preset, in one format; only what goes with the format is asked."""

    preset = forms.ChoiceField(
        label="Rules", choices=lambda: [(one.key, one.label) for one in TOURNAMENT_PRESETS.values()]
    )
    pairs = forms.BooleanField(
        label="Two partners are one side",
        required=False,
        help_text="They sit opposite each other and share their pegs.",
    )
    three_hand = forms.ChoiceField(label="Three are dealt", choices=THREE_HAND)
    play_off = forms.BooleanField(label="The top quarter plays off", required=False, initial=True)
    play_off_format = forms.ChoiceField(
        label="Play-offs",
        required=False,
        choices=lambda: [(key, FORMATS[key].label) for key in _brackets()],
    )
    best_of = widgets.number(
        "Match of the bracket, best of",
        least=1,
        most=99,
        required=False,
        help_text="An odd number; empty: as the rules say.",
    )
    consolation = forms.ChoiceField(label="Consolation for", required=False)
    fee = widgets.text("Fee, in words", longest=40, required=False)
    season = forms.ModelChoiceField(
        Season.objects.none(), required=False, empty_label="No season", to_field_name="public_id"
    )
    public_level = forms.ChoiceField(label="Strangers see", choices=LEVELS)
    club = forms.ModelChoiceField(Club.objects.none(), to_field_name="public_id")
    format = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, clubs: Any, format_: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.key = format_
        self.settings = [name for name in FORMATS[format_].check_config({}) if name in SETTINGS]
        self.is_bracket, self.is_tables = format_ in KNOCKOUTS, format_ in TABLES
        self.plays_off = not self.is_bracket and not self.is_tables
        self._add_settings()
        self.fields["format"].initial = format_
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined] # a model's choice
        self.fields["season"].queryset = Season.objects.filter(  # type: ignore[attr-defined] # as above
            club__in=clubs
        ).order_by("-starts_on")
        if clubs.count() == 1:
            self.fields["club"].widget = forms.HiddenInput()
        self.fields["name"].widget.attrs["autofocus"] = True

    def _add_settings(self) -> None:
        """Ask for the settings of the format, and for those of the bracket that follows."""
        following = OF_THE_BRACKET if self.plays_off else ()
        for name in (*self.settings, *following):
            self.fields[name] = deepcopy(SETTINGS[name])
            self.fields[name].required = name in self.settings and self.fields[name].required
        if "games" in self.settings:
            usual = FORMATS[self.key].check_config({})["games"]
            as_said = "as the rules say, usually 9" if self.key == ROTATION else str(usual)
            self.fields["games"].help_text = f"Empty: {as_said}."
        if not self.plays_off:
            del self.fields["play_off"], self.fields["play_off_format"]
        del self.fields["pairs" if self.is_tables else "three_hand"]
        if self.is_tables:
            del self.fields["consolation"], self.fields["best_of"]
        else:
            followers = [LOSERS] if self.is_bracket else [LOSERS, LEFT_OUT]
            self.fields["consolation"].choices = [("", "nobody"), *followers]  # type: ignore[attr-defined] # a choice field
        when = ("club", "name", "held_on", "held_at", "place", "preset", "pairs", "three_hand")
        play_off = ("play_off", "play_off_format", *following)
        self.order_fields([*when, *self.settings, *play_off, *AFTER_THE_FORMAT])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.plays_off:
            return values
        if values.get("consolation") and not values.get("play_off"):
            self.add_error(
                "consolation", "A consolation stands beside play-offs. Choose them, or leave it."
            )
        if values.get("third_place") and values.get("play_off_format") == DOUBLE_ELIMINATION:
            self.add_error(
                "third_place",
                "A double elimination finds its third in the lower bracket. Leave this off.",
            )
        return values

    def shape(self) -> Shape:
        """Return which stages the night has."""
        values = self.cleaned_data
        shape: Shape = {
            "format": self.key,
            "config": self._chosen(self.settings),
            "best_of": values.get("best_of"),
            "consolation": values.get("consolation", ""),
        }
        if self.plays_off:
            bracket = values["play_off_format"] or SINGLE_ELIMINATION
            known = FORMATS[bracket].check_config({})
            shape["play_off"] = values["play_off"]
            shape["play_off_format"] = bracket
            shape["play_off_config"] = self._chosen(
                [name for name in OF_THE_BRACKET if name in known]
            )
        return shape

    def options(self) -> Options:
        """Return what is played otherwise than the rules say: by three, or by pairs."""
        values = self.cleaned_data
        variant = values.get("three_hand") or (PAIRS if values.get("pairs") else "")
        return {"rules": {"variant": variant}} if variant else {}

    def _chosen(self, names: list[str]) -> dict[str, Any]:
        """Return what was chosen; what is left empty is as usual."""
        given = {name: self.cleaned_data[name] for name in names}
        return {name: value for name, value in given.items() if value not in (None, "")}


def _brackets() -> list[str]:
    return [key for key in FORMATS if key in KNOCKOUTS]
