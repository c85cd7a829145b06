"""Brackets through the services: third place, double elimination, consolations."""

import pytest

from common.errors import ValidationFailed
from tests.factories import A_DAY, SYSTEM, a_club, a_roster_file, entries_of
from tests.tournaments.play import fresh, report
from tournaments.errors import CorrectionBlocked, WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.matches import GameResult
from tournaments.models import Match, StageEntry
from tournaments.selectors.brackets import bracket_of, playoff_places
from tournaments.services.corrections import correct_result
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.events import create_event, create_tournament
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import open_check_in
from tournaments.services.play_offs import seed_play_off
from tournaments.services.rosters import check_in
from tournaments.services.stages import add_feed, add_stage

pytestmark = pytest.mark.django_db


def an_event(kind="single_elim", players=8, **config):
    """Make an event that begins with a bracket, everybody checked in."""
    club = a_club()
    occasion = create_tournament(
        club_id=club.public_id, actor=SYSTEM, name="A weekend", starts_at=A_DAY
    )
    event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
    stage = stage_of(event, kind, **config)
    import_roster(event_id=event.public_id, actor=SYSTEM, rows=a_roster_file(players))
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in occasion.registrations.order_by("number"):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    return event, stage


def stage_of(event, kind="single_elim", **config):
    return add_stage(
        event_id=event.public_id, actor=SYSTEM, kind=kind, config={"best_of": 1, **config}
    )


def feed(stage, source, rule, **params):
    add_feed(
        stage_id=stage.public_id,
        actor=SYSTEM,
        source_id=source.public_id,
        rule=rule,
        params=params,
    )


def draw(stage):
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=7)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)


def play(stage, slot=1, upto=99):
    """Enter every match of a stage as it becomes ready; ``slot`` wins each."""
    while match := open_match(stage, upto):
        report(match, slot)


def open_match(stage, upto=99):
    ready = Match.objects.filter(stage=stage, status="ready", round__number__lte=upto)
    return ready.select_related("round", "stage").order_by("round__number", "number").first()


def names(places):
    return [(one.place, one.entry.number) for one in places]


def seeds(stage):
    return list(
        StageEntry.objects.filter(stage=stage)
        .order_by("seed")
        .values_list("entry__number", flat=True)
    )


def test_the_losers_of_the_semi_finals_play_for_the_third_place():
    event, stage = an_event(players=4, third_place=True)
    draw(stage)
    play(stage)

    places = playoff_places(event)

    assert [one.place for one in places] == [1, 2, 3, 4]
    last = bracket_of(stage).rounds[-1]
    assert [places[2].entry, places[3].entry] == [side.entry for side in last.matches[1].sides]
    assert fresh(event).state == "review"


@pytest.mark.parametrize("reset", ["none", "simple", "double"])
@pytest.mark.parametrize("players", [2, 3, 6, 8])
@pytest.mark.parametrize("slot", [1, 2])
def test_a_double_elimination_reaches_its_end(players, reset, slot):
    event, stage = an_event("double_elim", players, reset=reset)
    draw(stage)
    play(stage, slot)

    places = playoff_places(event)

    assert len(places) == players
    assert [one.place for one in places[:3]] == [1, 2, 3][:players]
    assert fresh(event).state == "review"
    assert list(all_breaches()) == []


def test_two_losses_are_needed_to_be_out():
    _, stage = an_event("double_elim", 8)
    draw(stage)
    play(stage)

    lost = {}
    for match in Match.objects.filter(stage=stage, outcome="played").prefetch_related("sides"):
        loser = match.sides.get(slot=3 - match.winner).entry.number
        lost[loser] = lost.get(loser, 0) + 1
    assert sorted(lost.values()) == [2] * 7


