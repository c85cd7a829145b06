"""The end of a night: a checklist, publishing as final, what was written, reopening."""

from typing import Any

from django import forms

from tournaments.admin.console import widgets
from tournaments.admin.console.answers import Done, NewKey
from tournaments.admin.console.page import ConsolePage
from tournaments.models import Event, RatingRun
from tournaments.selectors.brackets import playoff_places
from tournaments.selectors.desk import scores_of
from tournaments.selectors.night import open_items, stage_progress
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import reopen_event


class ReopenForm(forms.Form):
    """Why a final night is opened again."""

    reason = widgets.reason("Reason for reopening")


class PublishedPage(ConsolePage):
    """Publish the results as final."""

    slug = "published"
    template = "desk/published.html"
    title = "Published"

    def context(self) -> dict[str, Any]:
        is_final = self.event.state in (Event.State.FINAL, Event.State.ARCHIVED)
        stages = stage_progress(self.event)
        waiting = [item.sentence for item in open_items(stages)]
        shown = {
            "is_final": is_final,
            "is_cancelled": self.event.state == Event.State.CANCELLED,
            "checklist": [
                (
                    f"{one.stage.name}: {_counted(one.matches - one.open_matches, one.matches)}",
                    one.is_over,
                )
                for one in stages
            ],
            "waiting": waiting,
            "places": playoff_places(self.event)[:4],
            "reopen_form": self.form("reopen", ReopenForm),
            "scores": scores_of(self.event) if is_final else (),
            "ratings": RatingRun.objects.filter(event=self.event, is_current=True).first()
            if is_final
            else None,
        }
        if self.event.state == Event.State.REVIEW and not waiting:
            shown["next_action"] = self._finalise()
            shown["here"] = False
        elif self.has_main_button():
            # Nothing can be published yet, or all is: the line has no second button here.
            shown["here"] = True
        return shown

    def do_finalise(self) -> Done:
        """Publish the results; points and ratings follow."""
        finalise_event(
            event_id=self.event.public_id, actor=self.actor, expected_version=self.version()
        )
        return Done("The results are published. Season points and ratings follow.", self.path)

    def do_reopen(self) -> Done:
        """Take the night back into review."""
        reason = self.checked("reopen", ReopenForm)["reason"]
        reopen_event(
            event_id=self.event.public_id,
            actor=self.actor,
            reason=reason,
            expected_version=self.version(),
        )
        return Done("The night is open again. Correct what is wrong, then publish anew.", self.path)

    def _finalise(self) -> dict[str, Any]:
        return self.action(
            label="Publish the results",
            method="post",
            fields=[("do", "finalise"), ("once", NewKey()), ("version", self.event.version)],
        )


def _counted(done: int, matches: int) -> str:
    if not matches:
        return "nothing is drawn"
    return f"{done} of {matches} results are in"
