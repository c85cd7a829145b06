"""Forms of a result: game by game for two sides, a score each for a table of three."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tournaments.admin.console import widgets
from tournaments.admin.console.words import LETTERS
from tournaments.matches import GameResult
from tournaments.pod_results import table_result

SLOTS = {"A": 1, "1": 1, "B": 2, "2": 2}
OF_A_SCORE = re.compile(r"games\[0\]\.scores(?:\[(\d)\])?")
AWAY = "Empty: was not there, which a director says."


class GamesForm(forms.Form):
    """The whole match, game by game; a reason where a result stands already."""

    def __init__(
        self,
        *args: Any,
        names: Sequence[str],
        games: int,
        needs_reason: bool,
        may_forfeit: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        for n in range(1, games + 1):
            self._add_game(n, names, may_forfeit=may_forfeit)
        if needs_reason:
            self.fields["reason"] = widgets.reason("Reason for the correction")

    def _add_game(self, n: int, names: Sequence[str], *, may_forfeit: bool) -> None:
        single = self.games == 1
        self.fields[f"winner_{n}"] = forms.TypedChoiceField(
            label="Winner" if single else f"Game {n}: winner",
            choices=[("", "choose" if single else "not played"), *side_choices(names)],
            coerce=int,
            empty_value=None,
            required=single,
        )
        self.fields[f"loser_{n}"] = widgets.number(
            "Loser’s score" if single else f"Game {n}: loser’s score",
            least=0,
            most=999,
            required=single and not may_forfeit,
            help_text="Empty for a forfeited game." if may_forfeit else "",
        )

    def results(self) -> list[GameResult]:
        """Return the games as values, first game first."""
        values = self.cleaned_data
        return [
            GameResult(values[f"winner_{n}"], loser, forfeit=loser is None)
            for n in range(1, self.games + 1)
            if values.get(f"winner_{n}")
            for loser in (values[f"loser_{n}"],)
        ]


class ScoresForm(forms.Form):
    """The scores of a table where each plays for himself."""

    def __init__(self, *args: Any, names: Sequence[str], needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slots = range(1, len(names) + 1)
        for slot, name in side_choices(names):
            self.fields[f"score_{slot}"] = widgets.number(
                f"Score of {name}", least=0, most=999, required=False, help_text=AWAY
            )
        if needs_reason:
            self.fields["reason"] = widgets.reason("Reason for the correction")

    def results(self) -> list[GameResult]:
        """Return the one game of the table."""
        return [table_result([self.cleaned_data[f"score_{slot}"] for slot in self.slots])]


class EntryForm(forms.Form):
    """One game as the slip of a table says it."""

    round = forms.TypedChoiceField(label="Round", coerce=int)
    table = widgets.number("Table", least=1, most=9999)
    winner = widgets.text("Winner, A or B", longest=1, attrs={"autocapitalize": "characters"})
    loser_score = widgets.number("Loser’s score", least=0, most=999)

    def __init__(self, *args: Any, rounds: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].choices = rounds  # type: ignore[attr-defined] # a choice field
        self.fields["table"].widget.attrs["autofocus"] = True

    def clean_winner(self) -> int:
        """Return the slot of the winner."""
        slot = SLOTS.get(self.cleaned_data["winner"].upper())
        if slot is None:
            raise forms.ValidationError("Type A for the first seat or B for the second.")
        return slot

    def result(self, _sides: int) -> GameResult:
        """Return the game."""
        return GameResult(self.cleaned_data["winner"], self.cleaned_data["loser_score"])


class TableEntryForm(EntryForm):
    """The slip of a table of three, or of two who have no third: a score each."""

    winner = None  # type: ignore[assignment] # django's way to leave a field out
    loser_score = None  # type: ignore[assignment] # as above
    score_1 = widgets.number("Score of A", least=0, most=999)
    score_2 = widgets.number("Score of B", least=0, most=999)
    score_3 = widgets.number(
        "Score of C", least=0, most=999, required=False, help_text="Empty at a table of two."
    )

    def result(self, sides: int) -> GameResult:
        """Return the game; a table has as many scores as sides.

        Who was missing is told on the page of the match, never by a gap.
        """
        scores = [self.cleaned_data[f"score_{slot}"] for slot in (1, 2, 3)]
        if scores[2] is None or sides > 2:
            scores = scores[:sides]
        if None in scores:
            raise forms.ValidationError(
                {"score_3": "Three sit at this table. If C was not there, open its match."}
            )
        return table_result(scores)


def side_choices(names: Sequence[str]) -> list[tuple[object, str]]:
    """Return the sides as choices, A first."""
    return [(n, f"{LETTERS[n - 1]} {name}") for n, name in enumerate(names, start=1)]


def score_field(refused: str) -> str:
    """Return the field of a score that a refusal is about; empty for any other."""
    found = OF_A_SCORE.fullmatch(refused)
    return f"score_{int(found[1] or 0) + 1}" if found else ""


def first_values(games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Fill a form in with what was said."""
    initial: dict[str, Any] = {}
    for n, game in enumerate(games, start=1):
        initial |= {f"winner_{n}": game["winner"], f"loser_{n}": game.get("loser_score")}
        for slot, score in enumerate(game.get("scores", ()), start=1):
            initial[f"score_{slot}"] = score
    return initial
