"""A night in every format, with what follows it."""

import pytest

from common.errors import ValidationFailed
from tests.factories import A_DAY, SYSTEM, a_night
from tests.tournaments.pods import THREE_HAND
from tournaments.formats import FORMATS, KNOCKOUTS, TABLES
from tournaments.models import Event, Stage, StageFeed
from tournaments.services.nights import copy_night

pytestmark = pytest.mark.django_db


def stages(event):
    return list(Stage.objects.filter(event=event).order_by("number"))


def feeds(event):
    rows = StageFeed.objects.filter(stage__event=event).order_by("pk")
    return list(rows.values_list("stage__number", "source__number", "rule"))


@pytest.mark.parametrize("key", sorted(FORMATS))
def test_a_night_begins_in_any_format(key):
    options = THREE_HAND if key in TABLES else {}
    kinds = [one.kind for one in stages(a_night(format=key, options=options))]

    assert kinds == ([key] if key in KNOCKOUTS | TABLES else [key, "single_elim"])


def test_a_bracket_is_called_by_its_format():
    (stage,) = stages(a_night(format="single_elim", best_of=5, config={"third_place": True}))

    assert stage.name == "Single elimination"
    assert (stage.config["best_of"], stage.config["third_place"]) == (5, True)


def test_play_offs_may_be_a_double_elimination_with_a_consolation_beside():
    event = a_night(
        format="round_robin",
        config={"meetings": 2},
        play_off_format="double_elim",
        play_off_config={"reset": "simple"},
        consolation="non_qualifiers",
    )
    games, bracket, consolation = stages(event)

    assert games.config["meetings"] == 2
    assert (bracket.kind, bracket.config["reset"]) == ("double_elim", "simple")
    assert (consolation.kind, consolation.name) == ("single_elim", "Consolation")
    assert feeds(event) == [(2, 1, "top_fraction"), (3, 1, "non_qualifiers")]


def test_first_match_losers_come_from_the_bracket():
    assert feeds(a_night(format="single_elim", consolation="first_match_losers")) == [
        (2, 1, "first_match_losers")
    ]
    assert feeds(a_night(consolation="first_match_losers")) == [
        (2, 1, "top_fraction"),
        (3, 2, "first_match_losers"),
    ]


@pytest.mark.parametrize(
    ("field", "shape"),
    [
        ("format", {"format": "melee"}),
        ("play_off", {"format": "single_elim", "play_off": True}),
        ("play_off_format", {"play_off_format": "rotation"}),
        ("consolation", {"consolation": "everybody"}),
        ("consolation", {"play_off": False, "consolation": "non_qualifiers"}),
        ("consolation", {"format": "double_elim", "consolation": "non_qualifiers"}),
        (
            "config.third_place",
            {"play_off_format": "double_elim", "play_off_config": {"third_place": True}},
        ),
    ],
)
def test_what_cannot_follow_is_refused_at_its_field(field, shape):
    with pytest.raises(ValidationFailed) as refused:
        a_night(**shape)

    assert refused.value.errors[0][0] == field
    assert Event.objects.count() == 0


def test_a_copy_has_the_same_stages_fed_alike():
    old = a_night(
        format="groups",
        config={"groups": 3, "spread": "bracket"},
        play_off_format="double_elim",
        consolation="first_match_losers",
    )
    event = copy_night(event_id=old.public_id, actor=SYSTEM, name="Again", starts_at=A_DAY)

    def shown(night):
        return [(one.kind, one.name, one.config) for one in stages(night)]

    assert shown(event) == shown(old)
    assert feeds(event) == feeds(old)
