"""The steps of a night, each by the service the desk would use."""

from collections.abc import Sequence
from functools import partial

from common.actor import Actor
from tournaments.chance import mixed, shuffled
from tournaments.errors import CutTied
from tournaments.formats import TABLES
from tournaments.judging import judge_games
from tournaments.matches import GameResult
from tournaments.models import Event, Match, Registration, Stage
from tournaments.roster import RosterFile, RosterRow
from tournaments.rulesets import Ruleset
from tournaments.selectors.events import roster_of, stages_of
from tournaments.selectors.matches import open_matches
from tournaments.selectors.standings import cut_of
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.imports import import_roster
from tournaments.services.play_offs import record_cut_ruling, seed_play_off
from tournaments.services.results import report_result
from tournaments.services.rosters import check_in
from tournaments.simulation.people import drawn_game, drawn_table


def put_on_roster(event: Event, actor: Actor, names: Sequence[str]) -> None:
    """Take a roster over that has these names and member numbers from D001.

    Args:
        event: a draft or open.
        actor: runs the desk.
        names: in the order of their numbers.
    """
    rows = tuple(
        RosterRow(line=number + 1, name=name, member_no=f"D{number:03}")
        for number, name in enumerate(names, start=1)
    )
    import_roster(event_id=event.public_id, actor=actor, rows=RosterFile(rows))


def check_everybody_in(event: Event, actor: Actor, *, upto: int | None = None) -> None:
    """Check in whoever is on the roster, by number.

    Args:
        event: in check-in.
        actor: runs the desk.
        upto: stop after so many; None is everybody.
    """
    waiting = [
        line.registration
        for line in roster_of(event)
        if line.registration.status == Registration.Status.REGISTERED
    ]
    for one in waiting[:upto]:
        check_in(registration_id=one.public_id, actor=actor, fee_paid=True)


def draw_stage(stage: Stage, actor: Actor, *, seed: int) -> None:
    """Draft and publish the rounds of a stage.

    Args:
        stage: whose entries are known.
        actor: directs the club.
        seed: of the night.
    """
    generate_rounds(
        stage_id=stage.public_id, actor=actor, rng_seed=mixed(seed, "draw", stage.number) >> 16
    )
    publish_rounds(stage_id=stage.public_id, actor=actor)


def play_open_matches(
    event: Event, actor: Actor, *, seed: int, upto_round: int | None = None
) -> int:
    """Enter a drawn result for every match that takes one now.

    Args:
        event: under way.
        actor: enters results.
        seed: of the night.
        upto_round: leave later rounds open; None enters all.

    Returns:
        How many matches were entered.
    """
    played = 0
    for match in open_matches(event):
        if upto_round is None or match.round.number <= upto_round:
            games = drawn_result(event, match, seed=seed)
            report_result(match_id=match.public_id, actor=actor, games=games)
            played += 1
    return played


def drawn_result(event: Event, match: Match, *, seed: int) -> tuple[GameResult, ...]:
    """Draw the whole result of a match.

    Args:
        event: with its rules.
        match: with stage, round, sides and entries.
        seed: of the night.

    Returns:
        Just the games that decide it.
    """
    scoring, stage = Ruleset.read(event.rules, event.ruleset).scoring, match.stage
    sides = [side.entry.number for side in match.sides.all() if side.entry]
    words = (stage.number, match.round.number, match.number)
    drawn = drawn_table if stage.kind in TABLES else drawn_game
    judge = partial(
        judge_games,
        stage.kind,
        stage.config,
        scoring,
        best_of=match.best_of,
        sides=len(sides),
        board=match.board,
    )
    games: list[GameResult] = []
    while not judge(games).decided:
        number = len(games) + 1
        games.append(drawn(seed, (*words, number), sides, target=scoring.target))
    return tuple(games)


def make_cut(event: Event, stage: Stage, actor: Actor, *, seed: int) -> None:
    """Make the cut into a stage; a tie at it is ruled on as the director would.

    Args:
        event: whose games are played.
        stage: that is fed.
        actor: directs the club.
        seed: of the night, for the lots.
    """
    lot_seed = mixed(seed, "lots") >> 16
    try:
        seed_play_off(stage_id=stage.public_id, actor=actor, rng_seed=lot_seed)
    except CutTied:
        cut = cut_of(stage)
        by_number = {entry.number: entry for entry in cut.tied} if cut else {}
        order = shuffled(by_number, seed=seed, purpose="ruling")
        record_cut_ruling(
            event_id=event.public_id,
            actor=actor,
            order=[by_number[number].public_id for number in order],
            reason="A card was drawn for the last place.",
        )
        seed_play_off(stage_id=stage.public_id, actor=actor, rng_seed=lot_seed)


def stage_number(event: Event, number: int) -> Stage:
    """Return a stage of an event as it is stored now.

    Args:
        event: any.
        number: from 1.
    """
    return stages_of(event).get(number=number)
