"""Round robins and groups from the first draft to the last result, by the services."""

import re

import pytest

from tests.factories import A_DAY, SYSTEM, a_club, a_player, a_user, roster
from tests.tournaments.admin.desk import console
from tests.tournaments.play import fresh, play_games
from tournaments.models import Match
from tournaments.selectors.plans import planned_rounds
from tournaments.selectors.redraws import published_rounds
from tournaments.selectors.standings import standings_of
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.events import create_event, create_tournament
from tournaments.services.lifecycle import open_check_in
from tournaments.services.rosters import check_in
from tournaments.services.sign_up import sign_up
from tournaments.services.stages import add_stage

pytestmark = pytest.mark.django_db


def a_published_stage(kind, players, **config):
    club = a_club()
    occasion = create_tournament(club_id=club.public_id, actor=SYSTEM, name="May", starts_at=A_DAY)
    event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
    stage = add_stage(event_id=event.public_id, actor=SYSTEM, kind=kind, config=config)
    for _ in range(players):
        player = a_player(club)
        sign_up(event_id=event.public_id, actor=SYSTEM, player_id=player.public_id)
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in roster(event):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=1)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)
    return fresh(event), stage


@pytest.mark.parametrize(
    ("kind", "players", "config", "matches"),
    [
        pytest.param("round_robin", 2, {}, 1, id="two"),
        pytest.param("round_robin", 5, {}, 10, id="odd"),
        pytest.param("round_robin", 4, {"meetings": 2}, 12, id="double"),
        pytest.param("groups", 7, {}, 6 + 3, id="groups"),
        pytest.param("groups", 7, {"groups": 2, "meetings": 2}, 12 + 6, id="groups-double"),
    ],
)
def test_it_is_drawn_published_and_played_to_its_end(kind, players, config, matches):
    event, stage = a_published_stage(kind, players, **config)

    play_games(event)

    played = Match.objects.filter(stage=stage, kind="pairing", status="confirmed")
    assert played.count() == matches
    assert (fresh(event).state, fresh(stage).state) == ("review", "complete")


def test_the_second_meeting_of_two_is_a_match_of_its_own():
    _, stage = a_published_stage("round_robin", 2, meetings=2)
    first, second = Match.objects.filter(stage=stage).order_by("round__number")

    assert (first.pair_key, first.meeting_no) == (second.pair_key, 1)
    assert (second.meeting_no, second.first_dealer) == (2, 1)
    assert [side.entry_id for side in first.sides.order_by("slot")] == [
        side.entry_id for side in second.sides.order_by("-slot")
    ]


def test_everybody_has_a_group_and_a_place_in_it():
    event, stage = a_published_stage("groups", 7, groups=2)
    play_games(event)

    by_group = {1: [], 2: []}
    for row in standings_of(stage).rows:
        by_group[row.group].append(row)
    for group, rows in by_group.items():
        drawn = Match.objects.filter(stage=stage, group=group, kind="pairing")
        assert {row.entry.pk for row in rows} == set(drawn.values_list("sides__entry", flat=True))
        assert rows[0].group_place == 1
        places = [row.group_place for row in rows]
        assert places == sorted(places)
        assert places[-1] <= len(rows)
    assert sorted(map(len, by_group.values())) == [3, 4]
    read_back = planned_rounds(published_rounds(stage))
    assert {match.group for round_ in read_back for match in round_.matches} == {1, 2}


def test_where_there_are_no_groups_nobody_has_one():
    event, stage = a_published_stage("round_robin", 3)
    play_games(event)

    assert [(row.group, row.group_place) for row in standings_of(stage).rows] == [(None, None)] * 3
    assert standings_of(stage).groups == ()


def test_every_group_has_a_table_of_its_own():
    event, stage = a_published_stage("groups", 7)
    play_games(event)
    standings = standings_of(stage)

    assert [(one.number, len(one.rows)) for one in standings.groups] == [(1, 3), (2, 4)]
    assert {row.entry.number for one in standings.groups for row in one.rows} == set(range(1, 8))
    for group in standings.groups:
        assert group.rows[0].place == 1
        totals = [(row.game_points, row.wins, row.net_spread) for row in group.rows]
        assert totals == sorted(totals, reverse=True)
        mine = [row for row in standings.rows if row.group == group.number]
        assert {row.entry.number: row.group_place for row in mine} == {
            row.entry.number: row.place for row in group.rows
        }


def test_who_met_in_a_group_is_in_one_table():
    _, stage = a_published_stage("groups", 8)
    group_of = {row.entry.pk: row.group for row in standings_of(stage).rows}

    for match in Match.objects.filter(stage=stage):
        assert {group_of[side.entry_id] for side in match.sides.all()} == {match.group}


def test_the_api_and_the_pages_show_a_table_for_each_group(client):
    event, stage = a_published_stage("groups", 8)
    play_games(event)

    rows = client.get(f"/api/v1/stages/{stage.public_id}/standings").json()["rows"]
    public = client.get(f"/events/{event.public_id}").content.decode()
    client.force_login(a_user(is_staff=True, is_superuser=True))
    desk = client.get(console(event, "standings")).content.decode()

    assert sorted(row["group"] for row in rows) == [1] * 4 + [2] * 4
    assert min(row["group_place"] for row in rows if row["group"] == 2) == 1
    for page in (public, desk):
        heads = re.findall(r"<h[23]>(Group .|All groups)</h[23]>", page)
        assert heads == ["Group A", "Group B", "All groups"]
