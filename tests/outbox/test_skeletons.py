"""Mails that are filled into what was rendered once read as if each were rendered for itself."""

import re
from email import message_from_bytes
from email.message import Message
from email.policy import SMTP
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from golem.outbox import mime, skeletons
from golem.outbox.kinds import Entry

WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("<>&'\"%{}\ue000\ue0010"),
    max_size=12,
)
ENTRIES = st.lists(
    st.builds(Entry, WORDS, st.lists(WORDS, max_size=3).map(tuple), WORDS), max_size=3
)
TOLD = st.builds(
    skeletons.Told,
    WORDS,
    st.lists(st.tuples(WORDS, ENTRIES), max_size=3),
    st.lists(st.tuples(WORDS, WORDS), max_size=3),
    WORDS,
    WORDS,
)


@given(told=TOLD)
def test_a_filled_template_is_what_the_template_renders(told: skeletons.Told) -> None:
    context = {
        "reader": SimpleNamespace(name=told.name),
        "parts": told.parts,
        "offs": told.offs,
        "origin": told.origin,
        "wishes": told.wishes,
    }
    for found, name in (
        (skeletons.text(told), "emails/notices-text.txt"),
        (skeletons.html(told), "emails/notices-html.html"),
    ):
        assert found == render_to_string(name, context).strip() + "\n"


def test_mails_of_one_shape_are_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []

    def noted(name: str, context: Any) -> str:
        rendered.append(name)
        return render_to_string(name, context)

    monkeypatch.setattr(skeletons, "render_to_string", noted)
    skeletons._skeleton.cache_clear()
    for number in range(50):
        entries = [Entry(f"Your turn {number}", ("a", f"{number} days"), f"/matches/{number}/")]
        told = skeletons.Told(f"P{number}", [("", entries)], [("Your turn", "/off")], "o", "w")
        assert f"{number} days" in skeletons.text(told)
        assert f'href="o/matches/{number}/"' in skeletons.html(told)
    assert sorted(rendered) == ["emails/notices-html.html", "emails/notices-text.txt"]


def mail(
    subject: str = "[Golem] Your turn",
    text: str = "Hello\n",
    html: str = "<p>Hello</p>\n",
    to: str = "anna@example.org",
    link: str | None = f"<https://play.example.org/off/{'Wz-_:' * 20}/>",
) -> EmailMultiAlternatives:
    """Return a mail as the outbox writes them; without a link like one about the account."""
    headers = {"Message-ID": "<7.20260301@play.example.org>", "Auto-Submitted": "auto-generated"}
    if link:
        headers |= {"List-Unsubscribe": link, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    found = EmailMultiAlternatives(
        subject, text, "Gölem <golem@example.org>", [to], headers=headers
    )
    found.attach_alternative(html, "text/html")
    return found


def as_sent(content: bytes) -> bytes:
    """Return the bytes of a mail but for what differs each time: boundary and second."""
    same = re.sub(rb"[0-9a-f]{32}", b"BOUNDARY", content)
    return re.sub(rb"Date: [^\r]*", b"Date:", same)


@pytest.mark.parametrize(
    ("changed", "filled"),
    [
        ({}, True),
        ({"link": None}, True),
        ({"text": "a\r\nb\rc\n\n.\n..d\nFrom here\n", "html": "\u00b7 Größe\n"}, True),
        ({"text": "Grüße an 日本\n"}, True),
        ({"subject": "xxtoxx", "text": "xxhtmlxx <https://xxlinkxx>\n"}, True),
        ({"subject": "Ärger"}, False),
        ({"subject": "long " * 20}, False),
        ({"subject": ""}, False),
        ({"to": '"a b"@example.org'}, False),
        ({"text": "x" * 2000 + "\n"}, False),
        ({"text": "no end"}, False),
        ({"link": "<https://short.example.org/>"}, False),
    ],
)
def test_a_filled_mail_is_byte_for_byte_what_the_library_writes(
    changed: dict[str, Any], filled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = mail(**changed)
    expected = mime.written(one)
    called: list[int] = []

    def noted(_: EmailMessage) -> bytes:
        called.append(1)
        return expected

    monkeypatch.setattr(mime, "written", noted)
    found = mime.content_of(one)
    assert as_sent(found) == as_sent(expected)
    assert called == ([] if filled else [1])
    parsed = message_from_bytes(found, policy=SMTP)
    assert len(list(parsed.iter_parts())) == 2


@given(text=WORDS, html=WORDS, subject=WORDS)
def test_any_words_are_written_as_the_library_does(text: str, html: str, subject: str) -> None:
    one = mail(f"a{subject}", f"{text}\n", f"{html}\n")
    assert as_sent(mime.content_of(one)) == as_sent(mime.written(one))


def test_the_library_writes_each_kind_of_mail_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    flat = mime._flat

    def noted(whole: Message) -> bytes:
        asked.append(1)
        return flat(whole)

    monkeypatch.setattr(mime, "_flat", noted)
    mime._skeleton.cache_clear()
    for number in range(20):
        assert f"turn {number}\r\n".encode() in mime.content_of(mail(text=f"turn {number}\n"))
    assert len(asked) == 1
