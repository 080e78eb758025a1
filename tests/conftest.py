"""What all tests share: PostgreSQL is demanded, Redis is emptied, no test is skipped silently."""

from typing import Any

import pytest
import redis
from django.conf import settings

from golem.rest.breaker import forget_breakers
from tests.emptying import instead_of_truncating
from tests.groups import Grouped

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
HOW_TO = (
    "Tests that touch the database run on PostgreSQL. Type `make test` for everything, "
    '`make pytest ARGS="tests/matches -x"` for some, or set DATABASE_URL and REDIS_URL yourself.'
)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Refuse another database before anything is made in it."""
    if "postgresql" not in settings.DATABASES["default"]["ENGINE"] or not settings.REDIS_URL:
        pytest.exit(HOW_TO, returncode=3)
    instead_of_truncating()


@pytest.fixture(autouse=True)
def _empty_redis(request: pytest.FixtureRequest) -> None:
    """Give each test that may use it a Redis without counts and messages of the test before, and
    no memory of one that did not answer."""
    forget_breakers()
    if settings.REDIS_URL and DATABASE_FIXTURES & set(request.fixturenames):
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.flushdb()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A skipped test is a test that was not run: say so and fail."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if reporter and skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped, and none may be.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped | None:
    """Keep groups of tests together, if xdist is to do so at all."""
    return Grouped(config, log) if config.getvalue("dist") == "loadgroup" else None
