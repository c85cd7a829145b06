"""Member numbers: texts, compared by a key.

``0042`` is kept as it was written. Its key ``42`` is what spreadsheets make of
it, so that a second person is never made from a number that lost its zeros.
"""

import re

from common.text import clean_text

LONGEST_MEMBER_NO = 30
_JOINTS = re.compile(r"[\s./-]+")


def clean_member_no(value: str) -> str:
    """Return a member number as text, blanks trimmed.

    Raises:
        ValidationFailed: it is longer than 30 or holds an invisible character.
    """
    return clean_text(value, field="member_no", longest=LONGEST_MEMBER_NO)


def member_no_key(value: str) -> str:
    """Return what two spellings of one number have in common; "" is no number."""
    key = _JOINTS.sub("", value).upper()
    return key.lstrip("0") or key[:1]
