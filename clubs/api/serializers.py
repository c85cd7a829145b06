"""What the API shows and takes of clubs and players."""

from typing import Any

from rest_framework import serializers

from clubs.models import STATUSES, Club, Player
from clubs.numbers import LONGEST_MEMBER_NO
from common.api.serializers import (
    NameField,
    StrictBooleanField,
    StrictChoiceField,
    StrictDateField,
    StrictSerializer,
    TextField,
)


class ClubOutput(serializers.ModelSerializer[Club]):
    """A club."""

    id = serializers.UUIDField(source="public_id", read_only=True)

    class Meta:
        model = Club
        fields = ("id", "name", "slug", "timezone", "is_public", "version")
        read_only_fields = fields


class PlayerOutput(serializers.ModelSerializer[Player]):
    """A player, as the people of the club see him."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    club = serializers.UUIDField(source="club.public_id", read_only=True)

    class Meta:
        model = Player
        fields = (
            "id",
            "club",
            "display_name",
            "sort_name",
            "member_no",
            "valid_until",
            "home_club",
            "joined_on",
            "is_active",
            "status",
            "version",
        )
        read_only_fields = fields


class PlayerInput(StrictSerializer):
    """What a club's officers write of a player."""

    display_name = NameField()
    sort_name = NameField(required=False)
    member_no = TextField(longest=LONGEST_MEMBER_NO, required=False)
    valid_until = StrictDateField(required=False, allow_null=True)
    home_club = TextField(longest=80, required=False)
    joined_on = StrictDateField(required=False, allow_null=True)
    is_active = StrictBooleanField(required=False)
    status = StrictChoiceField(choices=STATUSES, required=False)


class OwnPlayerInput(StrictSerializer):
    """What a player writes of himself."""

    display_name = NameField(required=False)
    sort_name = NameField(required=False)
    home_club = TextField(longest=80, required=False)


class MembershipOutput(serializers.Serializer[Any]):
    """A club somebody belongs to, and as what."""

    club = serializers.UUIDField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())
    player = serializers.UUIDField(allow_null=True)


class TokenOutput(serializers.Serializer[Any]):
    """The token that was used; never its secret."""

    id = serializers.UUIDField(source="public_id")
    name = serializers.CharField()
    prefix = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.DateTimeField(allow_null=True)


class MeOutput(serializers.Serializer[Any]):
    """Who asks."""

    kind = serializers.CharField()
    memberships = MembershipOutput(many=True)
    token = TokenOutput(allow_null=True)
