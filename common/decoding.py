"""Bytes of a text file somebody saved somewhere: text without a damaged name.

Byte-order mark, then UTF-8, then Windows-1252 if the result reads like one of
its languages, then a guess; where no reading is plausible the file is refused.
"""

import codecs
import re
from typing import Final

from charset_normalizer import from_bytes

from common.errors import UnsupportedFile

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "utf-16"),
)
_GUESSABLE: Final = [
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "cp1257",
    "iso8859_2",
    "mac_roman",
    "cp932",
    "euc_jp",
    "big5",
    "gb18030",
    "cp949",
]
# Letters and the punctuation that word processors put around them.
_PUNCTUATION: Final = frozenset("‘’‚“”„‹›«»–—…·•¡¿ªº°€£§®™´\u00a0\u3000、。・")
# Bytes read in the wrong table: an accented capital inside a word ("RenŽ"; Mc and
# the like put plain ones there), or accented letters only, as Cyrillic becomes.
_WRONG_TABLE: Final = re.compile(r"[a-zß-öø-ÿ][À-ÖØ-ÞŒŠŽŸ]|[À-ÖØ-öø-ÿŒœŠšŽžŸ]{3}|ƒ")


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file and the name of the encoding it was read in.

    Args:
        data: the whole file.

    Raises:
        UnsupportedFile: no encoding gives a text without damaged letters.
    """
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return _strictly(data, codec), name
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return _guessed(data)
    return (text, "windows-1252") if _reads_well(text) else _guessed(data)


def _strictly(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise _unreadable() from error


def _guessed(data: bytes) -> tuple[str, str]:
    best = from_bytes(data, cp_isolation=_GUESSABLE).best()
    if best is None or not _reads_well(str(best)):
        raise _unreadable()
    return str(best), best.encoding


def _reads_well(text: str) -> bool:
    odd = {c for c in text if ord(c) > 127 and not c.isalpha() and c not in _PUNCTUATION}
    return not odd and not _WRONG_TABLE.search(text)


def _unreadable() -> UnsupportedFile:
    return UnsupportedFile(
        "the encoding of the file is not certain, and names would be damaged: "
        'save it again as "CSV UTF-8" or as an Excel workbook (.xlsx)'
    )