def test_the_second_final_is_played_when_the_challenger_wins_the_first():
    _, stage = an_event("double_elim", 4)
    draw(stage)
    play(stage, 1, upto=4)
    final = open_match(stage)
    report(final, 2)

    second = open_match(stage)

    assert (second.round.name, second.status) == ("Second final", "ready")
    assert second.meeting_no == fresh(final).meeting_no + 1


def test_a_second_final_that_is_not_required_is_taken_back_by_a_correction():
    event, stage = an_event("double_elim", 4)
    draw(stage)
    play(stage)
    final = Match.objects.get(stage=stage, round__name="Final")
    second = Match.objects.get(stage=stage, round__name="Second final")
    assert second.status == "not_required"

    correct_result(
        match_id=final.public_id, actor=SYSTEM, games=[GameResult(2, 90)], reason="Read wrongly"
    )

    assert fresh(second).status == "ready"
    assert fresh(event).state == "running"
    report(fresh(second), 1)
    with pytest.raises(CorrectionBlocked):
        correct_result(
            match_id=final.public_id, actor=SYSTEM, games=[GameResult(1, 90)], reason="It was right"
        )


def test_losers_of_their_first_match_go_into_the_consolation():
    event, main = an_event(players=7)
    plate = stage_of(event)
    feed(plate, main, "first_match_losers")
    draw(main)
    play(main, 1, upto=1)

    # The top seed has a bye, so its first match is in round 2.
    with pytest.raises(WrongState, match="1 result is missing"):
        seed_play_off(stage_id=plate.public_id, actor=SYSTEM)
    play(main, 2, upto=2)
    view = seed_play_off(stage_id=plate.public_id, actor=SYSTEM)

    assert len(view.seeds) == 4
    first = {
        match.sides.get(slot=2).entry
        for match in Match.objects.filter(stage=main, round__number=1, kind="pairing")
    }
    top = StageEntry.objects.get(stage=main, seed=1).entry
    assert set(view.seeds) == first | {top}
    draw(plate)
    play(main)
    play(plate)
    assert playoff_places(event) == bracket_of(main).places
    assert list(all_breaches()) == []


def test_losers_up_to_a_round_go_into_the_plate():
    event, main = an_event(players=8)
    plate = stage_of(event)
    feed(plate, main, "losers_to_round", round=2)
    draw(main)
    play(main, upto=2)

    view = seed_play_off(stage_id=plate.public_id, actor=SYSTEM)

    assert len(view.seeds) == 6


def test_a_result_that_changes_seeds_the_plate_again():
    event, main = an_event(players=4)
    plate = stage_of(event)
    feed(plate, main, "losers_to_round", round=1)
    draw(main)
    play(main, upto=1)
    seed_play_off(stage_id=plate.public_id, actor=SYSTEM)
    before = seeds(plate)

    first = Match.objects.filter(stage=main).order_by("round__number", "number").first()
    correct_result(
        match_id=first.public_id, actor=SYSTEM, games=[GameResult(2, 90)], reason="Read wrongly"
    )

    assert len(set(before) & set(seeds(plate))) == 1


def test_a_plate_may_be_an_event_of_its_own():
    event, main = an_event(players=4)
    second = create_event(
        tournament_id=event.tournament.public_id, actor=SYSTEM, name="Consolation"
    )
    plate = stage_of(second)
    feed(plate, main, "first_match_losers")
    open_check_in(event_id=second.public_id, actor=SYSTEM)
    draw(main)
    play(main, upto=1)

    seed_play_off(stage_id=plate.public_id, actor=SYSTEM)
    draw(plate)

    assert len(entries_of(second)) == 2
    assert fresh(second).state == "running"
    assert {entry.display for entry in entries_of(second)} < {e.display for e in entries_of(event)}


def test_only_a_bracket_knows_who_lost_his_way_out():
    event, _ = an_event()
    games = stage_of(event, "rotation")
    plate = stage_of(event)

    with pytest.raises(ValidationFailed, match="no knock-out"):
        feed(plate, games, "first_match_losers")
