"""Moving entries on through a bracket: every slot again, from accepted results alone."""

from collections import Counter
from collections.abc import Mapping

from common import clock
from tournaments.brackets.tree import EMPTY as EMPTY_SLOT
from tournaments.brackets.tree import Key, Slot, Standing, advance
from tournaments.errors import CorrectionBlocked
from tournaments.models import Match, MatchSide, Stage
from tournaments.selectors.brackets import Tree, tree_of
from tournaments.services.planner import EMPTY, WAITING, Seat, settle

FIELDS = (
    "status", "outcome", "winner", "kind", "pair_key", "meeting_no", "confirmed_at", "version",
)  # fmt: skip
NOT_REQUIRED = Match.Status.NOT_REQUIRED
STARTED = (Match.Status.IN_PROGRESS, Match.Status.REPORTED, Match.Status.DISPUTED)


def advance_stage(stage: Stage) -> bool:
    """Put into every slot of a bracket whom the results so far put there.

    Args:
        stage: a knock-out of a locked event; its results are saved.

    Returns:
        Whether any slot has changed.

    Raises:
        CorrectionBlocked: a match that has begun would get another entry.
    """
    tree = tree_of(stage)
    now = advance(tree.bracket, tree.entries, tree.outcomes)
    changed = [match for key, match in tree.matches.items() if _reslot(match, now[key])]
    if changed:
        _require_untouched(changed)
        _save(changed, tree, now)
    return bool(changed)


def meeting_numbers(now: Mapping[Key, Standing]) -> dict[Key, int]:
    """Count for every match how often its two entries meet in the bracket with it.

    Args:
        now: what each match is, in the bracket's order.
    """
    met: Counter[frozenset[Slot]] = Counter()
    numbers: dict[Key, int] = {}
    for key, standing in now.items():
        pair = frozenset(standing.sides)
        met[pair] += all(isinstance(slot, int) for slot in standing.sides)
        numbers[key] = max(1, met[pair])
    return numbers


def _reslot(match: Match, standing: Standing) -> bool:
    """Put entries into the sides; say whether one is another now, or whether it is needed."""
    has_changed = (match.status == NOT_REQUIRED) != (standing.state == NOT_REQUIRED)
    for side, slot in zip(match.sides.all(), standing.sides, strict=True):
        seat = _seat(slot)
        if (side.entry_id, side.is_empty) != (seat.entry, seat.is_empty):
            side.entry_id, side.is_empty = seat.entry, seat.is_empty
            has_changed = True
    return has_changed


def _seat(slot: Slot) -> Seat:
    if isinstance(slot, int):
        return Seat(slot)
    return EMPTY if slot is EMPTY_SLOT else WAITING


def _require_untouched(changed: list[Match]) -> None:
    for match in changed:
        has_result = match.outcome not in (None, Match.Outcome.BYE)
        if has_result or match.status in STARTED:
            raise CorrectionBlocked(
                f"{match.round.name}, match {match.number}, has begun, and who plays it follows "
                "from this one. Take the later result back first, then correct this one.",
                match=match.public_id,
            )


def _save(changed: list[Match], tree: Tree, now: Mapping[Key, Standing]) -> None:
    meetings = meeting_numbers(now)
    sides: list[MatchSide] = []
    # Two matches may exchange their pairs: a pair is free before the other takes it.
    Match.objects.filter(pk__in=[match.pk for match in changed]).update(pair_key=None)
    for match in changed:
        match.kind, match.pair_key, match.confirmed_at = Match.Kind.PAIRING, None, None
        seats = tuple(_seat(slot) for slot in now[tree.keys[match.pk]].sides)
        if now[tree.keys[match.pk]].state == NOT_REQUIRED:
            match.status, match.outcome, match.winner = NOT_REQUIRED, None, None
        else:
            settle(match, seats)
        match.meeting_no = meetings[tree.keys[match.pk]]
        match.version += 1
        match.updated_at = clock.now()
        sides += match.sides.all()
    MatchSide.objects.bulk_update(sides, ["entry", "is_empty"])
    Match.objects.bulk_update(changed, [*FIELDS, "updated_at"])
