"""The nights of the cases, replayed through the services as far as they can say it.

A night's numbers are mapped onto the entries of an event in their order. Two cards
that lawfully differ cannot be entered yet: their lines are written here the way the
cross-check of score cards will write them.
"""

from tests.factories import SYSTEM, a_checked_in_night, entries_of, first_stage, play_off_stage
from tests.tournaments.nights import entrants_of
from tournaments.formats.base import EntrySide, Plan, PlannedMatch, PlannedRound
from tournaments.matches import GameResult
from tournaments.models import GameLine, Match, Ruling
from tournaments.pairing.checks import Checks
from tournaments.selectors.draws import draw_inputs
from tournaments.selectors.standings import cut_of, standings_of
from tournaments.services.corrections import correct_result, void_match
from tournaments.services.drafting import delete_drafts
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.planner import write_plan
from tournaments.services.play_offs import record_cut_ruling, seed_play_off
from tournaments.services.results import forfeit_match, report_result
from tournaments.services.stages import edit_stage

REASON = "as the case says"


class Replay:
    """One night of the cases as an event."""

    def __init__(self, night):
        self.night = night
        self.event = _event(night)
        numbers = entrants_of(night)
        self.entry = dict(zip(numbers, entries_of(self.event), strict=True))
        self.number = {entry.pk: number for number, entry in self.entry.items()}
        self.stage = first_stage(self.event)
        self.play_off = play_off_stage(self.event)
        self._publish_chart()

    def _publish_chart(self):
        generate_rounds(stage_id=self.stage.public_id, actor=SYSTEM, rng_seed=1)
        self.stage.refresh_from_db()
        delete_drafts(self.stage)
        fits = draw_inputs(self.stage, rng_seed=self.stage.rng_seed).digest
        rounds = tuple(self._planned(game) for game in self.night["chart"])
        write_plan(self.stage, Plan(rounds, "case", Checks()), inputs_digest=fits)
        publish_rounds(stage_id=self.stage.public_id, actor=SYSTEM)

    def _planned(self, game):
        return PlannedRound(
            game["game"],
            f"Game {game['game']}",
            tuple(self._table(table) for table in game["tables"]),
            tuple(self.entry[number].pk for number in game["sit_out"]),
        )

    def _table(self, table):
        first, second = (EntrySide(self.entry[number].pk) for number in table["seats"])
        slot = table["seats"].index(table["first_dealer"]) + 1
        return PlannedMatch(table["table"], (first, second), table["table"], slot)

    def match(self, game, table):
        return Match.objects.get(stage=self.stage, round__number=game, number=table)

    def bracket_match(self, label):
        round_, number = label.removeprefix("R").split("M")
        return Match.objects.get(stage=self.play_off, round__number=round_, number=number)

    def slot(self, match, number):
        return match.sides.get(entry=self.entry[number]).slot

    def numbers(self, match):
        return [self.number.get(side.entry_id) for side in match.sides.order_by("slot")]

    def play(self, first=1, last=9):
        """Enter the settled games of the night."""
        for game in self.night["expected"]["games"]:
            if first <= game["game"] <= last:
                self._enter(game)

    def _enter(self, game):
        match = self.match(game["game"], game["table"])
        one, other = game["lines"]
        winner = one if one["won"] else other
        if game["outcome"] == "forfeit":
            absent = other if one["won"] else one
            slot = self.slot(match, absent["entry"])
            forfeit_match(match_id=match.public_id, actor=SYSTEM, absent_slot=slot, reason=REASON)
            return
        result = GameResult(self.slot(match, winner["entry"]), spread=abs(winner["spread"]))
        report_result(match_id=match.public_id, actor=SYSTEM, games=[result])
        if one["won"] == other["won"] or one["spread"] != -other["spread"]:
            self._cross_check(match, game["lines"])

    def _cross_check(self, match, lines):
        for line in lines:
            GameLine.objects.filter(
                claim__match=match, claim__state="accepted", side__entry=self.entry[line["entry"]]
            ).update(
                won=line["won"],
                spread=line["spread"],
                points=line["points"],
                skunk=line["skunk"],
            )

    def correct(self, change):
        """Make a game what a correction script says it is."""
        match = self.match(change["game"], change["table"])
        if change.get("void"):
            void_match(match_id=match.public_id, actor=SYSTEM, reason=REASON)
            return
        result = GameResult(self.slot(match, change["winner"]), spread=change["spread"])
        now = match.claims.get(state="accepted").payload["games"]
        if now != [{"winner": result.winner, "spread": result.spread}]:
            correct_result(match_id=match.public_id, actor=SYSTEM, games=[result], reason=REASON)

    def standings(self):
        """Rows as the scripts write them, equal places by number."""
        rows = [
            [
                row.place,
                self.number[row.entry.pk],
                row.game_points,
                row.wins,
                row.net_spread,
                row.plus_points,
            ]
            for row in standings_of(self.stage).rows
        ]
        return sorted(rows)

    def make_cut(self):
        """Seed the play-offs with the decisions of the night."""
        for lot in self.night["decisions"]["lots"]:
            # Drawn in the hall, so its order is given and not ours to draw.
            order = [self.entry[number].number for number in lot["drawn"]]
            Ruling.objects.create(
                event=self.event, kind="lot", payload={"order": order}, reason=REASON
            )
        decided = self.night["decisions"]["cut"]
        if decided and cut_of(self.play_off).blocked:
            order = decided.get("order") or [decided["winner"], decided["loser"]]
            record_cut_ruling(
                event_id=self.event.public_id,
                actor=SYSTEM,
                order=[self.entry[number].public_id for number in order],
                reason=REASON,
            )
        made = seed_play_off(stage_id=self.play_off.public_id, actor=SYSTEM)
        return [self.number[entry.pk] for entry in made.seeds]

    def seeds(self):
        seeded = self.play_off.stage_entries.order_by("seed")
        return [self.number[pk] for pk in seeded.values_list("entry", flat=True)]

    def draw_bracket(self, publish=True):
        generate_rounds(stage_id=self.play_off.public_id, actor=SYSTEM, rng_seed=1)
        if publish:
            publish_rounds(stage_id=self.play_off.public_id, actor=SYSTEM)

    def results(self, match, games):
        return [
            GameResult(
                self.slot(match, game["winner"]),
                game.get("loser_score"),
                forfeit=game.get("forfeit", False),
            )
            for game in games
        ]

    def play_match(self, label, games):
        match = self.bracket_match(label)
        report_result(match_id=match.public_id, actor=SYSTEM, games=self.results(match, games))


def _event(night):
    ruleset = {key: night["rules"][key] for key in ("sit_out", "forfeit", "tie_break")}
    event = a_checked_in_night(
        players=len(entrants_of(night)), preset="casual", options={"ruleset": ruleset}
    )
    given = night["play_off"]["format"]
    edit_stage(
        stage_id=play_off_stage(event).public_id,
        actor=SYSTEM,
        config={
            "best_of": given["best_of"],
            "counting": given["counting"],
            "multipliers": given.get("units") or [1, 1, 1],
        },
    )
    return event
