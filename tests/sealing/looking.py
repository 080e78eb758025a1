"""Looking at everything that the site shows to one viewer."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core import mail
from django.db import transaction
from django.test import Client

from accounts.models import ApiToken
from golem.outbox.sender import send_due
from tests.sealing.conftest import Scene, signed_in, token_of
from tests.sealing.routes import addresses

VOLATILE = (
    re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"'),  # masked anew in each answer
)
SIGNED = re.compile(r"/unsubscribe/\S+")
"""A link in a mail that is signed with its instant."""
PASSING = ("Set-Cookie", "Expires")
"""Headers that are of one answer only."""

Look = dict[str, tuple[int, bytes, tuple[tuple[str, str], ...]]]
"""By address: status, body, and headers."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: in a browser, or with a token at the API only."""

    client: Client
    headers: dict[str, str]
    places: Callable[[str], bool]


FOR_ALL_ALIKE = ("/api/v1/schema/", "/api/docs/", "/games/")
"""Addresses of much work that show everybody the same: nobody looks at them for all."""


def everything(address: str) -> bool:
    """All addresses."""
    return True


def of_a_browser(address: str) -> bool:
    """The addresses of a viewer who is signed in."""
    return not address.startswith(FOR_ALL_ALIKE)


def api_only(address: str) -> bool:
    """The addresses of a viewer with a token."""
    return address.startswith("/api/") and of_a_browser(address)


def viewers(scene: Scene, name: str) -> Viewer:
    """Return the viewer of that name."""
    users = {"opposite": scene.opposite, "sealer": scene.sealer, "nobody": None, **scene.people}
    who, _, scope = name.partition(", ")
    user = users[who]
    if user is None:
        return Viewer(signed_in(None), {}, everything)
    if not scope:
        return Viewer(signed_in(user), {}, of_a_browser)
    token = token_of(user, ApiToken.Scope(scope))
    return Viewer(Client(), {"HTTP_AUTHORIZATION": f"Token {token}"}, api_only)


VIEWERS = (
    *("opposite", "nora", "nobody", "stan", "rita", "olga"),
    *("opposite, play", "opposite, read", "nora, play"),
)
"""The other seat, an onlooker, nobody, staff without rights and with all, the organiser; tokens."""


def look(viewer: Viewer, scene: Scene) -> Look:
    """Return everything that the viewer gets to see."""
    shown = filter(viewer.places, addresses(scene.known))
    return look_at(viewer, shown) | _tried(viewer, scene)


def look_at(viewer: Viewer, places: Iterable[str]) -> Look:
    """Return what the viewer gets to see at these addresses."""
    found: Look = {}
    for address in places:
        answer = viewer.client.get(address, **viewer.headers)  # type: ignore[arg-type]
        found[address] = _seen(answer)
    return found


def _tried(viewer: Viewer, scene: Scene) -> Look:
    """Return the answers to what is posted and changes nothing: clicks, dry runs, previews."""
    one, text = scene.match.pk, scene.texts()[0]
    move = {"notation": text, "ply": scene.match.ply}
    posted: list[tuple[str, dict[str, Any]]] = [
        (f"/api/v1/matches/{one}/moves/", move | {"dry_run": True}),
        (f"/api/v1/matches/{one}/moves/", move | {"dry_run": True, "ply": 99}),
        (f"/api/v1/matches/{one}/click/", {"draft": "", "ply": scene.match.ply}),
    ]
    found: Look = {}
    for number, (address, body) in enumerate(posted):
        answer = viewer.client.post(
            address,
            body,
            content_type="application/json",
            **viewer.headers,  # type: ignore[arg-type]
        )
        found[f"POST {number} {address}"] = _seen(answer)
    if viewer.places("/"):
        answer = viewer.client.post(f"/matches/{one}/preview/", move)
        found["POST preview"] = _seen(answer)
    return found


def _seen(answer: Any) -> tuple[int, bytes, tuple[tuple[str, str], ...]]:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for pattern in VOLATILE:
        body = pattern.sub(b"", body)
    headers = sorted((k, v) for k, v in answer.headers.items() if k not in PASSING)
    assert answer.status_code not in (429, 500, 503), (answer.request["PATH_INFO"], body[:500])
    return answer.status_code, body, tuple(headers)


def differences(before: Look, after: Look) -> list[str]:
    """Return at which addresses the two looks differ, and where first."""
    assert list(before) == list(after)
    return [
        f"{address}: {_where(before[address], after[address])}"
        for address in before
        if before[address] != after[address]
    ]


def _where(one: Sequence[Any], other: Sequence[Any]) -> str:
    if one[1] == other[1]:
        return f"{one[0]} {other[0]} {set(one[2]) ^ set(other[2])}"
    pairs = zip(one[1], other[1], strict=False)
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one[1]), len(other[1])))
    begin = max(0, place - 60)
    return f"{one[1][begin : place + 60]!r} became {other[1][begin : place + 60]!r}"


def mails(besides: str) -> list[tuple[str, str, str]]:
    """Return the mails that would leave now, but for those to the address ``besides``: to whom,
    subject, text. Nothing of it happens."""
    mail.outbox.clear()
    with transaction.atomic():
        send_due()
        transaction.set_rollback(True)
    found = [(one.to[0], str(one.subject), SIGNED.sub("", str(one.body))) for one in mail.outbox]
    mail.outbox.clear()
    return sorted(one for one in found if one[0] != besides)
