"""The public page of an event, put together: pairings, standings, bracket, results.

The page reads the same whatever its size: one event, its stages, the rounds of all of
them, what is accepted, and per stage its standings or its bracket.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clubs.access import Viewer
from tournaments.display.brackets import picture_of
from tournaments.display.leagues import TeamLine, scale_of, team_lines, worth_sentence
from tournaments.display.pictures import BracketRow, bracket_rows, bracket_svg
from tournaments.display.words import (
    group_name,
    places_sentence,
    reason_sentence,
    sit_out_sentence,
)
from tournaments.formats import FORMATS, KNOCKOUTS, LEAGUE, TABLES
from tournaments.formats.league_settings import tie_rules
from tournaments.models import Entry, Event, Round, Stage
from tournaments.rulesets import Ruleset
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.events import entries_of, stages_of
from tournaments.selectors.people import Namer, namer_of
from tournaments.selectors.results import games_of, rounds_shown
from tournaments.selectors.standings import GroupTable, StandingRow, Standings, standings_of
from tournaments.web.match_lines import SEATS, VENUES, Lines, RoundLines, evening_of

MOST_FOUND = 5
STATUS: Mapping[str, str] = {
    Event.State.DRAFT: "This event is being set up.",
    Event.State.OPEN: "Entries are open.",
    Event.State.CHECKIN: "Check-in is open. The seating follows when everybody is there.",
    Event.State.REVIEW: "Everything is played; the standings are being checked.",
    Event.State.FINAL: "The results are final.",
    Event.State.ARCHIVED: "The results are final.",
    Event.State.CANCELLED: "This event was cancelled.",
}
WITHDRAWN = (Entry.Status.WITHDRAWN, Entry.Status.NO_SHOW)


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the standings as the table takes it."""

    place: int
    shared: bool
    name: str
    game_points: int
    wins: int
    spread: int
    plus_points: int
    games: int
    skunks: int
    cut: bool
    doubles: int = 0
    url: str = ""


