import pytest

from common.errors import ValidationFailed
from common.models import Audit
from tests.factories import (
    SYSTEM,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
)
from tests.tournaments.play import (
    HALF,
    a_bracket,
    a_played_night,
    draw_play_off,
    fresh,
    matches_of,
    numbers,
    play_bracket,
    report,
    win,
)
from tournaments.errors import CutTied, RoundExists, WrongState
from tournaments.models import Ruling, StageEntry
from tournaments.selectors.brackets import playoff_places
from tournaments.selectors.night import night_line
from tournaments.selectors.standings import cut_of, standings_of
from tournaments.services.finalise import finalise_event
from tournaments.services.play_offs import record_cut_ruling, seed_play_off

pytestmark = pytest.mark.django_db


def seeds_of(event):
    seeded = StageEntry.objects.filter(stage=play_off_stage(event)).order_by("seed")
    return list(seeded.values_list("entry__number", flat=True))


def make_cut(event, **values):
    return seed_play_off(stage_id=play_off_stage(event).public_id, actor=SYSTEM, **values)


def a_level_night(players=8, games=2):
    """Slot 1 wins the odd rounds, slot 2 the even, always by 20: many are level."""
    event = a_published_night(players=players, games=games)
    for match in matches_of(event):
        report(match, win(1 + match.round.number % 2, 101))
    return fresh(event)


def test_the_first_go_on_in_the_order_of_the_standings():
    event = a_played_night()

    made = make_cut(event)

    top = [row.entry.number for row in standings_of(first_stage(event)).rows[:4]]
    assert [entry.number for entry in made.seeds] == seeds_of(event) == top
    assert play_off_stage(event).state == "seeded"


def test_a_cut_waits_for_the_last_result():
    event = a_published_night(players=4, games=3)
    report(matches_of(event)[0])

    with pytest.raises(WrongState, match="5 results are missing"):
        make_cut(event)


def test_making_the_cut_again_changes_nothing():
    event = a_level_night()
    ruled(event)
    make_cut(event)
    before = (seeds_of(event), Ruling.objects.count(), Audit.objects.count())

    make_cut(event)

    assert (seeds_of(event), Ruling.objects.count(), Audit.objects.count()) == before


def test_a_published_bracket_is_not_cut_again():
    with pytest.raises(RoundExists, match="published already"):
        make_cut(a_bracket())


def ruled(event):
    """Record an order, by number, for those level at the cut, if anybody is."""
    tied = cut_of(play_off_stage(event)).tied
    if tied:
        order = [entry.public_id for entry in tied]
        record_cut_ruling(event_id=event.public_id, actor=SYSTEM, order=order, reason="lot")
    return [entry.number for entry in tied]


def test_a_tie_over_the_cut_blocks_and_names_who_is_level():
    event = a_level_night()
    tied = cut_of(play_off_stage(event)).tied

    with pytest.raises(CutTied) as refusal:
        make_cut(event)

    assert all(entry.display in refusal.value.message for entry in tied)
    assert refusal.value.context["entries"] == [entry.public_id for entry in tied]
    assert seeds_of(event) == []


def test_a_ruling_decides_a_tie_and_leaves_the_places_equal():
    event = a_level_night()
    before = standings_of(first_stage(event)).equal
    tied = list(reversed(cut_of(play_off_stage(event)).tied))

    record_cut_ruling(
        event_id=event.public_id,
        actor=SYSTEM,
        order=[entry.public_id for entry in tied],
        reason="played one game",
    )
    make_cut(event, rng_seed=3)

    assert standings_of(first_stage(event)).equal == before
    assert seeds_of(event)[-1] in [entry.number for entry in tied]
    ruling = Ruling.objects.get(kind=Ruling.Kind.CUT_ORDER)
    assert (ruling.payload["order"], ruling.reason) == (
        [entry.number for entry in tied],
        "played one game",
    )


def test_a_ruling_orders_just_those_who_are_level():
    event = a_level_night()

    with pytest.raises(ValidationFailed, match="Put just these in order") as refusal:
        record_cut_ruling(
            event_id=event.public_id,
            actor=SYSTEM,
            order=[one.public_id for one in entries_of(event)[:2]] * 2,
            reason="lot",
        )

    assert refusal.value.errors[0][0] == "order"


def test_there_is_nothing_to_rule_on_without_a_tie():
    event = a_played_night()

    with pytest.raises(WrongState, match="nothing to rule on"):
        record_cut_ruling(event_id=event.public_id, actor=SYSTEM, order=[], reason="lot")


def all_level_in_front():
    """Eight play one game: four win by 20, and all of them go on."""
    event = a_published_night(players=8, games=1, options=HALF)
    for match in matches_of(event):
        report(match, win(1, 101))
    return fresh(event)


def test_seeds_of_an_equal_place_are_drawn_by_a_recorded_lot():
    event = all_level_in_front()

    made = make_cut(event, rng_seed=11)

    lot = Ruling.objects.get(kind=Ruling.Kind.LOT)
    assert lot.payload["order"] == seeds_of(event) == [entry.number for entry in made.seeds]
    assert lot.payload["seed"] == "11"


def test_a_lot_stays_valid_while_the_same_share_the_place():
    event = all_level_in_front()
    make_cut(event, rng_seed=11)
    before = seeds_of(event)

    make_cut(event, rng_seed=12)

    assert (seeds_of(event), Ruling.objects.count()) == (before, 1)


def test_who_goes_on_alone_is_champion():
    event = a_published_night(players=4, games=3)
    for match in matches_of(event):
        first, second = numbers(match)
        report(match, win(1 if first < second else 2, 80 + match.round.number))

    make_cut(event)

    places = [(one.place, one.entry.number) for one in playoff_places(event)]
    assert (fresh(event).state, places) == ("review", [(1, 1)])
    assert night_line(fresh(event)).next_action == "finalise"
    finalise_event(event_id=event.public_id, actor=SYSTEM)
    assert fresh(event).state == "final"


def test_places_of_the_play_offs_go_by_the_round_of_the_loss():
    event = a_bracket()
    play_bracket(event)
    first, second, third, fourth = seeds_of(event)

    places = [(one.place, one.entry.number) for one in playoff_places(event)]

    assert places[0] == (1, first)
    assert [place for place, _ in places] == [1, 2, 3, 3]
    assert {number for _, number in places} == {first, second, third, fourth}


def test_there_are_no_places_before_the_final():
    assert playoff_places(a_bracket()) == ()


def test_the_night_line_leads_from_the_games_to_the_final():
    event = a_played_night()
    steps = [night_line(event).next_action]
    make_cut(event)
    steps.append(night_line(event).next_action)
    draw_play_off(event)
    steps.append(night_line(event).next_action)
    play_bracket(event)
    steps.append(night_line(fresh(event)).next_action)

    assert steps == ["make_cut", "generate", "enter_results", "finalise"]
