"""The audit: who changed what, numbered and chained within one root.

Each row's hash covers its own content and the hash of the row before, so an
edit, a deletion or a swap shows. Rows hold ids, never names of persons.
"""

from collections.abc import Mapping
from uuid import UUID

from common import clock
from common.actor import Actor
from common.canonical import digest, plain
from common.models import Audit

GENESIS = "0" * 64


def record(
    *,
    root_kind: str,
    root_id: UUID,
    actor: Actor,
    action: str,
    target: str,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> Audit:
    """Append one row to the audit of a root, in the caller's transaction.

    Args:
        root_kind: ``tournament``, ``event``, ``game`` or ``club``.
        root_id: public id of the root; its row is locked by the caller.
        actor: who, and through which door.
        action: verb and noun, such as ``player.edited``.
        target: what it was done to, such as ``player:<public id>``.
        before: the values that change, as they were.
        after: the same values as they are now.
        reason: as the actor gave it.
    """
    seq, prev_hash = (
        Audit.objects.filter(root_kind=root_kind, root_id=root_id)
        .order_by("-seq")
        .values_list("seq", "hash")
        .first()
    ) or (0, GENESIS)
    row = Audit(
        root_kind=root_kind,
        root_id=root_id,
        seq=seq + 1,
        at=clock.now(),
        actor_key=actor.key,
        actor_label=actor.label,
        agent=actor.agent,
        request_id=actor.request_id,
        action=action,
        target=target,
        before=None if before is None else plain(before),
        after=None if after is None else plain(after),
        reason=reason,
        prev_hash=prev_hash,
    )
    row.hash = _hash_of(row)
    row.save(force_insert=True)
    return row


def first_broken_seq(*, root_kind: str, root_id: UUID) -> int | None:
    """Return the number of the first row that does not fit the chain, or None.

    Args:
        root_kind: as for :func:`record`.
        root_id: as for :func:`record`.
    """
    prev_hash = GENESIS
    rows = Audit.objects.filter(root_kind=root_kind, root_id=root_id).order_by("seq")
    for number, row in enumerate(rows.iterator(), start=1):
        if row.seq != number or row.prev_hash != prev_hash or row.hash != _hash_of(row):
            return number
        prev_hash = row.hash
    return None


def _hash_of(row: Audit) -> str:
    return digest(
        "au1",
        row.prev_hash,
        row.root_kind,
        row.root_id,
        row.seq,
        row.at.isoformat(),
        row.actor_key,
        row.actor_label,
        row.agent,
        row.request_id,
        row.action,
        row.target,
        row.before,
        row.after,
        row.reason,
    )
