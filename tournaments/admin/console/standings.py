"""Standings: places, why ties are separated, where the cut falls; publishing them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.admin.console.answers import Done
from tournaments.admin.console.page import ConsolePage
from tournaments.admin.console.words import margin_sentence
from tournaments.display.words import group_name, reason_sentence, sit_out_sentence
from tournaments.models import StandingSnapshot
from tournaments.rulesets import Ruleset
from tournaments.selectors.brackets import playoff_places
from tournaments.selectors.standings import StandingRow, Standings, standings_of
from tournaments.services.publishing import publish_standings
from tournaments.standings.tiebreaks import EqualPlace


class StandingsPage(ConsolePage):
    """How the games stand."""

    slug = "standings"
    about = "games"
    template = "desk/standings.html"
    title = "Standings"

    def context(self) -> dict[str, Any]:
        if not self.stages:
            return {"places": playoff_places(self.event), "is_bracket": True}
        stage = self.stage()
        standings = standings_of(stage)
        snapshots = StandingSnapshot.objects.filter(stage=stage).order_by("-version")[:10]
        ruleset = Ruleset.read(self.event.rules, self.event.ruleset)
        played = any(row.games or row.sit_outs for row in standings.rows)
        return {
            "rows": standing_rows(standings.rows) if played else [],
            "groups": group_tables(standings) if played else [],
            "reasons": [reason_sentence(one, standings.names) for one in standings.reasons],
            "equal": equal_sentences(standings.equal, standings.names) if played else [],
            "sit_out": sit_out_sentence(ruleset.sit_out)
            if any(row.sit_outs for row in standings.rows)
            else "",
            "cut": standings.cut,
            "margin": margin_sentence(standings.rows) if standings.cut else "",
            "snapshots": list(snapshots),
            "can_publish": played and self.event.state in ("running", "review"),
        }

    def do_publish_standings(self) -> Done:
        """Publish the standings as they are now."""
        stage = self.stage()
        snapshot = publish_standings(stage_id=stage.public_id, actor=self.actor)
        return Done(f"The standings are published as version {snapshot.version}.", self.path)


def group_tables(standings: Standings) -> list[dict[str, Any]]:
    """Return a table for each group, with its own places and reasons."""
    return [
        {
            "name": group_name(group.number),
            "rows": standing_rows(group.rows),
            "reasons": [reason_sentence(one, standings.names) for one in group.reasons],
            "equal": equal_sentences(group.equal, standings.names),
        }
        for group in standings.groups
    ]


def standing_rows(rows: Sequence[StandingRow]) -> list[dict[str, Any]]:
    """Return the rows as the shared table shows them."""
    inside = [row for row in rows if row.qualified]
    last = inside[-1].entry.pk if inside else None
    return [
        {
            "place": row.place,
            "shared": row.is_shared,
            "name": row.entry.display,
            "game_points": row.game_points,
            "wins": row.wins,
            "spread": row.net_spread,
            "plus_points": row.plus_points,
            "games": row.games,
            "skunks": row.skunks_given,
            "doubles": 0,
            "cut": row.entry.pk == last,
        }
        for row in rows
    ]


def equal_sentences(equal: Iterable[EqualPlace], names: Mapping[int, str]) -> list[str]:
    """Say which places several share, and that nothing separates them."""
    return [
        f"{' and '.join(names[number] for number in place.entries)} share place "
        f"{place.place}: nothing in the chain separates them."
        for place in equal
    ]
