"""What the operator of the site looks at: the outbox and the audit."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from common import outbox
from common.models import Audit, Outbox


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs only
    """Rows that are looked at, by superusers, and never written here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class StateFilter(admin.SimpleListFilter):
    """Done, waiting or dead."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("waiting", "waiting"), ("dead", "dead"), ("done", "done")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "waiting":
                return queryset.filter(done_at=None, dead_at=None)
            case "dead":
                return queryset.exclude(dead_at=None)
            case "done":
                return queryset.exclude(done_at=None)
        return queryset


@admin.register(Outbox)
class OutboxAdmin(ReadOnlyAdmin):
    """Messages; the dead ones can be tried again."""

    list_display = ("topic", "key", "created_at", "attempts", "sent_at", "done_at", "dead_at")
    list_filter = (StateFilter, "topic")
    search_fields = ("key",)
    ordering = ("-id",)
    actions = ("try_again",)

    @admin.action(description="Try the selected messages again", permissions=["view"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[Outbox]) -> None:
        """Give the selected messages five more attempts."""
        for outbox_id in queryset.values_list("pk", flat=True):
            outbox.retry(outbox_id=outbox_id)
        self.message_user(request, "They will be sent again within seconds.")


@admin.register(Audit)
class AuditAdmin(ReadOnlyAdmin):
    """Who changed what."""

    list_display = ("at", "root_kind", "seq", "actor_label", "agent", "action", "target", "reason")
    list_filter = ("root_kind", "agent", "action")
    search_fields = ("=root_id", "target", "=request_id")
    ordering = ("-id",)
    show_full_result_count = False
