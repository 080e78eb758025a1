"""The programs of the server, each as a command line."""

import os
import shutil
import sys
from collections.abc import Mapping

from deploy.production import nginx
from deploy.production.places import Places

QUEUES = ("deadlines", "mail", "house", "ratings")
"""Each has worker processes of its own, so that none waits behind another's work."""


def python(*words: str) -> list[str]:
    """Return the command line of a module in this environment."""
    return [sys.executable, "-m", *words]


def web() -> list[str]:
    """Return gunicorn's command line."""
    return python("gunicorn", "--config", "deploy/gunicorn_conf.py", "golem.wsgi:application")


def usual_processes(queue: str) -> int:
    """Return how many processes a queue's worker has: mails take a second core if there is one,
    for to write them takes longer than to send them."""
    return min(2, os.cpu_count() or 1) if queue == "mail" else 1


def worker(queue: str) -> list[str]:
    """Return the command line of the worker of one queue; exits for a strange one."""
    if queue not in QUEUES:
        sys.exit(f"There is no queue {queue!r}; there are {', '.join(QUEUES)}.")
    processes = os.environ.get("WORKER_PROCESSES") or str(usual_processes(queue))
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    pool = ["--pool", "prefork", "--concurrency", processes, "--max-tasks-per-child", "10000"]
    name = ["--hostname", f"{queue}@%h", "--queues", queue]
    return python("celery", "--quiet", "--app", "golem.celery:app", "worker", *pool, *name, *quiet)


def beat() -> list[str]:
    """Return the command line of the timetable."""
    return python("celery", "--quiet", "--app", "golem.celery:app", "beat", "--pidfile=")


def nginx_program() -> str:
    """Return the path of nginx; exits when there is none."""
    places = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
    found = shutil.which("nginx", path=places)
    return found or sys.exit("nginx is not installed: deploy/install.sh --role web does it.")


def proxy(places: Places, env: Mapping[str, str]) -> list[str]:
    """Write the files of an unprivileged nginx and return its command line."""
    main = nginx.own_files(places, env)
    return [nginx_program(), "-e", "stderr", "-p", str(places.run), "-c", str(main)]
