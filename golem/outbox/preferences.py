"""How people wish to be told: at once, in a daily digest at their hour, or not at all."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet

from golem.outbox.kinds import topics
from golem.outbox.models import Mailbox, Notice, Preference
from golem.outbox.readers import Reader

Mode = Preference.Mode


def modes_of(user_id: int) -> dict[str, Mode]:
    """Return the mode of each topic, by key (one query)."""
    return modes_of_all([user_id])[user_id]


def modes_of_all(user_ids: Collection[int]) -> dict[int, dict[str, Mode]]:
    """Return the mode of each topic, by key, for each of the users (one query)."""
    usual = {topic.key: topic.default for topic in topics()}
    found = {user_id: dict(usual) for user_id in user_ids}
    chosen = Preference.objects.filter(user__in=user_ids).values_list("user", "topic", "mode")
    for user_id, topic, mode in chosen:
        found[user_id][topic] = Mode(mode)
    return found


def digest_hour(user_id: int) -> int:
    """Return the hour of the user's day at which their digest leaves."""
    hour = Mailbox.objects.filter(pk=user_id).values_list("digest_hour", flat=True).first()
    return Mailbox(user_id=user_id).digest_hour if hour is None else hour


def set_modes(user_id: int, modes: Mapping[str, Mode], hour: int, now: datetime) -> None:
    """Store modes by topic and the digest's hour; what waits is looked at anew by them."""
    with transaction.atomic():
        Mailbox.objects.update_or_create(pk=user_id, defaults={"digest_hour": hour})
        for topic, mode in modes.items():
            _set(user_id, topic, mode)
        _waiting(user_id).update(in_digest=False, due_at=now)


def plan_anew(user_id: int, now: datetime) -> None:
    """Let the user's digest leave at its hour in the zone that is now theirs."""
    _waiting(user_id).filter(in_digest=True).update(in_digest=False, due_at=now)


def _waiting(user_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user_id, state=Notice.State.WAITING, message=None)


def switch_off(user_id: int, chosen: Iterable[str]) -> None:
    """Tell the user no more of these topics."""
    with transaction.atomic():
        for topic in chosen:
            _set(user_id, topic, Mode.OFF)


def _set(user_id: int, topic: str, mode: Mode) -> None:
    Preference.objects.update_or_create(user_id=user_id, topic=topic, defaults={"mode": mode})


def next_digest(reader: Reader, hour: int, now: datetime) -> datetime:
    """Return the next instant after ``now`` at which it is ``hour`` o'clock for the reader.

    An hour that a change of the clocks skips counts as the moment after the gap; of one that
    comes twice, the first counts.
    """
    today = now.astimezone(reader.zone).date()
    for day in (today, today + timedelta(days=1), today + timedelta(days=2)):
        at = datetime.combine(day, time(hour), reader.zone).astimezone(UTC)
        if at > now:
            return at
    raise AssertionError("unreachable: the day after tomorrow has not begun")
