"""Brackets as they are read: for whoever draws them, and for moving entries on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from tournaments.brackets.single import round_name
from tournaments.brackets.tree import Bracket, Feed, Key, Nobody, Node, Outcome, Seed, Winner
from tournaments.models import Entry, Event, Match, MatchSide, Round, Stage, StageEntry
from tournaments.selectors.draws import rounds_with_matches

KNOCKOUTS = ("single_elim",)
DECIDED = (Match.Outcome.PLAYED, Match.Outcome.FORFEIT)


class BracketSide(NamedTuple):
    """A side of a match; without an entry it is empty for good, or nobody yet."""

    entry: Entry | None
    seed: int | None
    tally: int | None
    is_empty: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket; ``winner`` is slot 1 or 2, ``status`` and ``outcome`` as stored."""

    id: UUID
    number: int
    label: str
    table: int | None
    status: str
    outcome: str | None
    winner: int | None
    sides: tuple[BracketSide, ...]


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket, matches from top to bottom."""

    number: int
    name: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """A whole bracket; ``champion`` is None until the final is decided."""

    stage: Stage
    rounds: tuple[BracketRound, ...]
    champion: Entry | None


class FinalPlace(NamedTuple):
    """A place of the play-offs; those who lose in one round share theirs."""

    place: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Tree:
    """A bracket as values, with the rows it was read from."""

    bracket: Bracket
    entries: tuple[int, ...]
    outcomes: dict[Key, Outcome]
    matches: dict[Key, Match]
    keys: dict[int, Key]


def tree_of(stage: Stage) -> Tree:
    """Read a bracket for moving entries on.

    Args:
        stage: a knock-out with rounds.

    Returns:
        The tree; three queries.
    """
    matches: dict[Key, Match] = {}
    for round_ in rounds_with_matches(stage):
        for match in round_.matches.all():
            match.round = round_
            matches[(round_.number, match.number)] = match
    keys = {match.pk: key for key, match in matches.items()}
    winners = {
        (keys[match.winner_to_id], match.winner_to_slot): key
        for key, match in matches.items()
        if match.winner_to_id is not None
    }
    entries: list[int] = []
    nodes = []
    for key, match in matches.items():
        first, second = (
            _feed(side, winners.get((key, side.slot)), entries) for side in match.sides.all()
        )
        nodes.append(Node(key, (first, second)))
    final = max(matches) if matches else None
    outcomes = {
        key: Outcome(match.winner) for key, match in matches.items() if match.outcome in DECIDED
    }
    return Tree(Bracket(tuple(nodes), final), tuple(entries), outcomes, matches, keys)


def bracket_of(stage: Stage, *, drafts: bool = False) -> BracketView:
    """Read a bracket for those who look at it.

    Args:
        stage: a knock-out, drawn or not.
        drafts: whether a draft is shown; strangers never see it.

    Returns:
        The bracket, without rounds until it is drawn; four queries.
    """
    seeds = dict(StageEntry.objects.filter(stage=stage).values_list("entry_id", "seed"))
    rows = rounds_with_matches(stage)
    rounds = list(rows if drafts else rows.exclude(state=Round.State.DRAFT))
    last = rounds[-1].number if rounds else 0
    shown = tuple(
        BracketRound(
            number=round_.number,
            name=round_.name or round_name(round_.number, last),
            matches=tuple(_shown(match, round_, seeds) for match in round_.matches.all()),
        )
        for round_ in rounds
    )
    return BracketView(stage, shown, _champion(stage, shown, seeds))


def playoff_places(event: Event) -> tuple[FinalPlace, ...]:
    """List the places of an event's play-offs, the champion first.

    Args:
        event: any state.

    Returns:
        Champion, runner-up, then those who lost in each round before, who share
        a place; empty until the final is decided, or where nothing was played off.
    """
    stage = Stage.objects.filter(event=event, kind__in=KNOCKOUTS).order_by("-number").first()
    if stage is None:
        return ()
    view = bracket_of(stage)
    if view.champion is None:
        return ()
    places = [FinalPlace(1, view.champion)]
    for round_ in reversed(view.rounds):
        place = len(places) + 1
        places += [FinalPlace(place, loser) for loser in _losers(round_)]
    return tuple(places)


def _losers(round_: BracketRound) -> Iterable[Entry]:
    for match in round_.matches:
        if match.outcome in DECIDED and match.winner:
            loser = match.sides[2 - match.winner].entry
            if loser is not None:
                yield loser


def _feed(side: MatchSide, source: Key | None, entries: list[int]) -> Feed:
    if source is not None:
        return Winner(source)
    if side.entry_id is None:
        return Nobody()
    entries.append(side.entry_id)
    return Seed(len(entries))


def _shown(match: Match, round_: Round, seeds: dict[int, int | None]) -> BracketMatch:
    has_tally = match.outcome in DECIDED or match.status == Match.Status.IN_PROGRESS
    return BracketMatch(
        id=match.public_id,
        number=match.number,
        label=f"R{round_.number}M{match.number}",
        table=match.table,
        status=match.status,
        outcome=match.outcome,
        winner=match.winner,
        sides=tuple(
            BracketSide(
                entry=side.entry,
                seed=seeds.get(side.entry_id) if side.entry_id else None,
                tally=side.tally if has_tally else None,
                is_empty=side.is_empty,
            )
            for side in match.sides.all()
        ),
    )


def _champion(
    stage: Stage, rounds: Sequence[BracketRound], seeds: dict[int, int | None]
) -> Entry | None:
    if rounds:
        final = rounds[-1].matches[0]
        return final.sides[final.winner - 1].entry if final.winner else None
    # A single entry goes through without a match.
    if len(seeds) == 1 and stage.state in (Stage.State.COMPLETE, Stage.State.FINAL):
        return Entry.objects.get(pk=next(iter(seeds)))
    return None
