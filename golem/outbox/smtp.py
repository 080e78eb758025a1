"""A connection to the mail server that knows whether a mail may have been taken.

If the line drops after the last byte of a mail and before the answer, the server may or may not
have it. Whoever tries again then must know that it is not for the first time.
"""

import smtplib
from typing import Any

from django.core.mail.backends.smtp import EmailBackend

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


class Backend(EmailBackend):
    """Django's SMTP backend over such a connection."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The class of the connection that is opened."""
        return _Tls if self.use_ssl else _Plain

    @property
    def in_doubt(self) -> bool:
        """Whether the last mail may have been taken although no answer came."""
        return bool(getattr(self.connection, "in_doubt", False))
