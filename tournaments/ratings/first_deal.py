"""What the first deal is worth, for every system that predicts games.

Who deals first wins about 55.5 of 100 games between equals; in Elo points that
edge is 38, more than the skill between neighbouring levels of players. Where
nobody wrote down who dealt first, a game is a mixture: either of the two, each
as likely, so between equals it is even.
"""

from math import exp, log

# Elo points to the exponent of the logistic curve.
Q = log(10) / 400


def expected(lead: float, first_deal_edge: float, dealt_first: bool | None) -> float:
    """Return the chance to win.

    Args:
        lead: own value less the opponent's, on the scale of the exponent.
        first_deal_edge: worth of the first deal on the same scale.
        dealt_first: whether the side asked about did; None is not known.

    Rule: docs/rules.md#ratings
    """
    if dealt_first is None:
        return (_chance(lead + first_deal_edge) + _chance(lead - first_deal_edge)) / 2
    return _chance(lead + first_deal_edge if dealt_first else lead - first_deal_edge)


def mixed_news(lead: float, first_deal_edge: float, scale: float) -> tuple[float, float]:
    """Return what a game says of the lead when nobody knows who dealt first.

    Args:
        lead: the winner's value less the loser's, in Elo points.
        first_deal_edge: worth of the first deal in Elo points.
        scale: what one point adds to the exponent.

    Returns:
        The slope of the log likelihood by ``lead``, and Fisher's information.

    Rule: docs/rules.md#ratings
    """
    first, second = (
        _chance(scale * (lead + first_deal_edge)),
        _chance(scale * (lead - first_deal_edge)),
    )
    chance = (first + second) / 2
    growth = scale * (first * (1 - first) + second * (1 - second)) / 2
    return growth / chance, growth * growth / (chance * (1 - chance))


def _chance(exponent: float) -> float:
    return 1 / (1 + exp(-exponent))
