"""Celery. A task is only a hint that something may be due: it may be late, double or lost."""

from typing import Any

from golem.settings.data import REDIS_URL
from golem.settings.modes import VAR_DIR

BROKER_DIR = VAR_DIR / "broker"
PUBLISH_PATIENCE = 0.2  # seconds for connecting, and again for an answer


def broker_options(redis_url: str) -> dict[str, Any]:
    """Return the transport's options: short waits for Redis, or the folders of the file broker."""
    if redis_url:
        return {
            "socket_timeout": PUBLISH_PATIENCE,
            "socket_connect_timeout": PUBLISH_PATIENCE,
            "max_retries": 0,
        }
    folder = BROKER_DIR / "messages"
    return {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.2,  # seconds
    }


CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_TRANSPORT = (
    "golem.redisbroker:Transport" if REDIS_URL else "golem.filebroker:Transport"
)
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(REDIS_URL)
CELERY_BROKER_CONNECTION_TIMEOUT = PUBLISH_PATIENCE
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # every task may come twice, so a killed worker's are given again
CELERY_TASK_SOFT_TIME_LIMIT = 60  # seconds
CELERY_TASK_TIME_LIMIT = 120
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

CELERY_TASK_QUEUES = {
    name: {"exchange": name} for name in ("deadlines", "mail", "house", "ratings")
}
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_DEFAULT_QUEUE = "deadlines"
CELERY_TASK_ROUTES = {
    "golem.matches.tasks.sweep_clocks": {"queue": "deadlines"},
    "golem.matches.tasks.expire_challenges": {"queue": "deadlines"},
    "golem.matches.tasks.forget_answers": {"queue": "deadlines"},
    "golem.matches.tasks.remind": {"queue": "deadlines"},
    "golem.matches.tasks.*": {"queue": "house"},
    # One that folds a year anew takes minutes: nobody's move waits behind it.
    "golem.ratings.tasks.*": {"queue": "ratings"},
    "golem.outbox.tasks.*": {"queue": "mail"},
    "tournaments.tasks.*": {"queue": "deadlines"},
    "accounts.tasks.*": {"queue": "deadlines"},
}

CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_MAX_LOOP_INTERVAL = 5  # seconds


def every(seconds: float, task: str) -> dict[str, Any]:
    """Return a beat entry whose hints fall away when they are not run before the next one.

    So a worker that was away finds no heap of them.
    """
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


CELERY_BEAT_SCHEDULE = {
    "mails that no nudge has led to": every(10.0, "golem.outbox.tasks.send_due"),
    "house moves that no nudge has led to": every(5.0, "golem.matches.tasks.sweep_house"),
    "clocks at zero": every(60.0, "golem.matches.tasks.sweep_clocks"),
    "what is due in events": every(60.0, "tournaments.tasks.advance_events"),
    "ratings of matches that ended": every(60.0, "golem.ratings.tasks.fold_ratings"),
    "challenges that nobody took": every(600.0, "golem.matches.tasks.expire_challenges"),
    "deadlines that are near": every(300.0, "golem.matches.tasks.remind"),
    "mails of long ago": every(86400.0, "golem.outbox.tasks.forget_old"),
    "sessions that have expired": every(86400.0, "accounts.tasks.forget_sessions"),
    "sign-ups that nobody confirmed": every(86400.0, "accounts.tasks.forget_unproven"),
    "deletions that are not whole": every(60.0, "accounts.tasks.complete_deletions"),
    "stored answers past their time": every(86400.0, "golem.matches.tasks.forget_answers"),
}
