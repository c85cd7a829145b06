"""Clubs, who may do what in them, their players, and the tokens of apps.

A *player* is a person; a *user* is a login; a *member number* is a text, kept
as written and compared by its normalised key.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.models import PublicModel, VersionedModel

ROLES = ("owner", "director", "scorer", "checker", "judge", "treasurer", "viewer")
STATUSES = ("member", "guest", "visitor")


class Club(VersionedModel):
    """A club: the owner of its players, its nights and its seasons."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    timezone = models.CharField(max_length=60, default="UTC")
    default_preset = models.CharField(max_length=40, default="", blank=True)
    is_public = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.name


class ClubRole(PublicModel):
    """One right of one user in one club."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club", "role"], name="club_role_once"),
            models.CheckConstraint(condition=Q(role__in=ROLES), name="club_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.role} #{self.user_id}"


class Player(VersionedModel):
    """A person who plays at a club, with a login or without."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    display_name = models.CharField(max_length=80)
    sort_name = models.CharField(max_length=80)
    member_no = models.CharField(max_length=30, default="", blank=True)
    member_no_key = models.CharField(max_length=30, default="", blank=True, editable=False)
    valid_until = models.DateField(null=True, blank=True)
    home_club = models.CharField(max_length=80, default="", blank=True)
    joined_on = models.DateField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    status = models.CharField(
        max_length=10, default="member", choices=[(status, status) for status in STATUSES]
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "member_no_key"],
                condition=~Q(member_no_key=""),
                name="player_member_no",
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="player_of_user"
            ),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="player_status_known"),
        ]
        indexes = [models.Index(fields=["club", "sort_name", "id"], name="player_by_name")]

    def __str__(self) -> str:
        return self.display_name


class ApiToken(PublicModel):
    """What an app shows to be let in; only the digest is kept."""

    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tokens")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    scopes = models.JSONField(default=list)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
