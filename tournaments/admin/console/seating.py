"""Seating: draft, look at the checks, publish; the chart round by round."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from common.errors import PayloadTooLarge
from common.models import Job
from common.tabular import MAX_BYTES, read_table
from scoring.errors import CribbageError
from tournaments.admin.console import line
from tournaments.admin.console.answers import Done
from tournaments.admin.console.draw_words import (
    cost_words,
    job_words,
    names_of_matches,
    names_on,
    note_sentences,
)
from tournaments.admin.console.redraw_words import redraw_sentences, rounds_words
from tournaments.admin.console.round_by_round import RoundByRoundPage
from tournaments.admin.console.seating_forms import (
    ChartFileForm,
    ChartForm,
    RedrawForm,
    SeatForm,
    SwapForm,
)
from tournaments.admin.console.words import (
    LETTERS,
    check_sentences,
    games_words,
    match_words,
    side_name,
    sides_of,
)
from tournaments.errors import ImportRowsInvalid
from tournaments.formats import FORMATS, TABLES
from tournaments.models import Event, Match, Round, Stage
from tournaments.rulesets import Ruleset, match_format
from tournaments.selectors.desk import accepted_games
from tournaments.selectors.events import chart_of, checks_of_rounds
from tournaments.selectors.pairing_jobs import latest_job
from tournaments.selectors.redraw_previews import RedrawPreview, place_of, redraw_preview
from tournaments.selectors.redraws import takes_late, takes_latecomers
from tournaments.selectors.round_notes import own_notes
from tournaments.services.chart_imports import import_chart
from tournaments.services.drafting import SEED_BITS
from tournaments.services.draw import discard_draft, publish_rounds
from tournaments.services.entries import keep_seat, members_of_a_side
from tournaments.services.pairing_jobs import request_rounds
from tournaments.services.redraws import redraw_rounds
from tournaments.services.stages import edit_stage
from tournaments.services.swaps import swap_players


class SeatingPage(RoundByRoundPage):
    """Who plays whom, where and when."""

    slug = "seating"
    about = "games"
    template = "desk/seating.html"
    title = "Seating"
    preview: RedrawPreview | None = None

    def context(self) -> dict[str, Any]:
        if not self.stages:
            return {"no_games": True}
        stage = self.stage()
        rounds = chart_of(stage, drafts=True)
        names = names_on(rounds)
        drafts = [one for one in rounds if one.state == Round.State.DRAFT]
        self.preview = redraw_preview(stage, rounds)
        shown = drafts or rounds
        tables = max((_tables(one) for one in shown), default=0)
        told = {}
        if drafts and self.night.next_action == "publish" and self.night.stage == stage:
            many = "1 round" if len(drafts) == 1 else f"{len(drafts)} rounds"
            told["next_action"] = self.action(label=f"Publish {many} at {tables} tables")
        job = job_words(latest_job(stage), is_drafted=bool(drafts))
        if job and job["is_open"] and self.night.next_action == "generate":
            told["next_action"] = self.action(note="A worker is at it.")
        by_results = FORMATS[stage.kind].needs_results
        ordered = rounds[::-1] if by_results else rounds
        can_redraw = bool(rounds) and takes_latecomers(stage) and takes_late(self.event)
        return {
            **told,
            "stage": stage,
            "job": job,
            "by_results": by_results,
            "is_tables": stage.kind in TABLES,
            "is_pairs": members_of_a_side(self.event) > 1,
            "rounds": [self.round_lines(one) for one in self._with_results(stage, ordered)],
            "is_draft": bool(drafts),
            "is_stale": any(one.is_stale for one in drafts),
            "tables": tables,
            "checks": check_sentences(
                checks_of_rounds(rounds), names, meetings=stage.config.get("meetings") or 1
            )
            if rounds
            else (),
            "enough": self.night.checked_in >= 4,
            "preview": self.preview,
            "redraw": redraw_sentences(self.preview, names) if self.preview else (),
            "redraw_form": self.form("redraw", RedrawForm, stage=stage) if can_redraw else None,
            "row_errors": getattr(self, "row_errors", ()),
            "format": match_words(match_format(stage.config)),
            **({} if rounds else self.cut_parts(stage)),
            **self._forms(stage, ordered),
            **self.round_by_round(stage),
        }

    def _forms(self, stage: Stage, rounds: Sequence[Round]) -> dict[str, Any]:
        """Return the forms that fit how far the seating is."""
        if self.event.state not in (Event.State.CHECKIN, Event.State.RUNNING):
            return {}
        before = self.event.state == Event.State.CHECKIN
        is_chart = "chart" in stage.config
        settings = {name: stage.config.get(name) for name in ChartForm.base_fields}
        return {
            "chart_form": self.form("chart", ChartForm, initial=settings)
            if is_chart and not rounds
            else None,
            "swap_form": self.form("swap", SwapForm, rounds=rounds) if rounds else None,
            "seat_form": self.form("seat", SeatForm, stage=stage) if is_chart and before else None,
            "file_form": self.form("file", ChartFileForm) if before and is_chart else None,
            "staying": self.event.entries.filter(is_anchor=True).order_by("number"),
        }

    def refuse(self, refusal: CribbageError) -> None:
        """Show a refusal; of a file every row that is wrong."""
        if isinstance(refusal, ImportRowsInvalid):
            self.row_errors = refusal.context["rows"]
        super().refuse(refusal)

    def round_lines(self, round_: Round) -> dict[str, Any]:
        """Return a round as the template shows it."""
        matches = list(round_.matches.all())
        return {
            "number": round_.number,
            "name": round_.name,
            "is_draft": round_.state == Round.State.DRAFT,
            "is_first_draft": self.preview is not None and round_.number == self.preview.first,
            "rows": list(self._rows(matches)),
            "letters": LETTERS[: self.columns],
            "notes": self._notes(round_, matches),
            "sit_outs": [
                side_name(side)
                for match in _standing(matches)
                if match.kind == Match.Kind.BYE
                for side in match.sides.all()
            ],
        }

    def _notes(self, round_: Round, matches: Sequence[Match]) -> list[str]:
        """Say what a round that reads results gave up."""
        if not self.reads_results:
            return []
        return list(note_sentences(own_notes(round_), names_of_matches(matches)))

    def do_generate(self) -> Done:
        """Draft the rounds from those who are there."""
        return self._drafted()

    def do_draw_again(self) -> Done:
        """Draft other rounds from the same people."""
        return self._drafted(rng_seed=secrets.randbits(SEED_BITS) | 1)

    def do_discard(self) -> Done:
        """Throw the draft away."""
        discard_draft(stage_id=self.stage().public_id, actor=self.actor)
        return Done("The draft is thrown away. Generate another when everybody is there.")

    def do_publish(self) -> Done:
        """Publish the drafts."""
        rounds = publish_rounds(
            stage_id=self.stage().public_id,
            actor=self.actor,
            expected_version=self.version(),
            although_due_elsewhere=self.is_confirmed(),
        )
        return Done(
            f"{len(rounds)} rounds are published. Results can be entered.",
            self.address("play", **self.chosen_stage()),
        )

    def do_redraw(self) -> Done:
        """Draft the rounds to come again, for those who are there now."""
        return self._redrawn()

    def do_redraw_from(self) -> Done:
        """Draft again from a chosen round on: a night on paper knows how far it is."""
        values = self.checked("redraw", RedrawForm, stage=self.stage())
        return self._redrawn(after_round=values["first"] - 1, sit_out=values["sit_out"])

    def do_chart(self) -> Done:
        """Choose how the chart is drawn."""
        values = self.checked("chart", ChartForm)
        edit_stage(stage_id=self.stage().public_id, actor=self.actor, config=values)
        return Done("The chart is drawn like that. Generate the seating.", self.path)

    def do_import_chart(self) -> Done:
        """Take over a chart that was made elsewhere; it becomes the draft."""
        upload = self.checked("file", ChartFileForm)["file"]
        if upload.size > MAX_BYTES:
            raise PayloadTooLarge("This file is larger than 2 MB. Leave other sheets out.")
        rounds = import_chart(
            stage_id=self.stage().public_id,
            actor=self.actor,
            table=read_table(upload.read(), upload.name),
        )
        return Done(f"{len(rounds)} rounds are taken over. Look at them, then publish.", self.path)

    def do_swap(self) -> Done:
        """Let two players change places in one round."""
        rounds = chart_of(self.stage(), drafts=True)
        values = self.checked("swap", SwapForm, rounds=rounds)
        return self._swap(UUID(values["round"]), UUID(values["one"]), UUID(values["other"]))

    def do_swap_back(self) -> Done:
        """Let them change places once more."""
        rounds = Round.objects.filter(stage=self.stage())
        entries = self.event.entries.all()
        return self._swap(
            self.chosen(rounds, "round").public_id,
            self.chosen(entries, "one").public_id,
            self.chosen(entries, "other").public_id,
        )

    def _swap(self, round_id: UUID, one: UUID, other: UUID) -> Done:
        done = swap_players(round_id=round_id, actor=self.actor, one=one, other=other)
        again = "".join(f" Numbers {a} and {b} meet again." for a, b in done.repeats)
        back = self.undo("swap_back", round=round_id, one=one, other=other)
        told = done.note
        costs = f" {cost_words(told['drawn'], told['now'])}" if "drawn" in told else ""
        words = f"They changed places in {done.round.name}.{again}{costs}"
        return Done(words, self.path, back)

    def do_keep_seat(self) -> Done:
        """Let somebody keep the seat in every round."""
        chosen = self.checked("seat", SeatForm, stage=self.stage())["entry"]
        return self._seat(UUID(chosen), keeps=True)

    def do_move_seat(self) -> Done:
        """Let somebody move like the others again."""
        return self._seat(self.chosen(self.event.entries.all(), "entry").public_id, keeps=False)

    def _seat(self, entry_id: UUID, *, keeps: bool) -> Done:
        one = keep_seat(entry_id=entry_id, actor=self.actor, keeps_seat=keeps)
        words = "keeps the seat" if keeps else "moves like the others"
        return Done(f"{one.display} {words}. Generate the seating to see it.", self.path)

    def _redrawn(self, **chosen: Any) -> Done:
        rounds = redraw_rounds(stage_id=self.stage().public_id, actor=self.actor, **chosen)
        words = rounds_words(rounds[0].number, rounds[-1].number)
        return Done(
            f"{words.capitalize()} are drafted again. Until you publish, the printed chart holds.",
            self.path,
        )

    def _drafted(self, rng_seed: int | None = None) -> Done:
        stage = self.stage()
        if takes_latecomers(stage) and takes_late(self.event):
            return self._redrawn(rng_seed=rng_seed)
        made = request_rounds(stage_id=stage.public_id, actor=self.actor, rng_seed=rng_seed)
        if isinstance(made, Job):
            return Done("A worker draws this field. This page says how far it is.", self.path)
        return Done(f"{len(made)} rounds are drafted. Look at them, then publish.", self.path)

    def _with_results(self, stage: Stage, rounds: Sequence[Round]) -> Sequence[Round]:
        self.games = accepted_games(stage) if rounds else {}
        self.columns = FORMATS[stage.kind].most_sides
        self.reads_results = FORMATS[stage.kind].needs_results
        return rounds

    def _rows(self, matches: Sequence[Match]) -> Iterator[dict[str, Any]]:
        scoring = Ruleset.read(self.event.rules, self.event.ruleset).scoring
        played = [match for match in _standing(matches) if match.kind == Match.Kind.PAIRING]
        for match in sorted(played, key=lambda one: (one.table or 0, one.number)):
            games = self.games.get(match.pk)
            yield {
                "table": match.table,
                "sides": sides_of(match, self.columns),
                "deals": LETTERS[match.first_dealer - 1] if match.first_dealer else "by the cut",
                "result": games_words(games, scoring) if games else "",
                "is_void": match.status == Match.Status.VOID,
                "as_printed": self.preview is not None
                and place_of(match, match.round.number) in self.preview.standing,
                "url": line.match_url(self.event, match.public_id),
            }


def _standing(matches: Sequence[Match]) -> list[Match]:
    """Leave out what was drawn anew before it was played; a game declared void stays."""
    return [one for one in matches if one.status != Match.Status.VOID or one.outcome is not None]


def _tables(round_: Round) -> int:
    return sum(match.table is not None for match in _standing(list(round_.matches.all())))
