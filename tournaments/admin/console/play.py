"""Play: table, winner, loser's score, Enter, and the next; what is saved is shown so."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import ValidationError

from common.errors import ValidationFailed
from tournaments.admin.console import line
from tournaments.admin.console.answers import Done, Undo
from tournaments.admin.console.games_forms import EntryForm, TableEntryForm
from tournaments.admin.console.page import About, ConsolePage
from tournaments.admin.console.words import LETTERS, games_words, names_of, sides_of, won_words
from tournaments.formats import FORMATS, TABLES
from tournaments.matches import GameResult, Scoring
from tournaments.models import Match, MatchGame, ResultClaim, Stage
from tournaments.rulesets import Ruleset
from tournaments.selectors.desk import accepted_games
from tournaments.selectors.matches import OVER, matches_of
from tournaments.services.progress import record_game
from tournaments.services.results import report_result


class PlayPage(ConsolePage):
    """Results of the games as they come in."""

    slug = "play"
    about: ClassVar[About] = "games"
    template = "desk/play.html"
    title = "Play"

    def setup(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.scoring_read: Scoring | None = None

    @property
    def scoring(self) -> Scoring:
        """What a game of this event can end like."""
        self.scoring_read = (
            self.scoring_read or Ruleset.read(self.event.rules, self.event.ruleset).scoring
        )
        return self.scoring_read

    def context(self) -> dict[str, Any]:
        if not self.stages:
            return {"has_matches": False}
        stage = self.stage()
        matches = list(matches_of(self.event).filter(stage=stage, kind=Match.Kind.PAIRING))
        at = self._round_shown(matches)
        here = [one for one in matches if one.round.number == at]
        games = accepted_games(stage) if matches else {}
        rounds = round_choices((one.round.number, one.round.name) for one in matches)
        initial = {"round": at, "table": self.request.GET.get("table", "")}
        return {
            "rounds": [self._tab(number, name, matches, at) for number, name in rounds],
            "round_name": dict(rounds).get(at, ""),
            "round_url": self._here(at),
            "open_rows": [self._row(one) for one in here if one.status not in OVER],
            "saved_rows": [self._row(one, games.get(one.pk)) for one in here if one.status in OVER],
            "form": self.form("entry", _form_of(stage), rounds=rounds, initial=initial),
            "is_tables": stage.kind in TABLES,
            "letters": LETTERS[: FORMATS[stage.kind].most_sides],
            "target": self.scoring.target,
            "has_matches": bool(matches),
            "keep": f"slip-{self.event.public_id}-{at}-{sum(one.version for one in here)}",
        }

    def do_enter(self) -> Done:
        """Save one game, and go on to the next."""
        stage = self.stage()
        published = matches_of(self.event).filter(stage=stage, kind=Match.Kind.PAIRING)
        rows = list(published.values_list("round__number", "round__name", "status"))
        rounds = round_choices((number, name) for number, name, _ in rows)
        values = self.checked("entry", _form_of(stage), rounds=rounds)
        at_table = published.filter(round__number=values["round"], table=values["table"])
        match = at_table.exclude(status=Match.Status.VOID).first()
        if match is None:
            raise ValidationFailed(
                f"{dict(rounds)[values['round']]} has no table {values['table']}. "
                "The open tables are listed below.",
                field="table",
            )
        self._require_open(match)
        games = enter_game(self, match, self._result(match))
        waiting = [1 for number, _, now in rows if number == values["round"] and now not in OVER]
        # The last slip of a round is followed by the first of the next.
        to = self.path if games and len(waiting) == 1 else self._here(values["round"])
        return self.saved(match, games, to)

    def _result(self, match: Match) -> GameResult:
        form: Any = self.bound["entry"]
        try:
            result: GameResult = form.result(match.sides.count())
        except ValidationError as error:
            (field, (message,)), *_ = error.message_dict.items()
            raise ValidationFailed(message, field=field) from error
        return result

    def _require_open(self, match: Match) -> None:
        """A second slip of a table is told what the first one said."""
        games = accepted_games(match.stage).get(match.pk) if match.status in OVER else None
        if games:
            raise ValidationFailed(
                f"This is saved already. {won_words(match, games, self.scoring)} "
                "If that is wrong, press Correct in its row below.",
                field="table",
            )

    def saved(self, match: Match, games: Sequence[Mapping[str, Any]], to: str) -> Done:
        """Say what was saved, with the way back; without games the match goes on."""
        if not games:
            names = " – ".join(names_of(match))
            return Done(f"{names}: the game is saved, the match goes on.", to)
        url = line.match_url(self.event, match.public_id)
        back = Undo(url, "retract", {"version": str(match.version)})
        return Done(won_words(match, games, self.scoring), to, back)

    def _here(self, number: int) -> str:
        return self.address(self.slug, **self.chosen_stage(), round=number)

    def _round_shown(self, matches: Sequence[Match]) -> int:
        asked = self.request.GET.get("round", "")
        numbers = sorted({one.round.number for one in matches})
        if asked.isascii() and asked.isdigit() and len(asked) < 6 and int(asked) in numbers:
            return int(asked)
        waiting = [one.round.number for one in matches if one.status not in OVER]
        return min(waiting, default=numbers[-1] if numbers else 1)

    def _tab(self, number: int, name: str, matches: Sequence[Match], at: int) -> dict[str, Any]:
        waiting = sum(one.round.number == number and one.status not in OVER for one in matches)
        return {
            "name": name,
            "open": waiting,
            "is_here": number == at,
            "url": self._here(number),
        }

    def _row(
        self, match: Match, games: Sequence[Mapping[str, Any]] | None = None
    ) -> dict[str, Any]:
        return {
            "match": match,
            "table": match.table,
            "sides": sides_of(match, FORMATS[match.stage.kind].most_sides),
            "result": games_words(games, self.scoring) if games else match.get_outcome_display(),
            "deals": LETTERS[match.first_dealer - 1] if match.first_dealer else "",
            "url": line.match_url(self.event, match.public_id),
            "enter_url": f"{self._here(match.round.number)}&table={match.table or ''}#entry",
        }


def _form_of(stage: Stage) -> type[EntryForm]:
    return TableEntryForm if stage.kind in TABLES else EntryForm


def round_choices(rounds: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """List rounds by number, once each, as they are called."""
    return [(number, name or f"Round {number}") for number, name in sorted(set(rounds))]


def enter_game(page: ConsolePage, match: Match, result: GameResult) -> Sequence[Mapping[str, Any]]:
    """Save a single game as the result, or as the next game of a longer match.

    Returns:
        All games of the match when this decides it, else none; ``match`` is
        brought up to date.
    """
    if match.best_of == 1:
        claim = report_result(match_id=match.public_id, actor=page.actor, games=[result])
        return _settled(match, claim)
    ended = MatchGame.objects.filter(match=match, winner__isnull=False).count()
    game = record_game(
        match_id=match.public_id,
        actor=page.actor,
        number=ended + 1,
        winner=result.winner,
        loser_score=result.loser_score or 0,
        expected_version=page.version(),
    )
    if not game.match.winner:
        return ()
    claim = ResultClaim.objects.get(match=match, state=ResultClaim.State.ACCEPTED)
    claim.match = game.match
    return _settled(match, claim)


def _settled(match: Match, claim: ResultClaim) -> Sequence[Mapping[str, Any]]:
    for name in ("status", "outcome", "winner", "version"):
        setattr(match, name, getattr(claim.match, name))
    games: Sequence[Mapping[str, Any]] = claim.payload["games"]
    return games
