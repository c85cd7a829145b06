"""Name, day and place of a night, what strangers see, and calling it off."""

from typing import Any

from django import forms

from tournaments.admin.console import widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.night_form import LEVELS, WhenForm
from tournaments.admin.console.page import ConsolePage
from tournaments.admin.console.words import event_words
from tournaments.models import Event
from tournaments.services.events import edit_event
from tournaments.services.lifecycle import cancel_event


class DetailsForm(WhenForm):
    """What may change until the night ends."""

    fee = widgets.text("Fee, in words", longest=40, required=False)
    public_level = forms.ChoiceField(label="Strangers see", choices=LEVELS)
    planned_minutes = widgets.number("Minutes a game", least=1, most=600)


class CancelForm(forms.Form):
    """Why a night is called off."""

    reason = widgets.reason("Reason for calling it off")


class DetailsPage(ConsolePage):
    """Details of the night."""

    slug = "details"
    template = "desk/details.html"
    title = "Details"

    def context(self) -> dict[str, Any]:
        event = self.event
        started = event.tournament.starts_at.astimezone(self.zone)
        initial = {
            "name": event.name,
            "held_on": started.date(),
            "held_at": started.strftime("%H:%M"),
            "place": event.tournament.place,
            "fee": event.fee,
            "public_level": event.public_level,
            "planned_minutes": event.planned_minutes,
        }
        return {
            "form": self.form("details", DetailsForm, initial=initial),
            "cancel_form": self.form("cancel", CancelForm),
            "rules": event_words(event),
            "is_over": event.state in (Event.State.FINAL, Event.State.CANCELLED),
        }

    def do_save(self) -> Done:
        """Save the details."""
        values = self.checked("details", DetailsForm)
        form: Any = self.bound["details"]
        edit_event(
            event_id=self.event.public_id,
            actor=self.actor,
            expected_version=self.version(),
            starts_at=form.starts_at(self.event.tournament.club.timezone),
            **{
                name: values[name]
                for name in ("name", "place", "fee", "public_level", "planned_minutes")
            },
        )
        return Done("The details are saved.", self.path)

    def do_cancel(self) -> Done:
        """Call the night off."""
        reason = self.checked("cancel", CancelForm)["reason"]
        cancel_event(
            event_id=self.event.public_id,
            actor=self.actor,
            reason=reason,
            expected_version=self.version(),
        )
        return Done("The night is called off. What was played stays readable.", self.path)
