"""What the mail server of the tests was given, and what became of notices."""

from golem.outbox.models import Notice
from tests.outbox.post_office import PostOffice


def subjects(office: PostOffice) -> list[str]:
    return [str(mail["Subject"]) for mail in office.taken]


def states() -> list[str]:
    return list(Notice.objects.order_by("pk").values_list("state", flat=True))


def part(office: PostOffice, kind: str) -> str:
    """Return a part of the last mail, "plain" or "html"."""
    body = office.taken[-1].get_body((kind,))
    assert body is not None
    text: str = body.get_content()
    return text
