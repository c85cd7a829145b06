"""Two who sat in one another's place: set right within a round, and recorded."""

from uuid import uuid4

import pytest

from common.errors import PermissionDenied, PreconditionFailed, ValidationFailed
from common.models import Audit
from tests.factories import (
    SYSTEM,
    a_club,
    a_drafted_night,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    rounds_of,
    someone,
)
from tests.tournaments.play import fresh, report
from tournaments.errors import (
    EntryPairedTwice,
    MatchConfirmed,
    RoundStale,
    SameEntryTwice,
    SwapAcrossRounds,
    WrongState,
)
from tournaments.integrity.checks import all_breaches
from tournaments.models import Match, MatchSide, Round, StageEntry
from tournaments.selectors.events import checks_of
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.redraws import redraw_rounds
from tournaments.services.rosters import add_walk_in
from tournaments.services.swaps import Place, swap_players, swap_seats

pytestmark = pytest.mark.django_db


def table(event, number, round_=1):
    rows = Match.objects.filter(stage=first_stage(event), round__number=round_, table=number)
    return rows.get(round__state=rounds_of(event)[0].state)


def side(match, slot=1):
    return MatchSide.objects.select_related("entry").get(match=match, slot=slot)


def sitting(match):
    return [one.entry.number for one in match.sides.order_by("slot").select_related("entry")]


def swap(event, one, other, *, round_=0, **values):
    return swap_players(
        round_id=rounds_of(event)[round_].public_id,
        one=one.public_id,
        other=other.public_id,
        **{"actor": SYSTEM, **values},
    )


@pytest.mark.parametrize("make", [a_drafted_night, a_published_night])
def test_two_change_places_and_meet_the_others_opponent(make):
    event = make(players=8, games=3)
    one, other = table(event, 1), table(event, 2)
    before = sitting(one), sitting(other)

    swap(event, side(one).entry, side(other).entry)

    (a, b), (c, d) = before
    assert (sitting(one), sitting(other)) == ([c, b], [a, d])
    assert list(all_breaches()) == []


def test_seats_table_and_first_deal_stay_with_the_place():
    event = a_published_night(players=8, games=3)
    one, other = table(event, 1), table(event, 2)
    before = (one.table, one.first_dealer, side(one).seat)

    swap(event, side(one).entry, side(other).entry)

    now = fresh(one)
    assert (now.table, now.first_dealer, side(now).seat) == before
    assert now.version == one.version + 1


def test_who_sat_out_may_have_played():
    event = a_published_night(players=5, games=3)
    rest = Match.objects.get(stage=first_stage(event), round__number=1, kind="bye")
    played = table(event, 1)
    resting, playing = side(rest).entry, side(played).entry

    swap(event, resting, playing)

    assert (side(rest).entry, side(played).entry) == (playing, resting)


def test_the_record_has_who_did_it_and_both_pairings():
    club = a_club()
    event = a_published_night(club, players=8, games=3)
    actor = someone(club, "director")
    one, other = table(event, 1), table(event, 2)
    drawn = [sitting(one), sitting(other)]

    swap(event, side(one).entry, side(other).entry, actor=actor)

    line = Audit.objects.filter(action="round.swapped").get()
    assert line.actor_key == actor.key
    assert sorted(pair["entries"] for pair in line.before["drawn"]) == sorted(drawn)
    assert sorted(pair["entries"] for pair in line.after["seated"]) == sorted(
        [sitting(one), sitting(other)]
    )
    assert rounds_of(event)[0].notes[-1]["code"] == "manual"


def test_a_swap_that_makes_two_meet_again_says_so():
    event = a_published_night(players=4, games=3)
    one, other = table(event, 1), table(event, 2)

    done = swap(event, side(one).entry, side(other).entry)

    assert len(done.repeats) == 2
    assert {match.meeting_no for match in done.matches} == {2}
    assert checks_of(first_stage(event)).repeats == 2


