"""Forms of the seating: the chart before it is drawn, later rounds, swaps, seats that stay."""

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.models import Entry, Round, Stage
from tournaments.pairing.finishable import WAYS_OUT
from tournaments.selectors.draws import checked_in_entries
from tournaments.selectors.redraws import rounds_to_come

CHARTS = [
    ("circle", "circle: everybody moves one seat, one stays"),
    ("rows", "two rows: one row stays, the other moves"),
]
SIT_OUTS = dict(
    zip(
        WAYS_OUT,
        (
            "scores what the rules of the event say",
            "does not happen: a house player fills the odd seat",
            "is made up by an extra game after the last round",
        ),
        strict=True,
    )
)
MOST_SECTIONS = 50


def sit_out_field() -> forms.ChoiceField:
    """Return the choice of what makes up for a sit-out."""
    return forms.ChoiceField(label="A sit-out", choices=list(SIT_OUTS.items()))


class ChartForm(forms.Form):
    """How the chart is drawn; before anything is drawn."""

    chart = forms.ChoiceField(label="Chart", choices=CHARTS)
    sections = forms.IntegerField(
        label="Sections", min_value=1, max_value=MOST_SECTIONS, help_text="1 is the whole room."
    )
    sit_out = sit_out_field()


class RedrawForm(forms.Form):
    """From which round on the chart is drawn again."""

    first = forms.TypedChoiceField(
        label="Draw again from",
        coerce=int,
        help_text="Choose the first round that nobody has sat down for.",
    )
    sit_out = sit_out_field()

    def __init__(self, *args: Any, stage: Stage, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["first"].choices = [  # type: ignore[attr-defined] # a choice field
            (one.number, one.name) for one in rounds_to_come(stage)
        ]
        self.fields["sit_out"].initial = stage.config.get("sit_out", WAYS_OUT[0])


class SwapForm(forms.Form):
    """Two players who sat in one another's place in one round."""

    round = forms.ChoiceField(label="Round")
    one = forms.ChoiceField(label="Player")
    other = forms.ChoiceField(label="Changed places with")

    def __init__(self, *args: Any, rounds: Iterable[Round], **options: Any) -> None:
        super().__init__(*args, **options)
        rounds = list(rounds)
        people = {
            side.entry.public_id: side.entry
            for round_ in rounds
            for match in round_.matches.all()
            for side in match.sides.all()
            if side.entry is not None and side.is_live
        }
        chosen = _named(people.values())
        self.fields["round"].choices = [(one.public_id, one.name) for one in rounds]  # type: ignore[attr-defined] # a choice field
        self.fields["one"].choices = chosen  # type: ignore[attr-defined] # a choice field
        self.fields["other"].choices = chosen  # type: ignore[attr-defined] # a choice field


class SeatForm(forms.Form):
    """A player whose seat is easy to reach and stays."""

    entry = forms.ChoiceField(label="Player")

    def __init__(self, *args: Any, stage: Stage, **options: Any) -> None:
        super().__init__(*args, **options)
        moving = checked_in_entries(stage).filter(is_anchor=False).order_by("number")
        self.fields["entry"].choices = _named(moving)  # type: ignore[attr-defined] # a choice field


class ChartFileForm(forms.Form):
    """A chart that was made elsewhere."""

    file = forms.FileField(
        label="Chart, CSV or Excel",
        help_text="The first row names the columns: round, table, a, b, first dealer. "
        "Players stand by number or name; a row without b is a sit-out.",
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx"}),
    )


def _named(entries: Iterable[Entry]) -> list[tuple[object, str]]:
    ordered = sorted(entries, key=lambda one: one.number)
    return [(one.public_id, f"{one.number} {one.display}") for one in ordered]
