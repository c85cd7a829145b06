import pytest


def test_a_page_may_load_from_the_site_only(client):
    policy = client.get("/health/live")["Content-Security-Policy"]

    assert policy == (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


@pytest.mark.django_db
def test_a_refused_page_carries_the_policy_too(client):
    answer = client.get("/there-is-no-such-page")

    assert (answer.status_code, "Content-Security-Policy" in answer) == (404, True)


def test_a_well_formed_request_id_is_kept(client):
    answer = client.get("/health/live", headers={"X-Request-Id": "night-0001"})

    assert answer["X-Request-Id"] == "night-0001"


@pytest.mark.parametrize("given", ["", "short", "with a space", "<script>12345"])
def test_another_request_id_is_replaced(client, given):
    answer = client.get("/health/live", headers={"X-Request-Id": given})

    assert len(answer["X-Request-Id"]) == 32
