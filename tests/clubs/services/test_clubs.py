import pytest

from clubs.errors import LastOwner, RoleHeld, SlugTaken
from clubs.models import Club, ClubRole
from clubs.services.clubs import create_club, edit_club, revoke_role
from common import audit
from common.errors import PermissionDenied, ValidationFailed
from tests.clubs import world

pytestmark = pytest.mark.django_db


def test_who_makes_a_club_owns_it():
    root = world.user("root", is_superuser=True)
    made = create_club(name="Harbour", slug="harbour", actor=world.person(root))

    assert ClubRole.objects.get(club=made).user == root


def test_an_ordinary_user_makes_no_club(spec):
    with pytest.raises(PermissionDenied):
        create_club(name="Harbour", slug="harbour", actor=world.person(spec))


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        pytest.param({"slug": "harbour"}, SlugTaken, id="slug-taken"),
        pytest.param({"slug": "a b"}, ValidationFailed, id="slug-with-blank"),
        pytest.param({"timezone": "Mars/Olympus"}, ValidationFailed, id="time-zone"),
        pytest.param({"name": ""}, ValidationFailed, id="no-name"),
    ],
)
def test_a_club_that_cannot_be_is_refused(club, values, refusal):
    with pytest.raises(refusal):
        create_club(**{"name": "New", "slug": "new", "actor": world.SYSTEM, **values})

    assert Club.objects.count() == 1


def test_only_an_owner_edits_the_club(club, dora):
    with pytest.raises(PermissionDenied):
        edit_club(
            club_id=club.public_id,
            name="Mine",
            slug="mine",
            timezone="UTC",
            default_preset="",
            is_public=True,
            actor=world.person(dora),
            expected_version=1,
        )


def test_a_role_is_held_once(club, dora):
    with pytest.raises(RoleHeld):
        world.grant(dora, club, "director")


def test_the_last_owner_stays(club, dora):
    world.grant(dora, club, "owner")

    with pytest.raises(LastOwner):
        revoke_role(club_id=club.public_id, user_id=dora.pk, role="owner", actor=world.SYSTEM)


def test_everything_done_to_a_club_is_one_chain(club, dora, alice):
    revoke_role(club_id=club.public_id, user_id=dora.pk, role="director", actor=world.SYSTEM)

    assert audit.first_broken_seq(root_kind="club", root_id=club.public_id) is None
    assert ClubRole.objects.count() == 0
