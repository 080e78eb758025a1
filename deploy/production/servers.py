"""PostgreSQL and Redis as an ordinary user, in the installation's folders, for `deploy/start`."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from deploy import postgres, redis_server
from deploy.ports import wait_until
from deploy.production.environment import password_of, port_of
from deploy.production.places import ROOT, Places
from deploy.production.templates import fill, write
from deploy.tether import tether

LOCAL = "127.0.0.1"


class Fallen:
    """Whether a server ended unasked; the whole is then ended like on SIGTERM."""

    def __init__(self) -> None:
        self.name = ""
        self.stopping = False

    def watch(self, name: str, server: "subprocess.Popen[bytes]") -> None:
        """Wait, in a thread, for the server's end."""
        threading.Thread(target=self._wait, args=(name, server), daemon=True).start()

    def _wait(self, name: str, server: "subprocess.Popen[bytes]") -> None:
        server.wait()
        if not self.stopping:
            self.name = name
            print(f"{name} ended unasked ({server.returncode}); all ends", flush=True)
            os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def running(
    name: str, command: list[str], answers: Callable[[], bool], stop: signal.Signals, fallen: Fallen
) -> Iterator[None]:
    """Run one server, ready when it answers, until the end; exits when it does not start."""
    server = subprocess.Popen(
        command,
        start_new_session=True,  # Ctrl-C is for us; servers end after those who use them
        preexec_fn=partial(tether, os.getpid()),
    )
    try:
        if not wait_until(answers, server):
            sys.exit(f"{name} did not start; it says why above.")
        fallen.watch(name, server)
        yield
    finally:
        fallen.stopping = True
        server.send_signal(stop)
        server.wait(timeout=60)


@contextmanager
def postgresql(places: Places, url: str, fallen: Fallen) -> Iterator[None]:
    """Run PostgreSQL with the database that `url` names, both made first if need be."""
    programs = postgres.find_programs()
    if programs is None:
        sys.exit("PostgreSQL is not installed: deploy/install.sh --role database does it.")
    folder = places.var / "postgresql"
    if not (folder / "data" / "PG_VERSION").exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        postgres.initialise(programs, folder, password_of(url), None)
        (folder / "password").unlink()
    write(folder / "golem.conf", (ROOT / "deploy/postgresql.conf.d/golem.conf").read_text())
    options = [
        f"port={port_of(url, 5432)}",
        f"listen_addresses={LOCAL}",
        f"unix_socket_directories={places.run}",
    ]
    main = folder / "data" / "postgresql.conf"
    include = f"include '{folder / 'golem.conf'}'\n"
    if include not in main.read_text():
        main.write_text(main.read_text() + include)
    settings = [part for option in options for part in ("-c", option)]
    command = [str(programs / "postgres"), "-D", str(folder / "data"), *settings]
    any_database = urlsplit(url)._replace(path="/postgres").geturl()
    ready = partial(postgres.answers, any_database)
    with running("postgresql", command, ready, signal.SIGINT, fallen):
        postgres.make_database(any_database, urlsplit(url).path.strip("/"))
        yield


@contextmanager
def redis(places: Places, kind: str, url: str, fallen: Fallen) -> Iterator[None]:
    """Run the Redis of one kind, `broker` or `cache`, at the address."""
    program = redis_server.find_program()
    if program is None:
        sys.exit("Redis is not installed: deploy/install.sh --role redis does it.")
    folder = places.var / f"redis-{kind}"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write(folder / "redis.conf", redis_conf(kind, url, folder), 0o600)
    command = [program, str(folder / "redis.conf")]
    ready = partial(redis_server.answers, url)
    with running(f"redis-{kind}", command, ready, signal.SIGTERM, fallen):
        yield


def redis_conf(kind: str, url: str, folder: Path) -> str:
    """Return the file of a Redis that serves `url`, and this machine."""
    host = urlsplit(url).hostname or LOCAL
    bind = LOCAL if host == LOCAL else f"{LOCAL} {host}"
    values = {"bind": bind, "port": str(port_of(url, 6379)), "password": password_of(url)}
    return fill(f"redis/{kind}.conf", {**values, "folder": str(folder)})


@contextmanager
def servers(places: Places, env: Mapping[str, str], fallen: Fallen) -> Iterator[None]:
    """Run those servers whose addresses are on this machine, each after the other."""
    places.run.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        if urlsplit(env["DATABASE_URL"]).hostname == LOCAL:
            stack.enter_context(postgresql(places, env["DATABASE_URL"], fallen))
        for kind, name in (("broker", "REDIS_URL"), ("cache", "CACHE_URL")):
            if env.get(name) and urlsplit(env[name]).hostname == LOCAL:
                stack.enter_context(redis(places, kind, env[name], fallen))
        yield
