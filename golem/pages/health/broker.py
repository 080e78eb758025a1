"""The broker: whether it takes messages, and how many wait in each queue."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from golem.rest.redis_lines import line_options

MARK: Final = "golem:health"
KEEPS_ALL: Final = "noeviction"


@dataclass(frozen=True, slots=True)
class BrokerFacts:
    """Messages waiting in each queue, and whether the broker may throw some away when it is full.

    ``refuses`` is why it takes no more messages, else empty.
    """

    queues: Mapping[str, int]
    refuses: str = ""
    forgets: bool = False


def read_broker(url: str) -> BrokerFacts:
    """Ask the broker at ``url``; raises whatever says that it does not answer."""
    names = sorted(settings.CELERY_TASK_QUEUES)
    if url.startswith("redis"):
        return _of_redis(url, names)
    messages = list(Path(settings.BROKER_DIR, "messages").glob("*.msg"))
    ends = [path.name.rsplit(".", 2)[-2] for path in messages]
    return BrokerFacts({name: ends.count(name) for name in names})


def _of_redis(url: str, names: list[str]) -> BrokerFacts:
    """One question: a small write, as a full Redis refuses it, lengths, and what it may forget."""
    options = {**line_options(url), "retry": Retry(NoBackoff(), 0)}
    with redis.Redis.from_url(url, **options) as client:
        batch = client.pipeline(transaction=False)
        batch.set(MARK, 1, ex=60)
        batch.info("memory")
        for name in names:
            batch.llen(name)
        written, memory, *lengths = batch.execute(raise_on_error=False)
    for answer in (memory, *lengths):
        if isinstance(answer, Exception):
            raise answer
    policy, most = memory.get("maxmemory_policy"), memory.get("maxmemory")
    return BrokerFacts(
        queues=dict(zip(names, lengths, strict=True)),
        refuses=type(written).__name__ if isinstance(written, Exception) else "",
        forgets=bool(most) and policy != KEEPS_ALL,
    )
