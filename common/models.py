"""The rows that every service writes, and the bases of everybody's models.

*Outbox*: what must happen after the commit. *Audit*: who changed what, chained.
*Change*: what the public may know, numbered without gaps. *Idempotency record*:
the answer a key has had. *Job*: work that a worker does while somebody waits.
"""

from uuid import uuid4

from django.db import models

from common import clock

ROOT_KINDS = ("tournament", "event", "game", "club")
JOB_STATES = ("queued", "running", "done", "failed", "cancelled")


class InstantOfSave(models.DateTimeField):  # type: ignore[type-arg] # generic in the stubs only
    """The instant of the last save, by the project's clock.

    With ``update_fields`` Django leaves it alone unless it is named.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> object:
        instant = clock.now()
        setattr(model_instance, self.attname, instant)
        return instant


class PublicModel(models.Model):
    """Base of rows that have an address: the key inside, the UUID outside."""

    public_id = models.UUIDField(default=uuid4, unique=True, editable=False)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    updated_at = InstantOfSave(editable=False)

    class Meta:
        abstract = True


class VersionedModel(PublicModel):
    """Base of rows that people edit; ``version`` counts the edits."""

    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True


class Outbox(models.Model):
    """One thing to do after the commit, sent until somebody has done it."""

    topic = models.CharField(max_length=60)
    key = models.CharField(max_length=200, unique=True)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=clock.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=clock.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    dead_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(default="", blank=True)

    class Meta:
        verbose_name = "outbox message"
        indexes = [
            models.Index(
                fields=["next_try_at"],
                name="outbox_pending",
                condition=models.Q(done_at=None, dead_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.key}"


class Audit(models.Model):
    """One change by one actor; each row's hash covers the row before."""

    root_kind = models.CharField(max_length=12)
    root_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)
    actor_key = models.CharField(max_length=40)
    actor_label = models.CharField(max_length=160)
    agent = models.CharField(max_length=10)
    request_id = models.CharField(max_length=64, blank=True, default="")
    action = models.CharField(max_length=60)
    target = models.CharField(max_length=100)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = "audit entry"
        verbose_name_plural = "audit entries"
        constraints = [
            models.UniqueConstraint(fields=["root_kind", "root_id", "seq"], name="audit_seq"),
            models.CheckConstraint(
                condition=models.Q(root_kind__in=ROOT_KINDS), name="audit_root_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.root_kind} {self.root_id} #{self.seq} {self.action}"


class Change(models.Model):
    """One public piece of news of a root; ``seq`` has no gaps."""

    kind = models.CharField(max_length=12)
    root_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "root_id", "seq"], name="change_seq"),
            models.CheckConstraint(
                condition=models.Q(kind__in=ROOT_KINDS), name="change_root_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.root_id} #{self.seq} {self.type}"


class IdempotencyRecord(models.Model):
    """The answer that a key has had; without a status it is not answered yet."""

    actor_key = models.CharField(max_length=40)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    # Text, not JSON: the answer is repeated byte for byte.
    body = models.TextField(default="")
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor_key", "key"], name="idempotency_key")]

    def __str__(self) -> str:
        return f"{self.actor_key} {self.key}"


class Job(PublicModel):
    """Work that a worker does while somebody waits; ``key`` makes it one job."""

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=200, unique=True)
    state = models.CharField(max_length=10, default="queued")
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    result = models.JSONField(null=True, blank=True)
    error = models.TextField(default="", blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=JOB_STATES), name="job_state")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
