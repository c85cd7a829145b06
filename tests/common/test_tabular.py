import csv
import datetime
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import ArchiveTooLarge, PayloadTooLarge, TooManyRows, UnsupportedFile
from common.tabular import read_table, write_csv

# Spreadsheets know no time zones.
EVENING = datetime.datetime.combine(datetime.date(2026, 1, 2), datetime.time(19, 30))


def cells(data: bytes | str) -> list[tuple[str, ...]]:
    data = data if isinstance(data, bytes) else data.encode()
    table = read_table(data, "roster.csv")
    return [table.headers, *(row.cells for row in table.rows)]


def workbook(rows, formats=None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place, number_format in (formats or {}).items():
        book.active[place].number_format = number_format
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def archive(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("name,club\r\nZoë,Nord\r\n".encode(), id="comma"),
        pytest.param("\ufeffname;club\nZoë;Nord\n".encode(), id="mark-and-semicolon"),
        pytest.param("name\tclub\nZoë\tNord".encode("utf-16"), id="utf-16-tab-no-last-break"),
        pytest.param("sep=;\r\nname;club\r\nZoë;Nord\r\n".encode(), id="sep-line"),
        pytest.param("name;club\rZoë;Nord\r".encode("cp1252"), id="windows-1252-old-mac-breaks"),
        pytest.param("\n\nname,club,,\nZoë,Nord,,\n,,,\n".encode(), id="empty-edges"),
        pytest.param("name,club\nZoë,Nord\n\x1a".encode(), id="dos-end-of-file"),
    ],
)
def test_one_table_however_it_was_saved(data):
    assert cells(data) == [("name", "club"), ("Zoë", "Nord")]


def test_a_comma_in_a_name_is_no_delimiter():
    assert cells("name\nLee, Jordan\nBell, Ann\n") == [("name",), ("Lee, Jordan",), ("Bell, Ann",)]


def test_decimal_commas_stay_as_they_are():
    assert cells("name;fee\nAnn;3,50\nBo;4,00\n")[1:] == [("Ann", "3,50"), ("Bo", "4,00")]


def test_lines_are_those_of_the_file():
    table = read_table(b'name,note\n"Ann\nBell",x\n\nBo,y\n', "roster.csv")

    assert [row.line for row in table.rows] == [2, 5]
    assert table.rows[0].cells == ("Ann\nBell", "x")
    assert table.blank_rows == 1


def test_a_value_beyond_the_heading_is_kept_to_be_complained_of():
    assert cells("name,club\nLee, Jordan,North\n")[1] == ("Lee", " Jordan", "North")


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        pytest.param("name,club\nŁucja Żółć,Łódź\nPaweł Gąska,Toruń\n", "cp1250", id="polish"),
        pytest.param("name,club\nRené Lévêque,Orléans\nZoë,Nîmes\n", "mac_roman", id="mac-roman"),
        pytest.param("name,club\nИван Петров,Москва\n", "cp1251", id="russian"),
    ],
)
def test_another_encoding_is_read_right_or_refused(text, codec):
    try:
        read = cells(text.encode(codec))
    except UnsupportedFile as refusal:
        assert "encoding" in refusal.message
    else:
        assert read == [tuple(line.split(",")) for line in text.splitlines()]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(bytes.fromhex("89504e470d0a1a0a"), id="png"),
        pytest.param(b"%PDF-1.7 name,club", id="pdf"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), id="old-xls"),
        pytest.param(b"<html><table><tr><td>name", id="html"),
        pytest.param(bytes(range(256)), id="any-bytes"),
        pytest.param(archive(mimetype=b"application/x-ods"), id="another-archive"),
        pytest.param(b"PK\x03\x04" + bytes(40), id="damaged-archive"),
        pytest.param(archive(**{"xl/workbook.xml": b"<no"}), id="damaged-workbook"),
        pytest.param(b'name,club\n"Ann,N\nBo,S\n', id="quote-without-its-twin"),
        pytest.param(b"\xff\xfen", id="half-a-character"),
        pytest.param(b'name\n"' + b"x" * 200_000 + b'"\n', id="endless-cell"),
    ],
)
def test_another_kind_of_file_is_refused(data):
    with pytest.raises(UnsupportedFile):
        read_table(data, "roster.csv")


