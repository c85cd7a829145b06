"""Rows that the desk shows and never writes."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest

from clubs.desk import ClubDeskAdmin


class ShownAdmin(ClubDeskAdmin):
    """Rows of one's clubs, to be read: services write them, the console calls those.

    Nobody adds, changes or deletes here, a superuser neither.
    """

    actions = None
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field.name for field in self.opts.fields if field.name != "id"]
