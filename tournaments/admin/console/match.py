"""One match: its result, how it came about, and what may be done about it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest
from django.urls import reverse

from common.errors import NotFound
from tournaments.admin.console import line, widgets
from tournaments.admin.console.answers import Done, Undo
from tournaments.admin.console.games_forms import (
    GamesForm,
    ScoresForm,
    first_values,
    side_choices,
)
from tournaments.admin.console.page import ConsolePage
from tournaments.admin.console.words import games_words, names_of, sides_of, won_words
from tournaments.formats import KNOCKOUTS, TABLES
from tournaments.models import Match, MatchGame, ResultClaim
from tournaments.rulesets import Ruleset, match_format
from tournaments.selectors.matches import OVER, match_by_id, with_sides
from tournaments.services.corrections import correct_result, retract_result, void_match
from tournaments.services.progress import forfeit_game
from tournaments.services.results import forfeit_match, report_result
from tournaments.services.tables import move_table

UNDONE = "Undone at the desk right after it was entered."
MOST_GAMES = 9


WHAT_IS_LOST = [("match", "the whole match"), ("game", "the next game only")]


class ForfeitForm(forms.Form):
    """A side that did not come or gave up."""

    absent = forms.TypedChoiceField(label="Missing", coerce=int)
    what = forms.ChoiceField(label="Forfeited", choices=WHAT_IS_LOST)
    reason = widgets.reason()

    def __init__(self, *args: Any, names: Sequence[str], best_of: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if best_of == 1:
            del self.fields["what"]
        sides = [("", "choose"), *side_choices(names)]
        self.fields["absent"].choices = sides  # type: ignore[attr-defined] # a choice field


class ReasonForm(forms.Form):
    """Why."""

    reason = widgets.reason()


class TableForm(forms.Form):
    """Where it is played."""

    table = widgets.number("Table", least=1, most=9999)


class MatchPage(ConsolePage):
    """One match."""

    slug = "play"
    about = ""
    template = "desk/match.html"
    title = "Match"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self.match_id = kwargs["match_id"]
        return super().dispatch(request, *args, **kwargs)

    @property
    def path(self) -> str:
        return line.match_url(self.event, self.match_id)

    def read(self) -> Match:
        """Return the match of the address."""
        try:
            match = match_by_id(self.request.user, self.match_id)
        except NotFound as error:
            raise Http404(error.message) from error
        if match.stage.event_id != self.event.pk:
            raise Http404("There is no such match.")
        return match

    def context(self) -> dict[str, Any]:
        match = self.read()
        names = names_of(match)
        has_result = match.status in OVER and match.status != Match.Status.VOID
        claims = list(match.claims.all())
        accepted = next((one for one in claims if one.state == "accepted"), None)
        where = f", table {match.table}" if match.table else ""
        return {
            "title": f"{match.round.name or f'Round {match.round.number}'}{where}",
            "match": match,
            "names": names,
            "sides": sides_of(match, len(names)),
            "may_forfeit": match.stage.kind not in TABLES or len(names) == 2,
            "has_result": has_result,
            "is_bye": match.kind == Match.Kind.BYE or len(names) < 2,
            "is_void": match.status == Match.Status.VOID,
            "is_ready": match.status in ("ready", "in_progress", "reported"),
            "now": self._words(match, accepted.payload["games"]) if accepted else "",
            "claims": list(self._history(claims)),
            "result_form": self._result_form(match, names, accepted) if len(names) > 1 else None,
            "forfeit_form": self.form("forfeit", ForfeitForm, names=names, best_of=match.best_of),
            "void_form": self.form("void", ReasonForm),
            "retract_form": self.form("retract", ReasonForm),
            "table_form": self.form("table", TableForm, initial={"table": match.table}),
            "engine_games": _played_here(match),
            "is_knockout": match.stage.kind in KNOCKOUTS,
            "round_url": self._back(match),
        }

    def do_result(self) -> Done:
        """Enter the whole match."""
        match, form = self._sent_result(needs_reason=False)
        report_result(
            match_id=match.public_id,
            actor=self.actor,
            games=form.results(),
            expected_version=self.version(),
        )
        return self._saved(match)

    def do_correct(self) -> Done:
        """Replace the result, with a reason."""
        match, form = self._sent_result(needs_reason=True)
        before = _accepted(match)
        correct_result(
            match_id=match.public_id,
            actor=self.actor,
            games=form.results(),
            reason=form.cleaned_data["reason"],
            expected_version=self.version(),
        )
        after = ResultClaim.objects.get(match=match, state="accepted")
        was = self._games(before.payload["games"]) if before else "nothing"
        return Done(f"Corrected: {was} became {self._games(after.payload['games'])}.", self.path)

    def do_forfeit(self) -> Done:
        """Give the match to the side that is there."""
        match = self.read()
        values = self.checked("forfeit", ForfeitForm, names=names_of(match), best_of=match.best_of)
        if values.get("what") == "game":
            return self._forfeit_game(match, values)
        forfeit_match(
            match_id=match.public_id,
            actor=self.actor,
            absent_slot=values["absent"],
            reason=values["reason"],
            expected_version=self.version(),
        )
        return self._saved(match)

    def _forfeit_game(self, match: Match, values: Mapping[str, Any]) -> Done:
        ended = MatchGame.objects.filter(match=match, winner__isnull=False).count()
        game = forfeit_game(
            match_id=match.public_id,
            actor=self.actor,
            number=ended + 1,
            absent_slot=values["absent"],
            reason=values["reason"],
            expected_version=self.version(),
        )
        if game.match.winner:
            return self._saved(match)
        return Done(f"Game {game.number} is forfeited, the match goes on.", self._back(match))

    def do_retract(self) -> Done:
        """Take the result back: it is to be entered again."""
        match = self.read()
        at_once = "reason" not in self.request.POST
        reason = UNDONE if at_once else self.checked("retract", ReasonForm)["reason"]
        retract_result(
            match_id=match.public_id,
            actor=self.actor,
            reason=reason,
            expected_version=self.version(),
        )
        where = f"Table {match.table}" if match.table else match.round.name
        return Done(f"{where} is open again. Enter its result anew.", self._back(match))

    def do_void(self) -> Done:
        """Declare that the game never was."""
        match = self.read()
        reason = self.checked("void", ReasonForm)["reason"]
        void_match(
            match_id=match.public_id,
            actor=self.actor,
            reason=reason,
            expected_version=self.version(),
        )
        return Done("The game is void. It counts for nobody.", self.path)

    def do_table(self) -> Done:
        """Move the match to another table."""
        match = self.read()
        table = self.checked("table", TableForm)["table"]
        move_table(
            match_id=match.public_id,
            actor=self.actor,
            table=table,
            expected_version=self.version(),
        )
        back = self.undo("table", table=match.table) if match.table else None
        return Done(f"It is played at table {table} now.", self.path, back)

    def _sent_result(self, *, needs_reason: bool) -> tuple[Match, Any]:
        match = self.read()
        form, asked = _asked(match, _accepted(match))
        self.checked("result", form, names=names_of(match), needs_reason=needs_reason, **asked)
        return match, self.bound["result"]

    def _saved(self, match: Match) -> Done:
        now = with_sides(Match.objects.filter(pk=match.pk)).get()
        claim = ResultClaim.objects.get(match=now, state="accepted")
        back = Undo(self.path, "retract", {"version": str(now.version)})
        return Done(self._words(now, claim.payload["games"]), self._back(now), back)

    def _result_form(self, match: Match, names: Sequence[str], claim: ResultClaim | None) -> Any:
        form, asked = _asked(match, claim)
        return self.form(
            "result",
            form,
            names=names,
            needs_reason=claim is not None,
            initial=first_values(claim.payload["games"]) if claim else {},
            **asked,
        )

    def _history(self, claims: Sequence[ResultClaim]) -> Iterator[dict[str, Any]]:
        for claim in reversed(claims):
            yield {
                "claim": claim,
                "games": self._games(claim.payload["games"]),
                "counts": claim.state == ResultClaim.State.ACCEPTED,
            }

    def _back(self, match: Match) -> str:
        if match.stage.kind in KNOCKOUTS:
            return self.address("play-offs", stage=match.stage.number)
        where = {"stage": match.stage.number} if match.stage.number > 1 else {}
        return self.address("play", **where, round=match.round.number)

    def _games(self, games: Sequence[Mapping[str, Any]]) -> str:
        return games_words(games, Ruleset.read(self.event.rules, self.event.ruleset).scoring)

    def _words(self, match: Match, games: Sequence[Mapping[str, Any]]) -> str:
        scoring = Ruleset.read(self.event.rules, self.event.ruleset).scoring
        return won_words(match, games, scoring)


def _accepted(match: Match) -> ResultClaim | None:
    return ResultClaim.objects.filter(match=match, state="accepted").first()


def _asked(match: Match, claim: ResultClaim | None) -> tuple[Any, dict[str, Any]]:
    """Return the form of a result and what it is made with."""
    if match.stage.kind in TABLES:
        return ScoresForm, {}
    may_forfeit = claim is not None or match.best_of > 1
    return GamesForm, {"games": _games_asked(match, claim), "may_forfeit": may_forfeit}


def _games_asked(match: Match, claim: ResultClaim | None) -> int:
    """Count the games of the form: a bracket that is level needs a further one."""
    further = match.stage.kind in KNOCKOUTS and match_format(match.stage.config).plays_all
    said = len(claim.payload["games"]) if claim else 0
    return max(said, min(match.best_of, MOST_GAMES)) + int(further)


def _played_here(match: Match) -> list[dict[str, Any]]:
    """List the games of a match that are on the engine, each with its page of rulings."""
    played = MatchGame.objects.filter(match=match, engine_game__isnull=False).order_by("number")
    return [
        {"number": game.number, "url": reverse("admin:games_game_correct", args=[game.engine_game])}
        for game in played
    ]
