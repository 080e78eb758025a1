"""gunicorn's settings. One process, many threads: without Redis, throttles count in its memory.

In production a proxy stands in front, at the other end of a socket that is a file (`GOLEM_BIND`),
or that systemd hands over and holds while this server is started anew.
"""

import os
import shutil
from pathlib import Path
from typing import Any

PRODUCTION = os.environ.get("GOLEM_MODE") == "production"
bind = os.environ.get("GOLEM_BIND") or f"127.0.0.1:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_WORKERS", "1")) if os.environ.get("REDIS_URL") else 1
threads = 8
timeout = 30  # seconds
graceful_timeout = 15 if PRODUCTION else 5
keepalive = 75 if PRODUCTION else 5  # longer than the proxy keeps a connection
umask = 0o077 if PRODUCTION else 0  # of the socket's file
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108  gunicorn's heartbeat
# Which scheme a request came by is Django's to decide (TRUSTED_PROXY_COUNT), from no other header.
secure_scheme_headers: dict[str, str] = {}
forwarded_allow_ips = ""
loglevel = "warning"

# Where the web processes add up their metrics; a single process keeps them in its memory. It must
# be in the environment before the library is imported.
if workers > 1:
    folder = Path(os.environ.get("GOLEM_VAR") or "var").resolve() / "metrics"
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(folder))

WELCOME = """
  Golem is ready: open http://{bind}/ in a browser.

  Sign up there (any name, no confirmation needed here), then start a match against the house.
  Data is in {var}, mails in {var}/mail. Ctrl-C ends everything.
"""


def on_starting(server: Any) -> None:
    """Empty the folder of metrics: what is in it is a former run's."""
    if metrics := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(metrics, ignore_errors=True)
        Path(metrics).mkdir(parents=True)


def child_exit(server: Any, worker: Any) -> None:
    """Let the metrics of a web process that has ended stand as they are."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def post_worker_init(worker: Any) -> None:
    """Start the heartbeat of this process, and load what its first requests would wait for;
    embedded, the first process says where the site is."""
    from golem.matches import heartbeat
    from golem.pages.readiness import get_ready

    get_ready()
    heartbeat.start()
    if worker.age == 1 and not PRODUCTION:
        print(WELCOME.format(bind=bind, var=os.environ.get("GOLEM_VAR", "var")), flush=True)
