"""Brackets as they are read: for whoever draws them, and for moving entries on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from tournaments.brackets.single import round_name
from tournaments.brackets.tree import (
    Bracket,
    Feed,
    Key,
    Loser,
    Nobody,
    Node,
    Outcome,
    Seed,
    Slot,
    Standing,
    Winner,
    advance,
)
from tournaments.formats import KNOCKOUTS
from tournaments.models import Entry, Event, Match, MatchSide, Round, Stage, StageEntry, StageFeed
from tournaments.selectors.draws import rounds_with_matches

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


class FinalPlace(NamedTuple):
    """A place of a bracket; those who lose in one round share theirs."""

    place: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class BracketView:
    """A whole bracket; ``champion`` is None and ``places`` empty until it is decided."""

    stage: Stage
    rounds: tuple[BracketRound, ...]
    champion: Entry | None
    places: tuple[FinalPlace, ...] = ()


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
    return _tree(stage, rounds_with_matches(stage))


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
    places = _places(stage, rounds, seeds)
    return BracketView(stage, shown, places[0].entry if places else None, places)


def title_stage(event: Event) -> Stage | None:
    """Return the bracket that decides who has won an event, or None.

    Args:
        event: any state.

    Returns:
        The last bracket; a consolation, which takes its entries from those who
        have lost or were left out, decides nothing.
    """
    brackets = Stage.objects.filter(event=event, kind__in=KNOCKOUTS)
    return brackets.exclude(feeds__rule__in=StageFeed.CONSOLATION).order_by("-number").first()


def playoff_places(event: Event) -> tuple[FinalPlace, ...]:
    """List the places of an event's play-offs, the champion first.

    Args:
        event: any state.

    Returns:
        Champion, runner-up, then those who lost in each round before, who share
        a place; empty until the final is decided, or where nothing was played off.
    """
    stage = title_stage(event)
    return () if stage is None else bracket_of(stage).places


def _tree(stage: Stage, rounds: Iterable[Round]) -> Tree:
    matches: dict[Key, Match] = {}
    for round_ in rounds:
        for match in round_.matches.all():
            match.round = round_
            matches[(round_.number, match.number)] = match
    keys = {match.pk: key for key, match in matches.items()}
    fed = _fed_slots(matches, keys)
    entries: list[int] = []
    nodes = []
    for key, match in matches.items():
        first, second = (
            fed.get((key, side.slot)) or _fixed(side, entries) for side in match.sides.all()
        )
        nodes.append(Node(key, (first, second)))
    outcomes = {
        key: Outcome(match.winner) for key, match in matches.items() if match.outcome in DECIDED
    }
    bracket = Bracket(tuple(nodes), _final_of(stage, matches))
    return Tree(bracket, tuple(entries), outcomes, matches, keys)


def _places(
    stage: Stage, rounds: Sequence[Round], seeds: dict[int, int | None]
) -> tuple[FinalPlace, ...]:
    """Rank everybody by the match that ended his way, the title first."""
    if not rounds:
        return _alone(stage, seeds)
    tree = _tree(stage, rounds)
    now = advance(tree.bracket, tree.entries, tree.outcomes)
    final = tree.bracket.final
    if final is None or not isinstance(now[final].winner, int):
        return ()
    entries = {
        side.entry.pk: side.entry
        for match in tree.matches.values()
        for side in match.sides.all()
        if side.entry is not None
    }
    ranked: list[FinalPlace] = []
    for group in _ends(tree.bracket, now, final):
        place = len(ranked) + 1
        known = [entries[slot] for slot in group if isinstance(slot, int)]
        ranked += [FinalPlace(place, entry) for entry in known]
    return tuple(ranked)


def _ends(bracket: Bracket, now: Mapping[Key, Standing], final: Key) -> Iterator[list[Slot]]:
    """Yield who is out, the best first; those of one list share a place."""
    winners, losers = bracket.links()
    yield [now[final].winner]
    if final not in losers:
        yield [now[final].loser]
    replayed = next((node.replays for node in bracket.nodes if node.key == final), None)
    ended = [key for key in now if key not in (final, replayed)]
    for _, keys in groupby(sorted(ended, reverse=True), key=lambda key: key[0]):
        of_round = sorted(keys)
        for key in of_round:
            if key not in winners:
                yield [now[key].winner]
        yield [now[key].loser for key in of_round if key not in losers]


def _alone(stage: Stage, seeds: dict[int, int | None]) -> tuple[FinalPlace, ...]:
    """A single entry goes through without a match."""
    if len(seeds) == 1 and stage.state in (Stage.State.COMPLETE, Stage.State.FINAL):
        return (FinalPlace(1, Entry.objects.get(pk=next(iter(seeds)))),)
    return ()


def _final_of(stage: Stage, matches: dict[Key, Match]) -> Key | None:
    """Name the match that decides the champion: the last, or the upper one where no final is."""
    if not matches:
        return None
    if stage.config.get("reset") == "none":
        upper = [key for key, one in matches.items() if one.loser_to_id and not one.winner_to_id]
        if upper:
            return max(upper)
    return max(matches)[0], 1


def _fed_slots(matches: dict[Key, Match], keys: dict[int, Key]) -> dict[tuple[Key, int], Feed]:
    """Name what feeds each slot that an earlier match fills."""
    fed: dict[tuple[Key, int], Feed] = {}
    for key, match in matches.items():
        if match.winner_to_id is not None and match.winner_to_slot is not None:
            fed[keys[match.winner_to_id], match.winner_to_slot] = Winner(key)
        if match.loser_to_id is not None and match.loser_to_slot is not None:
            fed[keys[match.loser_to_id], match.loser_to_slot] = Loser(key)
    return fed


def _fixed(side: MatchSide, entries: list[int]) -> Feed:
    """Name what stands in a slot from the start; a seed is noted in ``entries``."""
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
