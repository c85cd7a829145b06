"""The visual language: contrast, sizes, words and what templates must not do."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory

SITE = Path(settings.BASE_DIR) / "cribbage_site"
SHEETS = sorted((SITE / "static" / "fifteen").glob("*.css"))
TEMPLATES = sorted((SITE / "templates").rglob("*.html"))
DARK = [
    '@media (prefers-color-scheme: dark) {\n  :root:not([data-theme="light"])',
    'html[data-theme="dark"]',
]
TEXT_PAIRS = [
    ("ink", "ground"),
    ("ink", "raised"),
    ("quiet", "ground"),
    ("quiet", "raised"),
    ("accent", "ground"),
    ("on-accent", "accent"),
    ("warn", "warn-ground"),
    ("error", "error-ground"),
    ("error", "ground"),
    ("ground", "quiet"),
]
ERROR_PAGES = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"]


def named(paths):
    return [pytest.param(path, id=path.name) for path in paths]


def tokens(selector):
    sheet = (SITE / "static" / "fifteen" / "tokens.css").read_text()
    block = sheet.split(selector + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--ft-([\w-]+): (#[0-9a-f]{6});", block))


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("selector", [":root", DARK[1]], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_stands_out_from_its_ground(selector, text, ground):
    colours = tokens(selector)

    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("selector", [":root", DARK[1]], ids=["light", "dark"])
def test_edges_of_fields_and_buttons_can_be_seen(selector):
    colours = tokens(selector)

    assert contrast(colours["edge"], colours["ground"]) >= 3


def test_dark_is_the_same_by_system_and_by_switch():
    assert tokens(DARK[0]) == tokens(DARK[1])


@pytest.mark.parametrize("sheet", named(SHEETS))
def test_sheet_loads_nothing(sheet):
    assert re.findall(r"url\(|@import|@font-face", sheet.read_text()) == []


@pytest.mark.parametrize(
    "sheet", named(p for p in SHEETS if p.name not in ("tokens.css", "paper.css"))
)
def test_colours_and_type_sizes_come_from_the_tokens(sheet):
    text = sheet.read_text()

    assert re.findall(r":[^;{]*#[0-9a-f]{3,8}\b", text) == []
    assert re.findall(r"font-size: (?!var\(--ft-)[^;]+", text) == []


def test_type_scale_is_16_20_28_and_nothing_under_14():
    sheet = (SITE / "static" / "fifteen" / "tokens.css").read_text()
    sizes = {name: float(size) * 16 for name, size in re.findall(r"--ft-(\w+): ([\d.]+)rem", sheet)}

    assert [sizes[name] for name in ("small", "body", "head", "title", "touch")] == [
        14,
        16,
        20,
        28,
        44,
    ]


@pytest.mark.parametrize("template", named(TEMPLATES))
def test_template_has_no_inline_style_or_script(template):
    text = template.read_text()

    assert re.findall(r"<style|\bstyle=|<script(?![^>]*\bsrc=)|\bon\w+=|https?:", text) == []


@pytest.mark.parametrize("name", ERROR_PAGES)
def test_error_page_needs_no_context_and_speaks_in_sentences(name):
    page = render_to_string(name)

    sentences = re.findall(r"<p>(.*?)</p>", page.split("<main")[1].split("</main")[0])
    assert len(sentences) == 2
    assert all(sentence.endswith(".") for sentence in sentences)
    assert re.search(r"\b(400|403|404|500|CSRF|error)\b", page.split("<main")[1]) is None


def night(**context):
    words = ["Roster", "Check-in", "Seating", "Play", "Cards"]
    states = ["done", "done", "here", "open", "open"]
    line = [
        {
            "key": word,
            "label": word,
            "state": state,
            "url": f"/{word}/" if state == "done" else None,
        }
        for word, state in zip(words, states, strict=True)
    ]
    request = RequestFactory().get("/")
    return render_to_string("fifteen/_night_line.html", {"line": line, **context}, request)


@pytest.mark.parametrize("method", ["get", "post"])
def test_night_line_has_exactly_one_filled_button(method):
    action = {"label": "Publish 15 tables", "url": "/publish/", "method": method}
    page = night(next_action=action, open_items=["4 cards are missing."])

    assert page.count("ft-button-next") == 1
    assert page.count("Publish 15 tables") == 1
    assert page.count("csrfmiddlewaretoken") == (1 if method == "post" else 0)


def test_posted_action_carries_its_fields():
    action = {"label": "Go", "url": "/", "method": "post", "fields": [("version", 3)]}

    assert '<input type="hidden" name="version" value="3">' in night(next_action=action)


def test_night_line_says_where_the_night_stands_and_what_is_open():
    page = night(open_items=["4 cards are missing.", "1 dispute."])

    here = re.search(r'<li[^>]*aria-current="step"[^>]*>(.*?)</li>', page, re.S)
    assert "Seating" in here[1]
    assert page.count("the night is here") == 1
    assert re.findall(r"<li>(.*?)</li>", page) == ["4 cards are missing.", "1 dispute."]


def test_finished_night_has_no_button():
    page = night(next_action=None)

    assert "ft-button" not in page
    assert "Nothing is left to do for this night." in page


class Result(forms.Form):
    hole = forms.IntegerField(label="Loser’s hole", max_value=120, help_text="0 to 120.")
    seen = forms.BooleanField(label="Both have seen it", required=False)


def test_field_has_its_label_above_and_its_error_and_help_below():
    page = render_to_string("fifteen/_field.html", {"field": Result({"hole": "130"})["hole"]})

    found = [page.index(part) for part in ("<label", "<input", 'class="errorlist"', "ft-help")]
    assert found == sorted(found)
    assert 'aria-invalid="true"' in page
    assert 'id="id_hole_helptext"' in page


def test_checkbox_stands_in_its_own_label():
    page = render_to_string("fifteen/_field.html", {"field": Result()["seen"]})

    assert re.search(r"<label[^>]*>\s*<input[^>]*>\s*Both have seen it</label>", page)
    assert page.count("<input") == 1


def test_standings_put_game_points_before_wins_before_spread():
    row = {"place": 3, "shared": True, "name": "<Bo>", "game_points": 12, "wins": 5}
    row |= {"spread": -7, "plus_points": 81, "games": 9, "skunks": 1, "doubles": 0}
    page = render_to_string("fifteen/_standings_table.html", {"rows": [row], "reasons": ["Why."]})

    cells = re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", page.split("<tbody>")[1])
    assert cells == ["3=", "&lt;Bo&gt;", "12", "5", "\N{MINUS SIGN}7", "81", "9", "1 S"]
    assert '<td class="ft-num ft-strong" data-label="Game points">12</td>' in page
    assert "<li>Why.</li>" in page


def test_every_number_of_a_row_keeps_its_label_on_a_phone():
    page = render_to_string("fifteen/_pairings_table.html", {"rows": [{"table": 7}]})

    heads = re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', page)
    assert re.findall(r'data-label="([^"]+)"', page) == heads


def test_undo_stands_beside_what_was_done():
    undo = {"text": "Table 7 is saved.", "url": "/undo/"}
    page = render_to_string("fifteen/_undo.html", {"undo": undo}, RequestFactory().get("/"))

    assert page.index("Table 7 is saved.") < page.index(">Undo</button>")


def test_message_says_its_kind_in_words():
    message = SimpleNamespace(level_tag="error", __html__=lambda: "Table 7 has no result yet.")
    page = render_to_string("fifteen/_messages.html", {"messages": [message]})

    assert 'role="alert"' in page
    assert "Error: " in page


def test_console_page_shows_line_and_undo_in_the_admin_frame():
    context = {
        "user": AnonymousUser(),
        "title": "Seating",
        "event_name": "Made-Up Night",
        "line": [{"key": "seating", "label": "Seating", "state": "here", "url": None}],
        "undo": {"text": "Done.", "url": "/undo/"},
    }
    page = render_to_string("desk/base.html", context, RequestFactory().get("/"))

    assert "<title>Seating – Made-Up Night – Fifteen Two</title>" in page
    assert page.index("fifteen/desk.css") > page.index("admin/css/base.css")
    assert page.count('aria-current="step"') == page.count(">Undo</button>") == 1
