"""From matches to the lines of a page: who meets whom where, and how it ended."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from tournaments.display.leagues import tie_points, tie_words
from tournaments.display.words import MARKS, table_words
from tournaments.formats import LEAGUE
from tournaments.formats.league_settings import tie_rules
from tournaments.matches import GameResult, Scoring, skunk_class
from tournaments.models import Match, MatchSide, Round
from tournaments.selectors.people import Namer
from tournaments.selectors.ties import judged
from tournaments.ties import Two

NOBODY_YET = "still open"
SEATS = ("First seat", "Second seat", "Third seat")
VENUES = ("Home", "Away")
Games = Mapping[int, tuple[GameResult, ...]]


class SeatCell(NamedTuple):
    """Who sits in a seat; nobody where a table has fewer than the others."""

    label: str
    name: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of a table of pairings, its sides in the order of the seats.

    A tie has ``points`` of the league's table.
    """

    table: int | None
    sides: tuple[SeatCell, ...]
    first_dealer: str
    result: str
    points: str = ""


@dataclass(frozen=True, slots=True)
class RoundLines:
    """A round as a page shows it; ``number`` counts through the whole event.

    ``of_teams`` says that its lines are ties.
    """

    number: int
    name: str
    state: str
    lines: tuple[MatchLine, ...]
    sit_outs: tuple[str, ...]
    open: int
    of_teams: bool = False

    @property
    def played(self) -> tuple[MatchLine, ...]:
        """The matches that have a result."""
        return tuple(line for line in self.lines if line.result)


@dataclass(frozen=True, slots=True)
class Lines:
    """What is needed to write matches down: names, games, what a game is worth, the seats."""

    name: Namer
    games: Games
    scoring: Scoring
    seats: tuple[str, ...] = SEATS[:2]

    def of_round(self, number: int, round_: Round) -> RoundLines:
        """Write a round down.

        Args:
            number: of the round, counted through the event.
            round_: with matches and sides loaded.
        """
        matches = [one for one in round_.matches.all() if one.status != Match.Status.VOID]
        pairings = [one for one in matches if one.kind != Match.Kind.BYE]
        lines = tuple(self.of_match(one) for one in pairings)
        return RoundLines(
            number=number,
            name=round_.name or f"Round {round_.number}",
            state=round_.state,
            lines=lines,
            sit_outs=tuple(self._sit_outs(matches)),
            open=sum(not line.result for line in lines),
            of_teams=round_.stage.kind == LEAGUE,
        )

    def of_match(self, match: Match) -> MatchLine:
        """Write a match down; its sides are loaded, and the boards of a tie."""
        names = [self._name(side) for side in match.sides.all()]
        dealer = names[match.first_dealer - 1] if match.first_dealer else ""
        if match.kind == Match.Kind.TIE:
            result, points = self._of_tie(match)
        else:
            result, points = self.result(match), ""
        return MatchLine(
            table=match.table,
            sides=tuple(
                SeatCell(label, name, match.winner == slot)
                for slot, (label, name) in enumerate(
                    zip_longest(self.seats, names, fillvalue=""), 1
                )
            ),
            first_dealer=dealer,
            result=result,
            points=points,
        )

    def _of_tie(self, tie: Match) -> tuple[str, str]:
        """Say how a tie ended and what it gave; both empty while a board is open."""
        rules = tie_rules(tie.stage.config)
        verdict = judged(rules, tie)
        if verdict is None:
            return "", ""
        boards = [Two(*(side.games_won for side in one.sides.all())) for one in tie.boards.all()]
        by_boards = rules.decided_by == "boards"
        return (
            tie_words(verdict, boards, by_boards=by_boards),
            tie_points(verdict, scale=rules.points.scale),
        )

    def result(self, match: Match) -> str:
        """Say how a match ended, scores in the order of the seats; empty while it is open."""
        games = self.games.get(match.pk, ())
        if match.outcome == Match.Outcome.BYE:
            return "bye"
        if not games:
            return ""
        if all(game.forfeit for game in games):
            return "forfeit"
        scores = [self._score(game) for game in games]
        if match.best_of == 1:
            return scores[0]
        tally = "–".join(str(side.tally) for side in match.sides.all())
        return f"{tally} ({', '.join(scores)})"

    def _score(self, game: GameResult) -> str:
        if game.scores:
            return table_words(game.scores, self.scoring)
        if game.forfeit:
            return "forfeit"
        target = self.scoring.target
        lost = game.loser_score if game.loser_score is not None else target - (game.spread or 0)
        pair = (target, lost) if game.winner == 1 else (lost, target)
        return f"{pair[0]}–{pair[1]}{MARKS[skunk_class(self.scoring, lost)]}"

    def _name(self, side: MatchSide) -> str:
        if side.entry is None:
            return "nobody" if side.is_empty else NOBODY_YET
        return self.name(side.entry)

    def _sit_outs(self, matches: Iterable[Match]) -> Iterable[str]:
        for match in matches:
            if match.kind == Match.Kind.BYE:
                yield from (self._name(side) for side in match.sides.all() if side.entry)


def evening_of(lines: Lines, rounds: Iterable[Round], entry_id: int) -> tuple[RoundLines, ...]:
    """Return the rounds of one entry only: where it plays, whom, and how that ended.

    Args:
        lines: how matches are written.
        rounds: of the event, all loaded.
        entry_id: key of the entry.
    """
    found = []
    for number, round_ in enumerate(rounds, start=1):
        mine = [
            match
            for match in round_.matches.all()
            if match.status != Match.Status.VOID
            and any(side.entry_id == entry_id for side in match.sides.all())
        ]
        if mine:
            whole = lines.of_round(number, round_)
            own = tuple(lines.of_match(one) for one in mine if one.kind != Match.Kind.BYE)
            rests = () if own else ("sits out",)
            found.append(
                RoundLines(
                    number, whole.name, whole.state, own, rests, sum(not o.result for o in own)
                )
            )
    return tuple(found)
