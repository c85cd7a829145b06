import time
from collections import Counter

import pytest

from common.errors import PermissionDenied, PreconditionFailed
from tests.factories import (
    A_SEED,
    SYSTEM,
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_night,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
    rounds_of,
    someone,
)
from tournaments.errors import PairingImpossible, RoundExists, RoundStale, WrongState
from tournaments.models import Event, Match, Registration, Round, Stage, StageEntry
from tournaments.selectors.events import chart_of, checks_of
from tournaments.services.draw import (
    discard_draft,
    generate_rounds,
    publish_round,
    publish_rounds,
)
from tournaments.services.lifecycle import open_check_in
from tournaments.services.rosters import add_walk_in, check_in, undo_check_in
from tournaments.services.tables import move_table

pytestmark = pytest.mark.django_db


def generate(event, **values):
    return generate_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, **values)


def publish(event, **values):
    return publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, **values)


def chart(event):
    """Every round as its pairs of entry numbers with table and first dealer."""
    return [
        [
            (match.table, match.first_dealer, *(side.entry.number for side in match.sides.all()))
            for match in round_.matches.all()
        ]
        for round_ in chart_of(first_stage(event), drafts=True)
    ]


def test_thirty_one_sit_out_once_at_most_meet_nobody_twice_and_deal_evenly():
    event = a_checked_in_night(players=30)
    add_walk_in(event_id=event.public_id, actor=SYSTEM, name="Robin Late")
    started = time.process_time()
    generate(event, rng_seed=A_SEED)
    publish(event)
    spent = time.process_time() - started

    checks = checks_of(first_stage(event))
    rests = Match.objects.filter(stage__event=event, kind="bye")
    assert (len(checks.games), checks.repeats, checks.first_deal_gap) == (31, 0, 1)
    assert Counter(checks.sit_outs.values()) == {1: 9, 0: 22}
    assert rests.values("round").distinct().count() == rests.count() == 9
    assert spent < 2


def test_an_even_field_has_no_sit_outs():
    event = a_drafted_night(players=10)

    assert [len(one) for one in chart(event)] == [5] * 9
    assert set(checks_of(first_stage(event)).sit_outs.values()) == {0}


def test_a_sit_out_is_a_confirmed_bye_with_one_side():
    event = a_drafted_night(players=5)

    rest = Match.objects.filter(stage__event=event, kind="bye").first()
    assert (rest.status, rest.outcome, rest.table, rest.pair_key) == (
        "confirmed",
        "bye",
        None,
        None,
    )
    assert rest.sides.count() == 1


def test_a_game_knows_pair_table_seats_and_first_dealer():
    event = a_drafted_night(players=4)

    match = Match.objects.filter(stage__event=event).order_by("round__number", "number")[0]
    one, other = match.sides.order_by("slot")
    assert (match.status, match.outcome, match.best_of, match.table) == ("ready", None, 1, 1)
    assert (
        match.pair_key == f"{min(one.entry_id, other.entry_id)}-{max(one.entry_id, other.entry_id)}"
    )
    assert match.first_dealer in (1, 2)
    assert {one.seat, other.seat} <= set(range(1, 5))


def test_a_small_field_counts_the_second_meeting():
    event = a_drafted_night(players=4)

    meetings = Match.objects.filter(stage__event=event).values_list("meeting_no", flat=True)
    assert Counter(meetings) == {1: 6, 2: 6, 3: 6}


def test_asking_again_changes_nothing():
    event = a_drafted_night(players=8)
    before = [(one.pk, one.version) for one in rounds_of(event)]

    generate(event)

    assert [(one.pk, one.version) for one in rounds_of(event)] == before


def test_the_same_seed_seats_the_same_numbers_in_another_night():
    assert chart(a_drafted_night(players=9)) == chart(a_drafted_night(players=9))


def test_another_seed_seats_others():
    event = a_drafted_night(players=9)
    before = chart(event)

    generate(event, rng_seed=A_SEED + 1)

    assert chart(event) != before


def test_a_draft_is_made_anew_when_somebody_comes():
    event = a_drafted_night(players=8)
    add_walk_in(event_id=event.public_id, actor=SYSTEM, name="Robin Late")

    with pytest.raises(RoundStale, match="Generate it again, then publish"):
        publish(event)
    generate(event)

    assert len(publish(event)) == 9
    assert len(checks_of(first_stage(event)).games) == 9


def test_publishing_starts_the_night():
    event = a_published_night(players=6)

    stage = first_stage(event)
    assert (event.state, stage.state) == ("running", "running")
    assert {(one.state, one.version) for one in rounds_of(event)} == {("published", 2)}
    assert None not in {one.published_at for one in rounds_of(event)}
    assert {one.status for one in entries_of(event)} == {"active"}


def test_who_did_not_check_in_never_came():
    event = a_checked_in_night(players=6)
    undo_check_in(registration_id=roster(event)[2].public_id, actor=SYSTEM)
    generate(event)
    publish(event)

    assert [one.number for one in entries_of(event) if one.status == "no_show"] == [3]


def test_three_are_too_few():
    event = a_checked_in_night(players=3)

    with pytest.raises(PairingImpossible, match="3 checked in, and Games needs 4"):
        generate(event)

    assert rounds_of(event) == []


def test_a_draw_before_check_in_says_what_comes_first():
    event = a_night(players=8)

    with pytest.raises(WrongState, match="Open check-in and check the players in"):
        generate(event)


