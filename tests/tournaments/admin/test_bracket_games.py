"""Matches of a bracket at the desk: game by game, forfeits, people due elsewhere."""

import pytest

from tests.factories import A_DAY, SYSTEM, a_checked_in_night, a_roster_file
from tests.tournaments.admin.desk import console, match_page, text_of
from tests.tournaments.play import fresh, matches_of
from tournaments.models import MatchGame, Stage
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.entries import enter
from tournaments.services.events import create_event, create_tournament
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import open_check_in
from tournaments.services.rosters import check_in
from tournaments.services.stages import add_stage, edit_stage


def a_bracket(club, **config):
    event = a_checked_in_night(club, players=4, format="single_elim", play_off=False)
    stage = Stage.objects.get(event=event)
    plain = {"counting": "games", "multipliers": [1, 1, 1]}
    edit_stage(stage_id=stage.public_id, actor=SYSTEM, config={**plain, **config})
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=3)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)
    return event, matches_of(event)[0]


def save(desk, event, match, winner, loser=100):
    return desk.press(
        console(event, "play-offs"),
        "game",
        match=match.public_id,
        winner=winner,
        loser_score=loser,
        version=fresh(match).version,
    )


@pytest.mark.parametrize(
    ("config", "games", "tally"),
    [
        pytest.param({"best_of": 3}, [(1, 100), (2, 100), (1, 100)], (2, 1), id="games"),
        pytest.param(
            {"best_of": 3, "counting": "units", "multipliers": [1, 2, 4]},
            [(1, 80)],
            (2, 0),
            id="units: a skunk decides",
        ),
        pytest.param(
            {"best_of": 3, "counting": "points_all"},
            [(1, 100), (1, 100), (2, 100)],
            (2, 1),
            id="points_all: every game is played",
        ),
        pytest.param(
            {"best_of": 2, "counting": "game_points"},
            [(1, 100), (2, 100), (2, 100)],
            (2, 4),
            id="game_points: level, so a further game",
        ),
    ],
)
def test_the_game_that_decides_ends_the_match(desk, club, config, games, tally):
    event, match = a_bracket(club, **config)
    for winner, loser in games[:-1]:
        assert save(desk, event, match, winner, loser).status_code == 302
        assert not fresh(match).winner
    save(desk, event, match, *games[-1])

    assert tuple(match.sides.order_by("slot").values_list("tally", flat=True)) == tally
    assert fresh(match).winner == (1 if tally[0] > tally[1] else 2)
    assert "is decided" in text_of(save(desk, event, match, 1))
    assert MatchGame.objects.filter(match=match).count() == len(games)


def test_one_game_is_forfeited_and_the_match_goes_on(desk, club):
    event, match = a_bracket(club, best_of=3)
    values = {"absent": "1", "what": "game", "reason": "Late.", "version": match.version}
    page = desk.follow(match_page(event, match), "forfeit", **values)

    assert "Game 1 is forfeited, the match goes on." in text_of(page)
    assert fresh(match).winner is None


def test_a_whole_match_is_forfeited_and_the_other_side_goes_on(desk, club):
    event, match = a_bracket(club, best_of=3)
    values = {"absent": "1", "what": "match", "reason": "Gone home.", "version": match.version}
    page = desk.follow(match_page(event, match), "forfeit", **values)

    assert fresh(match).winner == 2
    assert "Decided" in text_of(page)


def two_events(club):
    """An occasion whose people are all entered in both of its events."""
    occasion = create_tournament(
        club_id=club.public_id, actor=SYSTEM, name="A weekend", starts_at=A_DAY
    )
    main, other = (
        create_event(tournament_id=occasion.public_id, actor=SYSTEM, name=name)
        for name in ("Main", "Satellite")
    )
    for event in (main, other):
        add_stage(event_id=event.public_id, actor=SYSTEM, kind="single_elim", config={"best_of": 1})
    import_roster(event_id=main.public_id, actor=SYSTEM, rows=a_roster_file(4))
    for one in occasion.registrations.order_by("number"):
        enter(event_id=other.public_id, actor=SYSTEM, registration_ids=[one.public_id])
    for event in (main, other):
        open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in occasion.registrations.order_by("number"):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    return main, other


def test_who_is_due_at_two_tables_is_named_and_the_director_may_know_better(desk, club):
    main, other = two_events(club)
    for event in (main, other):
        desk.press(console(event, "play-offs"), "generate")
    desk.press(console(main, "play-offs"), "publish")
    page = desk.press(console(other, "play-offs"), "publish")

    assert "Player 01: Semi-finals of Main" in text_of(page)
    assert "Publish: they are at different times" in text_of(page)
    assert fresh(other).state == "checkin"

    desk.press(console(other, "play-offs"), "publish", although="due_elsewhere")
    assert fresh(other).state == "running"
