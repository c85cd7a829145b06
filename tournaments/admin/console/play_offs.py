"""The play-offs: the cut, a ruling where it is tied, the bracket game by game."""

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Prefetch

from tournaments.admin.console import line, widgets
from tournaments.admin.console.answers import Done
from tournaments.admin.console.cutting import CutPage
from tournaments.admin.console.play import PlayPage, enter_game
from tournaments.admin.console.words import LETTERS, game_words, match_words, side_name
from tournaments.display.brackets import picture_of
from tournaments.display.pictures import bracket_rows, bracket_svg
from tournaments.matches import GameResult
from tournaments.models import Match, MatchGame, Round, Stage
from tournaments.rulesets import match_format
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.matches import PLAYABLE, matches_of, with_sides
from tournaments.services.drafting import SEED_BITS
from tournaments.services.draw import discard_draft, generate_rounds, publish_rounds


class GameForm(forms.Form):
    """The next game of one match of the bracket."""

    winner = forms.TypedChoiceField(label="Winner", coerce=int, widget=forms.RadioSelect)
    loser_score = widgets.number("Loser’s score", least=0, most=999)

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = [  # type: ignore[attr-defined] # a choice field
            (n, f"{LETTERS[n - 1]} {name}") for n, name in enumerate(names, start=1)
        ]


class PlayOffsPage(CutPage, PlayPage):
    """From the cut to the champion."""

    slug = "play-offs"
    about = "brackets"
    template = "desk/play_offs.html"
    title = "Play-offs"

    def context(self) -> dict[str, Any]:
        if not self.stages:
            return {"phase": "none"}
        stage = self.stage()
        rounds = list(Round.objects.filter(stage=stage).order_by("number"))
        common = {"stage": stage, "format": match_words(match_format(stage.config))}
        if rounds:
            return {**common, **self._bracket(stage, rounds)}
        return {**common, **self.cut_parts(stage)}

    def do_generate(self) -> Done:
        """Draft the bracket."""
        return self._drafted()

    def do_draw_again(self) -> Done:
        """Draft it once more with another draw."""
        return self._drafted(rng_seed=secrets.randbits(SEED_BITS) | 1)

    def do_discard(self) -> Done:
        """Throw the draft away."""
        discard_draft(stage_id=self.stage().public_id, actor=self.actor)
        return Done("The draft of the bracket is thrown away.", self.path)

    def do_publish(self) -> Done:
        """Publish the bracket."""
        publish_rounds(
            stage_id=self.stage().public_id,
            actor=self.actor,
            expected_version=self.version(),
            although_due_elsewhere=self.is_confirmed(),
        )
        return Done("The bracket is published. Games can be entered.", self.path)

    def do_game(self) -> Done:
        """Save the next game of a match."""
        match = with_sides(Match.objects.filter(pk=self.match().pk)).get()
        names = [side_name(side) for side in match.sides.all()]
        values = self.checked(f"game_{match.pk}", GameForm, names=names)
        result = GameResult(values["winner"], values["loser_score"])
        return self.saved(match, enter_game(self, match, result), self.path)

    def _drafted(self, rng_seed: int | None = None) -> Done:
        stage = self.stage()
        generate_rounds(stage_id=stage.public_id, actor=self.actor, rng_seed=rng_seed)
        return Done("The bracket is drafted. Look at it, then publish.", self.path)

    def _bracket(self, stage: Stage, rounds: Sequence[Round]) -> dict[str, Any]:
        view = bracket_of(stage, drafts=True)
        picture = picture_of(view)
        return {
            "phase": "bracket",
            "is_draft": any(one.state == Round.State.DRAFT for one in rounds),
            "svg": bracket_svg(picture, title=f"{stage.name} of {self.event.name}"),
            "picture_rows": bracket_rows(picture),
            "champion": view.champion,
            "byes": [
                side.entry.display
                for match in view.rounds[0].matches
                if match.outcome == Match.Outcome.BYE
                for side in match.sides
                if side.entry is not None
            ],
            "cards": self._cards(stage),
            "done_cards": self._done(stage),
        }

    def _cards(self, stage: Stage) -> list[dict[str, Any]]:
        played = matches_of(self.event).filter(
            stage=stage, kind=Match.Kind.PAIRING, status__in=PLAYABLE
        )
        matches = played.prefetch_related(Prefetch("games", MatchGame.objects.order_by("number")))
        return [self._card(match, first=n == 0) for n, match in enumerate(matches)]

    def _card(self, match: Match, *, first: bool) -> dict[str, Any]:
        sides = list(match.sides.all())
        names = [side_name(side) for side in sides]
        return {
            "match": match,
            "first": first,
            "round": match.round.name,
            "sides": [(LETTERS[n], side_name(side), side.tally) for n, side in enumerate(sides)],
            "games": [
                game_words(
                    {
                        "winner": game.winner,
                        "loser_score": game.loser_score,
                        "forfeit": game.source == "forfeit",
                    },
                    self.scoring,
                )
                for game in match.games.all()
                if game.winner
            ],
            "form": self.form(f"game_{match.pk}", GameForm, names=names),
            "url": line.match_url(self.event, match.public_id),
        }

    def _done(self, stage: Stage) -> list[dict[str, Any]]:
        decided = matches_of(self.event).filter(
            stage=stage, kind=Match.Kind.PAIRING, winner__isnull=False
        )
        return [
            {
                "round": match.round.name,
                "names": [side_name(side) for side in match.sides.all()],
                "tally": "–".join(str(side.tally) for side in match.sides.all()),
                "winner": match.winner,
                "url": line.match_url(self.event, match.public_id),
            }
            for match in decided
        ]
