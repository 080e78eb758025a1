"""Reading JSON bodies strictly: what two readers could understand differently is refused."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from golem.rest.refusals import Refused

BODY_LIMIT = 64 * 1024
"""Bytes; the longest request that means anything here is far shorter."""


class TooLarge(Refused):
    """The body is longer than :data:`BODY_LIMIT`."""

    status = 413

    def __init__(self) -> None:
        super().__init__("too_large", limit=BODY_LIMIT)


class StrictJSONParser(BaseParser):
    """JSON in UTF-8 with an object at the top: no duplicate keys, no NaN, no lone surrogates."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, Any]:
        """Return the object in the body; raises ``Refused`` (``bad_json``, ``too_large``)."""
        request = (parser_context or {})["request"]._request
        return read_object(body_of(request))


def body_of(request: Any) -> bytes:
    """Return the body of a Django request; raise ``TooLarge`` before reading one that is."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > BODY_LIMIT:
        raise TooLarge
    try:
        body: bytes = request.body
    except RequestDataTooBig as error:
        raise TooLarge from error
    if len(body) > BODY_LIMIT:
        raise TooLarge
    return body


def read_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in ``body``; raise ``Refused("bad_json")`` with the reason."""
    try:
        value = json.loads(
            body.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeError as error:
        raise Refused("bad_json", reason="not valid UTF-8") from error
    except RecursionError as error:
        raise Refused("bad_json", reason="nested too deeply") from error
    except ValueError as error:
        raise Refused("bad_json", reason=str(error).split(":")[0].lower()) from error
    if not isinstance(value, dict):
        raise Refused("bad_json", reason="an object is expected")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate key")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")
