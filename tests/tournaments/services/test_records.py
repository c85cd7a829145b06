import pytest

from common.audit import first_broken_seq
from common.models import Audit, Change
from scoring.errors import CribbageError
from tests.factories import SYSTEM, a_club, a_published_night, a_stranger
from tests.tournaments.services.mutations import MUTATIONS

pytestmark = pytest.mark.django_db


def root_of(event, mutation):
    """The public id that the mutation's audit and feed hang on; None is a new root."""
    return {
        "event": event.public_id,
        "tournament": event.tournament.public_id,
        "club": event.tournament.club.public_id,
        "new": None,
    }[mutation.root]


def rows(model, mutation, root_id, **names):
    found = model.objects.filter(**names)
    return found if root_id is None else found.filter(root_id=root_id)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.action)
def test_a_mutation_is_one_audit_line_and_one_change(mutation):
    event = mutation.make(players=5)
    root_id = root_of(event, mutation)
    audits = rows(Audit, mutation, root_id, action=mutation.action)
    changes = rows(Change, mutation, root_id, type=mutation.action)
    before = audits.count(), changes.count()

    mutation.step(event, SYSTEM)

    assert (audits.count() - before[0], changes.count() - before[1]) == (1, 1)
    assert audits.latest("seq").actor_key == "system:cli"


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.action)
def test_a_refused_mutation_leaves_no_line(mutation):
    event = mutation.make(a_club(is_public=False), players=5)
    # A player made for the step is the test's own.
    audits = Audit.objects.exclude(action="player.created")
    before = audits.count(), Change.objects.count()

    with pytest.raises(CribbageError):
        mutation.step(event, a_stranger())

    assert (audits.count(), Change.objects.count()) == before


def test_a_feed_has_no_gaps_and_an_audit_no_break():
    event = a_published_night(players=5)
    for kind, root in (("event", event), ("tournament", event.tournament)):
        numbers = Change.objects.filter(kind=kind, root_id=root.public_id).order_by("seq")
        assert list(numbers.values_list("seq", flat=True)) == list(range(1, numbers.count() + 1))
        assert first_broken_seq(root_kind=kind, root_id=root.public_id) is None


def test_no_name_of_a_person_is_in_a_feed_or_an_audit():
    event = a_published_night(players=["Unmistakable Surname", "Bo B", "Cy C", "Di D"])
    roots = [event.public_id, event.tournament.public_id]

    told = [
        *Change.objects.filter(root_id__in=roots).values_list("payload", flat=True),
        *Audit.objects.filter(root_id__in=roots).values_list("before", "after"),
    ]

    assert "Unmistakable" not in str(told)
