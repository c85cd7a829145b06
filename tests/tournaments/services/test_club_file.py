"""The roster file of 31, read from both formats: accents, twins, one-word names."""

import pytest

from clubs.models import Player
from common.tabular import read_table
from tests.data_files import DATA
from tests.factories import SYSTEM, a_club, a_night, roster
from tournaments.roster import read_roster
from tournaments.services.imports import import_roster, preview_import

pytestmark = pytest.mark.django_db
FILES = ["club-31.csv", "club-31.xlsx"]


def the_file(name):
    return read_roster(read_table((DATA / "rosters" / name).read_bytes(), name))


@pytest.mark.parametrize("name", FILES)
def test_thirty_one_people_are_taken_over(name):
    event = a_night()

    outcome = import_roster(event_id=event.public_id, actor=SYSTEM, rows=the_file(name))

    names = [one.player.display_name for one in roster(event)]
    assert (outcome.added, len(names), names.count("Dora Doublerun")) == (31, 31, 2)
    assert {"Crispin", "Siobhán O'Starter", "'t Jack van Nobs", "Łucja Piętnaście"} <= set(names)
    assert [one.player.display_name for one in roster(event) if one.is_guest] == ["Vera Visitor"]
    assert Player.objects.get(display_name="Ambrose Peg").member_no == "0001"


def test_the_other_format_of_the_same_file_changes_nothing():
    club = a_club()
    event = a_night(club)
    import_roster(event_id=event.public_id, actor=SYSTEM, rows=the_file(FILES[0]))

    preview = preview_import(event_id=event.public_id, actor=SYSTEM, rows=the_file(FILES[1]))

    assert preview.counts == {"already here": 31}
