"""A private PostgreSQL server in a temporary folder, for one run of the tests."""

import os
import pwd
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from deploy.debian import demand
from deploy.ports import free_port, wait_until
from deploy.tether import tether

PACKAGES = ["postgresql"]
PROGRAMS = ("initdb", "postgres")
# Its data need not outlive a power cut, so nothing waits for the disk.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
CAREFUL = ("max_connections=200", "shared_buffers=512MB", "max_wal_size=4GB")
"""For measuring: durable as in earnest."""


def find_programs() -> Path | None:
    """Return the folder that has all of a server's programs, the newest version's first."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    on_path = [Path(folder) for folder in os.get_exec_path()]
    whole = (
        folder.resolve()
        for folder in [*installed, *on_path]
        if all(os.access(folder / program, os.X_OK) for program in PROGRAMS)
    )
    return next(whole, None)


def _version(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdigit() else 0


def unprivileged() -> pwd.struct_passwd | None:
    """Return whom to run the server as: PostgreSQL refuses root. None: as ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _as_user(who: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []} if who else {}


def initialise(programs: Path, folder: Path, password: str, who: Any) -> None:
    """Make a cluster in `folder`/data, owned by `who`, with a superuser golem of that password."""
    secret = folder / "password"
    secret.write_text(password)
    if who:
        for path in (folder, secret):
            os.chown(path, who.pw_uid, who.pw_gid)
    text = ["-E", "UTF8", "--locale", "C.UTF-8"]
    access = ["-U", "golem", "-A", "scram-sha-256", "--pwfile", str(secret)]
    command = [str(programs / "initdb"), "-D", str(folder / "data"), "--no-sync", *text, *access]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **_as_user(who))


@contextmanager
def postgres(folder: Path, options: tuple[str, ...] = CARELESS) -> Iterator[str]:
    """Run a server in `folder` (made here, absent before) and give its address; then end it."""
    programs = demand("PostgreSQL", find_programs, PACKAGES)
    folder.mkdir(mode=0o700)
    who, password = unprivileged(), secrets.token_hex(16)
    initialise(programs, folder, password, who)
    port = free_port()
    url = f"postgresql://golem:{password}@127.0.0.1:{port}/postgres"
    settings = [f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}"]
    flags = [part for setting in (*settings, *options) for part in ("-c", setting)]
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", *flags],
            cwd=folder,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for us; we end the server in our own time
            preexec_fn=partial(tether, os.getpid()),
            **_as_user(who),
        )
    try:
        if not wait_until(partial(answers, url), server):
            raise RuntimeError(f"PostgreSQL did not start:\n{(folder / 'log').read_text()}")
        yield url
    finally:
        server.send_signal(2)  # SIGINT: do not wait for clients
        server.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def answers(url: str) -> bool:
    """Say whether somebody can connect at the address."""
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def make_database(url: str, name: str) -> None:
    """Make an empty database, by a connection to another one at `url`, unless there is one."""
    with psycopg.connect(url, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if known.fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
