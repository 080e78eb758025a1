"""The database, and the Redis that counts requests. Without their addresses: SQLite and memory."""

from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from golem.settings.environment import text
from golem.settings.modes import VAR_DIR

# A writer takes SQLite's one lock at the start of its transaction, so that two of them queue
# (for at most two seconds, then OperationalError) instead of failing half way.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 2,
    "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"),
}
POSTGRES_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    # A server that vanished from the network is noticed after some 25 seconds, not after hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,  # milliseconds
}
# The statements of golem.rest.prepared stay known to the connection, from their first time on. Not
# where a pool hands each transaction another connection.
STATEMENTS_KEPT: dict[str, Any] = {"prepare_threshold": 0}


def database(url: str) -> dict[str, Any]:
    """Return Django's description of the database at `url`, with our options for its kind.

    Raises ImproperlyConfigured for a database that is neither PostgreSQL nor SQLite. Options in
    the address itself (`?connect_timeout=2`) win.
    """
    pooled = bool(text("DATABASE_POOLED"))
    parsed = dj_database_url.parse(url, conn_health_checks=True, disable_server_side_cursors=pooled)
    found: dict[str, Any] = dict(parsed)
    kinds = {
        "django.db.backends.sqlite3": (SQLITE_OPTIONS, None),
        "django.db.backends.postgresql": (POSTGRES_OPTIONS, 60),
    }
    if found["ENGINE"] not in kinds:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL or SQLite database.")
    options, seconds_kept = kinds[found["ENGINE"]]
    if found["ENGINE"] == "django.db.backends.postgresql" and not pooled:
        options = options | STATEMENTS_KEPT
    return {
        **found,
        "CONN_MAX_AGE": seconds_kept,
        "OPTIONS": {**options, **found.get("OPTIONS", {})},
    }


DATABASES = {"default": database(text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'golem.sqlite3'}"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = text("REDIS_URL")
# Counts and the cache may be in a Redis of their own, which may throw away what is old; the
# broker's must not.
CACHE_URL = text("CACHE_URL", REDIS_URL)
# Where the library `limits` counts. In memory the count is one process's own, which is why an
# embedded server has one web process (with several threads).
THROTTLE_STORAGE = CACHE_URL or "memory://"

# Login attempts are counted here, so all web processes must share it. Nothing else that must be
# right is in a cache.
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "golem.rest.cache.LenientRedisCache",
            "LOCATION": CACHE_URL,
            "KEY_PREFIX": "golem",
        }
        if CACHE_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}
