"""What was done to a night, in words."""

from typing import Any

from tournaments.admin.console.page import ConsolePage
from tournaments.admin.console.words import after_words, record_words
from tournaments.selectors.desk import record_of

CORRECTIONS = (
    "match.corrected",
    "match.retracted",
    "match.void",
    "match.forfeited",
    "event.reopened",
    "event.cancelled",
    "ruling.cut_order",
    "ruling.lot",
)


class HistoryPage(ConsolePage):
    """The record of the night, newest first."""

    slug = "history"
    template = "desk/history.html"
    title = "History"

    def context(self) -> dict[str, Any]:
        rows = [
            {
                "at": one.at,
                "who": one.who,
                "what": record_words(one.action),
                "more": one.about or ", ".join(after_words(one.after)),
                "reason": one.reason,
                "is_correction": one.action in CORRECTIONS,
            }
            for one in record_of(self.event)
        ]
        return {"rows": rows, "corrections": [row for row in rows if row["is_correction"]]}
