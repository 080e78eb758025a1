"""Mails as bytes: what is the same in all of them is written once by Python's own library.

Only the plainest mails are filled into what was written before: one text, the same as HTML, short
headers without foreign letters. All others are written by the library from the beginning.
"""

import re
from email.generator import BytesGenerator
from email.message import Message
from email.policy import Compat32
from email.utils import formatdate
from functools import lru_cache
from io import BytesIO
from secrets import token_hex
from typing import Any, Final

from django.core.mail import EmailMessage, EmailMultiAlternatives

LONGEST_HEADER: Final = 60
"""Characters of a value that nobody has to fold."""
LONGEST_LINE: Final = 998  # bytes, of RFC 5322
ADDRESS: Final = re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
NEWLINE: Final = re.compile(rb"\r\n|\r|\n")
LINK: Final = "List-Unsubscribe"
FIRST: Final = ("Message-ID", "Auto-Submitted")
LONG_LINK: Final = re.compile(r"<https?://[A-Za-z0-9._~:/-]{80,900}>")
HEADERS: Final = (*FIRST, LINK, "List-Unsubscribe-Post")
MODEL: Final = {
    "To": "xxtoxx@example.org",
    "Message-ID": "<xxidxx@example.org>",
    "Auto-Submitted": "auto-generated",
    LINK: f"<https://xxlinkxx.{'y' * 100}>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
}
MARK: Final = re.compile(
    rb"<?(?:https://)?xx([a-z]+)xx(?:@example\.org|\.y{100}|-{20})?>?(?:\xc2\xb7)?",
)


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


def content_of(mail: EmailMessage) -> bytes:
    """Return the mail as it goes over the line."""
    values = _plain_values(mail)
    if values is None:
        return written(mail)
    boundary = token_hex(16).encode()
    pieces, names = _skeleton(mail.from_email, tuple(mail.extra_headers), *_are_ascii(mail))
    values |= {b"boundary": boundary, b"date": formatdate().encode()}  # as Django dates its mails
    return b"".join([pieces[0], *(values[n] + p for n, p in zip(names, pieces[1:], strict=True))])


def written(mail: EmailMessage) -> bytes:
    """Return the mail as it goes over the line, written by the library alone."""
    whole = mail.message()
    if whole.is_multipart():  # else Python searches the parts for one that is not in them
        whole.set_boundary(token_hex(16))
    return _flat(whole)


def _flat(whole: Message) -> bytes:
    content = BytesIO()
    generator = BytesGenerator(content, mangle_from_=False, policy=POLICY)
    generator.flatten(whole, linesep="\r\n")
    return content.getvalue()


def _plain_values(mail: EmailMessage) -> dict[bytes, bytes] | None:
    """Return what such a mail does not share with others; ``None`` if it is not so plain."""
    if type(mail) is not EmailMultiAlternatives or not _is_simple(mail):
        return None
    (address,), link = mail.to, mail.extra_headers.get(LINK)
    short = {b"subject": str(mail.subject), b"to": address, b"id": mail.extra_headers[FIRST[0]]}
    plain = all(map(_is_short, short.values())) and ADDRESS.fullmatch(address)
    if not plain or (link is not None and not LONG_LINK.fullmatch(link)):
        return None
    text, html = _body(str(mail.body)), _body(str(mail.alternatives[0][0]))
    if text is None or html is None:
        return None
    values = {name: value.encode() for name, value in short.items()}
    return values | {b"link": (link or "").encode(), b"text": text, b"html": html}


def _is_simple(mail: EmailMultiAlternatives) -> bool:
    """Tell whether there is nothing to it but what :func:`_skeleton` knows of."""
    others = (mail.cc, mail.bcc, mail.reply_to, mail.attachments, mail.encoding)
    kinds = [kind for _, kind in mail.alternatives]
    headers = mail.extra_headers
    known = tuple(headers) in (HEADERS, FIRST) and all(
        headers[name] == MODEL[name] for name in headers if name not in (FIRST[0], LINK)
    )
    return known and not any(others) and kinds == ["text/html"] and len(mail.to) == 1


def _is_short(value: str) -> bool:
    plain = value.isascii() and value.isprintable() and value == value.strip()
    return plain and 0 < len(value) <= LONGEST_HEADER


def _body(text: str) -> bytes | None:
    """Return the lines of a body without the last one's end; ``None`` if the library must see to
    it."""
    if not text.endswith("\n"):
        return None
    try:
        lines = NEWLINE.split(text[:-1].encode())
    except UnicodeEncodeError:
        return None
    return b"\r\n".join(lines) if max(map(len, lines)) < LONGEST_LINE else None


def _are_ascii(mail: Any) -> tuple[bool, bool]:
    return str(mail.body).isascii(), str(mail.alternatives[0][0]).isascii()


@lru_cache(maxsize=32)
def _skeleton(
    sender: str, names: tuple[str, ...], text_ascii: bool, html_ascii: bool
) -> tuple[list[bytes], list[bytes]]:
    """Return what stands between the values of a mail, and which value follows each piece."""
    headers = {name: MODEL[name] for name in names}
    texts = [
        f"{mark}\n" if plain else f"{mark}\u00b7\n"
        for mark, plain in (("xxtextxx", text_ascii), ("xxhtmlxx", html_ascii))
    ]
    mail = EmailMultiAlternatives("xxsubjectxx", texts[0], sender, [MODEL["To"]], headers=headers)
    mail.attach_alternative(texts[1], "text/html")
    whole = mail.message()
    whole.set_boundary(f"xxboundaryxx{'-' * 20}")  # as long as those that take its place
    whole.replace_header("Date", "xxdatexx")
    pieces = MARK.split(_flat(whole))
    return pieces[::2], pieces[1::2]