@dataclass(frozen=True, slots=True)
class GroupStandings:
    """The table of one group, with its own places and reasons."""

    name: str
    rows: tuple[Place, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageStandings:
    """Standings of one stage; ``note`` says what its cut waits for."""

    name: str
    rows: tuple[Place, ...]
    reasons: tuple[str, ...]
    note: str
    sit_out: str
    caption: str
    groups: tuple[GroupStandings, ...] = ()
    teams: tuple[TeamLine, ...] = ()


@dataclass(frozen=True, slots=True)
class StageBracket:
    """A bracket as a picture and as a table."""

    name: str
    svg: str
    rows: tuple[BracketRow, ...]
    champion: str


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody who was looked for, with the rounds he plays."""

    name: str
    rounds: tuple[RoundLines, ...]


@dataclass(frozen=True, slots=True)
class EventPage:
    """Everything the template shows."""

    event: Event
    status: str
    rounds: tuple[RoundLines, ...]
    shown: RoundLines | None
    standings: tuple[StageStandings, ...]
    brackets: tuple[StageBracket, ...]
    asked: str
    found: tuple[Found, ...]
    entries: tuple[str, ...] = field(default=())
    seats: tuple[str, ...] = ()
    of_teams: bool = False

    @property
    def results(self) -> tuple[RoundLines, ...]:
        """The rounds that have results, the latest first."""
        return tuple(one for one in reversed(self.rounds) if one.played)


def event_page(
    viewer: Viewer, event: Event, *, round_number: int | None = None, name: str = ""
) -> EventPage | None:
    """Put the page of an event together.

    Args:
        viewer: a user, or None for a stranger.
        event: one that he may see, with tournament and club.
        round_number: of the round to show, counted through the event; None is the
            one that is being played.
        name: of somebody to find; part of a name as it is shown.

    Returns:
        The page; None where there is no such round. At most 15 queries for a night.
    """
    namer = namer_of(viewer, event)
    stages = list(stages_of(event))
    of_teams = any(one.kind == LEAGUE for one in stages)
    rounds = rounds_shown(event, with_boards=of_teams)
    ruleset = Ruleset.read(event.rules, event.ruleset)
    seats = SEATS[: max((FORMATS[one.kind].most_sides for one in stages), default=2)]
    if of_teams:
        seats = VENUES
    lines = Lines(namer, games_of(event) if rounds else {}, ruleset.scoring, seats)
    written = tuple(lines.of_round(number, one) for number, one in enumerate(rounds, start=1))
    if round_number is not None and not 1 <= round_number <= len(written):
        return None
    drawn = {one.stage_id for one in rounds}
    brackets = tuple(
        _bracket(stage, namer) for stage in stages if stage.kind in KNOCKOUTS and stage.pk in drawn
    )
    standings = tuple(
        _standings(stage, namer, ruleset)
        for stage in stages
        if stage.kind not in KNOCKOUTS and stage.pk in drawn
    )
    return EventPage(
        event=event,
        status=_status(event, written, brackets),
        rounds=written,
        shown=_shown(written, round_number),
        standings=standings,
        brackets=brackets,
        asked=name,
        found=tuple(_found(lines, rounds, name)),
        entries=() if rounds else _entered(event, namer),
        seats=seats,
        of_teams=of_teams,
    )


def _shown(rounds: Sequence[RoundLines], number: int | None) -> RoundLines | None:
    if number is not None:
        return rounds[number - 1]
    being_played = (one for one in rounds if one.open)
    return next(being_played, rounds[-1] if rounds else None)


def _status(event: Event, rounds: Sequence[RoundLines], brackets: Sequence[StageBracket]) -> str:
    if event.state == Event.State.RUNNING:
        return _progress(rounds)
    return f"{_champion(brackets)}{STATUS[event.state]}"


def _progress(rounds: Sequence[RoundLines]) -> str:
    current = next((one for one in rounds if one.open), None)
    if current is None:
        return "All results are in. The play-offs follow."
    missing = "1 result is" if current.open == 1 else f"{current.open} results are"
    return f"Now: {current.name}. {missing} to come."


def _champion(brackets: Sequence[StageBracket]) -> str:
    won = [one.champion for one in brackets if one.champion]
    return f"{won[-1]} is the champion. " if won else ""


def _standings(stage: Stage, namer: Namer, ruleset: Ruleset) -> StageStandings:
    standings = standings_of(stage)
    names = {row.entry.number: namer(row.entry) for row in standings.rows}
    last = standings.cut.qualifiers if standings.cut else 0
    rows = _places(standings.rows, names, last)
    scale, what = scale_of(stage), "Table" if stage.kind == LEAGUE else "Standings"
    reasons = tuple(reason_sentence(one, names, scale=scale) for one in standings.reasons)
    is_over = stage.event.state in (Event.State.FINAL, Event.State.ARCHIVED)
    return StageStandings(
        name=stage.name,
        rows=rows,
        reasons=reasons,
        note=_note(stage, standings, namer),
        sit_out=sit_out_sentence(ruleset.sit_out)
        if any(row.sit_outs for row in standings.rows)
        else "",
        caption=f"Final {what.lower()}" if is_over else f"{what} after the results so far",
        groups=tuple(_group(group, names) for group in standings.groups),
        teams=team_lines(standings.rows, names, scale=scale or 1),
    )


def _group(group: GroupTable, names: Mapping[int, str]) -> GroupStandings:
    inside = [number for number, row in enumerate(group.rows, start=1) if row.qualified]
    return GroupStandings(
        name=group_name(group.number),
        rows=_places(group.rows, names, max(inside, default=0)),
        reasons=tuple(reason_sentence(one, names) for one in group.reasons),
    )


def _places(rows: Sequence[StandingRow], names: Mapping[int, str], last: int) -> tuple[Place, ...]:
    return tuple(
        Place(
            place=row.place,
            shared=row.is_shared,
            name=names[row.entry.number],
            game_points=row.game_points,
            wins=row.wins,
            spread=row.net_spread,
            plus_points=row.plus_points,
            games=row.games,
            skunks=row.skunks_given,
            cut=number == last,
        )
        for number, row in enumerate(rows, start=1)
    )


def _note(stage: Stage, standings: Standings, namer: Namer) -> str:
    if stage.kind in TABLES:
        return places_sentence(stage.config["points"])
    if stage.kind == LEAGUE:
        return worth_sentence(tie_rules(stage.config).points)
    cut = standings.cut
    if cut is None or not cut.qualifiers:
        return ""
    over = stage.state in (Stage.State.COMPLETE, Stage.State.FINAL)
    if over and cut.blocked:
        level = " and ".join(namer(entry) for entry in cut.tied)
        return f"{level} are level at the cut; it is decided before the play-offs."
    whole = " over all groups" if standings.groups else ""
    return f"The first {cut.qualifiers}{whole} go on to the play-offs, above the double line."


def _bracket(stage: Stage, namer: Namer) -> StageBracket:
    view = bracket_of(stage)
    rounds = picture_of(view, namer)
    return StageBracket(
        name=stage.name,
        svg=bracket_svg(rounds, title=stage.name, key=f"bracket-{stage.number}"),
        rows=bracket_rows(rounds),
        champion=namer(view.champion) if view.champion else "",
    )


def _found(lines: Lines, rounds: Sequence[Round], name: str) -> Iterable[Found]:
    """Look for shown names only, so that nobody is found who is not named."""
    wanted = name.casefold().strip()
    if not wanted:
        return
    entries = {
        side.entry_id: side.entry
        for round_ in rounds
        for match in round_.matches.all()
        for side in match.sides.all()
        if side.entry is not None
    }
    hits = [one for one in entries.values() if wanted in lines.name(one).casefold()]
    for entry in sorted(hits, key=lines.name)[:MOST_FOUND]:
        yield Found(lines.name(entry), evening_of(lines, rounds, entry.pk))


def _entered(event: Event, namer: Namer) -> tuple[str, ...]:
    return tuple(namer(one) for one in entries_of(event).exclude(status__in=WITHDRAWN))
