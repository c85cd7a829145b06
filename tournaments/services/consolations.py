"""Seeding a consolation or a plate: those who lost, or who missed the cut."""

from common.actor import Actor
from tournaments.errors import PairingImpossible, WrongState
from tournaments.models import Stage, StageFeed
from tournaments.selectors.consolations import those_out
from tournaments.services.seeding import cut_with_lots, seed


def seed_consolation(
    stage: Stage, feed: StageFeed, *, actor: Actor, rng_seed: int | None = None
) -> None:
    """Seed a stage with those who are out of the title.

    Args:
        stage: of locked roots, without published rounds.
        feed: that gives it its entries.
        actor: directs the club.
        rng_seed: of the lots for equal places; None draws one.

    Raises:
        WrongState: results are missing that may add to them.
        PairingImpossible: nobody is out.

    Rule: docs/rules.md#consolation
    """
    out = those_out(feed)
    if out.missing:
        raise WrongState(
            f"{feed.source.name} does not say yet who goes into {stage.name}: "
            f"{_results(out.missing)} missing. Enter them first.",
            missing=out.missing,
        )
    if not out.entries:
        raise PairingImpossible(f"Nobody of {feed.source.name} goes into {stage.name}.")
    entries = out.entries
    if out.measured is not None:
        made = cut_with_lots(stage, out.measured, actor, rng_seed)
        entries = tuple(out.measured.entries[number] for number in made.seeds)
    seed(stage, entries, actor=actor)


def _results(number: int) -> str:
    return "1 result is" if number == 1 else f"{number} results are"
