"""What waits for a director, as a block on every page of the console."""

from collections.abc import Iterator
from typing import Any

from django import forms

from tournaments.admin.console import line, widgets
from tournaments.admin.console.words import task_words
from tournaments.selectors.director_tasks import open_tasks
from tournaments.services.director_tasks import LONGEST_NOTE
from tournaments.services.rights import DIRECTING


class SettledForm(forms.Form):
    """What a director decided."""

    note = widgets.text("What was decided", longest=LONGEST_NOTE)


def what_waits(page: Any) -> Iterator[dict[str, Any]]:
    """List a director's tasks with their forms; nobody else has any.

    Args:
        page: of the console.
    """
    if not page.roles & {*DIRECTING}:
        return
    for task in open_tasks(page.event):
        match = task.match
        yield {
            "sentence": task_words(task),
            "id": task.public_id,
            "form": page.form(f"task-{task.public_id}", SettledForm),
            "url": line.match_url(page.event, match.public_id) if match else "",
        }
