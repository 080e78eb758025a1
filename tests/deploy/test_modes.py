"""Embedded and production: what each demands, and what each makes of a browser's connection."""

import ast
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from golem.settings import modes
from golem.settings.data import database
from golem.settings.environment import number
from tests.deploy.launched import ROOT, bare_environment

NEEDED = {
    "SECRET_KEY": "a-key-of-some-length-for-this-test-only-0123456789-abcdef",
    "ALLOWED_HOSTS": "play.example.org",
    "DATABASE_URL": "postgresql://golem@127.0.0.1:1/golem",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a management command in the environment given."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=bare_environment(**environment),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("missing", NEEDED)
def test_production_refuses_without(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {**NEEDED, "GOLEM_MODE": "production", missing: "  "}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=rf"production needs {missing}\.$"):
        modes.chosen_mode()


def test_an_unknown_mode_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLEM_MODE", "prod")
    with pytest.raises(ImproperlyConfigured, match="'prod'; it must be embedded or production"):
        modes.chosen_mode()


def test_the_kind_of_database_does_not_choose_the_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOLEM_MODE", raising=False)
    for name, value in NEEDED.items():
        monkeypatch.setenv(name, value)
    assert modes.chosen_mode() == "embedded"


def test_production_does_not_answer_to_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "play.example.org,*")
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
        modes.chosen_hosts(production=True)


def test_links_in_mails_are_https_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOLEM_ORIGIN", raising=False)
    assert modes.chosen_origin(True, ["play.example.org"]) == "https://play.example.org"
    monkeypatch.setenv("GOLEM_ORIGIN", "http://play.example.org")
    with pytest.raises(ImproperlyConfigured, match="GOLEM_ORIGIN"):
        modes.chosen_origin(True, ["play.example.org"])


def test_behind_pgbouncer_no_cursor_outlives_its_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = NEEDED["DATABASE_URL"]
    assert not database(url)["DISABLE_SERVER_SIDE_CURSORS"]
    monkeypatch.setenv("DATABASE_POOLED", "1")
    assert database(url)["DISABLE_SERVER_SIDE_CURSORS"]


def test_a_strange_database_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="PostgreSQL or SQLite"):
        database("mysql://localhost/golem")


@pytest.mark.parametrize("text", ["-1", "two", "1.5", "\u0663"])
def test_a_count_of_proxies_that_is_none_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUSTED_PROXY_COUNT", text)
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXY_COUNT"):
        number("TRUSTED_PROXY_COUNT", 0)


def test_a_year_has_no_more_vacation_days_than_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VACATION_DAYS", "366")
    assert number("VACATION_DAYS", 20, most=366) == 366
    monkeypatch.setenv("VACATION_DAYS", "367")
    with pytest.raises(ImproperlyConfigured, match="VACATION_DAYS must be at most 366"):
        number("VACATION_DAYS", 20, most=366)


def test_a_refusal_reaches_every_command() -> None:
    done = manage("check", GOLEM_MODE="production", SECRET_KEY="x")
    assert done.returncode != 0
    assert "GOLEM_MODE=production needs ALLOWED_HOSTS, DATABASE_URL, REDIS_URL." in done.stderr


def test_production_passes_django_s_own_check_for_deployment() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", GOLEM_MODE="production", **NEEDED)
    assert done.returncode == 0, done.stderr


ASKED = [
    "DEBUG",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SECURE_PROXY_SSL_HEADER",
    "ACCOUNT_EMAIL_VERIFICATION",
    "CSRF_TRUSTED_ORIGINS",
]


def asked_settings(**environment: str) -> list[object]:
    """Return the values of ASKED under an environment."""
    code = f"from django.conf import settings as s; print([getattr(s, n) for n in {ASKED}])"
    done = manage("shell", "-v", "0", "-c", code, **environment)
    assert done.returncode == 0, done.stderr
    return list(ast.literal_eval(done.stdout))


def test_embedded_lets_people_in_over_plain_http() -> None:
    assert asked_settings() == [False, False, False, False, 0, None, "none", []]


def test_production_insists_on_https_and_believes_no_header_unasked() -> None:
    year = 365 * 24 * 3600
    origins = ["https://play.example.org"]
    found = asked_settings(GOLEM_MODE="production", **NEEDED)
    assert found == [False, True, True, True, year, None, "mandatory", origins]


def test_the_scheme_is_believed_from_a_proxy_of_ours() -> None:
    found = asked_settings(GOLEM_MODE="production", TRUSTED_PROXY_COUNT="1", **NEEDED)
    assert found[ASKED.index("SECURE_PROXY_SSL_HEADER")] == ("HTTP_X_FORWARDED_PROTO", "https")
