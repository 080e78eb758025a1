"""Mails of many people at once: as many queries as for a few, and one statement for each mail."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from golem.outbox import batch as batches
from golem.outbox import sender
from golem.outbox.compose import compose
from golem.outbox.gather import gather
from golem.outbox.models import Notice
from golem.outbox.sender import send_due
from golem.outbox.store import BATCH, claim
from tests.load import waiting

pytestmark = pytest.mark.django_db
FEW, MANY = 10, BATCH
Waiting = list[waiting.Told]


@pytest.fixture
def told() -> Waiting:
    """Many people, each with one thing to be told, of several kinds."""
    return waiting.play(waiting.people(MANY), timezone.now())


def steps(told: Waiting) -> dict[str, int]:
    """Return the queries of each step of telling these people; all must get their mail."""
    now = timezone.now()
    waiting.wait(told, now)
    with CaptureQueriesContext(connection) as gathering:
        assert gather(now) == len(told)
    with CaptureQueriesContext(connection) as claiming:
        batch = claim(now).messages
    with CaptureQueriesContext(connection) as composing:
        drafts = [draft for draft in compose(batch, now).values() if draft]
    assert len(drafts) == len(told)
    with CaptureQueriesContext(connection) as writing:
        mails = [draft.write() for draft in drafts]
    assert len({mail.to[0] for mail in mails}) == len(told)
    return {
        "gather": len(gathering),
        "claim": len(claiming),
        "compose": len(composing),
        "write": len(writing),
    }


def test_as_many_queries_for_a_whole_batch_as_for_10(told: Waiting) -> None:
    few, many = steps(told[:FEW]), steps(told)
    assert few == many
    assert many["write"] == 0
    assert sum(many.values()) < 50


def sent(told: Waiting) -> int:
    """Return the queries of one whole run that tells these people."""
    waiting.wait(told, timezone.now())
    with CaptureQueriesContext(connection) as seen:
        assert send_due() == len(told)
    assert set(Notice.objects.values_list("state", flat=True)) == {"told"}
    return len(seen)


def test_a_mail_more_is_one_statement_more(
    told: Waiting, mailoutbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "FRESH_SECONDS", 600)  # one batch, on the slowest of machines
    monkeypatch.setattr(sender, "RUN_SECONDS", 600)
    assert sent(told) - sent(told[:FEW]) == MANY - FEW
    assert len(mailoutbox) == MANY + FEW
