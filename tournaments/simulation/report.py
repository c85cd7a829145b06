"""What a night came to: its figures, and a digest of everything that was decided.

The digest is over numbers, names and results, never over keys or instants, so that
the same seed gives it again in any database and at any time.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from common.canonical import digest
from tournaments.models import (
    EntryMember,
    Event,
    GameLine,
    Match,
    MatchSide,
    RatingChange,
    ResultClaim,
    Ruling,
    SeasonScore,
    Stage,
)
from tournaments.selectors.brackets import playoff_places
from tournaments.selectors.events import checks_of, entries_of, stages_of
from tournaments.selectors.ratings import changes_of_event
from tournaments.selectors.standings import cut_of, standings_of


@dataclass(frozen=True, slots=True)
class NightReport:
    """The figures of a night; ``games`` and ``skunks`` count both stages."""

    name: str
    entries: int
    rounds: int
    games: int
    repeats: int
    skunks: int
    double_skunks: int
    qualifiers: int
    champion: str
    season_points: int
    ratings_written: int
    digest: str

    def lines(self) -> Iterator[str]:
        """Say it, a line each, the digest last."""
        yield self.name
        yield f"entries         {self.entries}"
        yield f"rounds          {self.rounds}"
        yield f"games           {self.games}"
        yield f"repeats         {self.repeats}"
        yield f"skunks          {self.skunks} ({self.double_skunks} double)"
        yield f"qualifiers      {self.qualifiers}"
        yield f"champion        {self.champion}"
        yield f"season points   {self.season_points}"
        yield f"ratings written {self.ratings_written}"
        yield f"digest {self.digest}"


def report_of(event: Event, *, leave_out: Match | None = None) -> NightReport:
    """Report a night that is final and settled.

    Args:
        event: with its tournament.
        leave_out: a match that real chance decided: the digest leaves out its
            result and what follows from it.
    """
    stages = list(stages_of(event))
    lines = Counter(
        GameLine.objects.filter(
            claim__match__stage__event=event, claim__state=ResultClaim.State.ACCEPTED, won=True
        ).values_list("skunk", flat=True)
    )
    cuts = [cut for cut in map(cut_of, stages) if cut is not None]
    return NightReport(
        name=event.name,
        entries=entries_of(event).count(),
        rounds=sum(stage.rounds.count() for stage in stages),
        games=lines.total(),
        repeats=sum(checks_of(stage).repeats for stage in stages),
        skunks=lines["skunk"] + lines["double"],
        double_skunks=lines["double"],
        qualifiers=sum(len(cut.qualified) for cut in cuts),
        champion=_champion(event),
        season_points=SeasonScore.objects.filter(event=event, points__isnull=False).count(),
        ratings_written=changes_of_event(event).count(),
        digest=digest_of(event, stages, leave_out),
    )


def digest_of(event: Event, stages: list[Stage], leave_out: Match | None) -> str:
    """Digest what a night decided.

    Args:
        event: any state.
        stages: of it, in order.
        leave_out: as for :func:`report_of`.
    """
    after = [] if leave_out else [_places(event), _ratings(event)]
    return digest(
        "night1",
        [[one.number, one.display, one.status] for one in entries_of(event)],
        [_matches(stage, leave_out) for stage in stages],
        [_standings(stage) for stage in stages],
        list(
            Ruling.objects.filter(event=event).order_by("pk").values_list("kind", "payload__order")
        ),
        _scores(event),
        *after,
    )


def _champion(event: Event) -> str:
    places = playoff_places(event)
    if places:
        return places[0].entry.display
    first = stages_of(event).first()
    rows = standings_of(first).rows if first else ()
    return ", ".join(row.entry.display for row in rows if row.place == 1)


def _matches(stage: Stage, leave_out: Match | None) -> Sequence[object]:
    """Who met whom, where, and what was said and counts."""
    sides: dict[int, list[object]] = {}
    for side in (
        MatchSide.objects.filter(match__stage=stage).order_by("slot").select_related("entry")
    ):
        sides.setdefault(side.match_id, []).append(side.entry and side.entry.number)
    said = dict(
        ResultClaim.objects.filter(
            match__stage=stage, state=ResultClaim.State.ACCEPTED
        ).values_list("match_id", "payload_hash")
    )
    return [
        [
            match.round.number,
            match.number,
            match.table,
            match.kind,
            match.first_dealer,
            sides.get(match.pk, []),
            None if match == leave_out else [match.outcome, match.winner, said.get(match.pk)],
        ]
        for match in Match.objects.filter(stage=stage)
        .select_related("round")
        .order_by("round__number", "number")
    ]


def _standings(stage: Stage) -> Sequence[object]:
    if stage.feeds.exists():
        return []
    return [
        [row.place, row.entry.number, row.game_points, row.wins, row.net_spread, row.qualified]
        for row in sorted(standings_of(stage).rows, key=lambda row: (row.place, row.entry.number))
    ]


def _places(event: Event) -> Sequence[object]:
    return sorted([place.place, place.entry.number] for place in playoff_places(event))


def _numbers(event: Event) -> dict[int, int]:
    """The number of each player's entry."""
    members = EntryMember.objects.filter(event=event)
    return dict(members.values_list("registration__player_id", "entry__number"))


def _scores(event: Event) -> Sequence[object]:
    numbers = _numbers(event)
    scores = SeasonScore.objects.filter(event=event)
    return sorted([numbers[score.player_id], str(score.points)] for score in scores)


def _ratings(event: Event) -> Sequence[object]:
    numbers = _numbers(event)
    changes: list[RatingChange] = list(changes_of_event(event))
    # To six places: the last bits of a logarithm are the machine's.
    return sorted(
        [numbers[one.player_id], f"{one.value_after - one.value_before:.6f}", one.games]
        for one in changes
    )
