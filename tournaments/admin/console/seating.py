"""Seating: draft, look at the checks, publish; the chart round by round."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from common.models import Job
from tournaments.admin.console import line
from tournaments.admin.console.answers import Done
from tournaments.admin.console.page import ConsolePage
from tournaments.admin.console.words import LETTERS, check_sentences, games_words, side_name
from tournaments.models import Match, Round, Stage
from tournaments.rulesets import Ruleset
from tournaments.selectors.desk import accepted_games
from tournaments.selectors.events import chart_of, checks_of_rounds
from tournaments.services.draw import SEED_BITS, discard_draft, publish_rounds
from tournaments.services.pairing_jobs import request_rounds

DRAWING = "The seating is being drawn. Look again in a moment."


class SeatingPage(ConsolePage):
    """Who plays whom, where and when."""

    slug = "seating"
    template = "desk/seating.html"
    title = "Seating"

    def context(self) -> dict[str, Any]:
        stage = self.stage(fed=False)
        rounds = chart_of(stage, drafts=True)
        names = names_on(rounds)
        drafts = [one for one in rounds if one.state == Round.State.DRAFT]
        tables = sum(1 for match in rounds[0].matches.all() if match.table) if rounds else 0
        told = {}
        if drafts and self.night.next_action == "publish":
            told["next_action"] = self.action(
                label=f"Publish {len(rounds)} rounds at {tables} tables"
            )
        return {
            **told,
            "stage": stage,
            "rounds": [self.round_lines(one) for one in self._with_results(stage, rounds)],
            "is_draft": bool(drafts),
            "is_stale": any(one.is_stale for one in drafts),
            "tables": tables,
            "checks": check_sentences(checks_of_rounds(rounds), names) if rounds else (),
            "enough": self.night.checked_in >= 4,
        }

    def round_lines(self, round_: Round) -> dict[str, Any]:
        """Return a round as the template shows it."""
        matches = list(round_.matches.all())
        return {
            "number": round_.number,
            "name": round_.name,
            "is_draft": round_.state == Round.State.DRAFT,
            "rows": list(self._rows(matches)),
            "sit_outs": [
                side_name(side)
                for match in matches
                if match.kind == Match.Kind.BYE
                for side in match.sides.all()
            ],
        }

    def do_generate(self) -> Done:
        """Draft the rounds from those who are there."""
        return self._drafted()

    def do_draw_again(self) -> Done:
        """Draft other rounds from the same people."""
        return self._drafted(rng_seed=secrets.randbits(SEED_BITS) | 1)

    def do_discard(self) -> Done:
        """Throw the draft away."""
        discard_draft(stage_id=self.stage(fed=False).public_id, actor=self.actor)
        return Done("The draft is thrown away. Generate another when everybody is there.")

    def do_publish(self) -> Done:
        """Publish the drafts."""
        rounds = publish_rounds(
            stage_id=self.stage(fed=False).public_id,
            actor=self.actor,
            expected_version=self.version(),
        )
        return Done(
            f"{len(rounds)} rounds are published. Results can be entered.",
            line.console_url(self.event, "play"),
        )

    def _drafted(self, rng_seed: int | None = None) -> Done:
        stage = self.stage(fed=False)
        made = request_rounds(stage_id=stage.public_id, actor=self.actor, rng_seed=rng_seed)
        if isinstance(made, Job):
            return Done(DRAWING, self.path)
        return Done(f"{len(made)} rounds are drafted. Look at them, then publish.", self.path)

    def _with_results(self, stage: Stage, rounds: Sequence[Round]) -> Sequence[Round]:
        self.games = accepted_games(stage) if rounds else {}
        return rounds

    def _rows(self, matches: Sequence[Match]) -> Iterator[dict[str, Any]]:
        scoring = Ruleset.read(self.event.rules, self.event.ruleset).scoring
        played = [match for match in matches if match.kind == Match.Kind.PAIRING]
        for match in sorted(played, key=lambda one: (one.table or 0, one.number)):
            names = [side_name(side) for side in match.sides.all()]
            games = self.games.get(match.pk)
            yield {
                "table": match.table,
                "names": names,
                "deals": LETTERS[match.first_dealer - 1] if match.first_dealer else "by the cut",
                "result": games_words(games, scoring) if games else "",
                "winner": match.winner,
                "is_void": match.status == Match.Status.VOID,
                "url": line.match_url(self.event, match.public_id),
            }


def names_on(rounds: Sequence[Round]) -> dict[int, str]:
    """Return the names of everybody on a chart by key of the entry."""
    return {
        side.entry.pk: side.entry.display
        for round_ in rounds
        for match in round_.matches.all()
        for side in match.sides.all()
        if side.entry is not None
    }
