"""Sentences about a draw: how far a worker is with it, and what it could not avoid."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from common.models import Job
from tournaments.models import Match, Round
from tournaments.selectors.pairing_jobs import STEPS

APART = {"household": "are of one household", "team": "are of one team", "lately": "met lately"}
AT_THE_DRAW = (
    "avoided_pair",
    "second_sit_out",
    "repeat",
    "unpaired",
    "both_owed_first_deal",
    "float",
    "manual",
)
BY_HAND = {
    "swapped": "{both} changed places by hand.",
    "added": "{both} meet by hand, who would have sat out.",
    "written": "This round was written by hand.",
}
COUNTED = {
    "repeats": ("repeat", "repeats"),
    "second_sit_outs": ("second sit-out", "second sit-outs"),
    "unpaired": ("player who may meet nobody", "players who may meet nobody"),
    "avoided_pairs": ("pair that rather should not", "pairs that rather should not"),
    "both_owed": ("pair owed the same deal", "pairs owed the same deal"),
}


def job_words(job: Job | None, *, is_drafted: bool) -> dict[str, Any] | None:
    """Say how far a large draw is, or why there is none; nothing once its draft is there.

    Args:
        job: the latest of a stage.
        is_drafted: whether a draft stands.
    """
    if job is None or job.state == "done":
        return None
    is_open = job.state in ("queued", "running")
    if is_drafted and not is_open:
        return None
    return {"id": job.public_id, "sentence": _sentence(job), "is_open": is_open}


def _sentence(job: Job) -> str:
    if job.state == "failed":
        return f"The draw failed: {job.error}"
    if job.state == "cancelled":
        return "The draw was called off, and nothing of it is kept."
    if job.cancel_requested:
        return "The draw is called off and stops at its next step."
    if job.state == "queued":
        return "The draw waits for a worker."
    step = min(job.progress, len(STEPS) - 1)
    again = f" This is attempt {job.attempts}." if job.attempts > 1 else ""
    return f"A worker draws: step {step + 1} of {len(STEPS)}, {STEPS[step]}.{again}"


def note_sentences(notes: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> Iterator[str]:
    """Say what a round that was drawn from results gave up, what matters most first.

    Args:
        notes: of the round, as its format wrote them.
        names: of the entries, by key.
    """
    for code in AT_THE_DRAW:
        for note in notes:
            if note["code"] == code:
                yield _noted(note, [names.get(key, "?") for key in note["entries"]])
    if not any(note["code"] in AT_THE_DRAW for note in notes):
        yield "Equal scores meet, nobody meets twice, and nothing had to be given up."


def cost_words(drawn: Mapping[str, int], now: Mapping[str, int]) -> str:
    """Compare what a draw gave up with what is given up now.

    Args:
        drawn: counts of the draw.
        now: the same counts of the round as it is.
    """
    if dict(drawn) == dict(now):
        return "It gives up no more than the draw did."
    return f"The draw had {_counted(drawn)}; now there are {_counted(now)}."


def _counted(cost: Mapping[str, int]) -> str:
    parts = [
        f"{cost[name]} {words[cost[name] != 1]}" for name, words in COUNTED.items() if cost[name]
    ]
    return ", ".join([*parts, f"score differences of {cost['score_difference']} in all"])


def _noted(note: Mapping[str, Any], who: Sequence[str]) -> str:
    both, why = " and ".join(who), note.get("why")
    match note["code"]:
        case "manual":
            said = _by_hand(note, both)
        case "avoided_pair":
            said = f"{both} meet although they {APART.get(why or '', 'rather should not')}."
        case "second_sit_out":
            said = f"{both} sits out once more: sit-out {why}."
        case "repeat":
            said = f"{both} meet again" + (f"; they met in round {why}." if why else ".")
        case "unpaired":
            said = f"{both} may meet nobody who is left, and sits out."
        case "both_owed_first_deal":
            said = f"{both} are both owed the first deal, or have both had it more often."
        case _:
            points = "1 point" if note["gap"] == 1 else f"{note['gap']} points"
            said = f"{both} meet {points} apart."
    return said


def _by_hand(note: Mapping[str, Any], both: str) -> str:
    done = BY_HAND[note.get("what", "swapped")].format(both=both)
    return f"{done} {cost_words(note['drawn'], note['now'])}" if "drawn" in note else done


def names_on(rounds: Sequence[Round]) -> dict[int, str]:
    """Return the names of everybody on a chart by key of the entry."""
    return names_of_matches([match for round_ in rounds for match in round_.matches.all()])


def names_of_matches(matches: Sequence[Match]) -> dict[int, str]:
    """Return the names of everybody in some matches by key of the entry."""
    return {
        side.entry.pk: side.entry.display
        for match in matches
        for side in match.sides.all()
        if side.entry is not None
    }
