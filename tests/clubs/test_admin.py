import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import ApiToken, Club, ClubRole, Player
from common.models import Audit
from tests.clubs import world

pytestmark = pytest.mark.django_db


def url(model, page, *args):
    return reverse(f"admin:clubs_{model}_{page}", args=args)


@pytest.fixture
def desk(client, dora):
    """The director's browser."""
    dora.is_staff = True
    dora.save(update_fields=["is_staff"])
    client.force_login(dora)
    return client


@pytest.fixture
def root(client, db):
    """The operator's browser."""
    login = world.user("root", is_superuser=True, is_staff=True)
    client.force_login(login)
    return client


def form_of(player, **values):
    return {
        "display_name": player.display_name,
        "sort_name": "",
        "member_no": player.member_no,
        "status": "member",
        "is_active": "on",
        "expected_version": player.version,
        **values,
    }


def errors_of(answer):
    return answer.context["adminform"].form.errors.as_data()


def test_a_director_adds_a_player(desk, club):
    form = {"club": club.pk, "display_name": "Zoe Elm", "status": "member", "is_active": "on"}
    answer = desk.post(url("player", "add"), form)

    assert answer.status_code == 302
    player = Player.objects.get()
    assert (player.sort_name, player.version) == ("Elm, Zoe", 1)
    assert Audit.objects.get(action="player.created").agent == "admin"


def test_the_second_of_two_forms_is_told_that_the_first_was_saved(desk, club):
    player = world.player(club)
    form = form_of(player)
    desk.post(url("player", "change", player.pk), {**form, "member_no": "7"})
    answer = desk.post(url("player", "change", player.pk), {**form, "member_no": "8"})

    assert answer.status_code == 200
    (error,) = errors_of(answer)["__all__"]
    assert (error.code, "changed by someone else" in error.message) == ("version_conflict", True)
    assert Player.objects.get().member_no == "7"


def test_a_refusal_is_shown_at_its_field(desk, club):
    world.player(club, member_no="0042")
    other = world.player(club, "Ben Moss")
    answer = desk.post(url("player", "change", other.pk), form_of(other, member_no="42"))

    assert errors_of(answer)["member_no"][0].code == "member_no_taken"


def test_a_name_that_is_no_name_is_refused(desk, club):
    player = world.player(club)
    form = form_of(player, display_name="Ann\u202eeciL")
    answer = desk.post(url("player", "change", player.pk), form)

    assert errors_of(answer)["display_name"][0].code == "validation_error"


def test_an_organiser_sees_his_own_club_only(desk, club, other_club):
    world.player(club, "Ann Yew")
    hidden = world.player(other_club, "Dave Holt")
    page = desk.get(url("player", "changelist")).content.decode()
    answer = desk.get(url("player", "change", hidden.pk))

    assert ("Yew, Ann" in page, "Holt" in page) == (True, False)
    assert (answer.status_code, answer["Location"]) == (302, reverse("admin:index"))


def test_an_organiser_cannot_add_to_another_club(desk, other_club):
    form = {"club": other_club.pk, "display_name": "Zoe Elm", "status": "member"}
    answer = desk.post(url("player", "add"), form)

    assert "club" in errors_of(answer)
    assert Player.objects.count() == 0


def test_players_are_not_deleted_in_bulk(desk, club):
    player = world.player(club)
    form = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
    desk.post(url("player", "changelist"), form)

    assert Player.objects.count() == 1


def test_the_selected_are_made_inactive(desk, club):
    player = world.player(club)
    form = {"action": "deactivate", "_selected_action": [player.pk]}
    desk.post(url("player", "changelist"), form)

    player.refresh_from_db()
    assert (player.is_active, player.version) == (False, 2)


def test_a_player_who_never_played_is_deleted_by_the_service(desk, club):
    player = world.player(club)
    desk.post(url("player", "delete", player.pk), {"post": "yes"})

    assert Player.objects.count() == 0
    assert Audit.objects.filter(action="player.deleted").count() == 1


def test_a_token_is_shown_once(desk, club):
    form = {"name": "board", "club": club.pk, "scopes": ["read", "direct"]}
    answer = desk.post(url("apitoken", "add"), form)

    secret = answer.context["secret"]
    assert secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    token = ApiToken.objects.get()
    page = desk.get(url("apitoken", "change", token.pk)).content.decode()
    assert (secret in page, token.digest in page) == (False, False)


def test_a_token_that_may_more_than_its_maker_is_refused(desk, club):
    form = {"name": "board", "club": club.pk, "scopes": ["admin"]}
    answer = desk.post(url("apitoken", "add"), form)

    assert errors_of(answer)["__all__"][0].code == "permission_denied"


def test_a_token_is_revoked(desk, dora, club):
    world.token(dora, club, "read")
    form = {"action": "revoke", "_selected_action": [ApiToken.objects.get().pk]}
    desk.post(url("apitoken", "changelist"), form)

    assert ApiToken.objects.get().revoked_at is not None


def test_the_operator_makes_a_club_and_its_owner(root):
    form = {"name": "Harbour", "slug": "harbour", "timezone": "Europe/Dublin", "is_public": "on"}
    root.post(url("club", "add"), form)
    login = world.user("olga")
    made = Club.objects.get()
    root.post(url("clubrole", "add"), {"club": made.pk, "user": login.pk, "role": "owner"})

    assert ClubRole.objects.filter(club=made, user=login, role="owner").exists()


def test_a_time_zone_that_is_none_is_refused(root):
    form = {"name": "Harbour", "slug": "harbour", "timezone": "Mars/Olympus"}
    answer = root.post(url("club", "add"), form)

    assert errors_of(answer)["timezone"][0].code == "validation_error"


@pytest.mark.parametrize("model", ["club", "player", "apitoken", "clubrole"])
def test_a_staff_user_of_no_club_sees_no_page(client, spec, model):
    spec.is_staff = True
    spec.save(update_fields=["is_staff"])
    client.force_login(spec)

    assert client.get(url(model, "changelist")).status_code == 403


@pytest.mark.parametrize("size", [2, 40])
def test_a_list_costs_the_same_at_any_size(desk, club, size, django_assert_max_num_queries):
    for number in range(size):
        world.player(club, f"Player {number:03}")

    with django_assert_max_num_queries(12):
        desk.get(url("player", "changelist"))


def test_a_save_stays_within_its_budget(desk, club):
    player = world.player(club)

    with CaptureQueriesContext(connection) as captured:
        desk.post(url("player", "change", player.pk), form_of(player, member_no="9"))

    verbs = [query["sql"].split()[0] for query in captured]
    assert len([verb for verb in verbs if verb in ("SELECT", "INSERT", "UPDATE")]) <= 20


@pytest.mark.parametrize("page", ["common_outbox_changelist", "common_audit_changelist"])
def test_the_operator_reads_the_outbox_and_the_audit(root, club, page):
    assert root.get(reverse(f"admin:{page}")).status_code == 200
