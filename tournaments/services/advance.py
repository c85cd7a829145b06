"""Moving entries on through a bracket: every slot again, from accepted results alone."""

from collections.abc import Mapping

from common import clock
from tournaments.brackets.tree import EMPTY as EMPTY_SLOT
from tournaments.brackets.tree import Key, Slot, Standing, advance
from tournaments.errors import CorrectionBlocked
from tournaments.models import Match, MatchSide, Stage
from tournaments.selectors.brackets import Tree, tree_of
from tournaments.services.planner import EMPTY, WAITING, Seat, settle

FIELDS = ("status", "outcome", "winner", "kind", "pair_key", "confirmed_at", "version")
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


def _reslot(match: Match, standing: Standing) -> bool:
    """Put entries into the sides; say whether one of them is another now."""
    has_changed = False
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
    sides: list[MatchSide] = []
    for match in changed:
        match.kind, match.pair_key, match.confirmed_at = Match.Kind.PAIRING, None, None
        seats = tuple(_seat(slot) for slot in now[tree.keys[match.pk]].sides)
        settle(match, seats)
        match.version += 1
        match.updated_at = clock.now()
        sides += match.sides.all()
    MatchSide.objects.bulk_update(sides, ["entry", "is_empty"])
    Match.objects.bulk_update(changed, [*FIELDS, "updated_at"])
