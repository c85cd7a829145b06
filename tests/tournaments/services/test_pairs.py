"""Pairs: signed up together, walked in, drawn by lot, parted."""

import pytest

from common.errors import ValidationFailed
from games.models import GameSeat
from tests.factories import SYSTEM, a_night, a_player, a_published_night, entries_of, roster
from tests.tournaments.here import start
from tests.tournaments.pairs import PAIRS, a_night_for_pairs, a_pairs_night
from tests.tournaments.play import fresh, matches_of, play_games
from tournaments.errors import AlreadyEntered, PairingImpossible, SameEntryTwice, WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.models import Entry, Registration
from tournaments.selectors.pairs import without_partner
from tournaments.services.entries import enter
from tournaments.services.nights import copy_night
from tournaments.services.pairs import draw_partners, split_pair
from tournaments.services.rosters import add_walk_in, register_player, withdraw_registration
from tournaments.services.sign_up import Newcomer, sign_up, walk_in

pytestmark = pytest.mark.django_db


def draw(event, rng_seed=3):
    return draw_partners(event_id=event.public_id, actor=SYSTEM, rng_seed=rng_seed)


def pair(event, *people):
    ids = [one.public_id for one in people]
    return enter(event_id=event.public_id, actor=SYSTEM, registration_ids=ids)


def test_nobody_is_entered_alone_where_pairs_play():
    event = a_night_for_pairs()
    register_player(
        tournament_id=event.tournament.public_id,
        actor=SYSTEM,
        player_id=a_player(event.tournament.club).public_id,
    )
    add_walk_in(event_id=event.public_id, actor=SYSTEM, name="Robin Late")

    assert entries_of(event) == []
    assert without_partner(event).count() == 10


def test_partners_are_drawn_by_a_lot_that_can_be_drawn_again():
    first, again, other = (a_night_for_pairs(players=9) for _ in range(3))
    drawn = draw(first)
    names = [entry.display for entry in drawn.entries]

    assert len(names) == 4
    assert [one.number for one in drawn.left_over] == [without_partner(first).get().number]
    assert [entry.display for entry in draw(again).entries] == names
    assert [entry.display for entry in draw(other, 4).entries] != names


def test_only_who_is_there_and_alone_is_drawn():
    event = a_night_for_pairs(players=4)
    one, two, three, four = roster(event)
    pair(event, one, three)
    late = register_player(
        tournament_id=event.tournament.public_id,
        actor=SYSTEM,
        player_id=a_player(event.tournament.club).public_id,
    )

    drawn = draw(event).entries[0]

    assert set(drawn.members.values_list("registration", flat=True)) == {two.pk, four.pk}
    assert without_partner(event).get() == late
    with pytest.raises(PairingImpossible, match="Check more players in"):
        draw(event)


def test_where_everybody_plays_alone_there_are_no_partners():
    event = a_published_night()

    with pytest.raises(WrongState):
        draw(event)
    with pytest.raises(ValidationFailed, match="plays alone"):
        walk_in(event_id=event.public_id, actor=SYSTEM, name="Ann", partner=Newcomer("Bo"))


def test_a_pair_walks_in_together():
    event = a_night_for_pairs(players=4)
    entry = walk_in(event_id=event.public_id, actor=SYSTEM, name="Ann", partner=Newcomer("Bo"))

    members = Registration.objects.filter(memberships__entry=entry)
    assert entry.display == "Ann and Bo"
    assert list(members.values_list("status", "is_walk_in")) == [("checked_in", True)] * 2


def test_a_walk_in_without_a_partner_changes_nothing():
    event = a_night_for_pairs(players=4)

    with pytest.raises(ValidationFailed, match="Name the partner too") as refused:
        walk_in(event_id=event.public_id, actor=SYSTEM, name="Ann")

    assert refused.value.errors[0][0] == "partner"
    assert len(roster(event)) == 4


def test_a_pair_signs_up_by_the_players_of_the_club():
    event = a_night(options=PAIRS)
    one, other = (a_player(event.tournament.club, name).public_id for name in ("Ann", "Bo"))
    who = {"event_id": event.public_id, "actor": SYSTEM, "player_id": one}

    assert sign_up(**who, partner_id=other).display == "Ann and Bo"
    with pytest.raises(AlreadyEntered):
        sign_up(**who, partner_id=other)


def test_nobody_signs_up_with_himself():
    event = a_night(options=PAIRS)
    one = a_player(event.tournament.club).public_id

    with pytest.raises(SameEntryTwice):
        sign_up(event_id=event.public_id, actor=SYSTEM, player_id=one, partner_id=one)

    assert roster(event) == []


def test_a_pair_parts_and_finds_others():
    event = a_night_for_pairs(players=4)
    one, two, three, _ = roster(event)
    entry = pair(event, one, two)

    split_pair(entry_id=entry.public_id, actor=SYSTEM)

    assert without_partner(event).count() == 4
    assert pair(event, one, three).display == "Player 01 and Player 03"


def test_who_is_left_of_a_pair_finds_another_partner():
    event = a_night_for_pairs(players=4)
    one, two, three, _ = roster(event)
    pair(event, one, two)

    withdraw_registration(registration_id=two.public_id, actor=SYSTEM)

    assert pair(event, one, three).display == "Player 01 and Player 03"


def test_a_pair_on_the_chart_does_not_part():
    event = a_pairs_night()

    with pytest.raises(WrongState, match="published seating"):
        split_pair(entry_id=entries_of(event)[0].public_id, actor=SYSTEM)


def test_a_night_of_pairs_is_played_to_its_end():
    event = a_pairs_night(games=2)
    play_games(event)

    assert {match.sides.count() for match in matches_of(event)} == {2}
    assert Entry.objects.filter(event=event).count() == 4
    assert not list(all_breaches())


def test_a_copy_of_a_night_of_pairs_takes_the_people_over():
    event = a_pairs_night()
    copy = copy_night(
        event_id=event.public_id,
        actor=SYSTEM,
        name="Next",
        starts_at=event.tournament.starts_at,
    )

    assert (len(roster(copy)), entries_of(copy)) == (8, [])
    assert fresh(copy).rules["variant"] == "partnership"


def test_partners_sit_crosswise_on_the_engine():
    match = matches_of(a_pairs_night())[0]

    game = start(match)

    seats = GameSeat.objects.filter(game=game).select_related("player").order_by("seat")
    names = [seat.player.display_name for seat in seats]
    sides = [side.entry.display for side in match.sides.order_by("slot")]
    assert [f"{names[at]} and {names[at + 2]}" for at in (0, 1)] == sides
