"""A mail server in a process of its own that takes every mail and counts them."""

import asyncio
import multiprocessing
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from aiosmtpd.smtp import SMTP

CONTEXT = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Sink:
    """Where it listens, and how many mails it has taken (``counted.value``)."""

    port: int
    counted: Any


class _Handler:
    def __init__(self, counted: Any) -> None:
        self.counted = counted

    async def handle_DATA(  # noqa: N802  a name of the library's
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        """Take the mail."""
        self.counted.value += 1
        return "250 OK"


def _serve(listening: socket.socket, counted: Any) -> None:
    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SMTP(_Handler(counted), hostname="sink", loop=loop), sock=listening
        )
        await server.serve_forever()

    asyncio.run(forever())


@contextmanager
def open_sink() -> Iterator[Sink]:
    """Run the server on a free port of this machine; end its process in the end."""
    counted = CONTEXT.Value("Q", 0, lock=False)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        process = CONTEXT.Process(target=_serve, args=(listening, counted), daemon=True)
        process.start()
        try:
            yield Sink(listening.getsockname()[1], counted)
        finally:
            process.terminate()
            process.join()
