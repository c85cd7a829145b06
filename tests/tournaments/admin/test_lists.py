"""The stock lists: read, and no way around the services."""

from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.services.clubs import grant_role
from tests.factories import SYSTEM, a_club, a_night, a_published_night
from tests.tournaments.admin.conftest import login
from tests.tournaments.admin.desk import Desk, console, text_of
from tests.tournaments.play import a_played_night, fresh, matches_of
from tournaments.models import Event, GameLine, Match, ResultClaim, Season
from tournaments.services.tables import move_table

SHOWN = sorted(
    model.__name__.lower()
    for model in admin.site._registry
    if model._meta.app_label == "tournaments"
)
READ_ONLY = [name for name in SHOWN if name not in ("match", "season")]
ROWS = {"resultclaim": ResultClaim, "gameline": GameLine, "event": Event, "match": Match}


def url(name, page, *args):
    return reverse(f"admin:tournaments_{name}_{page}", args=args)


def match_form(match, **values):
    return {
        "table": match.table or "",
        "starts_at_0": "",
        "starts_at_1": "",
        "expected_version": match.version,
        **values,
    }


def test_lists_name_own_clubs_only(stranger, club):
    a_played_night(club=club, players=4, games=3)
    lists = {name: stranger.get(url(name, "changelist")) for name in SHOWN}

    assert {name: page.status_code for name, page in lists.items()} == dict.fromkeys(SHOWN, 200)
    assert {page.context["cl"].result_count for page in lists.values()} == {0}


def cost(desk, name):
    with CaptureQueriesContext(connection) as captured:
        desk.get(url(name, "changelist"))
    return len(captured)


def test_a_list_costs_the_same_at_any_size(desk, club):
    a_played_night(club=club, players=4, games=3)
    small = {name: cost(desk, name) for name in SHOWN}
    a_played_night(club=club, players=7, games=3)

    assert {name: cost(desk, name) for name in SHOWN} == small
    assert max(small.values()) <= 12


def test_somebody_of_no_club_sees_no_list(client, db):
    client.force_login(login(None, ""))

    assert {client.get(url(name, "changelist")).status_code for name in SHOWN} == {403}


def test_nobody_adds_a_row_by_hand(root):
    added = [name for name in READ_ONLY if name != "event"]

    assert {root.client.post(url(name, "add"), {}).status_code for name in added} == {403}


def test_the_operator_neither_deletes_nor_bulk_deletes(root, club):
    a_played_night(club=club, players=4, games=3)
    before = {name: model.objects.count() for name, model in ROWS.items()}
    answers = set()
    for name, model in ROWS.items():
        row = model.objects.first()
        answers.add(root.client.post(url(name, "delete", row.pk), {"post": "yes"}).status_code)
        form = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        root.client.post(url(name, "changelist"), form)

    assert answers == {403}
    assert {name: model.objects.count() for name, model in ROWS.items()} == before


def test_the_operator_changes_no_row_by_hand(root, club):
    a_played_night(club=club, players=4, games=3)
    rows = {name: ROWS[name].objects.first().pk for name in ("resultclaim", "gameline", "event")}
    form = {"state": "rejected"}
    answers = [root.client.post(url(name, "change", pk), form) for name, pk in rows.items()]

    assert {answer.status_code for answer in answers} == {403}


def test_a_result_is_not_changed_around_the_services(desk, club):
    event = a_played_night(club=club, players=4, games=3)
    match = matches_of(event)[0]
    form = match_form(match, winner=3 - match.winner, status="ready", outcome="", best_of=9)
    desk.client.post(url("match", "change", match.pk), {**form, "table": match.table})

    now = fresh(match)
    assert (now.winner, now.status, now.best_of) == (match.winner, match.status, 1)


def test_an_event_in_the_list_leads_to_its_console(desk, club):
    event = a_night(club)

    assert console(event) in desk.get(url("event", "changelist")).content.decode()
    assert desk.get(url("event", "change", event.pk))["Location"] == console(event)


def test_table_and_time_of_a_match_are_edited(desk, club):
    match = matches_of(a_published_night(club))[0]
    form = match_form(match, table="9", starts_at_0="2026-10-06", starts_at_1="19:30")
    answer = desk.client.post(url("match", "change", match.pk), form)

    now = fresh(match)
    assert answer.status_code == 302
    assert (now.table, now.starts_at.hour) == (9, 19)


def test_the_second_of_two_forms_is_told_that_the_first_was_saved(desk, club):
    match = matches_of(a_published_night(club))[0]
    move_table(match_id=match.public_id, actor=SYSTEM, table=8)
    answer = desk.client.post(url("match", "change", match.pk), match_form(match, table="9"))

    assert answer.status_code == 200
    assert "changed by someone else" in text_of(answer)
    assert fresh(match).table == 8


def test_saving_a_match_stays_within_its_budget(desk, club):
    match = matches_of(a_published_night(club))[0]
    with CaptureQueriesContext(connection) as captured:
        desk.client.post(url("match", "change", match.pk), match_form(match, table="9"))

    verbs = [query["sql"].split()[0] for query in captured]
    assert len([verb for verb in verbs if verb in ("SELECT", "INSERT", "UPDATE")]) <= 20


def test_a_match_of_another_club_is_as_if_it_were_not_there(stranger, club):
    match = matches_of(a_published_night(club))[0]
    hidden = stranger.get(url("match", "change", match.pk))
    missing = stranger.get(url("match", "change", match.pk + 1_000))

    assert (hidden.status_code, hidden["Location"]) == (302, reverse("admin:index"))
    assert (missing.status_code, missing["Location"]) == (302, reverse("admin:index"))


def test_a_director_of_two_clubs_sees_both(client, club):

    other = a_club()
    user = login(club, "director")
    grant_role(club_id=other.public_id, user_id=user.pk, role="director", actor=SYSTEM)
    client.force_login(user)
    nights = [a_night(club), a_night(other)]

    assert [Desk(client).get(console(one, "roster")).status_code for one in nights] == [200, 200]


def test_a_season_is_made_by_its_service(desk, club):
    form = {
        "club": club.pk,
        "name": "2026",
        "starts_on": "2026-09-01",
        "ends_on": "2027-05-31",
        "schedule": "club_points",
    }
    desk.client.post(url("season", "add"), form)
    refused = desk.client.post(url("season", "add"), {**form, "ends_on": "2020-01-01"})

    assert Season.objects.get().name == "2026"
    assert refused.status_code == 200


def test_a_club_night_does_not_show_its_occasion(desk, club):
    a_night(club)

    assert desk.get(url("tournament", "changelist")).context["cl"].result_count == 0
