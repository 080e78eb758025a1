"""`deploy/start`: one program in this process's place, or all of them under one supervisor."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from typing import NoReturn

from honcho import manager as honcho

from deploy.children import TetheredProcess
from deploy.production import environment, programs
from deploy.production.places import ROOT, Places, here
from deploy.production.servers import Fallen, servers
from deploy.tether import tether

USAGE = f"""\
Usage: deploy/start [all | servers | prepare | web | worker QUEUE | beat | nginx]

  all           everything in the foreground: PostgreSQL and Redis (where DATABASE_URL, REDIS_URL
                and CACHE_URL name 127.0.0.1), tables, web, workers, beat, nginx. Ends whole.
  servers       only those PostgreSQL and Redis, for example to restore a backup
  prepare       brings tables and static files up to date, and ends
  web           gunicorn
  worker QUEUE  a Celery worker of one queue: {", ".join(programs.QUEUES)}
  beat          the timetable; one only, of all machines
  nginx         nginx as this user

Settings are in etc/golem/golem.env; the environment's own win."""
PATIENCE = 20  # seconds that each program has to end in


def become(command: list[str]) -> NoReturn:
    """Run the command in this process's place, with its id, its signals and its sockets."""
    os.execv(command[0], command)


def single(words: list[str], places: Places, env: Mapping[str, str]) -> list[str]:
    """Return the command line of what the words name; exits with the usage for anything else."""
    match words:
        case ["prepare"]:
            return programs.python("deploy.production.prepare")
        case ["web"]:
            return programs.web()
        case ["worker", queue]:
            return programs.worker(queue)
        case ["beat"]:
            return programs.beat()
        case ["nginx"]:
            return programs.proxy(places, env)
        case ["--help"] | ["-h"]:
            print(USAGE)
            sys.exit(0)
    print(USAGE, file=sys.stderr)
    sys.exit(2)


def kept(command: list[str]) -> list[str]:
    """Return the command line that starts the program again whenever it dies."""
    return programs.python("deploy.keep", *command[2:])


def supervised(places: Places, env: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the programs of `all` by their names.

    Workers and beat are started again when they die; with web or nginx the whole ends.
    """
    workers = {queue: kept(programs.worker(queue)) for queue in programs.QUEUES}
    return {
        "web": programs.web(),
        **workers,
        "beat": kept(programs.beat()),
        "nginx": programs.python("deploy.production.whole", *programs.proxy(places, env)),
    }


def prepare() -> None:
    """Bring tables and static files up to date; exits when that fails."""
    me, command = os.getpid(), programs.python("deploy.production.prepare")
    done = subprocess.run(command, check=False, preexec_fn=partial(tether, me))
    if done.returncode:
        sys.exit(done.returncode)


def supervise(commands: Mapping[str, list[str]]) -> int:
    """Run the programs until one or this process is ended; return the exit code."""
    honcho.KILL_WAIT = PATIENCE
    manager = honcho.Manager()
    manager._process_ctor = TetheredProcess
    for name, command in commands.items():
        manager.add_process(name, f"exec {shlex.join(command)}")
    manager.loop()
    return int(manager.returncode)


def everything(places: Places, env: Mapping[str, str]) -> int:
    """Run all; return 0 if it was asked to end, else the code of what ended first, never 0."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    fallen = Fallen()
    with servers(places, env, fallen):
        prepare()
        code = supervise(supervised(places, env))
        failed = fallen.name or code not in (130, 143)
        fallen.stopping = True
    return (code if code not in (0, 130, 143) else 1) if failed else 0


def only_servers(places: Places, env: Mapping[str, str]) -> int:
    """Run PostgreSQL and Redis until this process is asked to end; return the exit code."""
    fallen = Fallen()
    signals = {signal.SIGTERM, signal.SIGINT}
    with servers(places, env, fallen):
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        print("PostgreSQL and Redis are ready; Ctrl-C ends them.", flush=True)
        signal.sigwait(signals)
    return 1 if fallen.name else 0


def main(words: list[str]) -> None:
    """Load the settings and start what the words name; see USAGE."""
    places = here()
    env = environment.load(places)
    os.chdir(ROOT)
    os.umask(0o077)
    run = {"all": everything, "servers": only_servers}.get(" ".join(words) or "all")
    if run is not None:
        if os.geteuid() == 0:
            sys.exit("Not as root, please: runuser -u golem -- deploy/start")
        sys.exit(run(places, env))
    become(single(words, places, env))


if __name__ == "__main__":
    main(sys.argv[1:])
