"""A Swiss stage from its settings to its end, and one small event as text."""

from pathlib import Path

import pytest

from tournaments.errors import ConfigInvalid
from tournaments.formats import swiss
from tournaments.formats.base import PlanRequest, Progress
from tournaments.pairing.charts import Pair
from tournaments.pairing.situation import Situation, Standing

GOLDEN = Path(__file__).parents[2] / "golden" / "formats" / "swiss-event.txt"


def standings_of(score):
    ranks = sorted(score.values(), reverse=True)
    return tuple(Standing(entry, at, 1 + ranks.index(at)) for entry, at in score.items())


class SmallEvent:
    """An event in which the lower number always wins 2 points, a sit-out is worth 2 too."""

    def __init__(self, n, **config):
        self.config = config
        self.score = dict.fromkeys(range(1, n + 1), 0)
        self.plans, self.floats = [], {}

    @property
    def rounds(self):
        return tuple(round_ for plan in self.plans for round_ in plan.rounds)

    def plan(self, **more):
        situation = Situation(standings_of(self.score), dict(self.floats), **more)
        entries = tuple(self.score)
        request = PlanRequest(
            entries, self.config, history=self.rounds, rng_seed=5, situation=situation
        )
        return swiss.plan(request)

    def play(self):
        while (plan := self.plan()).rounds:
            self.plans.append(plan)
            for match in plan.rounds[0].matches:
                self.score[min(match.entries)] += 2
            for entry in plan.rounds[0].sit_outs:
                self.score[entry] += 2
            for note in plan.notes:
                if note["code"] == "float":
                    self.floats |= dict.fromkeys(note["entries"], note["round"])
        return self


def text_of(event):
    lines = []
    for plan in event.plans:
        (round_,) = plan.rounds
        lines.append(f"{round_.name}, {plan.algorithm}")
        for match in round_.matches:
            one, other = match.entries
            dealer = match.entries[match.first_dealer - 1]
            lines.append(f"  table {match.table}: {one} - {other}, {dealer} deals")
        lines += [f"  {entry} sits out" for entry in round_.sit_outs]
        for note in plan.notes:
            about = [note.get(word) for word in ("entries", "gap", "why") if word in note]
            lines.append(f"  {note['code']} {' '.join(map(str, about))}")
    ranking = sorted(event.score, key=lambda entry: -event.score[entry])
    lines.append("scores " + ", ".join(f"{entry}: {event.score[entry]}" for entry in ranking))
    return "\n".join(lines) + "\n"


def test_a_small_event_is_the_one_that_was_reviewed():
    events = [SmallEvent(9).play(), SmallEvent(6, rounds=6, pattern="fold").play()]

    assert "\n".join(text_of(event) for event in events) == GOLDEN.read_text(encoding="utf-8")


def test_rounds_left_open_are_as_many_as_leave_one_unbeaten():
    assert [len(SmallEvent(n).play().rounds) for n in (2, 4, 5, 8, 9)] == [1, 2, 3, 3, 4]


def test_it_is_over_after_its_rounds_and_not_before():
    event = SmallEvent(8, rounds=3).play()
    settled = {(one.number, match.number): 1 for one in event.rounds for match in one.matches}

    assert swiss.is_over(Progress(event.rounds, settled, event.config))
    assert not swiss.is_over(Progress(event.rounds, settled, {"rounds": 4}))
    del settled[(3, 4)]
    assert not swiss.is_over(Progress(event.rounds, settled, event.config))


def test_nothing_is_planned_when_all_is_played_or_nobody_is_left():
    event = SmallEvent(8, rounds=3).play()

    assert event.plan().notes == ({"code": "all_played"},)
    left = swiss.plan(PlanRequest((1,), {"rounds": 9}, history=event.rounds))
    assert (left.rounds, left.notes) == ((), ({"code": "nobody_left"},))


def test_only_what_the_settings_avoid_is_avoided():
    avoided = {Pair((1, 2)): "household", Pair((3, 4)): "team"}
    drawn = SmallEvent(4, avoid=[], pattern="adjacent").plan(avoided=avoided)
    household = SmallEvent(2, avoid=["household"]).plan(avoided=avoided)
    ignored = SmallEvent(2, avoid=["team"]).plan(avoided=avoided)

    assert drawn.notes == ignored.notes == ()
    (note,) = household.notes
    assert (note["code"], set(note["entries"]), note["why"]) == (
        "avoided_pair",
        {1, 2},
        "household",
    )


def test_a_repeat_is_labelled_with_the_round_of_the_last_meeting():
    event = SmallEvent(2, rounds=2).play()

    note = event.plans[1].notes[0]
    assert note == {"code": "repeat", "round": 2, "entries": [1, 2], "why": 1}
    assert event.plans[1].checks.repeats == 1


def test_late_entries_are_taken_until_half_the_rounds_have_begun():
    rounds = SmallEvent(9, rounds=5).play().rounds

    taken = [swiss.takes_late_entries({"rounds": 5}, rounds[:begun]) for begun in range(6)]

    assert taken == [True, True, True, False, False, False]


@pytest.mark.parametrize(
    ("config", "field"),
    [
        pytest.param({"rounds": 0}, "config.rounds", id="no-rounds"),
        pytest.param({"rounds": True}, "config.rounds", id="rounds-are-yes"),
        pytest.param({"pattern": "dutch"}, "config.pattern", id="pattern"),
        pytest.param({"pattern": ["slide"]}, "config.pattern", id="pattern-is-a-list"),
        pytest.param({"avoid": "team"}, "config.avoid", id="avoid-is-text"),
        pytest.param({"avoid": ["team", "team"]}, "config.avoid", id="avoid-twice"),
        pytest.param({"avoid": [["team"]]}, "config.avoid", id="avoid-nested"),
        pytest.param({"avoid": ["rivals"]}, "config.avoid", id="avoid-unknown"),
        pytest.param({"avoid_nights": 53}, "config.avoid_nights", id="too-long-ago"),
        pytest.param({"allow_open_results": 1}, "config.allow_open_results", id="open-is-1"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(config, field):
    with pytest.raises(ConfigInvalid) as refused:
        swiss.check_config(config)

    assert refused.value.context["field"] == field
