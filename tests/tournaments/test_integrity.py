"""Every check finds what is planted, and finds nothing in a sound night."""

from contextlib import contextmanager
from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import F

from common import clock, outbox
from common.models import Audit, Change, Outbox
from games.models import Game, GameEvent, GameSecret
from tests.factories import SYSTEM, a_club
from tests.games import world
from tests.tournaments.play import a_bracket, fresh, matches_of, play_bracket
from tournaments.integrity.checks import CHECKS, all_breaches
from tournaments.models import (
    Entry,
    GameLine,
    Match,
    MatchGame,
    MatchSide,
    Rating,
    RatingChange,
    RatingRun,
    ResultClaim,
    SeasonScore,
    StandingSnapshot,
)
from tournaments.services.finalise import finalise_event
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def sound(django_db_setup, django_db_blocker):
    """Made once: a final and settled night, and a game begun; gone with the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        people = world.people()
        yield a_settled_night(), world.seated(people.club, people.alice, people.bob)
        transaction.set_rollback(True)


@pytest.fixture
def night(sound):
    return sound[0]


@pytest.fixture
def game(sound):
    return sound[1]


def a_settled_night():
    """One game each, a final, season points, ratings."""
    club = a_club()
    season = create_season(
        club_id=club.public_id,
        actor=SYSTEM,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
    )
    event = a_bracket(club=club, players=5, games=1, season_id=season.public_id)
    play_bracket(event)
    finalise_event(event_id=event.public_id, actor=SYSTEM)
    outbox.run_pending()
    return fresh(event)


@contextmanager
def unguarded(model):
    """Take the guard off a table that is only added to, as a thief with a key would."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def found(name):
    return list(CHECKS[name]())


def rewritten(model, rows, **values):
    with unguarded(model):
        rows.update(**values)


def removed(model, rows):
    with unguarded(model):
        rows.delete()


def audit_of(event):
    return Audit.objects.filter(root_id=event.public_id)


def feed_of(event):
    return Change.objects.filter(root_id=event.public_id)


def lines_of(event):
    return GameLine.objects.filter(claim__match__stage__event=event)


def one(rows):
    """The first row alone, as rows that can be updated."""
    return rows.model.objects.filter(pk=rows.order_by("pk").first().pk)


def test_a_sound_night_breaks_nothing(night):
    assert list(all_breaches()) == []


def test_the_command_says_what_it_checked_and_ends_well(night):
    out = StringIO()

    call_command("check_integrity", stdout=out)

    assert [line.split("  ")[0].strip() for line in out.getvalue().splitlines()] == list(CHECKS)


def test_the_command_prints_a_breach_and_ends_with_1(night):
    one(Rating.objects.all()).update(value=F("value") + 1)
    out = StringIO()

    with pytest.raises(SystemExit) as end:
        call_command("check_integrity", stdout=out)

    assert end.value.code == 1
    assert "the list is not what the games give" in out.getvalue()


AUDIT = {
    "an-audit-line-is-changed": lambda n: rewritten(Audit, one(audit_of(n)), reason="It was me."),
    "an-audit-line-is-gone": lambda n: removed(Audit, one(audit_of(n))),
    "two-audit-lines-are-swapped": lambda n: rewritten(Audit, audit_of(n).filter(seq=1), seq=1000),
}


@pytest.mark.parametrize("plant", AUDIT.values(), ids=AUDIT)
def test_a_broken_audit_is_found(night, plant):
    plant(night)

    assert found("audit chains")


FEED = {
    "a-change-is-gone": lambda n: removed(Change, feed_of(n).filter(seq=2)),
    "the-first-change-is-gone": lambda n: removed(Change, feed_of(n).filter(seq=1)),
}


@pytest.mark.parametrize("plant", FEED.values(), ids=FEED)
def test_a_gap_in_the_feed_is_found(night, plant):
    plant(night)

    assert found("change feeds")


def test_a_change_without_audit_is_found(night):
    removed(Audit, audit_of(night).filter(seq=audit_of(night).count()))

    assert not found("audit chains")
    assert found("audited changes")


OUTBOX = {
    "a-message-waits": {"created_at": clock.now() - timedelta(hours=1)},
    "a-message-is-dead": {"dead_at": clock.now()},
}


@pytest.mark.parametrize("values", OUTBOX.values(), ids=OUTBOX)
def test_a_message_that_nobody_takes_is_found(night, values):
    Outbox.objects.update(done_at=None, **values)

    assert found("outbox")


def test_a_match_without_its_claim_is_found(night):
    one(ResultClaim.objects.all()).update(state="superseded")

    assert found("accepted claims")


def test_a_claim_on_a_match_without_result_is_found(night):
    one(Match.objects.filter(outcome="played")).update(outcome="annulled")

    assert found("accepted claims")


