from datetime import UTC, date, datetime, timedelta

import pytest

from common.errors import NotFound, PermissionDenied, ValidationFailed
from tests.factories import (
    A_DAY,
    SYSTEM,
    a_checked_in_night,
    a_club,
    a_night,
    a_published_night,
    a_stranger,
    an_organiser,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
    someone,
)
from tournaments.models import Event, Stage, StageFeed, Tournament
from tournaments.services.events import create_event, create_tournament, edit_event
from tournaments.services.nights import copy_night, create_night
from tournaments.services.rosters import withdraw_registration
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db
NEXT_WEEK = A_DAY + timedelta(days=7)


def a_season(club, **values):
    dates = {"starts_on": date(2026, 9, 1), "ends_on": date(2027, 5, 31)}
    return create_season(
        club_id=club.public_id, actor=SYSTEM, **{"name": "2026/27", **dates, **values}
    )


def test_a_night_has_nine_games_and_a_play_off_of_the_top_quarter():
    event = a_night()

    feed = StageFeed.objects.get(stage=play_off_stage(event))
    assert (first_stage(event).kind, first_stage(event).config["games"]) == ("rotation", 9)
    assert play_off_stage(event).config == {
        "third_place": False,
        "best_of": 3,
        "counting": "units",
        "multipliers": [1, 2, 4],
    }
    assert (feed.source, feed.rule) == (first_stage(event), "top_fraction")
    assert feed.params == {"numerator": 1, "denominator": 4}


def test_a_night_is_a_draft_with_the_documents_of_its_preset():
    event = a_night(preset="acc_grassroots")

    assert (event.state, event.frozen_at, event.tournament.is_night) == ("draft", None, True)
    assert (event.rules["target"], event.rules["double_below"]) == (121, None)
    assert event.ruleset["sit_out"] == {"game_points": 0, "games_won": 0, "spread": None}


def test_a_night_without_play_offs_has_one_stage():
    event = a_night(play_off=False, games=7)

    assert [stage.config["games"] for stage in Stage.objects.filter(event=event)] == [7]


def test_the_games_of_a_play_off_match_may_be_chosen():
    assert play_off_stage(a_night(best_of=5)).config["best_of"] == 5


def test_another_target_brings_its_own_skunk_line():
    event = a_night(options={"rules": {"target": 61}})

    assert (event.rules["target"], event.rules["skunk_below"]) == (61, 31)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        pytest.param({"name": " "}, "name", id="no-name"),
        pytest.param({"preset": "poker"}, "preset", id="no-such-preset"),
        pytest.param({"public_level": "all"}, "public_level", id="no-such-level"),
        pytest.param({"starts_at": datetime(2026, 10, 6, 19)}, "starts_at", id="no-zone"),  # noqa: DTZ001 - the refusal of a naive time is what is tested
        pytest.param({"games": 0}, "config.games", id="no-games"),
        pytest.param({"best_of": 4}, "config.best_of", id="even-best-of"),
        pytest.param({"best_of": 1_000_001}, "config.best_of", id="endless-best-of"),
        pytest.param({"options": {"rules": {"target": 0}}}, "rules.target", id="no-target"),
        pytest.param({"options": {"ruleset": {"label": "x"}}}, "ruleset", id="unknown-value"),
        pytest.param(
            {"options": {"ruleset": {"tie_break": ["luck"]}}}, "ruleset.tie_break", id="tie-break"
        ),
        pytest.param({"options": {"cards": {}}}, "options", id="unknown-document"),
    ],
)
def test_what_a_night_cannot_be_is_refused_at_its_field(values, field):
    club = a_club()

    with pytest.raises(ValidationFailed) as refusal:
        a_night(club, **values)

    assert refusal.value.errors[0][0] == field
    assert not Tournament.objects.filter(club=club).exists()


def test_a_season_of_another_club_is_refused():
    season = a_season(a_club())

    with pytest.raises(ValidationFailed) as refusal:
        a_night(season_id=season.public_id)

    assert refusal.value.errors[0][0] == "season"


def test_a_season_name_is_once_a_club():
    club = a_club()
    a_season(club)

    with pytest.raises(ValidationFailed, match="Choose another name"):
        a_season(club)


def test_a_season_ends_after_its_start():
    with pytest.raises(ValidationFailed, match="before it starts"):
        a_season(a_club(), ends_on=date(2026, 8, 1))


