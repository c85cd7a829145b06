from pathlib import Path

import pytest

from common.tabular import read_table
from tests.data_files import DATA
from tournaments.roster import match_numbers, read_roster

ROSTERS = DATA / "rosters"


def roster(text: str, **settings):
    return read_roster(read_table(text.encode(), "roster.csv"), **settings)


def messages(remarks):
    return [(remark.line, remark.column) for remark in remarks]


@pytest.mark.parametrize("path", sorted(ROSTERS.glob("club-31.*")), ids=lambda path: path.suffix)
def test_the_club_of_31_is_read_whole(path: Path):
    read = read_roster(read_table(path.read_bytes(), path.name))
    by_number = {row.member_no: row for row in read.rows}

    assert len(read.rows) == 31
    assert read.errors == ()
    assert messages(read.warnings) == [(9, "Name")]
    assert by_number["0014"].name == by_number["0114"].name == "Dora Doublerun"
    assert by_number["0012"].name == "Crispin"
    assert by_number["0011"].name == "'t Jack van Nobs"
    assert by_number["0040"].name == "Łucja Piętnaście"
    assert by_number["0001"].valid_until.isoformat() == "2031-08-31"
    assert [row.name for row in read.rows if row.guest] == ["Vera Visitor"]


@pytest.mark.parametrize(
    "heading",
    ["name;member_no;club", "Player Name;Member #;Home Club", "FULL NAME;Membership No.;Club name"],
)
def test_headings_have_many_names(heading):
    row = roster(f"{heading}\nAnn Bell;0042;North\n").rows[0]

    assert (row.name, row.member_no, row.home_club) == ("Ann Bell", "0042", "North")


def test_first_and_last_name_make_a_name_and_one_is_enough():
    read = roster("First Name,Surname,Club\nAnn,Bell,N\nWayan,,N\n,Rukmini,N\n,,N\n")

    assert [row.name for row in read.rows] == ["Ann Bell", "Wayan", "Rukmini"]
    assert messages(read.errors) == [(5, "Surname")]


def test_a_name_beside_a_first_name_is_the_last_name():
    assert roster("Name;Vorname\nBell;Ann\n").rows[0].name == "Ann Bell"


def test_a_title_above_the_heading_is_passed_over():
    read = roster("Our club 2026,,\n,,\nname,member no,club\nAnn,7,N\n")

    assert [(row.line, row.name) for row in read.rows] == [(4, "Ann")]


def test_names_are_cleaned_of_what_nobody_sees():
    read = roster('name,club\n"  Zoe\u0308\u00a0\u202eBell\n",\u200bN\u0007\n')

    assert (read.rows[0].name, read.rows[0].home_club) == ("Zoë Bell", "N")


def test_a_member_number_twice_is_an_error_and_a_name_twice_a_warning():
    read = roster("name,member no\nAnn,0042\nBo,0042\nAnn,7\nCy,07\n")

    assert [(row.name, row.member_no) for row in read.rows] == [
        ("Ann", "0042"),
        ("Ann", "7"),
        ("Cy", "07"),
    ]
    assert messages(read.errors) == [(3, "member no")]
    assert messages(read.warnings) == [(4, "name"), (5, "member no")]


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        pytest.param("member no", "1.2E+05", id="shortened-number"),
        pytest.param("member no", "9" * 31, id="long-number"),
        pytest.param("valid until", "31/12/2026", id="date-of-another-order"),
        pytest.param("guest", "perhaps", id="neither-yes-nor-no"),
        pytest.param("club", "#REF!", id="error-of-the-spreadsheet"),
        pytest.param("club", "Mont\ufffdal", id="damaged-letter"),
        pytest.param("club", "N" * 81, id="long-club"),
        pytest.param("club", "Jordan,North", id="cell-too-many"),
    ],
)
def test_a_bad_cell_costs_its_row_only(heading, cell):
    read = roster(f"name,{heading}\nAnn,{cell}\nBo,\n", date_order="MDY")

    assert [row.name for row in read.rows] == ["Bo"]
    assert [error.line for error in read.errors] == [2]


@pytest.mark.parametrize("text", ["", "\n\n", "Ann\nBo\n", "club,fee\nN,3\n"])
def test_without_a_name_column_the_file_says_what_it_needs(text):
    read = roster(text)

    assert read.rows == ()
    assert "name" in read.errors[0].message


def test_headings_nobody_asked_for_are_named():
    assert roster("name,e-mail,club\nAnn,a@example.org,N\n").ignored == ("e-mail",)


def test_only_ticked_rows_are_taken():
    read = roster("name,club\nAnn,N\nBo,N\nCy,N\n")

    assert [row.name for row in read.ticked({2, 4})] == ["Ann", "Cy"]


def test_numbers_that_differ_by_zeros_are_doubtful():
    matches = match_numbers(["00123", "123", "42", "9"], ["00123", "0042"])

    assert matches.exact == ("00123",)
    assert matches.doubtful == {"123": ("00123",), "42": ("0042",)}
    assert matches.new == ("9",)
