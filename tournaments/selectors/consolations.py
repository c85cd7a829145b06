"""Who is out of the title: those that a consolation or a plate takes its entries from."""

from dataclasses import dataclass, replace

from tournaments.brackets.consolation import first_match_losers, losers_up_to, non_qualifiers
from tournaments.brackets.tree import Key, Standing, advance
from tournaments.models import Entry, Match, Stage, StageEntry, StageFeed
from tournaments.selectors.brackets import Tree, tree_of
from tournaments.selectors.standings import CutView, Measured, measure
from tournaments.standings.cut import Decisions, cut


@dataclass(frozen=True, slots=True)
class Out:
    """Those who are out, best first; ``missing`` results may still add to them.

    ``measured`` are the standings of those who missed a cut, of whom equal places
    wait for a lot; None where a bracket says who is out.
    """

    entries: tuple[Entry, ...]
    missing: int
    measured: Measured | None = None


def those_out(feed: StageFeed) -> Out:
    """List those whom a consolation takes over.

    Args:
        feed: of one of the rules of ``StageFeed.CONSOLATION``, with its source.

    Returns:
        Those who missed the cut, in the order of the standings; or those who lost,
        in the order of their seeds.

    Rule: docs/rules.md#consolation
    """
    if feed.rule == StageFeed.Rule.NON_QUALIFIERS:
        return _below_the_cut(feed)
    tree = tree_of(feed.source)
    now = advance(tree.bracket, tree.entries, tree.outcomes)
    absent = _forfeited(tree)
    last = feed.params.get("round")
    lost = (
        first_match_losers(tree.bracket, now, forfeited=absent)
        if last is None
        else losers_up_to(tree.bracket, now, last, forfeited=absent)
    )
    seeded = StageEntry.objects.filter(stage=feed.source, entry_id__in=lost)
    ordered = seeded.select_related("entry").order_by("seed")
    return Out(tuple(one.entry for one in ordered), _missing(tree, now, absent, last))


def can_be_seeded(stage: Stage) -> bool:
    """Say whether it is known who goes into a consolation.

    Args:
        stage: fed by a rule of ``StageFeed.CONSOLATION``, or by none.
    """
    feeds = StageFeed.objects.filter(stage=stage, rule__in=StageFeed.CONSOLATION)
    feed = feeds.select_related("source__event").order_by("pk").first()
    out = None if feed is None else those_out(feed)
    return out is not None and bool(out.entries) and not out.missing


def _below_the_cut(feed: StageFeed) -> Out:
    missing = Match.objects.filter(stage=feed.source).exclude(status__in=Match.OVER).count()
    measured = measure(feed.source)
    if measured is None or measured.cut is None or measured.cut.blocked:
        return Out((), max(1, missing))
    going = set(measured.cut.qualified)
    left_out = non_qualifiers([row.entry for row in measured.ranking.rows], going)
    rows = tuple(row for row in measured.ranking.rows if row.entry in left_out)
    equal = tuple(one for one in measured.ranking.equal if not going & {*one.entries})
    if not rows:
        return Out((), missing)
    ranking = replace(measured.ranking, rows=rows, equal=equal)
    decisions = Decisions(lots=measured.decisions.lots)
    left = replace(
        measured,
        ranking=ranking,
        decisions=decisions,
        qualifiers=len(rows),
        cut=cut(ranking, len(rows), decisions),
    )
    order = left.cut.seeds if left.cut else ()
    return Out(
        tuple(measured.entries[number] for number in order or [row.entry for row in rows]),
        missing,
        left,
    )


def _forfeited(tree: Tree) -> frozenset[Key]:
    """Name the matches that somebody did not come to."""
    return frozenset(
        key for key, match in tree.matches.items() if match.outcome == Match.Outcome.FORFEIT
    )


def _missing(tree: Tree, now: dict[Key, Standing], absent: frozenset[Key], last: int | None) -> int:
    """Count the matches from which somebody could still join those who are out."""
    waiting = [key for key, one in now.items() if one.state in ("waiting", "ready")]
    if last is not None:
        return sum(key[0] <= last for key in waiting)
    begun = {
        slot
        for key, one in now.items()
        if one.state == "decided"
        for slot in (one.sides if key not in absent else (one.loser,))
    }
    return sum(entry not in begun for entry in tree.entries) if waiting else 0


def taken_view(stage: Stage) -> CutView:
    """Show whom a consolation has taken over.

    Args:
        stage: seeded, or not yet.
    """
    seeded = StageEntry.objects.filter(stage=stage).select_related("entry").order_by("seed")
    entries = tuple(one.entry for one in seeded)
    return CutView(
        qualifiers=len(entries),
        blocked=False,
        tied=(),
        places_left=0,
        qualified=entries,
        seeds=entries,
        lots_needed=(),
        high_non_qualifier=(),
    )
