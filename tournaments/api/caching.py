"""Answers that are not sent again to who has them: ``ETag`` and ``If-None-Match``."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access
from common.api.requests import plain_request, viewer_of
from common.canonical import digest
from tournaments.models import PublicLevel, Stage

SHAPE = "answer1"


def unless_known(
    request: Request, stage: Stage, news: int, read: Callable[[], Response]
) -> HttpResponse:
    """Answer what is read, or 304 where nothing has happened since it was.

    Args:
        request: with or without ``If-None-Match``.
        stage: with event and club.
        news: number of the event's last change; every result is one.
        read: makes the answer.
    """
    event = stage.event
    # Who reads other names reads another answer.
    level = event.public_level
    if level != PublicLevel.FULL and access.belongs(viewer_of(request), event.tournament.club):
        level = PublicLevel.FULL
    tag = f'"{digest(SHAPE, request.get_full_path(), stage.version, news, level)[:32]}"'
    known = get_conditional_response(plain_request(request), etag=tag)
    if known is not None:
        known["ETag"] = tag
        return known
    answer = read()
    answer["ETag"] = tag
    return answer
