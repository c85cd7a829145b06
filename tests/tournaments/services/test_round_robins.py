"""Round robins and groups from the first draft to the last result, by the services."""

import pytest

from tests.factories import A_DAY, SYSTEM, a_club, a_player, roster
from tests.tournaments.play import fresh, play_games
from tournaments.models import Match
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
