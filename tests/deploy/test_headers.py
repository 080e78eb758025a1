"""What every answer carries, and whose word about host and scheme is taken (fault 74)."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

NOWHERE = "/no-such-page/"


def policy(client: Client) -> dict[str, str]:
    """Return the directives of the page's content security policy."""
    header = client.get(NOWHERE).headers["Content-Security-Policy"]
    parts = [directive.strip().partition(" ") for directive in header.split(";")]
    return {name: sources for name, _, sources in parts}


@pytest.mark.django_db
def test_the_policy_lets_nothing_in_but_our_own_files(client: Client) -> None:
    assert policy(client) == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }


@pytest.mark.django_db
def test_other_headers_that_bind_a_browser(client: Client) -> None:
    headers = client.get(NOWHERE).headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
def test_a_foreign_host_is_refused(client: Client) -> None:
    assert client.get(reverse("account_login"), HTTP_HOST="evil.example").status_code == 400


def test_forwarded_host_and_scheme_from_outside_are_ignored() -> None:
    request = RequestFactory().get(
        "/", HTTP_X_FORWARDED_HOST="evil.example", HTTP_X_FORWARDED_PROTO="https"
    )
    assert request.get_host() == "testserver"
    assert not request.is_secure()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("origin", "status"), [("https://evil.example", 403), ("https://testserver", 200)]
)
def test_a_form_is_taken_from_our_own_origin_only(
    origin: str, status: int, settings: pytest.FixtureRequest
) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(reverse("account_login"), secure=True)
    form = {
        "login": "nobody",
        "password": "wrong",
        "csrfmiddlewaretoken": page.context["csrf_token"],
    }
    answer = client.post(reverse("account_login"), form, secure=True, HTTP_ORIGIN=origin)
    assert answer.status_code == status
