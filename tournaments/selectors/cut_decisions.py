"""What a cut is made from: how many go on, and what was decided about ties at it."""

from tournaments.brackets.seeding import qualifier_count
from tournaments.models import Event, Ruling, StageFeed
from tournaments.standings.cut import Decisions, Lot
from tournaments.standings.cut import Ruling as CutRuling


def qualifiers_by(feed: StageFeed, entrants: int) -> int:
    """Count how many go on.

    Args:
        feed: into the later stage.
        entrants: how many play in the earlier one.

    Returns:
        At most all of them.
    """
    if feed.rule == StageFeed.Rule.TOP_K:
        return min(int(feed.params["k"]), entrants)
    if feed.rule == StageFeed.Rule.ALL:
        return entrants
    params = feed.params
    return qualifier_count(entrants, params["numerator"], params["denominator"])


def decisions_at(event: Event) -> Decisions:
    """Read what was ruled and drawn in an event.

    Args:
        event: any.

    Returns:
        All of it, in that order; a cut takes what is about those it ties.
    """
    rulings = Ruling.objects.filter(event=event, kind__in=(Ruling.Kind.CUT_ORDER, Ruling.Kind.LOT))
    said = [(one.kind, tuple(one.payload["order"])) for one in rulings.order_by("pk")]
    return Decisions(
        rulings=tuple(CutRuling(order) for kind, order in said if kind == Ruling.Kind.CUT_ORDER),
        lots=tuple(Lot(order) for kind, order in said if kind == Ruling.Kind.LOT),
    )
