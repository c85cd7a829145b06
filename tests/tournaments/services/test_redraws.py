"""Late arrivals and leavers: the rest of a published night is drawn again."""

from random import Random

import pytest

from common.errors import PermissionDenied, ValidationFailed
from common.models import Change
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_player,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
    someone,
)
from tests.tournaments.late import a_night_after, come, leave, publish, redraw
from tests.tournaments.play import win_all_of
from tournaments.errors import PairingImpossible, RoundStale, WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.models import Entry, Match, MatchSide, Round, StageEntry
from tournaments.selectors.events import chart_of, checks_of
from tournaments.selectors.redraws import presence_of
from tournaments.services.draw import discard_draft, generate_rounds
from tournaments.services.redraws import redraw_rounds
from tournaments.services.rosters import (
    add_walk_in,
    check_in,
    register_player,
    undo_check_in,
)

pytestmark = pytest.mark.django_db
NIGHTLY = pytest.mark.nightly


def live(event, *, after=0):
    """Every live pair or sit-out of the published rounds, as numbers of entries."""
    rows = Match.objects.filter(stage=first_stage(event), round__number__gt=after)
    rows = rows.exclude(status="void").exclude(round__state="draft")
    return {
        (match.round.number, frozenset(side.entry.number for side in match.sides.all()))
        for match in rows.select_related("round").prefetch_related("sides__entry")
    }


def snapshot(event):
    """All rows of the published rounds."""
    matches = Match.objects.filter(stage=first_stage(event)).exclude(round__state="draft")
    return (
        list(matches.order_by("pk").values_list("pk", "status", "version", "pair_key")),
        list(
            MatchSide.objects.filter(match__in=matches)
            .order_by("pk")
            .values_list("pk", "entry", "round", "is_live")
        ),
        list(
            Round.objects.filter(stage=first_stage(event))
            .exclude(state="draft")
            .order_by("pk")
            .values_list("pk", "version")
        ),
    )


def test_a_late_arrival_joins_the_next_round_and_repeats_nobody():
    event = a_night_after(2)
    late = come(event)

    redraw(event)
    publish(event)

    entry = Entry.objects.get(members__registration=late)
    games = {n for n, numbers in live(event) if late.number in numbers}
    checks = checks_of(first_stage(event))
    assert (entry.status, entry.joined_round, games) == ("active", 3, set(range(3, 10)))
    assert (checks.repeats, max(checks.sit_outs.values()), checks.first_deal_gap <= 2) == (
        0,
        1,
        True,
    )
    assert StageEntry.objects.get(entry=entry).seed == 21
    assert list(all_breaches()) == []


def test_a_leaver_gives_the_open_game_away_and_is_on_no_round_to_come():
    event = a_published_night(players=20)
    win_all_of(event, 1)
    one = Match.objects.filter(round__number=2, stage=first_stage(event)).order_by("number")
    win_all_of(event, 2, but=[one[3].pk])
    number = one[3].sides.get(slot=1).entry.number

    leave(event, number)
    redraw(event)
    publish(event)

    given = Match.objects.get(pk=one[3].pk)
    entry = Entry.objects.get(event=event, number=number)
    assert (given.status, given.outcome, given.winner) == ("confirmed", "forfeit", 2)
    assert (entry.status, entry.left_round) == ("withdrawn", 2)
    assert number not in {n for _, numbers in live(event, after=2) for n in numbers}
    assert checks_of(first_stage(event)).repeats == 0
    assert list(all_breaches()) == []


def test_tables_of_the_others_keep_their_matches():
    event = a_night_after(3)
    before = live(event, after=3)
    keys = set(Match.objects.exclude(status="void").values_list("pk", flat=True))

    leave(event, 7)
    redraw(event)
    publish(event)

    still = set(Match.objects.exclude(status="void").values_list("pk", flat=True))
    touched = {pair for pair in before if 7 in pair[1]}
    assert len(touched) == 6
    assert live(event, after=3) & before == before - touched
    assert len(keys - still) == 6


def test_what_was_published_is_kept_as_void_and_no_row_is_lost():
    event = a_night_after(3)
    before = {row[0] for row in snapshot(event)[0]}

    leave(event, 7)
    redraw(event)
    publish(event)

    void = Match.objects.filter(stage=first_stage(event), status="void")
    assert before <= set(Match.objects.values_list("pk", flat=True))
    assert void.count() == 6
    assert set(void.values_list("outcome", "sides__is_live")) == {(None, False)}
    assert not Round.objects.filter(stage=first_stage(event), state="draft").exists()


def test_a_draft_leaves_the_night_as_it_is_until_it_is_published():
    event = a_night_after(2, players=10)
    before, chart = snapshot(event), live(event)
    come(event)

    redraw(event)

    assert (snapshot(event), live(event)) == (before, chart)


def test_a_discarded_redraw_leaves_all_as_it_was_and_can_be_drawn_again():
    event = a_night_after(2, players=10)
    come(event)
    before, stage = snapshot(event), first_stage(event)
    first = redraw(event)

    discard_draft(stage_id=stage.public_id, actor=SYSTEM)

    now = first_stage(event)
    assert (snapshot(event), now.state, now.rng_seed) == (before, "running", stage.rng_seed)
    assert len(redraw(event)) == len(first)


def pairs_of_drafts(event):
    return [
        [
            (match.table, match.first_dealer, *(side.entry.number for side in match.sides.all()))
            for match in round_.matches.all()
        ]
        for round_ in chart_of(first_stage(event), drafts=True)
    ]


