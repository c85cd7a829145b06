"""Titles of the issues that bring what a case is about."""

import pytest

FORMATS = "Every format a club runs: rotation, Swiss, round robin, groups, knock-outs, league"
RESULTS = "Results that can be trusted: claims, score cards, corrections, rulings"


def marked(cases, reasons):
    """Mark the cases whose op a later issue brings, as failing until then."""
    return [
        pytest.param(
            *case.values,
            id=case.id,
            marks=pytest.mark.xfail(strict=True, raises=KeyError, reason=reasons[op])
            if (op := case.values[0]["op"]) in reasons
            else (),
        )
        for case in cases
    ]
