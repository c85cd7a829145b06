"""What a director's hand does to a draw: told in the draw's own words, and kept on the round.

Where rounds are drawn from results, the notes of a round feed the next draw (who met
another score), so they are set right with the pairing. What it costs is counted from
the notes: those of the draw against those of now.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from tournaments.errors import PairingImpossible
from tournaments.formats import FORMATS
from tournaments.formats.base import JudgesPairings, Plan, PlannedRound, PlanRequest
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.draws import rounds_with_matches
from tournaments.selectors.plans import planned_rounds
from tournaments.selectors.situations import situation_of
from tournaments.services.drafting import settings_of

MANUAL = "manual"
COUNTED = {
    "repeat": "repeats",
    "second_sit_out": "second_sit_outs",
    "avoided_pair": "avoided_pairs",
    "unpaired": "unpaired",
    "both_owed_first_deal": "both_owed",
}
Cost = Mapping[str, int]
What = Literal["swapped", "added", "written"]
Notes = Sequence[Mapping[str, Any]]


def cost_of(notes: Notes) -> dict[str, int]:
    """Count what a pairing gives up.

    Args:
        notes: of one round.

    Returns:
        How many of each kind, and the sum of the score differences.
    """
    counted = Counter(COUNTED[one["code"]] for one in notes if one["code"] in COUNTED)
    gaps = sum(one["gap"] for one in notes if one["code"] == "float")
    return {**{name: counted[name] for name in COUNTED.values()}, "score_difference": gaps}


def cost_as_drawn(notes: Notes) -> Cost:
    """Count what the draw itself gave up, however often it was changed since.

    Args:
        notes: of the round.
    """
    changed = [one for one in notes if one["code"] == MANUAL and "drawn" in one]
    return changed[0]["drawn"] if changed else cost_of(notes)


def note_override(
    round_: Round, what: What, changed: Sequence[int], touched: Collection[int]
) -> Mapping[str, object]:
    """Note on a round that a director has changed its pairing, and what that costs.

    Args:
        round_: of a locked event, with its sides as they are now; its notes are set
            and not saved.
        what: the director did.
        changed: keys of the entries that the director named.
        touched: keys of all at the tables that changed.

    Returns:
        The note.

    Raises:
        PairingImpossible: two meet who must not.
    """
    note: dict[str, object] = {
        "code": MANUAL,
        "what": what,
        "round": round_.number,
        "entries": list(changed),
    }
    judged = _judged(round_)
    if judged is not None:
        told = [
            one
            for one in round_.notes
            if one["code"] == MANUAL or not set(one["entries"]) & set(touched)
        ]
        told += [dict(one) for one in judged if set(one["entries"]) & set(touched)]
        note |= {"drawn": cost_as_drawn(round_.notes), "now": cost_of(told)}
        round_.notes = told
    round_.notes = [*round_.notes, note]
    return note


def judged_plan(stage: Stage, request: PlanRequest, round_: PlannedRound) -> Plan | None:
    """Let the format of a stage judge a pairing; None where it draws no such rounds.

    Args:
        stage: of a locked event.
        request: of the draw that the pairing stands for.
        round_: who meets and who sits out.

    Raises:
        PairingImpossible: two meet who must not, by their names.
    """
    format_ = FORMATS[stage.kind]
    if not isinstance(format_, JudgesPairings):
        return None
    try:
        return format_.judge(request, round_)
    except PairingImpossible as refusal:
        keys = refusal.context.get("entries")
        if not isinstance(keys, list):
            raise
        entries = Entry.objects.filter(pk__in=keys).order_by("number")
        names = " and ".join(one.display for one in entries)
        raise PairingImpossible(
            f"{names} must not meet. Let them meet with a reason first, or choose others.",
            entries=[one.public_id for one in entries],
        ) from refusal


def _judged(round_: Round) -> Notes | None:
    stage = round_.stage
    if not isinstance(FORMATS[stage.kind], JudgesPairings):
        return None
    rounds = rounds_with_matches(stage)
    before = rounds.filter(number__lt=round_.number).exclude(state=Round.State.DRAFT)
    now = planned_rounds(rounds.filter(pk=round_.pk))[0]
    request = PlanRequest(
        entries=(),
        config=settings_of(stage),
        history=planned_rounds(before),
        rng_seed=stage.rng_seed,
        situation=situation_of(stage),
    )
    plan = judged_plan(stage, request, now)
    return None if plan is None else plan.notes
