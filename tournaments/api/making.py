"""From the body of ``POST /events`` to the one service that makes what it asks for."""

from collections.abc import Mapping
from typing import Any

from common.actor import Actor
from tournaments.models import Event
from tournaments.services.events import create_event
from tournaments.services.nights import copy_night, create_night

_DOCUMENTS = ("rules", "ruleset")
_SOURCES = ("club", "tournament", "from_event")


def make_event(values: Mapping[str, Any], actor: Actor) -> Event:
    """Make an event as the checked body says.

    Args:
        values: of ``EventInput``: one source, and what goes with it.
        actor: who makes it.
    """
    given = {k: v for k, v in values.items() if k not in (*_SOURCES, *_DOCUMENTS, "season")}
    if "from_event" in values:
        return copy_night(event_id=values["from_event"], actor=actor, **given)
    given["options"] = {name: values[name] for name in _DOCUMENTS if name in values}
    given["season_id"] = values.get("season")
    if "tournament" in values:
        return create_event(tournament_id=values["tournament"], actor=actor, **given)
    return create_night(club_id=values["club"], actor=actor, **given)
