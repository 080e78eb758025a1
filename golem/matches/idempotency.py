"""One act for one ``Idempotency-Key``: asking again gets the first answer, byte for byte.

The answer is stored in the transaction of the act itself, so either both are there or neither.
A concurrent request with the same key waits on the unique row. A refusal undoes the row with
everything else, and so leaves the key free.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from golem.matches.models import StoredAnswer
from golem.matches.transactions import in_transaction
from golem.rest.parsers import body_of
from golem.rest.refusals import Refused, Unprocessable

HEADER = "Idempotency-Key"
KEY_LENGTH = 255


def once(handler: Callable[..., Response]) -> Callable[..., HttpResponseBase]:
    """Make a POST handler of an API view run in one transaction, and once for each key.

    The handler's response may carry ``match_id``, which tells how long the answer is kept.
    """

    @wraps(handler)
    def wrapper(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = request.headers.get(HEADER)
        if key is None:
            return in_transaction(lambda: handler(view, request, *args, **kwargs))
        _check(key)
        digest = _digest(request)
        return in_transaction(
            lambda: _first_or_again(
                _user(request), key, digest, lambda: handler(view, request, *args, **kwargs)
            )
        )

    return wrapper


def _user(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def _check(key: str) -> None:
    printable = key.isascii() and key.isprintable() and " " not in key
    if not (0 < len(key) <= KEY_LENGTH and printable):
        raise Refused("bad_idempotency_key")


def _digest(request: Request) -> str:
    """Return a digest of what is asked: method, path with query, and body."""
    asked = f"{request.method} {request.get_full_path()}\n".encode() + body_of(request._request)
    return hashlib.sha256(asked).hexdigest()


def _first_or_again(user: User, key: str, digest: str, act: Callable[[], Response]) -> HttpResponse:
    stored = _reserve(user, key, digest)
    if stored.digest != digest:
        raise Unprocessable("key_reused")
    if not stored.status:
        _remember(stored, act())
    return HttpResponse(bytes(stored.body), status=stored.status, content_type=stored.content_type)


def _reserve(user: User, key: str, digest: str) -> StoredAnswer:
    """Return the row of this key: a new one without an answer, or the one that is there."""
    now = timezone.now()
    try:
        with transaction.atomic():
            return StoredAnswer.objects.create(user=user, key=key, digest=digest, created_at=now)
    except IntegrityError:
        return StoredAnswer.objects.get(user=user, key=key)


def _remember(stored: StoredAnswer, response: Response) -> None:
    stored.status = response.status_code
    stored.content_type = "application/json"
    stored.body = JSONRenderer().render(response.data)
    stored.match_id = getattr(response, "match_id", None)
    stored.save()
