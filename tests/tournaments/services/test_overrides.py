"""A director's hand on a Swiss draw: swaps and written rounds, compared with the draw."""

import pytest

from common.errors import ValidationFailed
from common.models import Audit
from tests.factories import SYSTEM, a_checked_in_night, entries_of, first_stage
from tests.tournaments.late import leave
from tests.tournaments.play import fresh
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
from tournaments.errors import (
    EntryPairedTwice,
    PairingImpossible,
    RoundStale,
    SameEntryTwice,
    WrongState,
)
from tournaments.integrity.checks import all_breaches
from tournaments.selectors.events import checks_of
from tournaments.services.added_matches import add_match
from tournaments.services.keeping_apart import keep_apart
from tournaments.services.swaps import swap_players
from tournaments.services.written_rounds import write_round

pytestmark = pytest.mark.django_db
NOTHING = {
    "repeats": 0,
    "second_sit_outs": 0,
    "avoided_pairs": 0,
    "unpaired": 0,
    "both_owed": 0,
    "score_difference": 0,
}


def ids(stage):
    return {entry.number: entry.public_id for entry in entries_of(stage.event)}


def swap(stage, number, one, other):
    named = ids(stage)
    return swap_players(
        round_id=round_of(stage, number).public_id,
        actor=SYSTEM,
        one=named[one],
        other=named[other],
    )


def write(stage, *pairs, reason="They asked for it"):
    named = ids(stage)
    return write_round(
        stage_id=stage.public_id,
        actor=SYSTEM,
        pairs=[(named[one], named[other]) for one, other in pairs],
        reason=reason,
    )


def codes(stage, number):
    return [one["code"] for one in round_of(stage, number).notes]


def costs(**values):
    return {**NOTHING, **values}


def a_drafted_second_round(players=8):
    """Of eight, those who won meet each other, and no first deal is owed twice."""
    stage = after_rounds(1, players=players)
    draw(stage)
    return stage


def test_a_swap_in_a_draft_is_compared_with_the_draw():
    stage = a_drafted_second_round()
    (one, _), (other, _) = [sorted(pair) for pair in pairs_of(stage, 2)[1:3]]

    done = swap(stage, 2, one, other)

    assert done.note["drawn"]["score_difference"] == 0
    assert done.note["now"]["score_difference"] == 4
    assert codes(stage, 2).count("float") == 2
    publish(stage)
    assert list(all_breaches()) == []


def test_a_swap_that_makes_a_repeat_says_so():
    stage = a_drafted_second_round()
    one, other = sorted(pairs_of(stage, 1)[0])
    beside = next(n for pair in pairs_of(stage, 2) if one in pair for n in pair - {one})

    done = swap(stage, 2, other, beside)

    assert done.repeats == ((one, other),)
    assert (done.note["drawn"]["repeats"], done.note["now"]["repeats"]) == (0, 1)
    assert checks_of(stage).repeats == 1


def test_two_swaps_are_compared_with_the_draw_itself():
    stage = a_drafted_second_round()
    (one, _), (other, _) = [sorted(pair) for pair in pairs_of(stage, 2)[1:3]]
    swap(stage, 2, one, other)
    back = swap(stage, 2, one, other)

    assert back.note["drawn"]["score_difference"] == back.note["now"]["score_difference"] == 0
    assert codes(stage, 2).count("manual") == 2
    assert "float" not in codes(stage, 2)


def test_a_swap_in_a_published_round_is_remembered_as_a_float():
    stage = a_drafted_second_round()
    publish(stage)
    (one, _), (other, _) = [sorted(pair) for pair in pairs_of(stage, 2)[1:3]]
    swap(stage, 2, one, other)

    floats = [one for one in round_of(stage, 2).notes if one["code"] == "float"]
    numbers = {entry.pk: entry.number for entry in entries_of(stage.event)}
    noted = [{numbers[key] for key in one["entries"]} for one in floats]
    assert sorted(map(sorted, noted)) == sorted(map(sorted, pairs_of(stage, 2)[1:3]))