LINES = {
    "a-spread-is-changed": lambda n: one(lines_of(n)).update(spread=F("spread") * 2),
    "points-are-changed": lambda n: one(lines_of(n)).update(points=9),
    "a-line-is-gone": lambda n: one(lines_of(n)).delete(),
    "the-claim-is-rewritten": lambda n: one(ResultClaim.objects.all()).update(
        payload={"games": [{"winner": 2, "loser_score": 1}]}
    ),
    "the-winner-is-changed": lambda n: one(Match.objects.filter(winner=1)).update(winner=2),
    "the-tally-is-changed": lambda n: one(MatchSide.objects.filter(match__outcome="played")).update(
        tally=7
    ),
}


@pytest.mark.parametrize("plant", LINES.values(), ids=LINES)
def test_what_the_claim_does_not_say_is_found(night, plant):
    plant(night)

    assert found("game lines")


SUMS = {
    "a-spread-is-changed": lambda n: one(lines_of(n)).update(spread=F("spread") * 2),
    "a-loss-is-gone": lambda n: one(lines_of(n).filter(won=False)).delete(),
}


@pytest.mark.parametrize("plant", SUMS.values(), ids=SUMS)
def test_sums_that_do_not_come_out_are_found(night, plant):
    plant(night)

    assert found("sums of games")


def test_sums_leave_out_games_with_a_rule_code_and_forfeits(night):
    one(lines_of(night)).update(spread=F("spread") * 2)
    claim = ResultClaim.objects.order_by("pk").first()
    GameLine.objects.filter(claim__match=claim.match).update(rule_code="D8")
    GameLine.objects.exclude(claim__match=claim.match).update(rule_code=None)

    lines = lines_of(night).order_by("pk").first()
    assert lines.rule_code == "D8"
    assert not found("sums of games")


def test_an_entry_that_plays_twice_in_a_round_is_found(night):
    first, second = matches_of(night)[:2]
    other = second.sides.get(slot=1)
    first.sides.filter(slot=1).update(entry=other.entry, is_live=False)

    assert len(found("entries in rounds")) == 2


def test_an_engine_game_that_never_was_is_found(night):
    MatchGame.objects.create(
        match=matches_of(night)[0],
        number=1,
        source="engine",
        engine_game=uuid4(),
        winner=1,
        loser_score=90,
    )

    assert found("engine results")


STANDINGS = {
    "a-row-is-changed": lambda n: one(StandingSnapshot.objects.all()).update(rows=[]),
    "a-line-is-changed": lambda n: one(lines_of(n).filter(won=True)).update(points=3),
    "nothing-was-published": lambda n: StandingSnapshot.objects.all().delete(),
}


@pytest.mark.parametrize("plant", STANDINGS.values(), ids=STANDINGS)
def test_standings_that_are_not_counted_are_found(night, plant):
    plant(night)

    assert found("standings")


def test_a_stranger_in_the_bracket_is_found():
    event = a_bracket(players=9, games=1)
    final = matches_of(event, 2)[-1]
    stranger = Entry.objects.filter(event=event).exclude(sides__match__stage=final.stage)
    assert found("brackets") == []

    one(MatchSide.objects.filter(match=final, entry=None)).update(entry=stranger.first())

    assert found("brackets")


SCORES = {
    "points-are-changed": lambda n: one(SeasonScore.objects.all()).update(points=99),
    "a-score-is-gone": lambda n: one(SeasonScore.objects.all()).delete(),
}


@pytest.mark.parametrize("plant", SCORES.values(), ids=SCORES)
def test_season_points_that_no_card_gives_are_found(night, plant):
    plant(night)

    assert found("season scores")


RATINGS = {
    "a-rating-is-changed": lambda n: one(Rating.objects.all()).update(value=F("value") + 1),
    "a-rating-is-gone": lambda n: one(Rating.objects.all()).delete(),
    "a-change-is-gone": lambda n: one(RatingChange.objects.all()).delete(),
    "a-run-does-not-count": lambda n: RatingRun.objects.update(is_current=False),
    "a-run-has-other-games": lambda n: RatingRun.objects.update(inputs_digest="0" * 64),
}


@pytest.mark.parametrize("plant", RATINGS.values(), ids=RATINGS)
def test_ratings_that_no_games_give_are_found(night, plant):
    plant(night)

    assert found("ratings")


def event_of(game, seq):
    return GameEvent.objects.filter(game=game, seq=seq)


GAMES = {
    "an-event-is-changed": lambda g: rewritten(GameEvent, event_of(g, 2), public={"seat": 1}),
    "an-event-is-gone": lambda g: removed(GameEvent, event_of(g, 2)),
    "the-state-is-changed": lambda g: Game.objects.update(
        snapshot={**g.snapshot, "pegs": [[120, 119], [0, 0]]}
    ),
    "the-head-is-changed": lambda g: Game.objects.update(head=bytes(32)),
    "a-secret-is-gone": lambda g: removed(GameSecret, GameSecret.objects.filter(game=g)),
    "a-secret-belongs-to-nothing": lambda g: GameSecret.objects.create(
        game=g, seq=999, nonce=bytes(32), private={}
    ),
}


def test_a_sound_game_breaks_nothing(game):
    assert found("game logs") == []


@pytest.mark.parametrize("plant", GAMES.values(), ids=GAMES)
def test_a_broken_game_is_found(game, plant):
    plant(game)

    assert found("game logs")
