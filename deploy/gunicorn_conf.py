"""gunicorn's settings. One process, many threads: without Redis, throttles count in its memory."""

import os
from typing import Any

bind = f"127.0.0.1:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_WORKERS", "1")) if os.environ.get("REDIS_URL") else 1
threads = 8
timeout = 30  # seconds
graceful_timeout = 5
keepalive = 5
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108  gunicorn's heartbeat
# Which scheme a request came by is Django's to decide (TRUSTED_PROXY_COUNT), from no other header.
secure_scheme_headers: dict[str, str] = {}
forwarded_allow_ips = ""
loglevel = "warning"

WELCOME = """
  Golem is ready: open http://{bind}/ in a browser.

  Sign up there (any name, no confirmation needed here), then start a game against the house.
  Data is in {var}, mails in {var}/mail. Ctrl-C ends everything.
"""


def post_worker_init(worker: Any) -> None:
    """Start the heartbeat of this process; say where the site is once the first can answer."""
    from golem.matches import heartbeat

    heartbeat.start()
    if worker.age == 1:
        print(WELCOME.format(bind=bind, var=os.environ.get("GOLEM_VAR", "var")), flush=True)
