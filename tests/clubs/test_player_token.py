from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.models import ApiToken, Player
from tests.clubs import world


def token_of(*args):
    out = StringIO()
    call_command("player_token", *args, stdout=out)
    return out.getvalue().strip()


def test_a_player_without_a_login_gets_both(client, club):
    player = world.player(club, "Ada Finch", member_no="0042")
    token = token_of("42")

    player.refresh_from_db()
    me = client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert not player.user.has_usable_password()
    assert me.status_code == 200
    assert me.json()["memberships"][0]["club"] == str(club.public_id)
    assert ApiToken.objects.get().scopes == ["report"]


def test_a_login_that_is_there_is_kept(club):
    login = world.user("ada")
    player = world.player(club, "Ada Finch", member_no="0042", user_id=login.pk)
    token_of("0042")
    token_of("0042")

    assert Player.objects.get(pk=player.pk).user == login
    assert list(ApiToken.objects.values_list("created_by", flat=True)) == [login.pk] * 2


def test_a_number_that_nobody_has_is_refused(club):
    with pytest.raises(CommandError, match="No player has the member number 42"):
        token_of("42")


def test_a_number_of_two_clubs_needs_the_club(club, other_club):
    world.player(club, "Ada Finch", member_no="42")
    other = world.player(other_club, "Bo Wren", member_no="42")

    with pytest.raises(CommandError, match="add --club, one of harbour, hilltop"):
        token_of("42")
    token_of("42", "--club", "hilltop")

    other.refresh_from_db()
    assert other.user is not None
