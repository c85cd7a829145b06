"""Real cases of results, corrections and brackets, answered by the services."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction

from common.idempotency import Answer, once
from common.models import Audit
from scoring.errors import CribbageError
from tests.data_files import real_cases
from tests.factories import (
    SYSTEM,
    a_club,
    a_night,
    a_player,
    a_published_night,
    entries_of,
    first_stage,
)
from tests.tournaments.later import RESULTS, marked
from tests.tournaments.play import (
    a_bracket,
    fresh,
    lines_of,
    matches_of,
    numbers,
    play_bracket,
    report,
    win,
)
from tournaments.matches import GameResult
from tournaments.models import GameLine, Match, ResultClaim
from tournaments.selectors.standings import standings_of
from tournaments.services.corrections import correct_result, retract_result
from tournaments.services.rosters import register_player

pytestmark = [pytest.mark.django_db, pytest.mark.cases]


def a_match():
    return matches_of(a_published_night(players=4, games=1))[0]


def said(score, names=("A", "B"), winner=None):
    """A result as an app says it: the higher score wins, the other is the loser's."""
    slot = 1 + (score[1] > score[0]) if winner is None else 1 + names.index(winner)
    return GameResult(slot, min(score), max(score) - min(score))


def is_accepted(match, result):
    try:
        report(match, result)
    except CribbageError:
        return False
    retract_result(match_id=match.public_id, actor=SYSTEM, reason="the next try")
    return True


def plays_himself(match):
    """A result names slots, so only the match itself could set one against himself."""
    try:
        with transaction.atomic():
            match.sides.filter(slot=2).update(entry=match.sides.get(slot=1).entry)
            return is_accepted(match, win(1))
    except IntegrityError:
        return False


def enter_result(given, _):
    match = a_match()
    if "pairing" in given:
        return {"accepted": plays_himself(match), "stored_results": len(lines_of(match))}
    return {"accepted": [is_accepted(fresh(match), said(score)) for score in given["submitted"]]}


def double_submit(given, _):
    match = a_match()
    answers = []
    for request in given["requests"]:
        with once(SYSTEM, request["key"], "the same") as attempt:
            if attempt.replayed is None:
                claim = report(match, said(request["score"], winner=request["winner"]))
                attempt.answer = Answer(201, str(claim.public_id), {})
        answers.append(attempt.replayed or attempt.answer)
    return {
        "stored_results": ResultClaim.objects.filter(match=match).count(),
        "ratings_updates": GameLine.objects.filter(claim__match=match, won=True).count(),
        "responses_equal": len({answer.body for answer in answers}) == 1,
    }


def replay(given, _):
    match = a_match()
    report(match, said(given["first"]["score"]))
    retract_result(match_id=match.public_id, actor=SYSTEM, reason="aborted")
    claim = report(fresh(match), said(given["second"]["score"]))
    return {
        "games_counted": len(lines_of(match)) // 2,
        "counted_score": [121, claim.payload["games"][0]["loser_score"]],
        "first_kept_in_history": ResultClaim.objects.filter(state="superseded").exists(),
    }


def correct_score(given, _):
    event = a_bracket()
    play_bracket(event)
    match = matches_of(event, 2)[0]
    before, winner = lines_of(match), fresh(match).winner
    games = [win(winner, given["new"][1])]
    correct_result(match_id=match.public_id, actor=SYSTEM, games=games, reason="misread")
    after = lines_of(match)
    return {
        "accepted": True,
        "winner_changed": fresh(match).winner != winner,
        "category": after[0][5],
        "standings_and_ratings_recalculated": before != after,
        "audit_entry": Audit.objects.filter(action="match.corrected").count() == 1,
    }


def duplicate_player(given, _):
    club = a_club()
    event = a_night(club)
    players = {name: a_player(club, name.title()) for name in dict.fromkeys(given["add"])}
    for name in given["add"]:
        try:
            register_player(
                tournament_id=event.tournament.public_id,
                actor=SYSTEM,
                player_id=players[name].public_id,
            )
            outcome = "a no-op"
        except CribbageError:
            outcome = "refused"
    words = "refused or a no-op"
    return {
        "entries": len(entries_of(event)),
        "second_add_of_9": words if outcome in words else outcome,
    }


def correct_winner(given, _):
    event = a_bracket()
    match, other, final = matches_of(event, 2)
    names = dict(zip(given["players"], numbers(match), strict=True))
    report(match, *[1 + given["players"].index(given["old_winner"])] * 2)
    report(other, 1, 1)
    names["C"] = numbers(other)[0]
    slot = 1 + given["players"].index(given["new_winner"])
    correct_result(
        match_id=match.public_id, actor=SYSTEM, games=[win(slot)] * 2, reason="wrong winner"
    )
    called = {number: name for name, number in names.items()}
    sides = [called[number] for number in numbers(final)]
    return {"next_match_players": sides, "b_in_next": "B" in sides}


ANSWERS = {
    "enter_result": enter_result,
    "double_submit": double_submit,
    "replay": replay,
    "correct_score": correct_score,
    "duplicate_player": duplicate_player,
    "correct_winner": correct_winner,
}
LATER = {"conflict": RESULTS}


@pytest.mark.parametrize("case", marked(real_cases(kinds="eg", ops=[*ANSWERS, *LATER]), LATER))
def test_real_result_is_taken_right(case):
    assert ANSWERS[case["op"]](case["input"], case["expected"]) == case["expected"]


def test_a_line_of_a_corrected_bracket_match_is_no_standing_of_the_games():
    event = a_bracket()
    before = standings_of(first_stage(event)).rows
    match = matches_of(event, 2)[0]
    report(match, win(1, 60))

    correct_result(match_id=match.public_id, actor=SYSTEM, games=[win(2, 60)], reason="misread")

    assert standings_of(first_stage(event)).rows == before


@pytest.mark.parametrize(
    "case", [c for c in real_cases(kinds="g", ops=["event_time"]) if "zone" in c.values[0]["input"]]
)
def test_a_night_is_on_the_day_of_its_own_zone(case):
    given, expected = case["input"], case["expected"]
    zone = ZoneInfo(given["zone"])
    start = datetime.fromisoformat(given["start_local"]).replace(tzinfo=zone)

    event = a_night(a_club(timezone=given["zone"]), starts_at=start)

    stored = fresh(event.tournament).starts_at
    assert stored.isoformat() == expected["start_utc"]
    shown = stored.astimezone(ZoneInfo(event.tournament.club.timezone)).date()
    assert [shown.isoformat()] == expected["shown_days"]
    assert Match.objects.filter(stage__event=event).count() == 0
