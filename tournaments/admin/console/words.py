"""Sentences of the console: results, checks of a chart, rules, the record."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.display.words import table_words
from tournaments.matches import MatchFormat, Scoring, skunk_class
from tournaments.models import DirectorTask, Event, Match, MatchSide
from tournaments.pairing.checks import Checks
from tournaments.presets import TournamentPreset
from tournaments.rulesets import Ruleset
from tournaments.selectors.standings import StandingRow
from tournaments.templatetags.fifteen import SKUNK_MARKS, spread

LETTERS = ("A", "B", "C")
HEELS = {
    "auto": "two for heels count by themselves",
    "before_lead": "the dealer takes two for heels before the lead",
    "before_dealer_card": "the dealer takes two for heels before the own first card",
}
MUGGINS = {
    "none": "no muggins",
    "show": "muggins at the show",
    "show_and_play": "muggins at the show and in the play",
}
CONFIRMATION = {
    "single": "one person’s entry counts",
    "second_person": "a second person confirms",
    "dual_card": "both score cards are compared",
    "sides_agree": "both sides agree",
    "sides_agree_or_timer": "both sides agree, or nobody objects in time",
}
TASKS = {
    "abandoned_game": (
        "{players} stopped playing here, and the game has no result. "
        "Have it played on from its last deal, give it to a side, or have it played anew."
    ),
    "absent_player": (
        "{players}: one side has waited for the other for two minutes and asks you to come."
    ),
}
ACTIONS = {
    "tournament.created": "The occasion was made",
    "event.created": "The night was set up",
    "event.edited": "Details were changed",
    "event.opened": "It was opened for entries",
    "event.checkin_opened": "Check-in was opened",
    "event.started": "Play began",
    "event.played": "The last result came in",
    "event.resumed": "Play was taken up again",
    "event.final": "The results were published as final",
    "event.reopened": "It was reopened",
    "event.cancelled": "It was cancelled",
    "stage.added": "A stage was added",
    "stage.edited": "A stage was changed",
    "stage.removed": "A stage was removed",
    "stage.fed": "It was set who goes on",
    "roster.imported": "A roster file was taken over",
    "roster.copied": "The roster of an earlier night was taken over",
    "registration.added": "A player was put on the roster",
    "registration.walked_in": "A walk-in was checked in",
    "registration.checked_in": "A player was checked in",
    "registration.check_in_undone": "A check-in was taken back",
    "registration.withdrawn": "A player was taken off the roster",
    "registration.reinstated": "A player was put back on the roster",
    "entry.added": "A player was entered",
    "partners.drawn": "Partners were drawn by lot",
    "pair.parted": "A pair parted",
    "entry.withdrawn": "An entry was withdrawn",
    "entry.seat_kept": "A player keeps the seat",
    "entry.seat_moves": "A player moves like the others",
    "round.drafted": "Rounds were drafted",
    "round.published": "Rounds were published",
    "round.discarded": "A draft was discarded",
    "round.redrawn": "Rounds were drawn again",
    "round.swapped": "Two players changed seats",
    "round.written": "A round was written by hand",
    "round.imported": "A chart was taken over from a file",
    "match.added": "A game was added by hand",
    "match.confirmed": "A result was entered",
    "match.corrected": "A result was corrected",
    "match.retracted": "A result was taken back",
    "match.forfeited": "A match was forfeited",
    "match.void": "A game was declared void",
    "match.game": "A game of a match was entered",
    "match.moved": "A match was moved to another table",
    "match.scheduled": "A match was given another time",
    "standings.published": "Standings were published",
    "cut.made": "The cut was made",
    "cut.undone": "The cut was taken back",
    "ruling.cut_order": "A ruling was recorded at the cut",
    "ruling.lot": "A lot was drawn for seeds",
    "ruling.kept_apart": "It was set who is kept apart",
    "director_task.opened": "The director was asked to settle something",
    "director_task.closed": "The director settled it",
}


def game_words(game: Mapping[str, Any], scoring: Scoring) -> str:
    """Say one game: with the winner and both scores, S or D for a skunk."""
    winner = LETTERS[game["winner"] - 1]
    if game.get("scores"):
        return table_words(game["scores"], scoring)
    if game.get("forfeit"):
        return f"{winner} by forfeit"
    loser = game.get("loser_score")
    if loser is None:
        loser = scoring.target - game["spread"]
    mark = SKUNK_MARKS[skunk_class(scoring, loser)]
    return f"{winner} {scoring.target}–{loser}{' ' if mark else ''}{mark}"


def games_words(games: Sequence[Mapping[str, Any]], scoring: Scoring) -> str:
    """Say all games of a match."""
    return ", ".join(game_words(game, scoring) for game in games)


def names_of(match: Match) -> list[str]:
    """Name the sides of a match, A first; an open slot is told as such."""
    return [side_name(side) for side in match.sides.all()]


def sides_of(match: Match, columns: int) -> list[dict[str, Any]]:
    """Name the sides of a match with their letters, as many as a table has columns."""
    names = names_of(match)
    return [
        {
            "letter": LETTERS[at],
            "name": names[at] if at < len(names) else "",
            "has_won": match.winner == at + 1,
        }
        for at in range(columns)
    ]


def side_name(side: MatchSide) -> str:
    """Name a side."""
    if side.entry is not None:
        return side.entry.display
    return "nobody" if side.is_empty else "not known yet"


def won_words(match: Match, games: Sequence[Mapping[str, Any]], scoring: Scoring) -> str:
    """Say a saved result with names, the winner's first."""
    names = names_of(match)
    where = f"Table {match.table}: " if match.table else ""
    if not match.winner:
        return f"{where}{names[0]} – {names[1]}: {games_words(games, scoring)}."
    if games[0].get("scores"):
        return f"{where}{_table_told(names, games[0]['scores'], scoring)}."
    winner, loser = names[match.winner - 1], names[2 - match.winner]
    if match.outcome == Match.Outcome.FORFEIT:
        return f"{where}{winner} wins against {loser} by forfeit."
    if len(games) == 1:
        score = game_words(games[0], scoring)[2:]
        return f"{where}{winner} beats {loser} {score}."
    return f"{where}{winner} wins the match against {loser}: {games_words(games, scoring)}."