def test_tonight_is_copied_from_last_week_with_its_people():
    old = a_checked_in_night(players=9, games=7, best_of=5, fee="2 pounds")

    new = copy_night(event_id=old.public_id, actor=SYSTEM, name="13 October", starts_at=NEXT_WEEK)

    assert (new.state, new.cloned_from, new.fee) == ("draft", old, "2 pounds")
    assert first_stage(new).config == first_stage(old).config
    assert play_off_stage(new).config["best_of"] == 5
    assert [one.player_id for one in roster(new)] == [one.player_id for one in roster(old)]
    assert {one.status for one in roster(new)} == {"registered"}
    assert [one.number for one in entries_of(new)] == list(range(1, 10))


def test_a_copy_leaves_out_who_withdrew_or_plays_no_more():
    old = a_night(players=5)
    withdraw_registration(registration_id=roster(old)[0].public_id, actor=SYSTEM)
    gone = roster(old)[1].player
    gone.is_active = False
    gone.save(update_fields=["is_active"])

    new = copy_night(event_id=old.public_id, actor=SYSTEM, name="Next", starts_at=NEXT_WEEK)

    assert [one.player.display_name for one in roster(new)] == [
        "Player 03",
        "Player 04",
        "Player 05",
    ]


def test_a_copy_without_people_has_an_empty_roster():
    old = a_published_night(players=5)

    new = copy_night(
        event_id=old.public_id, actor=SYSTEM, name="Next", starts_at=NEXT_WEEK, with_roster=False
    )

    assert (roster(new), new.rules, new.ruleset) == ([], old.rules, old.ruleset)


@pytest.mark.parametrize(
    ("starts_at", "kept"),
    [
        pytest.param(NEXT_WEEK, True, id="within"),
        pytest.param(datetime(2027, 9, 7, 18, tzinfo=UTC), False, id="after"),
    ],
)
def test_a_copy_counts_for_the_season_it_falls_into(starts_at, kept):
    club = a_club()
    season = a_season(club)
    old = a_night(club, season_id=season.public_id)

    new = copy_night(event_id=old.public_id, actor=SYSTEM, name="Next", starts_at=starts_at)

    assert new.season == (season if kept else None)


def test_a_night_holds_one_event():
    event = a_night()

    with pytest.raises(ValidationFailed, match="one event"):
        create_event(tournament_id=event.tournament.public_id, actor=SYSTEM, name="Second")


def test_a_tournament_holds_several_events():
    club = a_club()
    weekend = create_tournament(
        club_id=club.public_id, actor=SYSTEM, name="Weekend", starts_at=A_DAY, place="The hall"
    )
    for name in ("Main", "Consolation"):
        create_event(tournament_id=weekend.public_id, actor=SYSTEM, name=name)

    found = Event.objects.filter(tournament=weekend).order_by("number")
    assert [(one.number, one.name) for one in found] == [(1, "Main"), (2, "Consolation")]


def test_an_edit_changes_what_it_names_and_counts():
    event = a_night()

    edited = edit_event(
        event_id=event.public_id,
        actor=SYSTEM,
        expected_version=event.version,
        name="Wednesday",
        place="The mill",
        rules={"target": 61},
    )

    stored = Event.objects.select_related("tournament").get(pk=event.pk)
    assert (stored.name, stored.rules["target"]) == ("Wednesday", 61)
    assert stored.tournament.place == "The mill"
    assert stored.version == edited.version == event.version + 1


def test_an_edit_of_an_unknown_field_is_refused():
    with pytest.raises(ValidationFailed, match="no 'state'"):
        edit_event(event_id=a_night().public_id, actor=SYSTEM, state="final")


@pytest.mark.parametrize(
    ("who", "refusal"),
    [
        pytest.param(lambda club: someone(club, "scorer"), PermissionDenied, id="scorer"),
        pytest.param(lambda _: a_stranger(), PermissionDenied, id="stranger-of-a-public-club"),
    ],
)
def test_only_who_directs_makes_a_night(who, refusal):
    club = a_club()

    with pytest.raises(refusal):
        a_night(club, actor=who(club))


def test_a_director_makes_a_night():
    club = a_club()

    assert a_night(club, actor=an_organiser(club)).tournament.club == club


def test_a_club_that_may_not_be_seen_is_not_found():
    club = a_club(is_public=False)

    with pytest.raises(NotFound):
        create_night(club_id=club.public_id, actor=a_stranger(), name="Tuesday", starts_at=A_DAY)
