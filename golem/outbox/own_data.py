"""What is held here of one person, for the export of their account: no words of any mail."""

from collections.abc import Iterable, Iterator
from typing import Any

from golem.outbox.models import Message, Notice
from golem.outbox.preferences import digest_hour, modes_of


def own_data(user_id: int) -> Iterator[tuple[str, dict[str, Any] | Iterable[dict[str, Any]]]]:
    """Yield name and content of each section of this room."""
    modes = {topic: mode.value for topic, mode in modes_of(user_id).items()}
    yield "mail_preferences", {"digest_hour": digest_hour(user_id), "topics": modes}
    mails = Message.objects.filter(user=user_id).order_by("pk")
    columns = ("kind", "address", "created_at", "sent_at", "given_up_at")
    yield "mails", map(dict, mails.values(*columns))
    notices = Notice.objects.filter(user=user_id).order_by("pk")
    told = ("kind", "subject", "ply", "state", "created_at", "closed_at")
    yield "notices", map(dict, notices.values(*told))
