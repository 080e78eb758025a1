"""Deleting what has served its time."""

from datetime import datetime, timedelta

from django.db.models import Q

from golem.matches.models import StoredAnswer

KEEP_AFTER_END = timedelta(days=30)
KEEP_WITHOUT_MATCH = timedelta(days=60)
"""Answers that belong to no match, such as a challenge made: well past the challenge's own end."""


def forget_answers(now: datetime) -> int:
    """Delete stored answers 30 days after their match's end; return how many."""
    ended = Q(match__ended_at__lt=now - KEEP_AFTER_END)
    alone = Q(match=None, created_at__lt=now - KEEP_WITHOUT_MATCH)
    deleted, _ = StoredAnswer.objects.filter(ended | alone).delete()
    return deleted
