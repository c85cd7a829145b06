"""Games of a match that are played on the engine: opened here, counted when they end.

The listener is called after the commit of a game's end, and again by the sweep until
it has succeeded. It is safe to call again, locks the event and never the game.
"""

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from games.engine.errors import RulesInvalid
from games.engine.rules import Rules
from games.models import MATCH
from games.selectors.finished import GameOutcome, outcome_of
from games.services.tables import create_game
from tournaments.errors import WrongState
from tournaments.models import EntryMember, MatchGame, MatchSide, ResultClaim
from tournaments.selectors.matches import OVER
from tournaments.services.lifecycle import UNDER_WAY
from tournaments.services.match_lock import LockedMatch, lock_match, require_playable
from tournaments.services.progress import file_if_decided, next_number, set_in_progress
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct, may_enter_results

ENGINE = Actor.system(agent="engine")


def start_engine_game(*, match_id: UUID, actor: Actor) -> UUID:
    """Open the next game of a match on the engine, its seats kept for its sides.

    Args:
        match_id: public id of the match.
        actor: enters results at the club; in place of a game that was abandoned only
            its director opens another.

    Returns:
        Public id of the game; asked again before it has ended, the same one.

    Raises:
        NotFound, PermissionDenied: no such match, or not to be entered.
        EventFinal, WrongState: the event is not being played, or by rules that the
            engine cannot play.
        MatchNotPlayable, MatchConfirmed: the match takes no game now.

    Rule: docs/rules.md#match
    """
    with transaction.atomic():
        at = lock_match(match_id)
        may_enter_results(actor, at.event.tournament.club)
        require_playable(at)
        number = next_number(at)
        opened = MatchGame.objects.filter(match=at.match, number=number).first()
        if opened is not None and opened.engine_game is not None:
            if not _is_abandoned(opened.engine_game):
                return opened.engine_game
            may_direct(actor, at.event.tournament.club)
        rules, dealer = _rules(at), _first_dealer(at, number)
        if dealer is None and rules.first_deal == "assigned":
            # Nobody was assigned, so the seats cut, and the match goes on alternately.
            rules = replace(rules, first_deal="alternate")
        game = create_game(
            club_id=at.event.tournament.club.public_id,
            actor=actor,
            rules=rules,
            players=_players(at),
            first_dealer=None if dealer is None else dealer - 1,
            origin=f"{MATCH}{at.match.public_id}:{number}",
        )
        MatchGame.objects.update_or_create(
            match=at.match,
            number=number,
            defaults={
                "source": MatchGame.Source.ENGINE,
                "engine_game": game.public_id,
                "first_dealer": dealer,
            },
        )
        set_in_progress(at)
        _noted(at, actor, "match.game_opened", number, game.public_id)
    return game.public_id


def on_game_finished(game_id: UUID) -> None:
    """Count a game that has ended, if it belongs to a match; safe to call again.

    Args:
        game_id: public id of the game. One that was abandoned counts for nobody.
    """
    match_id = (
        MatchGame.objects.filter(engine_game=game_id)
        .values_list("match__public_id", flat=True)
        .first()
    )
    outcome = None if match_id is None else outcome_of(game_id)
    if match_id is None or outcome is None or outcome.winner_side is None:
        return
    with transaction.atomic():
        at = lock_match(match_id)
        game = MatchGame.objects.filter(match=at.match, engine_game=game_id).first()
        if game is None or game.winner is not None:
            return
        _take(game, outcome, outcome.winner_side)
        _noted(at, ENGINE, "match.game", game.number, game_id)
        # The desk may have been quicker: a result that stands is never touched from here.
        if at.event.state in UNDER_WAY and at.match.status not in OVER:
            bump(at.match)
            file_if_decided(at, actor=ENGINE, source=ResultClaim.Source.ENGINE)


def _is_abandoned(game_id: UUID) -> bool:
    outcome = outcome_of(game_id)
    return outcome.is_over and outcome.winner_side is None


def _take(game: MatchGame, outcome: GameOutcome, winner_side: int) -> None:
    game.winner = winner_side + 1
    if len(outcome.scores) > 2:
        game.scores = list(outcome.scores)
    else:
        game.loser_score = outcome.scores[1 - winner_side]
    if outcome.first_dealer is not None:
        game.first_dealer = outcome.first_dealer + 1
    game.finished_at = outcome.finished_at
    game.save(update_fields=["winner", "loser_score", "scores", "first_dealer", "finished_at"])


def _rules(at: LockedMatch) -> Rules:
    refusal = WrongState(
        f"{at.event.name} is not played by rules that can be played here. "
        "Play at the table and enter the result."
    )
    try:
        rules = Rules.from_plain(at.event.rules)
    except RulesInvalid as error:
        raise refusal from error
    if rules.numbers.sides != len(at.sides):
        raise refusal
    return rules


def _first_dealer(at: LockedMatch, number: int) -> int | None:
    """Return the slot that deals first; None where the seats cut for it."""
    rule = str(at.event.rules.get("first_deal", "cut"))
    of_chart = at.match.first_dealer if at.ruleset.first_deal == "chart" else None
    if rule == "cut" or number == 1:
        return None if rule == "cut" else of_chart
    before = MatchGame.objects.get(match=at.match, number=number - 1)
    if rule in ("loser", "winner") and before.winner is not None:
        return before.winner if rule == "winner" else 3 - before.winner
    if before.first_dealer is not None:
        return 3 - before.first_dealer
    if of_chart is None:
        return None
    return of_chart if number % 2 else 3 - of_chart


def _players(at: LockedMatch) -> list[UUID]:
    """The members of all sides in the order of the seats: partners sit crosswise."""
    sides = MatchSide.objects.filter(match=at.match)
    members = EntryMember.objects.filter(entry__in=sides.values("entry")).select_related(
        "registration__player"
    )
    slots = {side.entry_id: side.slot for side in at.sides}
    seated = sorted(members, key=lambda one: (one.place, slots[one.entry_id]))
    return [one.registration.player.public_id for one in seated]


def _noted(at: LockedMatch, actor: Actor, action: str, number: int, game_id: UUID) -> None:
    note(
        at.event,
        actor=actor,
        action=action,
        target=at.match,
        after={"number": number, "game": game_id},
        payload={"number": number, "game": game_id},
    )