def test_nobody_is_swapped_to_somebody_he_must_not_meet():
    stage = a_drafted_second_round()
    (one, beside), (other, _) = [sorted(pair) for pair in pairs_of(stage, 2)[1:3]]
    named = ids(stage)
    keep_apart(
        event_id=stage.event.public_id,
        actor=SYSTEM,
        entries=[named[other], named[beside]],
        how="never",
        reason="A quarrel",
    )
    before = pairs_of(stage, 2)

    with pytest.raises(PairingImpossible, match="must not meet"):
        swap(stage, 2, one, other)
    assert pairs_of(stage, 2) == before


def test_a_game_of_two_who_sit_out_counts_as_by_hand():
    stage = after_rounds(0, players=6, rounds=3)
    draw(stage)
    publish(stage)
    leave(stage.event, 6)
    leave(stage.event, 5)
    play(stage, 1)
    write(stage, (1, 2))
    named = ids(stage)
    add_match(round_id=round_of(stage, 2).public_id, actor=SYSTEM, entries=[named[3], named[4]])

    assert (pairs_of(stage, 2), rests_of(stage, 2)) == ([{1, 2}, {3, 4}], [])
    assert "unpaired" not in codes(stage, 2)


def test_a_written_round_is_the_draft():
    stage = a_swiss(players=5, rounds=3)
    written = write(stage, (1, 5), (2, 4))

    assert {frozenset(pair) for pair in pairs_of(stage, 1)} == {
        frozenset({1, 5}),
        frozenset({2, 4}),
    }
    assert (rests_of(stage, 1), written.round.algorithm) == ([3], "manual")
    assert {match.first_dealer for match in stage.matches.filter(kind="pairing")} <= {1, 2}
    publish(stage)
    play(stage, 1)
    draw(stage)
    assert {1, 5} not in pairs_of(stage, 2)


def test_a_written_round_replaces_the_draft_and_tells_what_it_costs():
    stage = a_drafted_second_round(players=4)
    one, other = [tuple(sorted(pair)) for pair in pairs_of(stage, 1)]
    written = write(stage, one, other)

    assert written.drawn["repeats"] == 0
    assert (written.now["repeats"], written.now["score_difference"]) == (2, 4)
    assert [one.number for one in stage.rounds.order_by("number")] == [1, 2]
    line = Audit.objects.get(action="round.written")
    assert line.reason == "They asked for it"
    assert line.after["costs"] == written.now


def test_a_written_round_is_stale_when_somebody_leaves():
    stage = after_rounds(1, players=4)
    write(stage, (1, 2), (3, 4))
    leave(stage.event, 4)

    with pytest.raises(RoundStale):
        publish(stage)


@pytest.mark.parametrize(
    ("pairs", "refusal", "words"),
    [
        pytest.param([], ValidationFailed, "Nobody meets", id="nobody"),
        pytest.param([(1, 1)], SameEntryTwice, "one player", id="himself"),
        pytest.param([(1, 2), (2, 3)], EntryPairedTwice, "two places", id="twice"),
        pytest.param([(1, 2), (3, 6)], ValidationFailed, "not there", id="left"),
    ],
)
def test_a_round_that_cannot_be_written_changes_nothing(pairs, refusal, words):
    stage = after_rounds(1, players=6)
    leave(stage.event, 6)
    draw(stage)
    before = pairs_of(stage, 2)

    with pytest.raises(refusal, match=words):
        write(stage, *pairs)
    assert pairs_of(stage, 2) == before


def test_a_round_is_written_with_a_reason():
    with pytest.raises(ValidationFailed, match="Give a reason"):
        write(a_swiss(players=4), (1, 2), (3, 4), reason=" ")


def test_no_round_is_written_over_an_open_match():
    stage = a_swiss(players=4)
    draw(stage)
    publish(stage)

    with pytest.raises(WrongState, match="has no result yet"):
        write(stage, (1, 2), (3, 4))


def test_a_chart_is_not_written_round_by_round():
    event = a_checked_in_night(players=4)
    named = {entry.number: entry.public_id for entry in entries_of(event)}

    with pytest.raises(WrongState, match="Change its chart"):
        write_round(
            stage_id=first_stage(event).public_id,
            actor=SYSTEM,
            pairs=[(named[1], named[2]), (named[3], named[4])],
            reason="For fun",
        )
    assert not fresh(event).stages.first().rounds.exists()
