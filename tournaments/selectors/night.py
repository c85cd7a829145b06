"""The night as a line: where it stands, what is open, and the one next step.

Steps are done, current or to come; ``next_action`` is a key that a door turns into
its only filled button:

==================  ======================================================
key                 the organiser now
==================  ======================================================
add_players         fills the roster, from a file or by hand
open_check_in       opens the desk
check_in            checks people in, until there are enough
generate            drafts the seating or the bracket
publish             publishes the draft
redraw              drafts the rounds to come again: somebody came or left
enter_results       enters results
make_cut            seeds a stage that another one feeds
finalise            looks at the standings and publishes them as final
open_page           shows the published night
copy_night          makes the next night from this one
==================  ======================================================
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.formats import FORMATS, KNOCKOUTS
from tournaments.models import Event, Match, Registration, Round, Stage, StageFeed
from tournaments.rulesets import side_size
from tournaments.selectors.consolations import can_be_seeded
from tournaments.selectors.pairs import without_partner
from tournaments.selectors.redraws import (
    NOBODY_MOVED,
    Presence,
    moved_entries,
    presence_of,
    takes_latecomers,
)

Action = Literal[
    "add_players",
    "open_check_in",
    "check_in",
    "generate",
    "publish",
    "redraw",
    "enter_results",
    "make_cut",
    "finalise",
    "open_page",
    "copy_night",
]
Standing = Literal["done", "current", "to_come"]
FEWEST_FOR_A_NIGHT = 4
BEFORE_THE_DRAW = (Event.State.DRAFT, Event.State.OPEN, Event.State.CHECKIN)
MOST_NAMES = 6
ROUND_COUNTS = ("drafts", "stale", "published")
MATCH_COUNTS = ("matches", "open_matches", "disputed")


class Step(NamedTuple):
    """One station of the line."""

    key: str
    name: str
    state: Standing


class OpenItem(NamedTuple):
    """Something that is not done yet, with how many of it."""

    key: str
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class StageProgress:
    """How far a stage is, counted once.

    ``has_moved`` when somebody came late or left; ``is_beside`` when it takes those who
    are out, so that it can begin while the others play on.
    """

    stage: Stage
    is_fed: bool
    entries: int
    drafts: int
    stale: int
    published: int
    matches: int
    open_matches: int
    disputed: int
    has_moved: bool = False
    is_beside: bool = False

    @property
    def is_bracket(self) -> bool:
        """Whether it is a knock-out."""
        return self.stage.kind in KNOCKOUTS

    @property
    def is_over(self) -> bool:
        """Whether every match has its result, or there is none to play.

        A stage that is drawn round by round is over when its last round is.
        """
        is_complete = self.stage.state in (Stage.State.COMPLETE, Stage.State.FINAL)
        if FORMATS[self.stage.kind].needs_results:
            return is_complete and self.drafts == 0 and self.open_matches == 0
        return (self.published > 0 or is_complete) and self.drafts == 0 and self.open_matches == 0


@dataclass(frozen=True, slots=True)
class NightLine:
    """The line, what is open, and exactly one next step."""

    steps: tuple[Step, ...]
    open_items: tuple[OpenItem, ...]
    next_action: Action
    stage: Stage | None
    registered: int
    checked_in: int
    presence: Presence = NOBODY_MOVED
    stages: tuple[StageProgress, ...] = ()


def night_line(event: Event) -> NightLine:
    """Say where an event stands.

    Args:
        event: any state.

    Returns:
        The line; four queries, however many play, one more for pairs, and a few more
        once somebody came or left, or a consolation waits to begin.
    """
    registered, checked_in = _presence(event)
    stages = stage_progress(event)
    step, action, stage = _now(event, registered, checked_in, stages)
    presence = NOBODY_MOVED
    has_moved = any(one.has_moved for one in stages)
    if has_moved and action in ("enter_results", "redraw") and stage is not None:
        presence = presence_of(stage)
        action = "redraw" if presence.differs else action
    return NightLine(
        steps=_steps(event, step, stages),
        open_items=(*_alone(event), *_moved(stage, presence), *open_items(stages)),
        next_action=action,
        stage=stage,
        registered=registered,
        checked_in=checked_in,
        presence=presence,
        stages=stages,
    )


def _alone(event: Event) -> Iterator[OpenItem]:
    """Say before the draw who has no partner, where pairs play."""
    if side_size(event.rules) == 1 or event.state not in BEFORE_THE_DRAW:
        return
    names = [one.player.display_name for one in without_partner(event)]
    if names:
        told = ", ".join(names[:MOST_NAMES]) + (" and more" if names[MOST_NAMES:] else "")
        yield OpenItem("no_partner", len(names), f"No partner yet: {told}.")


def _moved(stage: Stage | None, presence: Presence) -> Iterator[OpenItem]:
    """Say who came and who left since the seating was published."""
    for key, entries, verb in (("came", presence.came, "came"), ("left", presence.left, "left")):
        if stage is not None and entries:
            names = ", ".join(one.display for one in entries)
            yield OpenItem(key, len(entries), f"{stage.name}: {names} {verb}.")


def stage_progress(event: Event) -> tuple[StageProgress, ...]:
    """Count rounds and matches of each stage of an event.

    Args:
        event: any state.

    Returns:
        One each, in order; three queries.
    """
    stages = (
        Stage.objects.filter(event=event)
        .order_by("number")
        .annotate(
            feed_count=Count("feeds", distinct=True),
            entry_count=Count("stage_entries", distinct=True),
            beside=Exists(
                StageFeed.objects.filter(stage=OuterRef("pk"), rule__in=StageFeed.CONSOLATION)
            ),
            has_moved=Exists(moved_entries().filter(event=OuterRef("event"))),
        )
    )
    rounds = _by_stage(
        Round.objects.filter(stage__event=event)
        .values("stage")
        .annotate(
            drafts=Count("pk", filter=Q(state=Round.State.DRAFT)),
            stale=Count("pk", filter=Q(state=Round.State.DRAFT, is_stale=True)),
            published=Count("pk", filter=~Q(state=Round.State.DRAFT)),
        )
    )
    matches = _by_stage(
        Match.objects.filter(stage__event=event, kind=Match.Kind.PAIRING)
        .exclude(round__state=Round.State.DRAFT)
        .exclude(status=Match.Status.VOID, outcome__isnull=True)  # drawn anew, never played
        .values("stage")
        .annotate(
            matches=Count("pk"),
            open_matches=Count("pk", filter=~Q(status__in=Match.OVER)),
            disputed=Count("pk", filter=Q(status=Match.Status.DISPUTED)),
        )
    )
    return tuple(
        StageProgress(
            stage=stage,
            is_fed=stage.feed_count > 0,
            entries=stage.entry_count,
            has_moved=stage.has_moved,
            is_beside=stage.beside,
            **{
                key: rounds.get(stage.pk, {}).get(key, 0)
                for key in ("drafts", "stale", "published")
            },
            **{
                key: matches.get(stage.pk, {}).get(key, 0)
                for key in ("matches", "open_matches", "disputed")
            },
        )
        for stage in stages
    )


def open_items(stages: tuple[StageProgress, ...]) -> Iterator[OpenItem]:
    """List what keeps an event from being final, in the order it is done.

    Args:
        stages: as ``stage_progress`` counted them.
    """
    for one in stages:
        name = one.stage.name
        if one.stale:
            by_results = FORMATS[one.stage.kind].needs_results
            what = "came or left, or a result has changed," if by_results else "came or left"
            yield OpenItem("stale", one.stale, f"{name}: somebody {what} after it was drafted.")
        elif one.drafts:
            yield OpenItem("draft", one.drafts, f"{name}: drafted and not published.")
        elif not one.published and not one.is_over:
            what = "the cut is not made" if one.is_fed else "nothing is drawn"
            yield OpenItem("planned", 1, f"{name}: {what}.")
        if one.disputed:
            yield OpenItem(
                "disputed", one.disputed, f"{name}: {_results(one.disputed)} in dispute."
            )
        if one.open_matches - one.disputed:
            missing = one.open_matches - one.disputed
            yield OpenItem("results", missing, f"{name}: {_results(missing)} missing.")


def _results(number: int) -> str:
    return "1 result is" if number == 1 else f"{number} results are"


def _presence(event: Event) -> tuple[int, int]:
    counted = Registration.objects.filter(tournament_id=event.tournament_id).aggregate(
        all=Count("pk", filter=~Q(status=Registration.Status.WITHDRAWN)),
        there=Count("pk", filter=Q(status=Registration.Status.CHECKED_IN)),
    )
    return counted["all"], counted["there"]


def _now(
    event: Event, registered: int, checked_in: int, stages: tuple[StageProgress, ...]
) -> tuple[str, Action, Stage | None]:
    """Return the current step, the one next action, and the stage it is about."""
    state = Event.State(event.state)
    if state in (Event.State.DRAFT, Event.State.OPEN):
        enough = registered >= FEWEST_FOR_A_NIGHT
        return "roster", "open_check_in" if enough else "add_players", None
    if state == Event.State.FINAL:
        return "published", "open_page", None
    if state in (Event.State.ARCHIVED, Event.State.CANCELLED):
        return "published", "copy_night", None
    if state == Event.State.REVIEW:
        return "standings", "finalise", None
    current = _current(stages)
    if current is None:
        return "standings", "finalise", None
    return _within(current, checked_in, everybody=checked_in == registered)


def _current(stages: tuple[StageProgress, ...]) -> StageProgress | None:
    """Return the stage the organiser is at: a draw that others wait for goes before results."""
    waiting = [one for one in stages if not one.is_over]
    first = next(iter(waiting), None)
    if first is None or first.drafts or not first.open_matches:
        return first
    return next((one for one in waiting[1:] if _can_be_drawn(one)), first)


def _can_be_drawn(one: StageProgress) -> bool:
    if one.published and not one.drafts:
        return False
    if one.drafts or (one.is_fed and one.entries):
        return True
    return one.is_beside and can_be_seeded(one.stage)


def _within(one: StageProgress, checked_in: int, *, everybody: bool) -> tuple[str, Action, Stage]:
    step = "play_offs" if one.is_bracket else "seating"
    if one.drafts:
        return step, _about_the_draft(one), one.stage
    if one.published:
        if one.open_matches:
            return "play_offs" if one.is_bracket else "play", "enter_results", one.stage
        # The next round is drawn from the results of this one.
        return step, "generate", one.stage
    if one.is_fed:
        return step, "generate" if one.entries else "make_cut", one.stage
    if checked_in < FEWEST_FOR_A_NIGHT:
        return "check_in", "check_in", one.stage
    # Who is missing may still come, but nobody has to wait for him.
    return step if everybody else "check_in", "generate", one.stage


def _about_the_draft(one: StageProgress) -> Action:
    if not one.stale:
        return "publish"
    return "redraw" if one.published and takes_latecomers(one.stage) else "generate"


def _steps(event: Event, current: str, stages: tuple[StageProgress, ...]) -> tuple[Step, ...]:
    names = {"roster": "Roster", "check_in": "Check-in"}
    brackets = [one for one in stages if one.is_bracket]
    has_games = len(brackets) < len(stages) or not stages
    if has_games:
        names |= {"seating": "Seating", "play": "Play"}
    else:
        names["play_offs"] = "Bracket"
    if event.ruleset.get("confirmation") == "dual_card":
        names["cards"] = "Cards"
    names["standings"] = "Standings"
    if has_games and brackets:
        names["play_offs"] = "Play-offs"
    names["published"] = "Published"
    keys = list(names)
    at = keys.index(current)
    if event.state == Event.State.REVIEW:
        # Everything is played: only the publishing is left.
        at = keys.index("published")
    return tuple(Step(key, names[key], _standing(event, n, at)) for n, key in enumerate(keys))


def _standing(event: Event, number: int, at: int) -> Standing:
    if event.state in (Event.State.FINAL, Event.State.ARCHIVED) or number < at:
        return "done"
    return "current" if number == at else "to_come"


def _by_stage(rows: object) -> dict[int, dict[str, int]]:
    return {row["stage"]: row for row in rows}  # type: ignore[attr-defined] # rows of values()