def test_a_published_seating_is_not_drawn_again():
    event = a_published_night(players=6)

    with pytest.raises(RoundExists, match="published already"):
        generate(event)
    with pytest.raises(RoundExists, match="published already"):
        publish(event)


def test_publishing_without_a_draft_says_to_generate():
    with pytest.raises(WrongState, match="Generate it, look at it, then publish"):
        publish(a_checked_in_night(players=6))


def test_a_bracket_without_seeds_waits_for_the_cut():
    event = a_published_night(players=8)

    with pytest.raises(PairingImpossible, match="Make the cut first"):
        generate_rounds(stage_id=play_off_stage(event).public_id, actor=SYSTEM)


def test_a_bracket_before_the_games_is_refused():
    event = a_checked_in_night(players=8)

    with pytest.raises(WrongState, match="before the play-offs are drawn"):
        generate_rounds(stage_id=play_off_stage(event).public_id, actor=SYSTEM)


def test_a_bracket_is_drawn_from_its_seeds():
    event = a_published_night(players=8)
    stage = play_off_stage(event)
    seeds = entries_of(event)[2:5]
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(seeds, 1)
    )

    rounds = generate_rounds(stage_id=stage.public_id, actor=SYSTEM)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)

    assert [one.name for one in rounds] == ["Semi-finals", "Final"]
    final = Match.objects.get(round=rounds[1])
    assert [side.entry for side in final.sides.order_by("slot")] == [seeds[0], None]
    assert (final.status, final.best_of) == ("blocked", 3)


def test_a_discarded_draft_leaves_nothing_and_a_new_seed():
    event = a_drafted_night(players=6)

    discard_draft(stage_id=first_stage(event).public_id, actor=SYSTEM)

    assert (rounds_of(event), first_stage(event).rng_seed) == ([], 0)
    assert first_stage(event).state == "planned"
    assert len(generate(event)) == 9


def test_there_must_be_a_draft_to_discard():
    with pytest.raises(WrongState, match="no draft to discard"):
        discard_draft(stage_id=first_stage(a_checked_in_night(players=6)).public_id, actor=SYSTEM)


def test_a_stale_stage_version_is_not_published():
    event = a_drafted_night(players=6)

    with pytest.raises(PreconditionFailed):
        publish(event, expected_version=first_stage(event).version - 1)

    assert {one.state for one in rounds_of(event)} == {"draft"}


def test_one_round_is_published_with_its_chart_by_its_own_version():
    event = a_drafted_night(players=6)
    third = rounds_of(event)[2]

    with pytest.raises(PreconditionFailed):
        publish_round(round_id=third.public_id, actor=SYSTEM, expected_version=0)
    published = publish_round(round_id=third.public_id, actor=SYSTEM, expected_version=1)

    assert len(published) == 9


def test_a_scorer_does_not_draw():
    club = a_club()
    event = a_checked_in_night(club, players=6)

    with pytest.raises(PermissionDenied):
        generate_rounds(
            stage_id=first_stage(event).public_id, actor=someone(club, "scorer"), rng_seed=1
        )


def test_a_match_moves_to_a_free_table():
    match = Match.objects.filter(stage__event=a_published_night(players=6), table=1)[0]

    moved = move_table(
        match_id=match.public_id, actor=SYSTEM, table=9, expected_version=match.version
    )

    assert (moved.table, moved.version) == (9, match.version + 1)


def test_a_match_changes_places_with_whoever_has_the_table():
    event = a_published_night(players=6)
    first = Match.objects.get(round=rounds_of(event)[0], table=1)
    second = Match.objects.get(round=rounds_of(event)[0], table=2)

    move_table(match_id=first.public_id, actor=SYSTEM, table=2)

    assert Match.objects.get(pk=second.pk).table == 1
    assert Match.objects.get(round=rounds_of(event)[0], table=2) == first


def test_a_sit_out_has_no_table_to_move():
    rest = Match.objects.filter(stage__event=a_published_night(players=5), kind="bye")[0]

    with pytest.raises(WrongState, match="its table stays"):
        move_table(match_id=rest.public_id, actor=SYSTEM, table=2)


def test_a_draft_of_another_stage_is_left_alone():
    event, other = a_drafted_night(players=6), a_drafted_night(players=6)

    generate(event, rng_seed=A_SEED + 1)

    assert len(rounds_of(other)) == 9


def test_everything_the_draw_wrote_is_gone_with_the_draft():
    event = a_drafted_night(players=6)
    undo_check_in(registration_id=roster(event)[0].public_id, actor=SYSTEM)

    generate(event)

    assert Match.objects.filter(stage__event=event).count() == 9 * 3
    assert StageEntry.objects.filter(stage=first_stage(event)).count() == 5


def test_check_in_opens_no_draw_for_the_absent():
    event = a_night(players=8)
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in roster(event)[:4]:
        check_in(registration_id=one.public_id, actor=SYSTEM)

    generate(event)

    drawn = StageEntry.objects.filter(stage=first_stage(event)).values_list("entry__number")
    assert sorted(number for (number,) in drawn) == [1, 2, 3, 4]
    assert (
        Registration.objects.filter(tournament=event.tournament, status="registered").count() == 4
    )
    assert Event.objects.get(pk=event.pk).state == "checkin"
    assert Round.objects.filter(stage__event=event).count() == 9
    assert Stage.objects.get(pk=first_stage(event).pk).state == "seeded"
