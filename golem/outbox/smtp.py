"""A connection to the mail server that knows whether a mail may have been taken.

If the line drops after the last byte of a mail and before the answer, the server may or may not
have it. Whoever tries again then must know that it is not for the first time.
"""

import smtplib
from email.generator import BytesGenerator
from email.policy import Compat32
from email.utils import parseaddr
from functools import lru_cache
from io import BytesIO
from secrets import token_hex
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address

END_OF_MAIL = b"\r\n.\r\n"


class _Doubtful:
    """Notes, for a class of smtplib, whether the answer to a whole mail is still owing."""

    in_doubt = False

    def send(self, s: Any) -> None:
        """Send bytes; from the end of a mail on, its fate is unknown."""
        self.in_doubt = isinstance(s, bytes) and s.endswith(END_OF_MAIL)
        super().send(s)  # type: ignore[misc]

    def getreply(self) -> tuple[int, bytes]:
        """Return the server's answer, which ends the doubt."""
        reply: tuple[int, bytes] = super().getreply()  # type: ignore[misc]
        self.in_doubt = False
        return reply


class _Plain(_Doubtful, smtplib.SMTP):
    pass


class _Tls(_Doubtful, smtplib.SMTP_SSL):
    pass


@lru_cache(maxsize=100)
def _sender(address: str) -> str:
    return sanitize_address(address, "utf-8")


class _ShortAsIs(Compat32):
    """Python's usual policy, but that it does not search short plain headers for where to fold
    them: that is half of the work of making bytes of a mail."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Return the header as bytes, with its line's end."""
        plain = isinstance(value, str) and value.isascii() and value.isprintable()
        if plain and len(name) + len(value) + 2 <= (self.max_line_length or 0):
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


POLICY = _ShortAsIs()


class Ready:
    """A mail as it goes over the line, made ahead of its time."""

    def __init__(self, mail: EmailMessage) -> None:
        self.sender = _sender(mail.from_email)
        # Split by parseaddr, for Django's own parser takes longer than the rest of the header.
        people = [parseaddr(address) for address in mail.recipients()]
        self.recipients = [sanitize_address(one, "utf-8") for one in people]
        whole, content = mail.message(), BytesIO()
        if whole.is_multipart():  # else Python searches the parts for one that is not in them
            whole.set_boundary(token_hex(16))
        generator = BytesGenerator(content, mangle_from_=False, policy=POLICY)
        generator.flatten(whole, linesep="\r\n")
        self.content = content.getvalue()


class Backend(EmailBackend):
    """Django's SMTP backend over such a connection."""

    def send_ready(self, mail: Ready) -> None:
        """Send one mail over the line that is open; raises what smtplib does."""
        connection: Any = self.connection
        connection.sendmail(mail.sender, mail.recipients, mail.content)

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The class of the connection that is opened."""
        return _Tls if self.use_ssl else _Plain

    @property
    def in_doubt(self) -> bool:
        """Whether the last mail may have been taken although no answer came."""
        return bool(getattr(self.connection, "in_doubt", False))
