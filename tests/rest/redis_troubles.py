"""Redis servers in trouble: gone, stalled, behind a name that is not found, full."""

import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from deploy.ports import free_port, wait_until

NAME = "redis.example"


@contextmanager
def gone() -> Iterator[str]:
    """Nobody listens."""
    yield f"redis://127.0.0.1:{free_port()}/0"


@contextmanager
def stalled() -> Iterator[str]:
    """Lines are taken, and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://:secret@127.0.0.1:{server.getsockname()[1]}/0"


@contextmanager
def unresolved() -> Iterator[str]:
    """The machine's resolver goes on trying to find the server's name."""
    never, look_up = threading.Event(), socket.getaddrinfo

    def look_for_ever(host: object, *args: object, **kwargs: object) -> object:
        if host == NAME:
            never.wait()
            raise socket.gaierror("gave up")
        return look_up(host, *args, **kwargs)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", look_for_ever)
        yield f"redis://{NAME}:6379/0"
        never.set()


@contextmanager
def full(folder: Path) -> Iterator[str]:
    """A real server that has no memory left and throws nothing away."""
    program = shutil.which("redis-server")
    assert program, "redis-server is needed"
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    client = redis.Redis.from_url(url)
    try:
        assert wait_until(lambda: _answers(client), server)
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", 1)
        yield url
    finally:
        client.close()
        server.kill()
        server.wait()


def _answers(client: "redis.Redis") -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
