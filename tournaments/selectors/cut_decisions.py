"""What a cut is made from: how many go on, and what was decided about ties at it."""

from tournaments.brackets.seeding import qualifier_count
from tournaments.models import Event, Ruling, StageFeed
from tournaments.standings.cut import Decisions, Lot, cut
from tournaments.standings.cut import Ruling as CutRuling
from tournaments.standings.tiebreaks import Ranking


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


def decisions_at(event: Event, ranking: Ranking, qualifiers: int) -> Decisions:
    """Read what was decided at a cut: the latest ruling about just these, and all lots.

    Args:
        event: whose rulings they are.
        ranking: of the stage that is cut.
        qualifiers: how many go on.

    Returns:
        What fits the entries that are tied now.
    """
    rulings = Ruling.objects.filter(event=event)
    cut_orders: list[tuple[int, ...]] = []
    lots: dict[frozenset[int], Lot] = {}
    kinds = (Ruling.Kind.CUT_ORDER, Ruling.Kind.LOT)
    for ruling in rulings.filter(kind__in=kinds).order_by("pk"):
        order = tuple(ruling.payload["order"])
        if ruling.kind == Ruling.Kind.LOT:
            lots[frozenset(order)] = Lot(order)
        else:
            cut_orders.append(order)
    tied = set(cut(ranking, qualifiers).tied)
    fitting = [order for order in cut_orders if set(order) == tied]
    return Decisions(ruling=CutRuling(fitting[-1]) if fitting else None, lots=tuple(lots.values()))
