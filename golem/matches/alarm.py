"""The mail to those who may work the clocks that the brake is on: somebody has to look."""

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from golem.outbox.readers import Reader, readers_of
from golem.outbox.services import post

BRAKE = "brake"
PERMISSION = "matches.operate"


def tell_operators(reason: str, now: datetime) -> None:
    """Write to all who may work the clocks that the brake is on, and why.

    They get it whatever they wish as to mails about matches; who has no confirmed address gets
    none.
    """
    operators = User.objects.with_perm(PERMISSION).filter(is_staff=True)
    with translation.override(settings.LANGUAGE_CODE):
        for reader in readers_of(list(operators.values_list("pk", flat=True))).values():
            _write(reader, reason, now)


def _write(reader: Reader, reason: str, now: datetime) -> None:
    context = {"reader": reader, "reason": reason, "at": now, "origin": settings.GOLEM_ORIGIN}
    with timezone.override(reader.zone):
        subject, text, html = (
            render_to_string(f"emails/brake-{part}", context).strip()
            for part in ("subject.txt", "text.txt", "html.html")
        )
    post(BRAKE, reader.address, f"[Golem] {subject}", f"{text}\n", f"{html}\n", now, reader.user_id)
