"""A private Redis server that keeps nothing, for one run of the tests."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import redis

from deploy.debian import demand
from deploy.ports import free_port, wait_until
from deploy.tether import tether

PACKAGES = ["redis-server"]


def find_program() -> str | None:
    """Return the path of the server's program, or nothing."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Run a server in `folder` (made here, absent before) and give its address; then end it."""
    program = demand("Redis", find_program, PACKAGES)
    folder.mkdir(mode=0o700)
    port, password = free_port(), secrets.token_hex(16)
    (folder / "redis.conf").write_text(
        f'bind 127.0.0.1\nport {port}\nrequirepass {password}\nsave ""\nappendonly no\n'
    )
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(
            [program, folder / "redis.conf"],
            cwd=folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=partial(tether, os.getpid()),
        )
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    try:
        if not wait_until(partial(answers, url), server):
            raise RuntimeError(f"Redis did not start:\n{(folder / 'log').read_text()}")
        yield url
    finally:
        server.terminate()
        server.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def answers(url: str) -> bool:
    """Say whether a Redis answers at the address."""
    client = redis.Redis.from_url(url, socket_timeout=2)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()
