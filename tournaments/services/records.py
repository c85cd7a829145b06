"""What every service leaves behind: the audit line and the public change."""

from collections.abc import Mapping

from common import audit, changes
from common.actor import Actor
from common.models import VersionedModel
from tournaments.models import Event, Tournament

Json = Mapping[str, object]


def note(
    root: Event | Tournament,
    *,
    actor: Actor,
    action: str,
    target: VersionedModel,
    before: Json | None = None,
    after: Json | None = None,
    reason: str = "",
    payload: Json | None = None,
) -> None:
    """Write the audit line of a mutation and its line in the change feed.

    Args:
        root: the locked root; it says which audit and which feed.
        actor: who did it.
        action: the feed's type as well, such as ``round.published``.
        target: the row that was changed.
        before: what was there, for the audit only.
        after: what is there now, for the audit only.
        reason: in a person's words; for the audit only.
        payload: what strangers may read beside the target's id: never a name.
    """
    kind = "event" if isinstance(root, Event) else "tournament"
    audit.record(
        root_kind=kind,
        root_id=root.public_id,
        actor=actor,
        action=action,
        target=f"{target._meta.model_name}:{target.public_id}",
        before=before,
        after=after,
        reason=reason,
    )
    changes.publish(
        kind=kind,
        root_id=root.public_id,
        type=action,
        payload={str(target._meta.model_name): str(target.public_id), **(payload or {})},
    )


def bump(row: VersionedModel, *fields: str) -> None:
    """Save the named fields of an edited row and count the edit.

    Args:
        row: of a locked root, with the new values set.
        fields: their names; ``version`` and ``updated_at`` come by themselves.
    """
    row.version += 1
    row.save(update_fields=[*fields, "version", "updated_at"])