def test_the_same_inputs_give_the_same_draft():
    event = a_night_after(2, players=9)
    come(event)
    first = redraw(event)
    drawn = pairs_of_drafts(event)

    assert [one.pk for one in redraw(event)] == [one.pk for one in first]
    discard_draft(stage_id=first_stage(event).public_id, actor=SYSTEM)
    redraw(event)
    assert pairs_of_drafts(event) == drawn


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(lambda event: come(event, "Kim Later"), id="somebody-comes"),
        pytest.param(lambda event: leave(event, 3), id="somebody-leaves"),
        pytest.param(lambda event: win_all_of(event, 3), id="a-round-is-played"),
    ],
)
def test_a_redraw_that_no_longer_fits_is_not_published(meanwhile):
    event = a_night_after(2, players=10)
    come(event)
    redraw(event)
    meanwhile(event)
    before = snapshot(event)

    with pytest.raises(RoundStale, match="Generate it again"):
        publish(event)

    assert snapshot(event) == before


def test_who_is_on_the_roster_and_comes_late_is_drawn_in():
    event = a_checked_in_night(players=10)
    undo_check_in(registration_id=roster(event)[4].public_id, actor=SYSTEM)
    generate_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, rng_seed=5)
    publish(event)
    assert entries_of(event)[4].status == "no_show"

    check_in(registration_id=roster(event)[4].public_id, actor=SYSTEM)
    assert [one.number for one in presence_of(first_stage(event)).came] == [5]
    redraw(event)
    publish(event)

    assert entries_of(event)[4].status == "active"
    assert not presence_of(first_stage(event)).differs


def test_who_leaves_and_comes_back_before_the_redraw_plays_on_as_printed():
    event = a_night_after(2, players=10)
    before = live(event)
    one = leave(event, 4)
    assert [entry.number for entry in presence_of(first_stage(event)).left] == [4]

    register_player(
        tournament_id=event.tournament.public_id, actor=SYSTEM, player_id=one.player.public_id
    )
    check_in(registration_id=one.public_id, actor=SYSTEM)

    assert not presence_of(first_stage(event)).differs
    assert (entries_of(event)[3].status, live(event)) == ("active", before)


def test_a_night_on_paper_says_from_which_round_on():
    event = a_published_night(players=20)
    leave(event, 7)

    rounds = redraw(event, after_round=4)
    publish(event)

    assert [one.number for one in rounds] == [5, 6, 7, 8, 9]
    assert {n for n, numbers in live(event) if 7 in numbers} == {1, 2, 3, 4}
    assert entries_of(event)[6].left_round == 4


def test_a_round_that_has_begun_is_not_drawn_again():
    event = a_night_after(3, players=10)

    with pytest.raises(ValidationFailed, match="Draw again from round 4 on"):
        redraw(event, after_round=2)
    with pytest.raises(ValidationFailed, match="No round is left"):
        redraw(event, after_round=9)


def test_a_redraw_says_in_the_feed_what_it_replaced_and_names_nobody():
    event = a_night_after(2, players=10)
    come(event)
    redraw(event)
    publish(event)

    change = Change.objects.filter(type="round.redrawn").get()
    assert change.payload["first"] == 3
    assert "Robin" not in str(change.payload)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        pytest.param(lambda: a_drafted_night(players=6), "being played", id="not-published"),
        pytest.param(lambda: a_night_after(9, players=6), "Every round", id="all-begun"),
    ],
)
def test_a_redraw_where_nothing_is_to_come_is_refused(make, words):
    with pytest.raises(WrongState, match=words):
        redraw(make())


def test_a_bracket_is_not_drawn_again():
    event = a_published_night(players=6)

    with pytest.raises(WrongState, match="not drawn again"):
        redraw_rounds(stage_id=play_off_stage(event).public_id, actor=SYSTEM)


def test_one_alone_cannot_be_drawn():
    event = a_published_night(players=4)
    for number in (1, 2, 3):
        leave(event, number)

    with pytest.raises(PairingImpossible, match="two who are there"):
        redraw(event)


def test_a_scorer_checks_late_arrivals_in_and_a_director_lets_somebody_go():
    club = a_club()
    event = a_published_night(club, players=6)
    scorer = someone(club, "scorer")

    add_walk_in(event_id=event.public_id, actor=scorer, name="Robin Late")

    with pytest.raises(PermissionDenied):
        leave(event, 2, actor=scorer)
    with pytest.raises(PermissionDenied):
        redraw_rounds(stage_id=first_stage(event).public_id, actor=scorer)


def test_a_newcomer_of_the_club_can_be_registered_while_the_night_runs():
    club = a_club()
    event = a_published_night(club, players=6)

    one = register_player(
        tournament_id=event.tournament.public_id,
        actor=SYSTEM,
        player_id=a_player(club).public_id,
    )
    check_in(registration_id=one.public_id, actor=SYSTEM)

    assert [entry.number for entry in presence_of(first_stage(event)).came] == [7]


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(n, marks=NIGHTLY) for n in range(3, 40))]
)
def test_a_whole_night_with_leavers_and_late_arrivals_repeats_nobody(seed):
    """R8 through the database: 18 to 30 start, people come and go, everything is played."""
    chance = Random(seed)
    event = a_published_night(players=chance.randint(18, 24), play_off=False, rng_seed=seed + 1)
    for number in range(1, 10):
        if chance.random() < 0.3 and number > 1:
            if chance.random() < 0.5:
                come(event, f"Late {number}")
            else:
                there = Entry.objects.filter(event=event, status="active").order_by("number")
                leave(event, chance.choice(list(there)).number)
            redraw(event)
            publish(event)
        win_all_of(event, number)

    stage = first_stage(event)
    met = [pair for _, pair in live(event) if len(pair) == 2]
    assert len(set(met)) == len(met)
    assert max(checks_of(stage).sit_outs.values()) <= 1
    assert (stage.state, list(all_breaches())) == ("complete", [])
