"""Playing nights in tests: results entered the way the desk enters them."""

from tests.factories import SYSTEM, a_published_night, play_off_stage
from tournaments.chance import mixed
from tournaments.matches import GameResult
from tournaments.models import GameLine, Match, MatchSide, ResultClaim
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.play_offs import seed_play_off
from tournaments.services.results import report_result

HALF = {"ruleset": {"cut": {"numerator": 1, "denominator": 2}}}


def win(slot, loser_score=100):
    """One game, won by a slot."""
    return GameResult(slot, loser_score)


def matches_of(event, stage=1):
    """The matches of a stage that are played, in order."""
    return list(
        Match.objects.filter(stage__event=event, stage__number=stage, kind=Match.Kind.PAIRING)
        .select_related("round", "stage")
        .order_by("round__number", "number")
    )


def fresh(row):
    """The row as it is stored now."""
    return type(row).objects.get(pk=row.pk)


def report(match, *games, actor=SYSTEM, **values):
    """Enter a result: slots that won each game, or whole games."""
    said = [win(game) if isinstance(game, int) else game for game in games or (1,)]
    return report_result(match_id=match.public_id, actor=actor, games=said, **values)


def numbers(match):
    """The numbers of the entries of a match, in slot order; None for an open slot."""
    sides = MatchSide.objects.filter(match=match).select_related("entry").order_by("slot")
    return [side.entry and side.entry.number for side in sides]


def lines_of(match):
    """What counts of a match now: slot, number, won, spread, points, skunk."""
    return list(
        GameLine.objects.filter(claim__match=match, claim__state=ResultClaim.State.ACCEPTED)
        .order_by("number", "side__slot")
        .values_list("side__slot", "number", "won", "spread", "points", "skunk")
    )


def drawn_result(match, seed, purpose="result"):
    """A result of one game that depends on a seed and on who sits where only."""
    value = mixed(seed, purpose, match.round.number, *numbers(match))
    return win(1 + value % 2, 45 + (value >> 8) % 76)


def better_wins(match, seed=0):
    """The lower number wins; no two entries of a night end level."""
    first, second = numbers(match)
    return win(1 if first < second else 2, 119 - match.round.number - 3 * (first + second) % 25)


def play_games(event, seed=None):
    """Enter every open game of the first stage."""
    for match in matches_of(event):
        if match.status == Match.Status.READY:
            result = better_wins(match) if seed is None else drawn_result(match, seed)
            report(match, result)


def win_all_of(event, number, *, but=()):
    """Enter every open game of one published round, except those named by key."""
    for match in matches_of(event):
        is_open = match.status == Match.Status.READY and match.round.state != "draft"
        if match.round.number == number and match.pk not in but and is_open:
            report(match, better_wins(match))


def a_begun_night(club=None, *, players=4):
    """Make a night whose only round has begun: nobody can be drawn in any more."""
    event = a_published_night(club, players=players, games=1)
    report(matches_of(event)[0])
    return fresh(event)


def a_played_night(*, seed=None, **values):
    """Make a night whose games are all entered; half of its eight go on."""
    event = a_published_night(**{"players": 8, "games": 3, "options": HALF, **values})
    play_games(event, seed)
    return fresh(event)


def a_bracket(**values):
    """Make a night whose play-offs can be played, best of three games."""
    event = a_played_night(**values)
    draw_play_off(event)
    return fresh(event)


def draw_play_off(event, rng_seed=7):
    """Make the cut, draw and publish the bracket."""
    stage = play_off_stage(event)
    seed_play_off(stage_id=stage.public_id, actor=SYSTEM, rng_seed=rng_seed)
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=1)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)


def play_bracket(event, slot=1):
    """Enter every match of the bracket, two games to a slot."""
    while ready := [m for m in matches_of(event, 2) if m.status == Match.Status.READY]:
        for match in ready:
            report(match, slot, slot)
