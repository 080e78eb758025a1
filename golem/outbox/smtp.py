"""A connection to the mail server that knows whether a mail may have been taken.

If the line drops after the last byte of a mail and before the answer, the server may or may not
have it. Whoever tries again then must know that it is not for the first time.
"""

import smtplib
from email.utils import parseaddr
from functools import lru_cache
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address

from golem.outbox.mime import ADDRESS, content_of

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


class Ready:
    """A mail as it goes over the line, made ahead of its time."""

    def __init__(self, mail: EmailMessage) -> None:
        self.sender = _sender(mail.from_email)
        # Split by parseaddr, for Django's own parser takes longer than the rest of the header.
        self.recipients = [
            one if ADDRESS.fullmatch(one) else sanitize_address(parseaddr(one), "utf-8")
            for one in mail.recipients()
        ]
        self.content = content_of(mail)


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