def test_a_game_with_a_result_is_not_changed():
    event = a_published_night(players=8, games=3)
    one, other = table(event, 1), table(event, 2)
    report(one)
    people = side(one).entry, side(other).entry

    with pytest.raises(MatchConfirmed, match="Take the result back first"):
        swap(event, *people)

    assert (side(one).entry, side(other).entry) == people


def places(event, *, other_round=1):
    one, other = table(event, 1), table(event, 2, round_=other_round)
    return one, other, side(one).entry, side(other).entry


def seats(event, first, second):
    return swap_seats(
        round_id=rounds_of(event)[0].public_id, actor=SYSTEM, first=first, second=second
    )


def test_a_swap_across_rounds_is_refused():
    event = a_published_night(players=8, games=3)
    one, other, a, b = places(event, other_round=2)

    with pytest.raises(SwapAcrossRounds, match="within one round"):
        seats(event, Place(one.public_id, 1, b.public_id), Place(other.public_id, 1, a.public_id))


@pytest.mark.parametrize(
    ("who", "refusal"),
    [
        pytest.param(lambda a, b, c: (b, b), EntryPairedTwice, id="one-in-both"),
        pytest.param(lambda a, b, c: (c, a), EntryPairedTwice, id="sits-at-a-third-table"),
        pytest.param(lambda a, b, c: (a, b), ValidationFailed, id="as-drawn"),
        pytest.param(lambda a, b, c: (uuid4(), a), ValidationFailed, id="nobody"),
    ],
)
def test_places_that_cannot_be_are_refused_and_nothing_changes(who, refusal):
    event = a_published_night(players=8, games=3)
    one, other, a, b = places(event)
    third = side(table(event, 3)).entry
    before = sitting(one), sitting(other)
    first, second = who(a.public_id, b.public_id, third.public_id)

    with pytest.raises(refusal):
        seats(event, Place(one.public_id, 1, first), Place(other.public_id, 1, second))

    assert (sitting(one), sitting(other)) == before


def test_nobody_changes_places_with_himself_or_with_somebody_elsewhere():
    event, other = (a_published_night(players=4, games=3) for _ in range(2))
    mine = entries_of(event)[0]

    with pytest.raises(SameEntryTwice):
        swap(event, mine, mine)
    with pytest.raises(ValidationFailed, match="has no place"):
        swap(event, mine, entries_of(other)[0])


def test_a_round_that_has_moved_on_is_not_changed_unseen():
    event = a_published_night(players=4, games=3)
    one, other = entries_of(event)[:2]

    with pytest.raises(PreconditionFailed):
        swap(event, one, other, expected_version=1)


def test_a_scorer_does_not_swap():
    club = a_club()
    event = a_published_night(club, players=4, games=3)

    with pytest.raises(PermissionDenied):
        swap(event, *entries_of(event)[:2], actor=someone(club, "scorer"))


def test_in_a_bracket_the_seeds_say_who_meets():
    event = a_published_night(players=8)
    stage = play_off_stage(event)
    people = entries_of(event)[:4]
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(people, 1)
    )
    round_ = generate_rounds(stage_id=stage.public_id, actor=SYSTEM)[0]

    with pytest.raises(WrongState, match="In a bracket"):
        swap_players(
            round_id=round_.public_id,
            actor=SYSTEM,
            one=people[0].public_id,
            other=people[1].public_id,
        )


def test_a_swap_in_what_was_printed_makes_a_redraw_stale():
    event = a_published_night(players=8, games=3)
    stage = first_stage(event)
    add_walk_in(event_id=event.public_id, actor=SYSTEM, name="Robin Late")
    redraw_rounds(stage_id=stage.public_id, actor=SYSTEM, after_round=1)
    published = Round.objects.get(stage=stage, number=1)
    one, other = (side(table(event, number)).entry for number in (1, 2))

    swap_players(
        round_id=published.public_id, actor=SYSTEM, one=one.public_id, other=other.public_id
    )

    with pytest.raises(RoundStale):
        publish_rounds(stage_id=stage.public_id, actor=SYSTEM)
