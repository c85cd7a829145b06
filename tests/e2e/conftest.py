"""A real browser: every page is watched for the content policy and for foreign hosts."""

import os
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
]
FOREIGN_SCHEMES = ("http", "https", "ws", "wss")


@pytest.fixture(scope="session")
def chromium():
    """The machine's Chromium; playwright never brings one of its own."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps a loop in this thread; the tests themselves stay synchronous.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints():
    """What the watched pages did wrong."""
    return []


@pytest.fixture
def page(chromium, complaints):
    """A page at the size of a laptop at the desk."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    watch(page, complaints)
    yield page
    context.close()
    assert complaints == []


def watch(page, complaints):
    """Note every console message, page error and request to another host."""
    page.on("console", lambda message: complaints.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))

    def check(request):
        url = urlsplit(request.url)
        if url.scheme in FOREIGN_SCHEMES and url.hostname not in ("127.0.0.1", "localhost"):
            complaints.append(f"foreign: {request.url}")

    page.on("request", check)
    page.on(
        "response",
        lambda answer: answer.status >= 500 and complaints.append(f"failed: {answer.url}"),
    )
