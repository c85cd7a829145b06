"""The desk as a test drives it: buttons pressed with the key their form came with."""

import re
from itertools import count
from uuid import UUID

from django.urls import reverse

from tournaments.models import Event

_key = count(1)


def console(event, slug="night"):
    """The address of a page of the console."""
    event_id = event.public_id if isinstance(event, Event) else event
    return reverse("admin:tournaments_event_console", args=[event_id, slug])


def match_page(event, match):
    """The address of a match on the console."""
    match_id = match if isinstance(match, UUID) else match.public_id
    return reverse("admin:tournaments_event_match", args=[event.public_id, match_id])


class Desk:
    """A browser at the desk."""

    def __init__(self, client):
        self.client = client

    def get(self, url, **query):
        """Open a page."""
        return self.client.get(url, query)

    def press(self, url, do, *, once=None, **values):
        """Press a button of a page, under a key of its own."""
        once = once or f"key-{next(_key)}"
        return self.client.post(url, {"do": do, "once": once, **values})

    def follow(self, url, do, **values):
        """Press a button and open the page that follows."""
        answer = self.press(url, do, **values)
        assert answer.status_code == 302, text_of(answer)
        return self.client.get(answer["Location"])


def text_of(answer):
    """What a page says, without its markup and with single spaces."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def filled_buttons(answer):
    """How many filled buttons a page has."""
    return answer.content.decode().count("ft-button-next")


def undo_url(answer):
    """The address of the way back on a page."""
    found = re.search(r'ft-notice-undo.*?action="([^"]+)"', answer.content.decode(), re.S)
    assert found, "the page has no way back"
    return found[1].replace("&amp;", "&")
