"""The desk's pages for clubs, roles, players and tokens."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from clubs.desk import ClubDeskAdmin
from clubs.models import ApiToken, Club, ClubRole, Player
from clubs.services.clubs import create_club, edit_club, grant_role, revoke_role
from clubs.services.players import FIELDS, create_player, delete_player, edit_player
from clubs.services.tokens import create_token, revoke_token
from common.actor import SCOPES
from common.desk import DeskForm, admin_actor


class ClubForm(DeskForm):
    """A club."""

    class Meta:
        model = Club
        fields = ("name", "slug", "timezone", "default_preset", "is_public")


@admin.register(Club)
class ClubAdmin(ClubDeskAdmin):
    """Clubs; made by the operator of the site, edited by their owners."""

    form = ClubForm
    club_path = ""
    writer_roles = ()
    list_display = ("name", "slug", "timezone", "is_public")
    search_fields = ("name", "slug")
    ordering = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def serve(self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool) -> Club:
        expected_version = values.pop("expected_version")
        actor = admin_actor(request)
        if not change:
            return create_club(**values, actor=actor)
        return edit_club(
            **values, club_id=obj.public_id, actor=actor, expected_version=expected_version or 0
        )


@admin.register(ClubRole)
class ClubRoleAdmin(ClubDeskAdmin):
    """Who may do what; granted and taken by the owners."""

    writer_roles = ()
    fields = ("club", "user", "role")
    list_display = ("club", "user", "role")
    list_filter = ("role",)
    list_select_related = ("club", "user")
    search_fields = ("user__username",)
    ordering = ("club", "role")
    autocomplete_fields = ()
    raw_id_fields = ("user",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has_role(request, obj, self.writer_roles)

    def serve(
        self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool
    ) -> ClubRole:
        return grant_role(
            club_id=values["club"].public_id,
            user_id=values["user"].pk,
            role=values["role"],
            actor=admin_actor(request),
        )

    def delete_model(self, request: HttpRequest, obj: ClubRole) -> None:
        revoke_role(
            club_id=obj.club.public_id,
            user_id=obj.user_id,
            role=obj.role,
            actor=admin_actor(request),
        )


class PlayerForm(DeskForm):
    """A player; the sort name is made from the name when it is left empty."""

    sort_name = forms.CharField(
        required=False, max_length=80, help_text="Left empty: the last word of the name first."
    )

    class Meta:
        model = Player
        fields = (
            "club",
            "display_name",
            "sort_name",
            "member_no",
            "valid_until",
            "home_club",
            "joined_on",
            "is_active",
            "status",
            "user",
        )


@admin.register(Player)
class PlayerAdmin(ClubDeskAdmin):
    """The roster of a club."""

    form = PlayerForm
    writer_roles = ("director", "scorer")
    list_display = ("sort_name", "member_no", "club", "status", "is_active", "valid_until")
    list_display_links = ("sort_name",)
    list_filter = ("is_active", "status", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("display_name", "sort_name", "member_no")
    ordering = ("sort_name", "id")
    raw_id_fields = ("user",)
    actions = ("deactivate",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fixed = () if obj is None else ("club",)
        return fixed if request.user.is_superuser else (*fixed, "user")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has_role(request, obj, ("director",))

    @admin.action(description="Make the selected players inactive", permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: Any) -> None:
        """Take players off the rosters of new nights; their history stays."""
        actor = admin_actor(request)
        players = [row for row in queryset if self.has_change_permission(request, row)]
        for player in players:
            edit_player(
                player_id=player.public_id,
                values={"is_active": False},
                actor=actor,
                expected_version=player.version,
            )
        self.message_user(request, f"{len(players)} players are inactive now.")

    def serve(self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool) -> Player:
        given = {name: value for name, value in values.items() if name in FIELDS}
        if "user" in values:
            given["user_id"] = values["user"].pk if values["user"] else None
        actor = admin_actor(request)
        if not change:
            return create_player(club_id=values["club"].public_id, values=given, actor=actor)
        return edit_player(
            player_id=obj.public_id,
            values=given,
            actor=actor,
            expected_version=values["expected_version"] or 0,
        )

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        delete_player(player_id=obj.public_id, actor=admin_actor(request))


class TokenForm(DeskForm):
    """A new token."""

    scopes = forms.MultipleChoiceField(
        choices=[(scope, scope) for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        help_text="Each scope includes those before it.",
    )

    class Meta:
        model = ApiToken
        fields = ("name", "club", "scopes", "expires_at")


@admin.register(ApiToken)
class ApiTokenAdmin(ClubDeskAdmin):
    """Tokens of apps: made here and shown once, then only revoked."""

    form = TokenForm
    writer_roles = ("director",)
    list_display = (
        "name",
        "prefix",
        "club",
        "created_by",
        "scopes",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club", "created_by")
    search_fields = ("name", "prefix")
    ordering = ("-id",)
    actions = ("revoke",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        return (*self.list_display, "created_at")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_readonly_fields(request, obj) or TokenForm.Meta.fields

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # A made token is never edited; the list's action needs the right in general.
        return obj is None and super().has_change_permission(request)

    @admin.action(description="Revoke the selected tokens", permissions=["view"])
    def revoke(self, request: HttpRequest, queryset: Any) -> None:
        """Let the selected tokens open nothing from now on."""
        tokens = list(queryset)
        for token in tokens:
            revoke_token(token_id=token.public_id, actor=admin_actor(request))
        self.message_user(request, f"{len(tokens)} tokens are revoked.")

    def serve(
        self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool
    ) -> ApiToken:
        row, secret = create_token(
            club_id=values["club"].public_id,
            name=values["name"],
            scopes=values["scopes"],
            expires_at=values["expires_at"],
            actor=admin_actor(request),
        )
        request.shown_once = secret  # type: ignore[attr-defined] # read by response_add only
        return row

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        # Not by a message: that would keep the secret in a cookie.
        context = {
            **self.admin_site.each_context(request),
            "title": "The new token",
            "token": obj,
            "secret": getattr(request, "shown_once", ""),
            "opts": self.opts,
        }
        answer = TemplateResponse(request, "clubs/token_shown_once.html", context)
        answer["Cache-Control"] = "no-store"
        return answer
