"""A view of the tests' own: what every door has, with nothing behind it."""

from django.urls import path
from rest_framework import serializers
from rest_framework.response import Response

from common.api.conditional import if_match, matched
from common.api.parsing import COMMAND_LIMIT
from common.api.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from common.api.views import ApiView, versioned
from common.errors import NotFound, VersionConflict
from common.models import Job


class Side(StrictSerializer):
    best_of = StrictIntegerField(min_value=1)


class ProbeInput(StrictSerializer):
    type = StrictChoiceField(choices=("play", "discard", "count"))
    card = StrictCharField(required=False)
    cards = serializers.ListField(child=StrictCharField(), required=False)
    points = StrictIntegerField(min_value=0, max_value=29, required=False)
    side = Side(required=False)
    expected_version = StrictIntegerField(min_value=0)


class Probe(ApiView):
    body_limit = COMMAND_LIMIT
    throttle_kind = "command"
    scopes = {"POST": "report", "PATCH": "report"}

    def get(self, request):
        self.check_parameters(request)
        return Response({"ok": True})

    def post(self, request):
        body = self.parsed(ProbeInput).validated_data

        def run():
            job = Job.objects.create(kind="probe", key=str(Job.objects.count()))
            if body["expected_version"] == 13:
                raise VersionConflict("it has moved on", version=14)
            if body["expected_version"] == 404:
                raise NotFound("gone")
            return Response({"z": str(job.public_id), "a": body["type"]}, 201)

        return self.idempotent(run)

    def patch(self, request):
        with matched():
            if if_match(request) != 3:
                raise VersionConflict("it has moved on", version=3)
        return versioned({}, 4)


class Broken(ApiView):
    public_methods = frozenset({"GET"})

    def get(self, request):
        raise RuntimeError("a bug")


urlpatterns = [path("api/v1/probe", Probe.as_view()), path("api/v1/broken", Broken.as_view())]
handler400 = "common.api.pages.problem_400"
handler404 = "common.api.pages.problem_404"
handler500 = "common.api.pages.problem_500"
