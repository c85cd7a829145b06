"""Every route of a night is described, and refuses in the one form."""

import re
from uuid import uuid4

import pytest
from drf_spectacular.generators import SchemaGenerator

from tournaments.api.urls import urlpatterns

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"
ROUTES = [str(one.pattern) for one in urlpatterns]
WRITES = {"post", "patch", "put", "delete"}


def described(route):
    return "/api/v1/" + re.sub(r"<uuid:([a-z_]+)>", r"{\1}", route)


def address(route):
    return "/api/v1/" + re.sub(r"<[^>]+>", str(uuid4()), route)


@pytest.fixture(scope="module")
def document():
    return SchemaGenerator(api_version="1").get_schema(request=None, public=True)


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_is_described_with_its_refusals(document, route):
    operations = document["paths"][described(route)]
    for method, operation in operations.items():
        answers = operation["responses"]
        wanted = {"400", "401", "403", "404", "429"}
        assert set(answers) >= (wanted | {"409", "422"} if method in WRITES else wanted)
        assert PROBLEM in answers["404"]["content"]
        assert operation["description"] or operation["summary"]


@pytest.mark.parametrize("route", [one for one in ROUTES if "<" in one])
def test_a_thing_that_is_not_there_is_a_problem(api, document, director, route):
    for method in document["paths"][described(route)]:
        answer = api(method, address(route), token=director, body={} if method != "get" else None)

        assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM)
        assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("route", ROUTES)
def test_nobody_writes_without_credentials(api, document, route):
    for method in WRITES & set(document["paths"][described(route)]):
        answer = api(method, address(route), body={})

        assert (answer.status_code, answer["Content-Type"]) == (401, PROBLEM)


@pytest.mark.parametrize("route", ROUTES)
def test_a_method_that_is_not_offered_is_a_problem(api, director, route):
    answer = api("delete", address(route), token=director)

    assert (answer.status_code, answer["Content-Type"]) == (405, PROBLEM)
