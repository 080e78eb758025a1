"""A mail server that counts what it takes, and can stall after a mail for as long as it likes."""

import asyncio
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller

HEADER = re.compile(rb"^(Message-ID|Subject): (.*?)\r?$", re.IGNORECASE | re.MULTILINE)


class Sink:
    """Takes every mail; ``ids`` counts how often each Message-ID came."""

    def __init__(self) -> None:
        self.ids: Counter[str] = Counter()
        self.subjects: dict[str, set[str]] = {}
        self.stalls = False
        self.stalled = 0
        self.port = 0

    async def handle_DATA(  # noqa: N802  a name of the library's
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        """Take a mail, or keep its sender waiting for ever and take nothing."""
        if self.stalls:
            self.stalled += 1
            await asyncio.sleep(3600)
        found = {name.lower(): text for name, text in HEADER.findall(envelope.original_content)}
        message_id = found[b"message-id"].decode()
        self.ids[message_id] += 1
        self.subjects.setdefault(found[b"subject"].decode(), set()).add(message_id)
        return "250 OK"


@contextmanager
def open_sink() -> Iterator[Sink]:
    """Run the server on a free port of this machine."""
    sink = Sink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        sink.port = free.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
