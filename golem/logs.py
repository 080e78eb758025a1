"""A log line that carries no secret: addresses and whatever looks like a token are blanked."""

import logging
import re

MAIL_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*")
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"  # the names of tasks, worth keeping
TOKEN = re.compile(rf"(?<![\w-])(?!{UUID})(?=[\w-]*\d)[\w-]{{32,}}", re.ASCII)


def redact(text: str) -> str:
    """Return `text` with mail addresses and long runs of letters and digits blanked.

    Seeds, API tokens, session keys and the keys in links of account mails are such runs.
    """
    return TOKEN.sub("<blanked>", MAIL_ADDRESS.sub("<address>", text))


class RedactingFormatter(logging.Formatter):
    """The usual formatter; the finished line, traceback included, goes through `redact`."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
