"""Streams are read from the ASGI application itself, one event loop a test."""

import asyncio
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import AsyncClient

from common.changes import publish
from cribbage_site.feed import asked
from tests.factories import A_DAY, SYSTEM, a_club
from tournaments.models import Event, PublicLevel
from tournaments.services.events import create_event, create_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event():
    occasion = create_tournament(
        club_id=a_club().public_id, actor=SYSTEM, name="Weekend", starts_at=A_DAY
    )
    made = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
    Event.objects.filter(pk=made.pk).update(state="running", frozen_at=A_DAY)
    say(made, "round.published", number=1)
    say(made, "result.accepted", table=7)
    return made


def say(event, type_, **payload):
    with transaction.atomic():
        publish(kind="event", root_id=event.public_id, type=type_, payload=payload)


def last_of(event):
    return event_changes(event)[-1]


def event_changes(event):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq FROM common_change WHERE root_id = %s ORDER BY seq", [event.public_id]
        )
        return [seq for (seq,) in cursor.fetchall()]


def read(event, count, *, then=None, **headers):
    """Read a number of messages, doing ``then`` in a thread once the first is there."""

    async def reading():
        answer = await AsyncClient().get(f"/live/events/{event.public_id}", headers=headers)
        chunks = aiter(answer.streaming_content)
        found = [await anext(chunks)]
        if then is not None:
            asyncio.get_running_loop().call_later(0.2, asyncio.ensure_future, asked(then))
        while len(found) < count:
            found.append(await anext(chunks))
        await answer.streaming_content.aclose()
        return [chunk.decode() for chunk in found]

    return asyncio.run(asyncio.wait_for(reading(), 20))


def refused(address, **headers):
    answer = asyncio.run(AsyncClient().get(address, headers=headers))
    return answer.status_code, answer.json()["code"]


def test_a_reader_who_comes_back_gets_what_he_missed(event):
    seen = last_of(event) - 1

    _retry, missed = read(event, 2, **{"Last-Event-ID": str(seen)})

    assert missed == f'id: {seen + 1}\nevent: result.accepted\ndata: {{"table": 7}}\n\n'


def test_a_new_reader_gets_all_in_order(event):
    numbers = event_changes(event)

    _retry, *messages = read(event, 1 + len(numbers))

    assert [int(text.split("\n")[0].removeprefix("id: ")) for text in messages] == numbers


def test_news_arrives_while_somebody_watches(event):
    seen = last_of(event)

    _retry, news = read(
        event, 2, then=lambda: say(event, "event.final"), **{"Last-Event-ID": str(seen)}
    )

    assert news == f"id: {seen + 1}\nevent: event.final\ndata: {{}}\n\n"


@pytest.mark.parametrize("given", ["ten", "-1", "999999999", "1" * 30])
def test_a_number_that_is_none_is_refused(event, given):
    found = refused(f"/live/events/{event.public_id}", **{"Last-Event-ID": given})

    assert found in [(400, "invalid_cursor"), (400, "cursor_ahead")]


def test_a_hidden_event_is_not_there(event):
    Event.objects.filter(pk=event.pk).update(public_level=PublicLevel.HIDDEN)

    assert refused(f"/live/events/{event.public_id}") == (404, "not_found")
    assert refused(f"/live/events/{uuid4()}") == (404, "not_found")


def test_the_pages_process_sends_readers_away(client, event):
    answer = client.get(f"/live/events/{event.public_id}")

    assert (answer.status_code, answer.json()["code"]) == (503, "service_unavailable")
