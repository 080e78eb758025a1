"""The sign of life of a web process: each minute, after it has read and written the database."""

import logging
import threading
import time

from django.db import connection
from django.utils import timezone

from golem.matches.sweep import beat

log = logging.getLogger(__name__)

EVERY_SECONDS = 60


def start() -> threading.Thread:
    """Start this process's timer in a thread that ends with the process; return it."""
    thread = threading.Thread(target=_go_on, name="heartbeat", daemon=True)
    thread.start()
    return thread


def _go_on() -> None:
    while True:
        try:
            beat(timezone.now())
        except Exception as error:  # a database that is away is what the silence is to tell of
            log.warning("no heartbeat: %s", type(error).__name__)
        finally:
            connection.close()
        time.sleep(EVERY_SECONDS)
