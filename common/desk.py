"""Admin pages that change nothing themselves: they call the service the API calls.

A form carries the version it was made from. A refusal of a service becomes an
error of the form, with its code, and the page is shown again.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from common.actor import Actor
from common.errors import FieldError, VersionConflict
from scoring.errors import CribbageError

_CHANGED = "This was changed by someone else while you had it open. Look at it again, then save."


def admin_actor(request: HttpRequest) -> Actor:
    """Return who works at the desk."""
    user = request.user
    return Actor.person(
        cast("int", user.pk),
        agent="admin",
        request_id=getattr(request, "request_id", ""),
        is_superuser=user.is_superuser,
    )


class DeskForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """A form of the desk; ``refusal`` is what the service said of the last try."""

    expected_version = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=0, label="version"
    )
    refusal: ClassVar[CribbageError | None] = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["expected_version"] = getattr(self.instance, "version", 0)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        refusal = type(self).refusal
        if refusal is not None:
            message = _CHANGED if isinstance(refusal, VersionConflict) else refusal.message
            field = refusal.errors[0][0] if isinstance(refusal, FieldError) else ""
            self.add_error(
                field if field in self.fields else None,
                forms.ValidationError(message, code=refusal.code),
            )
        return cleaned

    def _post_clean(self) -> None:
        # The services check; the model's own checks would say it twice and in other words.
        opts = self._meta
        self._validate_unique = False
        for name in opts.fields or ():
            if name in self.cleaned_data and name in self.fields:
                setattr(self.instance, name, self.cleaned_data[name])


class DeskAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # as above
    """Base of the desk's pages: services write, nothing is deleted in bulk."""

    form = DeskForm
    actions_on_top = True

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        page = partial(super().changeform_view, request, object_id, form_url, extra_context)
        return self._retold(request, page)

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        refusal = getattr(request, "desk_refusal", None)
        return form if refusal is None else type(form.__name__, (form,), {"refusal": refusal})

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        saved = self.serve(request, obj, form.cleaned_data, change)
        # The page goes on with the row as the service left it.
        obj.__dict__.update(saved.__dict__)

    def serve(self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool) -> Model:
        """Call the service that saves; return the row as it is now."""
        raise NotImplementedError

    def _retold(self, request: HttpRequest, page: Callable[[], HttpResponse]) -> HttpResponse:
        try:
            return page()
        except CribbageError as refusal:
            request.desk_refusal = refusal  # type: ignore[attr-defined] # read by get_form
            return page()
