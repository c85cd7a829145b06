"""Two who would sit out play one another after all."""

import pytest

from common.errors import ValidationFailed
from tests.factories import SYSTEM, a_published_night, entries_of, first_stage, rounds_of
from tests.tournaments.play import report, win_all_of
from tournaments.errors import EntryPairedTwice, SameEntryTwice
from tournaments.integrity.checks import all_breaches
from tournaments.models import Match
from tournaments.selectors.events import checks_of
from tournaments.services.added_matches import add_match
from tournaments.services.corrections import void_match

pytestmark = pytest.mark.django_db


def add(event, *entries):
    return add_match(
        round_id=rounds_of(event)[0].public_id,
        actor=SYSTEM,
        entries=[one.public_id for one in entries],
    )


@pytest.fixture
def night():
    return a_published_night(players=10, games=3)


def test_two_who_play_in_the_round_are_refused(night):
    one, other = entries_of(night)[:2]

    with pytest.raises(EntryPairedTwice, match="Choose two who sit out"):
        add(night, one, other)

    assert Match.objects.filter(round=rounds_of(night)[0]).count() == 5


def test_nobody_plays_himself(night):
    one = entries_of(night)[0]

    with pytest.raises(SameEntryTwice):
        add(night, one, one)


def test_somebody_of_another_night_does_not_play_here(night):
    other = a_published_night(players=4)

    with pytest.raises(ValidationFailed, match="does not play in this event"):
        add(night, entries_of(night)[0], entries_of(other)[0])


def test_two_void_tables_give_two_who_play_and_whose_game_counts(night):
    first, second = Match.objects.filter(round=rounds_of(night)[0]).order_by("number")[:2]
    for match in (first, second):
        void(match)
    one, other = (match.sides.get(slot=1).entry for match in (first, second))

    made = add(night, one, other)
    report(made)
    win_all_of(night, 1)

    assert (made.number, made.table, made.status) == (6, 6, "ready")
    assert rounds_of(night)[0].state == "complete"
    assert checks_of(first_stage(night)).games[one.pk] == 3
    assert list(all_breaches()) == []


def test_a_sit_out_becomes_a_game():
    event = a_published_night(players=5, games=3)
    first = rounds_of(event)[0]
    void(Match.objects.get(round=first, table=1))
    rest = Match.objects.get(round=first, kind="bye")
    resting = rest.sides.get().entry
    free = Match.objects.get(round=first, table=1).sides.get(slot=2).entry

    add(event, resting, free)

    rest.refresh_from_db()
    assert (rest.status, rest.outcome, rest.sides.get().is_live) == ("void", None, False)
    assert list(all_breaches()) == []


def void(match):
    void_match(match_id=match.public_id, actor=SYSTEM, reason="no board")
