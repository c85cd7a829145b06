"""Admin pages limited to the clubs somebody works for."""

from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from clubs.access import STAFF_ROLES, roles_of, staffed
from clubs.models import Club
from common.desk import DeskAdmin


class ClubDeskAdmin(DeskAdmin):
    """Rows of the clubs somebody works for; an owner may write everywhere.

    ``club_path`` leads from a row to its club, "" where the row is the club;
    ``writer_roles`` may add and change.
    """

    club_path: ClassVar[str] = "club"
    writer_roles: ClassVar[tuple[str, ...]] = ("director",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return staffed(request.user, super().get_queryset(request), club=self.club_path)

    def get_field_queryset(
        self, db: str | None, db_field: Any, request: HttpRequest
    ) -> QuerySet[Any] | None:
        if db_field.related_model is Club:
            return staffed(request.user, Club.objects.order_by("name"), club="")
        return super().get_field_queryset(db, db_field, request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._has_role(request, obj, STAFF_ROLES)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._has_role(request, None, self.writer_roles)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._has_role(request, obj, self.writer_roles)

    def _has_role(self, request: HttpRequest, obj: Model | None, roles: tuple[str, ...]) -> bool:
        user = request.user
        if not (user.is_active and user.is_staff):
            return False
        if user.is_superuser:
            return True
        wanted = {"owner", *roles}
        if obj is None:
            held: list[str] | None = getattr(request, "desk_roles", None)
            if held is None:
                held = list(user.club_roles.values_list("role", flat=True))
                # Asked by every model of the index page.
                request.desk_roles = held  # type: ignore[attr-defined] # ours
            return not wanted.isdisjoint(held)
        return not wanted.isdisjoint(roles_of(user, self._club_of(obj)))

    def _club_of(self, obj: Any) -> Club:
        for step in filter(None, self.club_path.split("__")):
            obj = getattr(obj, step)
        return obj  # type: ignore[no-any-return] # the path ends at a club