def _table_told(names: Sequence[str], scores: Sequence[int | None], scoring: Scoring) -> str:
    """Say the scores of a table with names, the best first."""
    reached = [-1 if score is None else score for score in scores]
    first, *others = sorted(range(len(scores)), key=lambda at: -reached[at])
    told = ", ".join(f"{names[at]} {table_words([scores[at]], scoring)}" for at in others)
    return f"{names[first]} wins with {scores[first]}; {told}"


def task_words(task: DirectorTask) -> str:
    """Say what waits for a director, with table and names."""
    match = task.match
    if match is None:
        return TASKS[task.kind].format(players="Two players")
    where = f"Table {match.table}: " if match.table else f"{match.round.name}: "
    return where + TASKS[task.kind].format(players=" and ".join(names_of(match)))


def check_sentences(checks: Checks, names: Mapping[int, str], *, meetings: int = 1) -> list[str]:
    """Say what a chart does to everybody; so many ``meetings`` of two are wanted."""
    games, rests = checks.games.values(), checks.sit_outs.values()
    deals = checks.first_deals.values()
    if not games:
        return []
    return [
        f"{len(games)} players, {_range(games)} games each.",
        _repeats(checks, names, meetings),
        f"Sit-outs: {_range(rests)} each." if max(rests) else "Nobody sits out.",
        f"First deals: {_range(deals)} each.",
    ]


def _repeats(checks: Checks, names: Mapping[int, str], meetings: int) -> str:
    if meetings > 1 and all(len(one.rounds) == meetings for one in checks.repeat_list):
        return f"Two who meet, meet {meetings} times, as it is set."
    if not checks.repeats:
        return "0 repeats: nobody meets the same opponent twice."
    pairs = [
        " and ".join(names.get(entry, "?") for entry in one.entries) for one in checks.repeat_list
    ]
    return f"{checks.repeats} repeats: {'; '.join(pairs)}."


def _range(values: Any) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low}–{high}"


def preset_words(preset: TournamentPreset) -> str:
    """Say what a preset means at the table."""
    match = match_words(preset.play_off)
    return (
        f"{preset.games} games to {preset.scoring.target}, {_skunks(preset.scoring)}, "
        f"{MUGGINS[preset.muggins]}, {HEELS[preset.heels]}; play-offs {match}; "
        f"{CONFIRMATION[preset.confirmation]}."
    )


def event_words(event: Event) -> list[str]:
    """Say the rules of an event, one line each."""
    scoring = Ruleset.read(event.rules, event.ruleset).scoring
    return [
        f"Games to {scoring.target}, {_skunks(scoring)}.",
        _sentence(MUGGINS.get(event.rules.get("muggins", "none"), "no muggins")),
        _sentence(HEELS.get(event.rules.get("heels", "auto"), HEELS["auto"])),
    ]


def match_words(format_: MatchFormat) -> str:
    """Say how a match is decided."""
    if format_.best_of == 1:
        return "single games"
    if format_.plays_all:
        return f"{format_.best_of} games, all of them played"
    if format_.counting == "units":
        m = format_.multipliers
        return (
            f"best of {format_.best_of}, a win counts {m.win}, a skunk {m.skunk}, "
            f"a double skunk {m.double}"
        )
    return f"best of {format_.best_of}"


def margin_sentence(rows: Sequence[StandingRow]) -> str:
    """Say by how much the last one in is ahead of the first one out."""
    inside = [row for row in rows if row.qualified]
    outside = [row for row in rows if not row.qualified]
    if not inside or not outside:
        return ""
    return f"Last in: {_totals(inside[-1])}. First out: {_totals(outside[0])}."


def _totals(row: StandingRow) -> str:
    wins = "1 win" if row.wins == 1 else f"{row.wins} wins"
    return (
        f"{row.entry.display} with {row.game_points} points, {wins} "
        f"and spread {spread(row.net_spread)}"
    )


def _skunks(scoring: Scoring) -> str:
    if scoring.skunk_below is None:
        return "no skunks"
    words = f"a skunk below {scoring.skunk_below}"
    return f"{words}, a double below {scoring.double_below}" if scoring.double_below else words


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def record_words(action: str) -> str:
    """Say an action of the audit."""
    return ACTIONS.get(action, action.replace(".", " ").replace("_", " "))


def after_words(after: object) -> Iterator[str]:
    """Say the few values of a record that people read."""
    if not isinstance(after, Mapping):
        return
    called = {
        "rounds": "rounds",
        "entries": "entries",
        "version": "version",
        "name": "name",
        "place": "place",
    }
    for key, word in called.items():
        value = after.get(key)
        if isinstance(value, (int, str)) and value != "":
            yield f"{word} {value}"
