from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from clubs.errors import MemberNoTaken, PlayerHasHistory
from clubs.models import Club, Player
from clubs.numbers import member_no_key
from clubs.selectors import players_with_member_no
from clubs.services.players import create_player, delete_player, edit_player, sort_name_of
from common.errors import (
    NotFound,
    PermissionDenied,
    UnknownField,
    ValidationFailed,
    VersionConflict,
)
from common.models import Audit
from tests.clubs import world


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("0042", "42"),
        ("42", "42"),
        (" ab-007 ", "AB007"),
        ("000", "0"),
        ("", ""),
        ("N.Y. 12", "NY12"),
    ],
)
def test_two_spellings_of_a_member_number_have_one_key(written, key):
    assert member_no_key(written) == key


@pytest.mark.parametrize(
    ("name", "sort_name"),
    [("Zoë Fräser", "Fräser, Zoë"), ("Pelé", "Pelé"), ("Ann Mary O'Neil", "O'Neil, Ann Mary")],
)
def test_lists_go_by_the_last_word_of_a_name(name, sort_name):
    assert sort_name_of(name) == sort_name


@pytest.mark.django_db
def test_the_number_is_kept_as_it_was_written(club):
    world.player(club, member_no=" 0042 ")

    assert Player.objects.get().member_no == "0042"
    assert players_with_member_no(club, "42").get().member_no == "0042"


@pytest.mark.django_db
def test_many_players_have_no_number(club):
    world.player(club, "Ann Yew")
    world.player(club, "Bob Elm")

    assert Player.objects.filter(member_no_key="").count() == 2


@pytest.mark.django_db
def test_another_club_has_its_own_numbers(club, other_club):
    world.player(club, member_no="42")

    assert world.player(other_club, member_no="42").club == other_club


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        pytest.param({"display_name": " "}, ValidationFailed, id="no-name"),
        pytest.param({"status": "friend"}, ValidationFailed, id="unknown-status"),
        pytest.param({"rating": 3000}, UnknownField, id="unknown-field"),
        pytest.param({"member_no": "0" * 31}, ValidationFailed, id="long-number"),
        pytest.param({"member_no": "0042"}, MemberNoTaken, id="number-taken"),
    ],
)
def test_a_refused_edit_leaves_all_alone(club, values, refusal):
    world.player(club, "Bob Elm", member_no="42")
    player = world.player(club, "Ann Yew")
    before = Player.objects.values().get(pk=player.pk), Audit.objects.count()

    with pytest.raises(refusal):
        edit_player(
            player_id=player.public_id, values=values, actor=world.SYSTEM, expected_version=1
        )

    assert (Player.objects.values().get(pk=player.pk), Audit.objects.count()) == before


@pytest.mark.django_db
def test_an_edit_of_an_old_version_is_refused_with_the_present_one(club):
    player = world.player(club)
    edit = {"player_id": player.public_id, "actor": world.SYSTEM, "expected_version": 1}
    edit_player(values={"member_no": "7"}, **edit)

    with pytest.raises(VersionConflict) as refused:
        edit_player(values={"member_no": "8"}, **edit)

    assert refused.value.context == {"version": 2}


@pytest.mark.django_db
def test_the_audit_names_nobody(club):
    player = world.player(club, "Ann Yew", member_no="7")
    edit_player(
        player_id=player.public_id,
        values={"display_name": "Ann Ash", "member_no": "8"},
        actor=world.SYSTEM,
        expected_version=1,
    )

    row = Audit.objects.get(action="player.edited")
    assert row.after == {"display_name": "(name)", "member_no": "8"}
    assert "Yew" not in str(list(Audit.objects.values()))


@pytest.mark.django_db
def test_a_player_with_history_is_not_deleted(club):
    player = world.player(club)
    Player.objects.filter(pk=world.player(club, "Ann Yew").pk).update(merged_into=player)

    with pytest.raises(PlayerHasHistory):
        delete_player(player_id=player.public_id, actor=world.SYSTEM)


@pytest.mark.django_db
def test_a_scorer_deletes_nobody(club):
    login = world.user("sally")
    world.grant(login, club, "scorer")
    player = world.player(club)

    with pytest.raises(PermissionDenied):
        delete_player(player_id=player.public_id, actor=world.person(login))


@pytest.mark.django_db
def test_there_is_no_player_without_a_club():
    with pytest.raises(NotFound):
        create_player(club_id=uuid4(), values={"display_name": "Ann"}, actor=world.SYSTEM)


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_one_number_asked_for_at_once_goes_to_one():
    club_id = world.club().public_id
    barrier = Barrier(8)

    def add(number):
        try:
            barrier.wait()
            values = {"display_name": f"Player {number}", "member_no": "42"}
            create_player(club_id=club_id, values=values, actor=world.SYSTEM)
        except MemberNoTaken:
            return "taken"
        else:
            return "made"
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(add, range(8)))

    assert answers == ["made"] + ["taken"] * 7
    assert Club.objects.get().players.count() == 1
