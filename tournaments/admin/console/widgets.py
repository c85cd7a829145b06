"""Fields that the forms of the desk share."""

from typing import Any

from django import forms


def text(label: str, *, longest: int = 120, **options: Any) -> forms.CharField:
    """Return a line of text; the browser is not asked to remember it."""
    attrs = {"autocomplete": "off", **options.pop("attrs", {})}
    return forms.CharField(
        label=label, max_length=longest, widget=forms.TextInput(attrs=attrs), **options
    )


def number(label: str, *, least: int, most: int, **options: Any) -> forms.IntegerField:
    """Return a whole number that is typed, not spun by a wheel."""
    attrs = {"inputmode": "numeric", "autocomplete": "off", **options.pop("attrs", {})}
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.TextInput(attrs=attrs),
        error_messages={
            "invalid": "Type a whole number.",
            "min_value": f"Type a whole number, {least} or more.",
            "max_value": f"Type a whole number, {most} at most.",
        },
        **options,
    )


def focus_on(form: forms.Form, name: str) -> None:
    """Give one field of a form the focus, and no other."""
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
    form.fields[name].widget.attrs["autofocus"] = True


def reason(label: str = "Reason") -> forms.CharField:
    """Return the field of a reason."""
    return text(label, longest=400)


def day(label: str) -> forms.DateField:
    """Return a day."""
    return forms.DateField(label=label, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


def hour(label: str) -> forms.TimeField:
    """Return a time of day."""
    return forms.TimeField(label=label, widget=forms.TimeInput({"type": "time"}, "%H:%M"))
