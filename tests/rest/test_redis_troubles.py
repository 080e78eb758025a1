"""A move is played whatever becomes of Redis. What is asserted is not how long it takes, but that
each wait has its limit and that there is one wait and not several."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from redis.connection import ConnectionPool

from accounts.models import User
from accounts.selectors import house
from golem.celery import app
from golem.matches.models import Move, Seat
from golem.rest.redis_lines import PATIENCE, Line, TlsLine, line_options
from golem.rest.throttles import forget_counters
from tests.matches.conftest import begin, client_of, person
from tests.rest import redis_troubles

TROUBLES = ["gone", "stalled", "unresolved", "full"]


@pytest.fixture(params=TROUBLES)
def troubled(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Counts, cache and broker lie in a Redis that is in trouble."""
    forget_counters()
    with ExitStack() as stack:
        trouble = getattr(redis_troubles, request.param)
        url = stack.enter_context(trouble(tmp_path) if request.param == "full" else trouble())
        settings.THROTTLE_STORAGE = settings.CELERY_BROKER_URL = url
        backend = "golem.rest.cache.LenientRedisCache"
        settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": url}}
        line = app.connection_for_write(url)
        monkeypatch.setattr(app.amqp, "_producer_pool", None)
        monkeypatch.setattr(app, "connection_for_write", lambda *_, **__: line.clone())
        yield url
        app.amqp._producer_pool = None
        forget_counters()


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.mark.django_db(transaction=True)
def test_a_move_is_played_and_its_die_drawn(
    troubled: str, anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    match = begin("streetsoccer", anna, house())
    path = f"/api/v1/matches/{match.pk}/moves/"
    answer = client_of(anna).post(path, {"ply": 1, "notation": "Pahbied"}, format="json")
    assert answer.status_code == 201, answer.content
    assert Move.objects.filter(match=match, ply=1).exists()
    assert Seat.objects.get(match=match, user__is_house=True).to_move
    assert client_of(anna).get(f"/api/v1/matches/{match.pk}/").json()["ply"] == 2
    said = [record.message for record in caplog.records if record.name == "golem.rest.breaker"]
    assert len(said) == 1  # counting failed; cache and broker were not even asked
    assert "requests are not counted" in said[0]


@pytest.mark.django_db(transaction=True)
def test_publishing_alone_gives_up(
    troubled: str, anna: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.THROTTLE_STORAGE = "memory://"
    match = begin("streetsoccer", anna, house())
    path = f"/api/v1/matches/{match.pk}/moves/"
    answer = client_of(anna).post(path, {"ply": 1, "notation": "Pahbied"}, format="json")
    assert answer.status_code == 201
    assert "the broker did not take golem.matches.tasks.move_for_house" in caplog.text


def test_a_cache_in_trouble_finds_and_keeps_nothing(troubled: str) -> None:
    cache = caches["default"]
    assert cache.add("a", 1) is True
    cache.set("b", 1)
    assert cache.get("b", "none") == "none"


def test_every_line_to_redis_is_opened_in_time(settings: Any) -> None:
    assert 2 * PATIENCE <= 0.5
    assert line_options("redis://x/0")["connection_class"] is Line
    assert line_options("rediss://x/0")["connection_class"] is TlsLine
    assert "connection_class" not in line_options("unix:///run/redis.sock")
    pool = ConnectionPool.from_url("rediss://x/0", **line_options("rediss://x/0"))
    assert issubclass(pool.connection_class, TlsLine)
    channel = app.connection_for_write("redis://127.0.0.1:1/0").transport.Channel
    assert (channel.connection_class, channel.connection_class_ssl) == (Line, TlsLine)
