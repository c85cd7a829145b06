"""Names and notes as people type them: one check for forms, API and services."""

import unicodedata

from common.errors import ValidationFailed

LONGEST_NAME = 80
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# The joiners are part of names in some scripts.
_JOINERS = frozenset({"\u200c", "\u200d"})

# What has no accent to take off, and what a telephone makes of a plain apostrophe.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "\u2019": "'", "\u2018": "'"}
)


def folded(value: str) -> str:
    """Return a text as it is looked for: small letters without accents.

    Args:
        value: as typed or as kept.
    """
    parts = unicodedata.normalize("NFKD", value.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one)).translate(_PLAIN)


def clean_text(value: str, *, field: str, longest: int) -> str:
    """Return a text in NFC without blanks around it; it may be empty.

    Args:
        value: as typed.
        field: the name the refusal carries.
        longest: in characters, after cleaning.

    Raises:
        ValidationFailed: it holds a control, bidi-override or surrogate
            character, or is too long.
    """
    for character in value:
        if unicodedata.category(character) in _INVISIBLE and character not in _JOINERS:
            raise ValidationFailed(
                f"{field} holds the invisible character U+{ord(character):04X}", field=field
            )
    cleaned = unicodedata.normalize("NFC", value).strip()
    if len(cleaned) > longest:
        raise ValidationFailed(f"{field} is longer than {longest} characters", field=field)
    return cleaned


def clean_name(value: str, *, field: str = "name") -> str:
    """Return a name of 1 to 80 characters in NFC, blanks trimmed and single.

    Args:
        value: as typed.
        field: the name the refusal carries.

    Raises:
        ValidationFailed: nothing visible is left, or see :func:`clean_text`.
    """
    # A name of blanks only may hold blanks that have no width.
    if not value.replace("\u200b", "").strip():
        raise ValidationFailed(f"{field} is empty", field=field)
    cleaned = " ".join(clean_text(value, field=field, longest=LONGEST_NAME).split())
    if not cleaned.strip("\u200c\u200d"):
        raise ValidationFailed(f"{field} is empty", field=field)
    return cleaned
