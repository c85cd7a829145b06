"""Swiss events through the services: what a round is drawn from, and when it may be."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from tests.factories import SYSTEM, entries_of
from tests.tournaments.play import fresh, matches_of, report
from tests.tournaments.swiss import (
    a_swiss,
    after_rounds,
    draw,
    pairs_of,
    play,
    publish,
    rests_of,
    round_of,
)
from tournaments.errors import PairingImpossible, RoundStale, SameEntryTwice, WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.matches import GameResult
from tournaments.models import Event, Round, Stage
from tournaments.selectors.events import checks_of
from tournaments.selectors.night import night_line
from tournaments.selectors.situations import situation_of
from tournaments.services.corrections import correct_result
from tournaments.services.draw import discard_draft
from tournaments.services.keeping_apart import keep_apart, let_meet
from tournaments.simulation.night import Order, simulate_night

pytestmark = pytest.mark.django_db


def winners(stage, number):
    return {min(pair) for pair in pairs_of(stage, number)}


def apart(stage, one, other, how="never"):
    by_number = {entry.number: entry.public_id for entry in entries_of(stage.event)}
    return keep_apart(
        event_id=stage.event.public_id,
        actor=SYSTEM,
        entries=[by_number[one], by_number[other]],
        how=how,
        reason="They share a car",
    )


def test_winners_meet_winners_in_the_second_round():
    stage = after_rounds(1, players=8)
    won = winners(stage, 1)

    draw(stage)

    assert {len(pair & won) for pair in pairs_of(stage, 2)} == {0, 2}


def test_nobody_meets_twice_or_sits_out_twice():
    stage = after_rounds(4, players=7, rounds=5)
    draw(stage)

    pairs = [frozenset(pair) for number in range(1, 6) for pair in pairs_of(stage, number)]
    rests = [rests_of(stage, number)[0] for number in range(1, 6)]
    assert len(set(pairs)) == len(pairs) == 15
    assert len(set(rests)) == 5


def test_a_float_is_noted_and_remembered():
    stage = after_rounds(1, players=6)
    draw(stage)
    publish(stage)

    noted = [one for one in round_of(stage, 2).notes if one["code"] == "float"]

    assert len(noted) == 1
    assert situation_of(stage).floats == dict.fromkeys(noted[0]["entries"], 2)


def test_the_same_draft_is_drawn_twice():
    stage = after_rounds(1, players=8)
    first = draw(stage)
    again = draw(stage)
    before = pairs_of(stage, 2)
    discard_draft(stage_id=stage.public_id, actor=SYSTEM)
    draw(stage)

    assert again == first
    assert pairs_of(stage, 2) == before


def test_a_correction_makes_the_draft_stale_and_the_next_one_reads_it():
    stage = after_rounds(1, players=8)
    draw(stage)
    match = matches_of(stage.event)[0]
    won = match.winner
    correct_result(
        match_id=match.public_id,
        actor=SYSTEM,
        games=[GameResult(3 - won, 90)],
        reason="The slip was read upside down",
    )

    assert round_of(stage, 2).is_stale
    with pytest.raises(RoundStale):
        publish(stage)

    draw(stage)
    publish(stage)
    upset = next(max(pair) for pair in pairs_of(stage, 1)[:1])
    won = (winners(stage, 1) - set(pairs_of(stage, 1)[0])) | {upset}
    assert {len(pair & won) for pair in pairs_of(stage, 2)} == {0, 2}


def test_a_round_after_the_last_is_refused():
    stage = after_rounds(1, players=4, rounds=2)
    draw(stage)
    publish(stage)
    play(stage, 2)

    with pytest.raises(WrongState):
        draw(stage)
    assert (fresh(stage).state, fresh(stage.event).state) == ("complete", "review")


def test_all_rounds_drawn_says_so():
    stage = after_rounds(0, players=4, rounds=1, allow_open_results=True)
    draw(stage)
    publish(stage)

    with pytest.raises(WrongState, match="All rounds of Swiss rounds are drawn"):
        draw(stage)


def test_a_draft_is_no_ground_for_the_round_after_it():
    stage = after_rounds(1)
    draw(stage)

    with pytest.raises(WrongState, match="Round 2 of Swiss rounds is a draft"):
        draw(stage, number=3)
    assert stage.rounds.count() == 2


def test_open_results_may_be_allowed():
    stage = a_swiss(players=6, allow_open_results=True)
    draw(stage)
    publish(stage)
    report(matches_of(stage.event)[0], 1)

    draw(stage)
    publish(stage)

    assert [one.state for one in stage.rounds.order_by("number")] == ["published", "published"]


def test_a_discarded_draft_leaves_a_next_step():
    stage = after_rounds(1)
    draw(stage)
    discard_draft(stage_id=stage.public_id, actor=SYSTEM)

    assert night_line(fresh(stage.event)).next_action == "generate"


def test_two_who_must_not_meet_do_not():
    stage = after_rounds(1, players=8)
    draw(stage)
    one, other = sorted(pairs_of(stage, 2)[0])

    apart(stage, one, other)

    assert round_of(stage, 2).is_stale
    draw(stage)
    assert {one, other} not in pairs_of(stage, 2)


def test_two_who_rather_do_not_meet_are_labelled_when_they_must():
    stage = a_swiss(players=2, rounds=1)
    apart(stage, 1, 2, how="household")

    draw(stage)

    keys = [entry.pk for entry in entries_of(stage.event)]
    noted = [one for one in round_of(stage, 1).notes if one["code"] == "avoided_pair"]
    assert [(sorted(one["entries"]), one["why"]) for one in noted] == [(keys, "household")]


def test_two_who_were_kept_apart_may_meet_again():
    stage = a_swiss(players=4)
    ids = [entry.public_id for entry in entries_of(stage.event)[:2]]
    apart(stage, 1, 2)

    let_meet(event_id=stage.event.public_id, actor=SYSTEM, entries=ids, reason="Made up")

    assert situation_of(stage).forbidden == frozenset()


def test_nobody_is_kept_apart_from_himself():
    with pytest.raises(SameEntryTwice):
        apart(a_swiss(players=4), 1, 1)


def test_nobody_is_left_to_draw():
    with pytest.raises(PairingImpossible, match="1 checked in"):
        draw(a_swiss(players=1))


def test_a_situation_takes_the_same_queries_at_any_size():
    counts = []
    for players in (6, 14):
        stage = after_rounds(2, players=players)
        with CaptureQueriesContext(connection) as seen:
            situation_of(stage)
        counts.append(len(seen))

    assert counts[0] == counts[1] <= 10


def test_drafts_of_rounds_are_one_by_one():
    stage = after_rounds(1)

    made = draw(stage)

    assert [one.number for one in made] == [2]
    assert Round.objects.filter(stage=stage, state="draft").count() == 1


def a_second_night(stage, days=7, **config):
    """The same people, so many days later."""
    return a_swiss(
        players=stage.event.entries.count(),
        club=stage.event.tournament.club,
        days=days,
        **config,
    )


def avoided(stage):
    number = {entry.pk: entry.number for entry in entries_of(stage.event)}
    return {
        frozenset(number[entry] for entry in pair): why
        for pair, why in situation_of(stage).avoided.items()
    }


def test_who_met_at_the_last_night_rather_does_not_meet():
    first = after_rounds(1, players=4, rounds=1)
    met = {frozenset(pair) for pair in pairs_of(first, 1)}

    second = a_second_night(first)
    draw(second)

    assert avoided(second) == dict.fromkeys(met, "lately")
    assert met.isdisjoint(frozenset(pair) for pair in pairs_of(second, 1))


def test_what_was_played_two_nights_ago_is_forgotten_or_not():
    first = after_rounds(1, players=4, rounds=1)
    second = a_second_night(first)
    draw(second)
    publish(second)
    play(second, 1)

    third = a_second_night(first, days=14, avoid_nights=1)
    again = a_second_night(first, days=14, avoid_nights=2)
    none = a_second_night(first, days=14, avoid=["team"])

    met = {frozenset(pair) for pair in pairs_of(first, 1)}
    lately = {frozenset(pair) for pair in pairs_of(second, 1)}
    assert (set(avoided(third)), set(avoided(again)), avoided(none)) == (lately, met | lately, {})


def test_visitors_of_one_club_are_a_team():
    stage = a_swiss(players=4)
    members = Player.objects.filter(registrations__tournament=stage.event.tournament)
    members.filter(display_name__in=("Player 01", "Player 03")).update(home_club="Board Room")
    members.filter(display_name="Player 02").update(home_club=stage.event.tournament.club.name)
    members.filter(display_name="Player 04").update(home_club=stage.event.tournament.club.name)

    assert avoided(stage) == {frozenset({1, 3}): "team"}


@pytest.mark.parametrize("players", [8, 9, 30, 31, 64])
def test_a_simulated_event_has_no_repeat_and_no_second_sit_out(players):
    simulate_night(Order(players, 15, format="swiss"))

    checks = checks_of(Stage.objects.get())
    assert list(all_breaches()) == []
    assert (checks.repeats, max(checks.sit_outs.values())) == (0, players % 2)
    assert Round.objects.count() == (players - 1).bit_length()
    assert Event.objects.get().state == "final"
