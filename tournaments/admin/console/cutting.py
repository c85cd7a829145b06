"""Who goes into a stage: the cut, a ruling where it is tied, those who are out."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django import forms

from scoring.errors import CribbageError
from tournaments.admin.console import widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.page import ConsolePage
from tournaments.errors import DueElsewhere
from tournaments.models import Entry, Event, MatchSide, Ruling, Stage, StageFeed
from tournaments.selectors.consolations import those_out
from tournaments.selectors.elsewhere import sides_elsewhere
from tournaments.selectors.night import StageProgress
from tournaments.selectors.standings import cut_of, feed_of
from tournaments.services.play_offs import record_cut_ruling, seed_play_off
from tournaments.services.stages import remove_stage

WAITS = {
    StageFeed.Rule.FIRST_MATCH_LOSERS: "until nobody can lose a first match any more",
    StageFeed.Rule.NON_QUALIFIERS: "until the cut can be made",
    StageFeed.Rule.LOSERS_TO_ROUND: "until those rounds are played",
}


class RulingForm(forms.Form):
    """The order of the tied, the best first, and how it was found."""

    reason = widgets.reason("How it was decided")

    def __init__(self, *args: Any, tied: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tied = tied
        places = [(str(n), str(n)) for n in range(1, len(tied) + 1)]
        for entry in tied:
            self.fields[f"place_{entry.number}"] = forms.ChoiceField(
                label=entry.display, choices=[("", "choose"), *places]
            )
        self.order_fields([*(f"place_{one.number}" for one in tied), "reason"])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        given = [values.get(f"place_{one.number}") for one in self.tied]
        if all(given) and len(set(given)) < len(given):
            raise forms.ValidationError("Give each of them another place.")
        return values

    def order(self) -> list[Any]:
        """Return the ids of the tied, the best first."""
        ranked = sorted(self.tied, key=lambda one: int(self.cleaned_data[f"place_{one.number}"]))
        return [one.public_id for one in ranked]


class CutPage(ConsolePage):
    """A page of stages that others may feed: the cut comes before the draw."""

    due: Sequence[str] = ()

    def has_main_button(self) -> bool:
        if self.night.next_action == "make_cut" and self.night.stage is not None:
            cut = cut_of(self.night.stage)
            return cut is not None and cut.blocked and not self._is_beside()
        return super().has_main_button()

    def refuse(self, refusal: CribbageError) -> None:
        """Show a refusal; of people who are due elsewhere each with the place."""
        if isinstance(refusal, DueElsewhere):
            named = cast(Sequence[UUID], refusal.context["entries"])
            who = Entry.objects.filter(public_id__in=named)
            self.due = [_due_words(side) for side in sides_elsewhere(self.event, who)]
        super().refuse(refusal)

    def is_confirmed(self) -> bool:
        """Tell whether the director knows who is due elsewhere, and publishes all the same."""
        return self.sent("although") == "due_elsewhere"

    def frame(self) -> dict[str, Any]:
        return {**super().frame(), "due": self.due}

    def do_make_cut(self) -> Done:
        """Seed those who go on."""
        view = seed_play_off(stage_id=self.stage().public_id, actor=self.actor)
        lots = " Seeds of equal places were drawn by lot." if view.lots_needed else ""
        return Done(f"{len(view.seeds)} players go on.{lots}", self.path)

    def do_rule(self) -> Done:
        """Record who goes on of the tied, and why."""
        cut = cut_of(self.stage())
        tied = cut.tied if cut else ()
        values = self.checked("ruling", RulingForm, tied=tied)
        form: Any = self.bound["ruling"]
        record_cut_ruling(
            event_id=self.event.public_id,
            actor=self.actor,
            order=form.order(),
            reason=values["reason"],
        )
        return Done("The order is recorded. Make the cut now.", self.path)

    def do_leave_out(self) -> Done:
        """Take a stage out that has no rounds: the night ends without it."""
        stage = self.stage()
        remove_stage(stage_id=stage.public_id, actor=self.actor)
        return Done(f"{stage.name} is left out of this night.", self.address("night"))

    def cut_parts(self, stage: Stage) -> dict[str, Any]:
        """Return what is known of who goes into a stage that is not drawn, and its phase."""
        feed = feed_of(stage)
        if feed is None:
            return {"phase": "unfed", "enough": self.night.checked_in >= 4}
        seeds = list(
            stage.stage_entries.select_related("entry").filter(seed__isnull=False).order_by("seed")
        )
        parts: dict[str, Any] = {
            "lots": Ruling.objects.filter(event=self.event, kind=Ruling.Kind.LOT).count(),
            "source": feed.source,
            "is_fed": True,
        }
        if seeds:
            return {**parts, "phase": "seeded", "seeds": seeds}
        if self.event.state not in (Event.State.RUNNING, Event.State.REVIEW):
            return {**parts, "phase": "early"}
        if feed.rule in StageFeed.CONSOLATION:
            return {**parts, **self._out(feed)}
        return {**parts, **self._cut(stage, feed)}

    def _out(self, feed: StageFeed) -> dict[str, Any]:
        out = those_out(feed)
        if out.missing or not out.entries:
            return {"phase": "beside_early", "waits": WAITS[StageFeed.Rule(feed.rule)]}
        return {"phase": "beside", "out": out.entries}

    def _cut(self, stage: Stage, feed: StageFeed) -> dict[str, Any]:
        source = next((one for one in self.night.stages if one.stage == feed.source), None)
        if source is not None and not source.is_over:
            return {"phase": "early"}
        cut = cut_of(stage)
        if cut is not None and cut.blocked:
            form = self.form("ruling", RulingForm, tied=cut.tied)
            return {"phase": "tied", "cut": cut, "ruling_form": form}
        return {"phase": "cut", "cut": cut}

    def _is_beside(self) -> bool:
        here: StageProgress | None = next(
            (one for one in self.night.stages if one.stage == self.night.stage), None
        )
        return here is not None and here.is_beside


def _due_words(side: MatchSide) -> str:
    """Say where somebody still plays."""
    match = side.match
    table = f", table {match.table}" if match.table else ""
    name = side.entry.display if side.entry else "Somebody"
    return f"{name}: {match.round.name} of {match.stage.event.name}{table}"
