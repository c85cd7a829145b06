"""Games at the desk: looked at as a spectator, corrected by rulings, never edited."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.access import roles_of
from clubs.desk import ClubDeskAdmin
from common import idempotency
from common.canonical import digest
from common.desk import admin_actor
from common.errors import FieldError, VersionConflict
from common.idempotency import Answer
from games.codec import state_of
from games.engine.events import Event
from games.models import MATCH, Game
from games.selectors.games import seen_game
from games.selectors.judges import judges_of, players_of
from games.selectors.logs import corrections_of
from games.services.corrections import LONGEST_REASON, abandon_game, adjust_score, void_deal
from scoring.errors import CribbageError

_MOVED_ON = "The game has moved on while you had this page open. Look at it as it is now."


@admin.register(Game)
class GameAdmin(ClubDeskAdmin):
    """Games; what they hide is on no page."""

    list_display = ("public_id", "club", "origin", "phase", "scores", "created_at", "finished_at")
    list_filter = ("is_over", "phase")
    list_select_related = ("club",)
    search_fields = ("=public_id", "origin")
    ordering = ("-id",)
    fields = (
        "public_id",
        "club",
        "origin",
        "rules",
        "rules_digest",
        "version",
        "phase",
        "scores",
        "is_over",
        "winner_side",
        "created_at",
        "finished_at",
        "chain_head",
        "corrections",
    )
    readonly_fields = fields

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.correct)
        own = path("<uuid:game_id>/correct/", view, name="games_game_correct")
        return [own, *super().get_urls()]

    @admin.display(description="score")
    def scores(self, game: Game) -> str:
        """Return the score of every side."""
        return "–".join(str(score) for score in state_of(game).scores)

    @admin.display(description="head of the chain")
    def chain_head(self, game: Game) -> str:
        """Return the hash that the whole log leads to."""
        return bytes(game.head).hex()

    @admin.display(description="corrections")
    def corrections(self, game: Game) -> SafeString:
        """Return the way to the page of rulings."""
        url = reverse("admin:games_game_correct", args=[game.public_id])
        return format_html('<a href="{}">Correct this game</a>', url)

    def correct(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Show the rulings on a game, and take one."""
        game = self.get_queryset(request).filter(public_id=game_id).first()
        if game is None:
            raise Http404("There is no such game.")
        ruling = _Ruling(request, game)
        if request.method == "POST" and ruling.is_done():
            return HttpResponseRedirect(request.path)
        context = {**self.admin_site.each_context(request), "opts": self.opts, **ruling.context()}
        return TemplateResponse(request, "games/correct.html", context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AbandonForm(forms.Form):
    """Why, made from which version, and sent once."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        help_text="Everybody who may see the game can read it. Name nobody.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    expected_version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    once = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *args: Any, judges: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "judges" in self.fields:
            self.fields["judges"].choices = judges  # type: ignore[attr-defined] # a choice field


class VoidForm(AbandonForm):
    """Who else has ruled."""

    judges = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Ruled together with",
        help_text="You are named as the first judge. The log keeps numbers, no names.",
    )


class AdjustForm(VoidForm):
    """Where the pegs stand."""

    side = forms.IntegerField(min_value=0, help_text="0 is the side of the first seat.")
    back = forms.IntegerField(min_value=0, label="Back peg")
    front = forms.IntegerField(min_value=0, label="Front peg, which is the score")
    field_order = ("side", "back", "front")


_Service = Callable[..., tuple[Event, ...]]
RULINGS: dict[str, tuple[type[AbandonForm], _Service, str, str]] = {
    "adjust": (AdjustForm, adjust_score, "Put the pegs there", "The pegs stand as you ruled."),
    "void": (VoidForm, void_deal, "Deal again", "The deal is void and has been dealt again."),
    "abandon": (AbandonForm, abandon_game, "Abandon the game", "The game is abandoned."),
}


class _Ruling:
    """One look at a game by who works at the desk, and perhaps one ruling."""

    def __init__(self, request: HttpRequest, game: Game) -> None:
        self.request, self.game, self.actor = request, game, admin_actor(request)
        others = {key: name for key, name in judges_of(game).items() if key != request.user.pk}
        self.judges = [(f"user:{key}", name) for key, name in others.items()]
        self.sent: dict[str, AbandonForm] = {}

    def is_done(self) -> bool:
        """Give the ruling that was sent; tell whether that was possible."""
        do = self.request.POST.get("do", "")
        if do not in RULINGS:
            raise Http404("This page has no such button.")
        kind, service, _label, done = RULINGS[do]
        # A copy: after a refusal the form is shown for the game as it is then.
        sent = self.request.POST.copy()
        form = self.sent[do] = kind(sent, judges=self.judges, auto_id=f"{do}_%s")
        if not form.is_valid():
            return False
        values = dict(form.cleaned_data)
        key = f"desk:{values.pop('once')}"
        told = digest("desk1", self.request.path, do, values)
        try:
            with idempotency.once(self.actor, idempotency.check_key(key), told) as attempt:
                if attempt.replayed is None:
                    service(game_id=self.game.public_id, actor=self.actor, **values)
                    attempt.answer = Answer(302)
        except CribbageError as refusal:
            self._refuse(form, refusal)
            sent["expected_version"] = str(refusal.context.get("version", sent["expected_version"]))
            return False
        messages.success(self.request, done)
        return True

    def _refuse(self, form: forms.Form, refusal: CribbageError) -> None:
        """Say a refusal at the field it is about, else above the page."""
        field = refusal.context.get("field")
        if isinstance(refusal, FieldError):
            field = refusal.errors[0][0]
        words = _MOVED_ON if isinstance(refusal, VersionConflict) else refusal.message
        words = f"{words[:1].upper()}{words[1:].rstrip('.')}."
        if field in form.fields:
            form.add_error(str(field), forms.ValidationError(words, code=refusal.code))
        else:
            messages.error(self.request, words)

    def context(self) -> dict[str, Any]:
        """Return what the page shows: what a spectator sees, and no card."""
        seen = seen_game(self.actor, self.game.public_id)
        state = state_of(seen.game)
        plays = self.request.user.pk in players_of(seen.game)
        directs = bool({"owner", "director"} & roles_of(self.actor, seen.game.club_id))
        offered = self._offered(is_over=state.is_over, is_abandoned=state.ended_by == "abandonment")
        return {
            "title": "Correct a game",
            "crumbs": [{"label": "Games", "url": reverse("admin:games_game_changelist")}],
            "game": seen.game,
            "sides": list(enumerate(state.pegs)),
            "deal": state.deal and state.deal.number,
            "corrections": corrections_of(seen),
            "plays": plays,
            "directs": directs,
            "of_match": seen.game.origin.startswith(MATCH),
            "forms": self._forms(seen.game, offered) if directs and not plays else [],
        }

    @staticmethod
    def _offered(*, is_over: bool, is_abandoned: bool) -> tuple[str, ...]:
        if is_over:
            return ("void",) if is_abandoned else ()
        return tuple(RULINGS)

    def _forms(self, game: Game, offered: tuple[str, ...]) -> list[dict[str, Any]]:
        made = []
        for do in offered:
            kind, _service, label, _done = RULINGS[do]
            new = {"expected_version": game.version, "once": uuid4().hex}
            form = kind(judges=self.judges, auto_id=f"{do}_%s", initial=new)
            made.append({"do": do, "label": label, "form": self.sent.get(do, form)})
        return made
