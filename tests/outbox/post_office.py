"""A real mail server on this machine that can refuse, stall, and drop the line after a mail."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from typing import Any

from aiosmtpd.controller import Controller


class PostOffice:
    """Takes mails and keeps them, unless told otherwise for an address or for all."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.refused: dict[str, str] = {}
        self.stalls = False
        self.drops_after_data = 0
        self.lines = 0
        self.port = 0

    def ids(self) -> list[str]:
        """Return the Message-IDs of what was taken."""
        return [str(mail["Message-ID"]) for mail in self.taken]

    async def handle_EHLO(  # noqa: N802  a name of the library's
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        """Count the lines that are opened."""
        self.lines += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        """Refuse an address if told so."""
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        """Take the mail, or stall, or take it and drop the line before saying so."""
        if self.stalls:
            await asyncio.sleep(3)
            return "451 too late"
        mail = BytesParser(policy=SMTP).parsebytes(envelope.original_content)
        assert isinstance(mail, EmailMessage)
        self.taken.append(mail)
        if self.drops_after_data:
            self.drops_after_data -= 1
            server.transport.abort()
        return "250 OK"


@contextmanager
def open_post_office() -> Iterator[PostOffice]:
    """Run a server on a free port of this machine."""
    office = PostOffice()
    with socket.create_server(("127.0.0.1", 0)) as free:
        office.port = free.getsockname()[1]
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()
