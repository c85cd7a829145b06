from itertools import pairwise

import pytest

from common import outbox
from common.models import Outbox
from games.models import Game, GameSeat
from tests.factories import SYSTEM, a_published_night, first_stage
from tests.tournaments.here import played, start
from tests.tournaments.play import a_bracket, fresh, lines_of, matches_of, numbers, report
from tests.tournaments.pods import a_pod_night, say, table_of
from tournaments.errors import MatchConfirmed, MatchNotPlayable, WrongState
from tournaments.integrity.results import engine_results, lines_of_claims
from tournaments.models import Entry, GameLine, MatchGame, ResultClaim
from tournaments.selectors.standings import standings_of
from tournaments.services.engine_games import on_game_finished
from tournaments.services.lifecycle import cancel_event

pytestmark = pytest.mark.django_db


def entry_of(match, slot):
    return Entry.objects.get(event=match.stage.event, number=numbers(match)[slot - 1])


def test_seats_are_kept_for_the_two_sides_in_order():
    match = matches_of(a_published_night())[0]

    game = start(match)

    players = GameSeat.objects.filter(game=game).order_by("seat")
    assert [seat.player.display_name for seat in players] == [
        entry_of(match, 1).display,
        entry_of(match, 2).display,
    ]
    assert game.origin == f"match:{match.public_id}:1"
    assert (fresh(match).status, game.rules["target"]) == ("in_progress", 121)


def test_the_chart_says_who_deals_first_here_too():
    match = matches_of(a_published_night())[0]

    start(match)

    assert MatchGame.objects.get(match=match).first_dealer == match.first_dealer


def test_a_game_is_opened_once():
    match = matches_of(a_published_night())[0]

    assert start(match) == start(match)
    assert Game.objects.count() == 1


def test_a_finished_game_becomes_the_result_by_itself(django_capture_on_commit_callbacks):
    event = a_published_night()
    match = matches_of(event)[0]

    with django_capture_on_commit_callbacks(execute=True):
        game = played(match)

    claim = ResultClaim.objects.get(match=match)
    winner = game.winner_side + 1
    assert (claim.state, claim.source, fresh(match).winner) == ("accepted", "engine", winner)
    top = standings_of(first_stage(event)).rows[0]
    assert top.entry == entry_of(match, winner)
    assert top.net_spread == 121 - claim.payload["games"][0]["loser_score"]
    assert Outbox.objects.get(topic="game.finished").done_at is not None


def test_a_finished_game_is_counted_once_however_often_it_is_told():
    match = matches_of(a_published_night())[0]
    game = played(match)

    for _ in range(3):
        on_game_finished(game_id=game.public_id)

    assert ResultClaim.objects.filter(match=match).count() == 1
    assert GameLine.objects.filter(claim__match=match).count() == 2


def test_a_line_knows_who_dealt_first_on_the_engine():
    match = matches_of(a_published_night())[0]

    on_game_finished(game_id=played(match).public_id)

    dealt = dict(
        GameLine.objects.filter(claim__match=match).values_list("side__slot", "dealt_first")
    )
    assert dealt == {match.first_dealer: True, 3 - match.first_dealer: False}


def test_a_match_is_played_game_by_game_until_it_is_decided():
    match = matches_of(a_bracket(), 2)[0]
    dealers = []

    for seed in range(1, 4):
        on_game_finished(game_id=played(fresh(match), seed).public_id)
        dealers.append(MatchGame.objects.get(match=match, number=seed).first_dealer)
        if fresh(match).status == "confirmed":
            break

    games = ResultClaim.objects.get(match=match).payload["games"]
    assert len(games) == len(dealers)
    assert all(one != other for one, other in pairwise(dealers))
    final = matches_of(match.stage.event, 2)[-1]
    assert numbers(final)[0] == numbers(match)[fresh(match).winner - 1]


def test_a_result_from_the_desk_stands_against_a_later_game():
    match = matches_of(a_published_night())[0]
    game = played(match)
    loser = 2 - game.winner_side
    report(fresh(match), loser)

    on_game_finished(game_id=game.public_id)

    assert (fresh(match).winner, len(lines_of(match))) == (loser, 2)
    assert MatchGame.objects.get(match=match).winner == game.winner_side + 1


def test_a_game_that_ends_after_its_event_was_cancelled_counts_for_nobody():
    event = a_published_night()
    match = matches_of(event)[0]
    game = played(match)
    cancel_event(event_id=event.public_id, actor=SYSTEM, reason="fire alarm")

    on_game_finished(game_id=game.public_id)

    assert not ResultClaim.objects.filter(match=match).exists()


def test_a_game_of_no_match_concerns_nobody():
    on_game_finished(game_id=a_published_night().public_id)

    assert not ResultClaim.objects.exists()


def test_a_match_that_is_over_or_waits_starts_no_game():
    event = a_bracket()
    over, _, final = matches_of(event, 2)
    report(over, 1, 1)

    with pytest.raises(MatchConfirmed):
        start(over)
    with pytest.raises(MatchNotPlayable):
        start(final)


def test_three_at_a_table_play_here_each_for_himself(django_capture_on_commit_callbacks):
    table = table_of(a_pod_night(), 3)

    with django_capture_on_commit_callbacks(execute=True):
        game = played(table)
    claim = ResultClaim.objects.get(match=table)
    scores = list(MatchGame.objects.get(match=table).scores)

    assert GameSeat.objects.filter(game=game).count() == 3
    assert (claim.source, claim.payload["games"][0]["scores"]) == ("engine", scores)
    assert (fresh(table).winner, scores[game.winner_side]) == (game.winner_side + 1, 121)
    assert not [*engine_results(), *lines_of_claims()]
    with pytest.raises(MatchConfirmed):
        say(table, *scores)


def test_a_table_of_three_that_was_played_here_counts_as_it_ended():
    table = table_of(a_pod_night(), 3)
    game = played(table)
    MatchGame.objects.filter(match=table).update(
        winner=game.winner_side + 1, scores=[100, 121, 90], finished_at=game.finished_at
    )

    with pytest.raises(WrongState, match="counts as it ended"):
        say(fresh(table), 121, 100, 90)


def test_two_who_have_no_third_play_at_the_table():
    table = table_of(a_pod_night(), 2)

    with pytest.raises(WrongState, match="Play at the table"):
        start(table)


def test_the_sweep_counts_what_was_not_told():
    match = matches_of(a_published_night())[0]
    played(match)

    outbox.run_pending()

    assert fresh(match).status == "confirmed"