def test_an_archive_that_unpacks_to_too_much_is_not_opened():
    bomb = archive(**{"xl/workbook.xml": b"<workbook/>", "xl/sheet.xml": bytes(21 * 2**20)})

    with pytest.raises(ArchiveTooLarge):
        read_table(bomb, "roster.xlsx")


def test_an_archive_packed_too_tightly_is_not_opened():
    bomb = archive(**{"xl/workbook.xml": b"<workbook/>", "xl/sheet.xml": bytes(2**20)})

    with pytest.raises(ArchiveTooLarge):
        read_table(bomb, "roster.xlsx")


@pytest.mark.parametrize("rows", [5_001, 1_000_000])
def test_too_many_rows_are_refused(rows):
    with pytest.raises(TooManyRows):
        read_table(b"a,b\n" * (rows + 1), "roster.csv")


def test_five_thousand_rows_are_read():
    assert len(read_table(b"a,b\n" * 5_001, "roster.csv").rows) == 5_000


def test_too_many_rows_of_a_workbook_are_refused():
    with pytest.raises(TooManyRows):
        read_table(workbook([("name",)] + [(f"P{n}",) for n in range(5_001)]), "roster.xlsx")


def test_a_cell_far_below_the_list_is_refused_before_it_costs_time():
    book = openpyxl.Workbook()
    book.active.append(["name"])
    book.active.cell(1_000_000, 1, "Ann")
    out = io.BytesIO()
    book.save(out)

    with pytest.raises(TooManyRows):
        read_table(out.getvalue(), "roster.xlsx")


def test_a_file_over_two_mebibytes_is_refused():
    with pytest.raises(PayloadTooLarge):
        read_table(b"name\n" + b"a" * (2 * 2**20), "roster.csv")


def test_a_workbook_keeps_what_its_formats_show():
    data = workbook(
        [
            ("name", "no", "until", "fee", "paid"),
            ("Ann", 42, datetime.date(2026, 12, 31), 3.5, True),
            (None, None, None, None, None),
            ("Bo", "0007", EVENING, 4.0, None),
        ],
        {"B2": "0000", "C2": "dd/mm/yyyy"},
    )
    table = read_table(data, "roster.xlsx")

    assert [row.line for row in table.rows] == [2, 4]
    assert table.rows[0].cells == ("Ann", "0042", "2026-12-31", "3.5", "TRUE")
    assert table.rows[1].cells == ("Bo", "0007", "2026-01-02 19:30:00", "4", "")


def test_text_that_looks_like_a_formula_is_defused_and_numbers_are_not():
    text = write_csv(["name", "spread"], [["=1+1", -5], ["@SUM(A1)", 3], ["\t=1", None]])

    assert text == "name,spread\r\n'=1+1,-5\r\n'@SUM(A1),3\r\n'\t=1,\r\n"


names = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="=+-@'\",;\t\r\n\0"),
    min_size=1,
).filter(lambda name: name.strip("\u200b\ufeff \t\r\n\u00a0"))


@given(st.lists(st.tuples(names, st.integers()), min_size=1, max_size=8))
def test_reading_an_export_back_gives_the_same_cells(rows):
    text = write_csv(["name", "spread"], rows)

    assert cells(text)[1:] == [(name, str(spread)) for name, spread in rows]


@given(st.lists(st.tuples(names, names), min_size=1, max_size=8))
def test_no_cell_of_an_export_starts_a_formula(rows):
    for row in csv.reader(io.StringIO(write_csv(["a", "b"], rows), newline="")):
        assert not [cell for cell in row if cell[:1] in tuple("=+-@\t\r\0")]
