"""Which column of a roster file is what, by its heading."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

# The earlier a word stands, the surer it names the column.
_WORDS: Final = {
    "name": "name; full name; player name; player; member name; member; display name;"
    " players; members; names",
    "first": "first name; first; given name; given names; forename; firstname;"
    " player first name; vorname; prenom",
    "last": "last name; last; surname; family name; lastname; second name;"
    " player last name; nachname; nom",
    "member_no": "member no; member number; member id; memberno; membernumber; member nr;"
    " membership no; membership number; membership id; mem no; acc no; acc number; acc id; acc;"
    " license no; licence no; player no; player number; player id; number; no; nr; id; #",
    "home_club": "home club; club; club name; home club name; verein",
    "valid_until": "valid until; valid to; valid thru; valid through; expires; expires on;"
    " expiry; expiry date; expiration; expiration date; exp date; membership expires;"
    " membership expiry; paid until; paid to; paid through",
    "joined": "joined; joined on; date joined; join date; member since; since",
    "guest": "guest; is guest; visitor; guest?",
    "note": "note; notes; remark; remarks; comment; comments",
}
SYNONYMS: Final = {field: tuple(words.split("; ")) for field, words in _WORDS.items()}


def columns_of(headers: Sequence[str]) -> dict[str, int]:
    """Find the columns of a roster: field to index.

    Args:
        headers: the headings; capitals, accents, full stops and underscores do
            not matter.

    Returns:
        The fields found. Of two columns that could be one field the surer one,
        then the left one, is taken; a column is one field only.
    """
    words = [_plain(header) for header in headers]
    found: dict[str, int] = {}
    taken: set[int] = set()
    for field in sorted(SYNONYMS, key=lambda field: field == "name"):
        ranked = [
            (SYNONYMS[field].index(word), index)
            for index, word in enumerate(words)
            if word in SYNONYMS[field] and index not in taken
        ]
        if ranked:
            found[field] = min(ranked)[1]
            taken.add(found[field])
    if "name" in found and "first" in found and "last" not in found:
        # "Name" beside a first name is the last name.
        found["last"] = found.pop("name")
    return found


def _plain(header: str) -> str:
    bare = unicodedata.normalize("NFKD", header.casefold())
    bare = "".join(c for c in bare if not unicodedata.combining(c))
    bare = re.sub(r"#|№|nº", " # ", bare)
    words = re.sub(r"[^\w#?]+|_", " ", bare).split()
    # "Member #" is a member number, "#" alone may be one.
    return " ".join("no" if word == "#" and len(words) > 1 else word for word in words)
