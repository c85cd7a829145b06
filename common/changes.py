"""The public feed of a root: what happened, numbered without gaps."""

from collections.abc import Mapping
from uuid import UUID

from django.db.models import Max, QuerySet, Value
from django.db.models.functions import Coalesce

from common.canonical import plain
from common.errors import CursorAhead
from common.models import Change


def publish(*, kind: str, root_id: UUID, type: str, payload: Mapping[str, object]) -> None:
    """Append one change to a root's feed, in the caller's transaction.

    Args:
        kind: ``tournament``, ``event``, ``game`` or ``club``.
        root_id: public id of the root; its row is locked by the caller, which
            is what keeps the numbers free of gaps.
        type: noun and past verb, such as ``round.published``.
        payload: what anybody may see; ids and values only.
    """
    last = Change.objects.filter(kind=kind, root_id=root_id).values("kind")
    highest = last.annotate(highest=Max("seq")).values("highest")
    Change.objects.create(
        kind=kind,
        root_id=root_id,
        seq=Coalesce(highest, Value(0)) + 1,
        type=type,
        payload=plain(payload),
    )


def changes_after(*, kind: str, root_id: UUID, seq: int) -> QuerySet[Change]:
    """Return the changes of a root after a number, oldest first.

    Args:
        kind: as for :func:`publish`.
        root_id: as for :func:`publish`.
        seq: the last number the reader has; 0 is the beginning.

    Raises:
        CursorAhead: that number has not happened yet.
    """
    rows = Change.objects.filter(kind=kind, root_id=root_id)
    if seq and not rows.filter(seq=seq).exists():
        raise CursorAhead(f"change {seq} has not happened yet", field="after")
    return rows.filter(seq__gt=seq).order_by("seq")
