"""Rounds that are drawn from results, on the console: written by hand, people kept apart."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import forms

from common.errors import ValidationFailed
from tournaments.admin.console import widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.cutting import CutPage
from tournaments.admin.console.draw_words import cost_words
from tournaments.formats import FORMATS
from tournaments.formats.base import JudgesPairings
from tournaments.models import Entry, Event, Stage
from tournaments.selectors.draws import PLAYING
from tournaments.selectors.pairing_jobs import jobs_of
from tournaments.selectors.situations import KEPT_APART, KeptApart, kept_apart
from tournaments.services.keeping_apart import keep_apart, let_meet
from tournaments.services.length import set_rounds
from tournaments.services.lifecycle import UNDER_WAY
from tournaments.services.pairing_jobs import cancel_job
from tournaments.services.written_rounds import write_round

HOW = {
    "never": "must not meet",
    "household": "rather should not meet: one household",
    "team": "rather should not meet: one team",
}


class WrittenForm(forms.Form):
    """The tables of the next round, as a director wants them."""

    pairs = forms.CharField(
        label="Tables, one a line",
        widget=forms.Textarea({"rows": 8, "autocomplete": "off"}),
        help_text="Two numbers of players a line, such as 3 14. Who is not named sits out.",
    )
    reason = widgets.reason()

    def clean_pairs(self) -> list[tuple[int, int]]:
        lines = [line for line in self.cleaned_data["pairs"].splitlines() if line.strip()]
        found = [re.findall(r"\d+", line) for line in lines]
        for line, numbers in zip(lines, found, strict=True):
            if len(numbers) != 2 or any(len(number) > 6 for number in numbers):
                raise forms.ValidationError(f"“{line.strip()[:40]}” does not name two players.")
        return [(int(one), int(other)) for one, other in found]


class LengthForm(forms.Form):
    """How many rounds there are in all."""

    rounds = widgets.number("Rounds in all", least=1, most=99)


class ApartForm(forms.Form):
    """Two who are kept apart."""

    one = forms.ChoiceField(label="Player")
    other = forms.ChoiceField(label="And")
    how = forms.ChoiceField(label="They", choices=[(key, HOW[key]) for key in KEPT_APART])
    reason = widgets.reason()

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        playing = Entry.objects.filter(event=event, status__in=PLAYING).order_by("number")
        chosen = [(one.public_id, f"{one.number} {one.display}") for one in playing]
        for name in ("one", "other"):
            self.fields[name].choices = chosen  # type: ignore[attr-defined] # a choice field


class MeetForm(forms.Form):
    """Two who may meet again."""

    pair = forms.ChoiceField(label="Players")
    reason = widgets.reason()

    def __init__(self, *args: Any, apart: Iterable[KeptApart], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["pair"].choices = [  # type: ignore[attr-defined] # a choice field
            (
                f"{one.one.public_id} {one.other.public_id}",
                f"{one.one.display} and {one.other.display}",
            )
            for one in apart
        ]


class RoundByRoundPage(CutPage):
    """What a director does where each round is drawn from results."""

    def round_by_round(self, stage: Stage) -> Mapping[str, Any]:
        """Return the forms of such a stage; nothing for another."""
        is_on = self.event.state in (Event.State.CHECKIN, *UNDER_WAY)
        if not is_on or not isinstance(FORMATS[stage.kind], JudgesPairings):
            return {}
        apart = kept_apart(self.event.pk)
        return {
            "written_form": self.form("written", WrittenForm),
            "length_form": self.form(
                "length", LengthForm, initial={"rounds": stage.config.get("rounds")}
            ),
            "apart_form": self.form("apart", ApartForm, event=self.event),
            "meet_form": self.form("meet", MeetForm, apart=apart) if apart else None,
            "kept_apart": [
                f"{one.one.display} and {one.other.display} {HOW[one.how]}. {one.reason}"
                for one in apart
            ],
        }

    def do_write_round(self) -> Done:
        """Draft the round as it was written."""
        values = self.checked("written", WrittenForm)
        pairs = [tuple(map(self._entry, pair)) for pair in values["pairs"]]
        made = write_round(
            stage_id=self.stage().public_id,
            actor=self.actor,
            pairs=[(one, other) for one, other in pairs],
            reason=values["reason"],
        )
        return Done(f"{made.round.name} is written. {cost_words(made.drawn, made.now)}", self.path)

    def do_set_rounds(self) -> Done:
        """Make the event shorter or longer."""
        rounds = self.checked("length", LengthForm)["rounds"]
        stage = set_rounds(stage_id=self.stage().public_id, actor=self.actor, rounds=rounds)
        over = " All of them are played." if stage.state == Stage.State.COMPLETE else ""
        many = "1 round" if rounds == 1 else f"{rounds} rounds"
        return Done(f"{stage.name} has {many} in all.{over}", self.path)

    def do_keep_apart(self) -> Done:
        """Keep two apart."""
        values = self.checked("apart", ApartForm, event=self.event)
        keep_apart(
            event_id=self.event.public_id,
            actor=self.actor,
            entries=[UUID(values["one"]), UUID(values["other"])],
            how=values["how"],
            reason=values["reason"],
        )
        return Done("They are kept apart from the next draw on.", self.path)

    def do_let_meet(self) -> Done:
        """Let two meet again."""
        values = self.checked("meet", MeetForm, apart=kept_apart(self.event.pk))
        let_meet(
            event_id=self.event.public_id,
            actor=self.actor,
            entries=[UUID(one) for one in values["pair"].split()],
            reason=values["reason"],
        )
        return Done("They may meet again.", self.path)

    def do_cancel_draw(self) -> Done:
        """Call the draw off that a worker is at."""
        jobs = jobs_of(self.stage().public_id)
        job = cancel_job(job=self.chosen(jobs, "job"), actor=self.actor)
        words = "is called off" if job.state == "cancelled" else "stops at its next step"
        return Done(f"The draw {words}. Generate it again when you like.", self.path)

    def _entry(self, number: int) -> UUID:
        entry = Entry.objects.filter(event=self.event, number=number).first()
        if entry is None:
            raise ValidationFailed(f"Nobody has number {number} here.", field="pairs")
        return entry.public_id
