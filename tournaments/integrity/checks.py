"""Every check by name, in the order they are run."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tournaments.integrity import computed, logs, results, ties
from tournaments.integrity.breach import Breach, Check

CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "game logs": logs.game_logs,
        "audit chains": logs.audit_chains,
        "change feeds": logs.feed_numbers,
        "audited changes": logs.audited_changes,
        "outbox": logs.outbox_age,
        "accepted claims": results.accepted_claims,
        "game lines": results.lines_of_claims,
        "sums of games": results.sums_of_games,
        "entries in rounds": results.entries_in_rounds,
        "engine results": results.engine_results,
        "ties": ties.ties_and_boards,
        "standings": computed.standings_published,
        "brackets": computed.bracket_slots,
        "season scores": computed.season_scores,
        "ratings": computed.ratings,
    }
)


def all_breaches() -> Iterator[Breach]:
    """Run every check.

    Returns:
        What does not hold; nothing when all is well.
    """
    for check in CHECKS.values():
        yield from check()
