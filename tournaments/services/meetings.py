"""The pair of a match and the number of its meeting, after somebody changed who sits there."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from common import clock
from tournaments.models import Match, MatchSide
from tournaments.services.planner import pair_key


def pair_again(match: Match, *, holds_pair: bool) -> Match:
    """Give a match the pair of those who sit there now, and the first free meeting.

    Args:
        match: of a locked event, with its sides as they are now.
        holds_pair: False for a draft beside published rounds, which hold the pairs
            of the stage until it is published.

    Returns:
        The match, saved.
    """
    entries = sorted(side.entry_id for side in match.sides.all() if side.entry_id is not None)
    match.version, match.updated_at = match.version + 1, clock.now()
    if len(entries) == 2:
        pair = pair_key(*entries)
        others = Match.objects.filter(stage=match.stage_id, kind=Match.Kind.PAIRING)
        met = others.exclude(pk=match.pk).exclude(status=Match.Status.VOID)
        taken = set(met.filter(pair_key=pair).values_list("meeting_no", flat=True))
        match.meeting_no = next(n for n in range(1, len(taken) + 2) if n not in taken)
        match.pair_key = pair if holds_pair else None
    match.save(update_fields=["pair_key", "meeting_no", "version", "updated_at"])
    return match


def meet_again(match: Match) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a table who have another one together, by their numbers.

    Args:
        match: saved, with its sides and their entries.
    """
    here = {side.entry_id: side.entry.number for side in match.sides.all() if side.entry}
    if len(here) == 2:
        first, second = sorted(here.values())
        if match.meeting_no > 1:
            yield first, second
        return
    elsewhere = MatchSide.objects.filter(match__stage=match.stage_id, is_live=True, entry__in=here)
    tables: dict[int, list[int]] = defaultdict(list)
    for table, entry in elsewhere.exclude(match=match).values_list("match", "entry"):
        tables[table].append(here[entry])
    met = {pair for numbers in tables.values() for pair in combinations(sorted(numbers), 2)}
    yield from sorted(met)
