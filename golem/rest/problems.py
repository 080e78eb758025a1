"""Every refusal of the API as RFC 9457 ``application/problem+json`` with a stable ``code``."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import set_rollback

from golem.play.errors import BadDraw, BadPosition, NotationError, Refusal
from golem.rest.away import Away, was_away
from golem.rest.locks import Busy, was_lock
from golem.rest.refusals import Refused, Unready
from golem.rest.wording import sentence

log = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
OUR_FAULT = 500
RESERVED = frozenset({"type", "title", "status", "detail", "instance", "code"})


def problem(
    status: int,
    code: str,
    detail: str,
    data: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a problem answer; ``data`` become further members of it."""
    body: dict[str, object] = {
        "type": "about:blank",
        "title": str(TITLES.get(status, _("Error"))),
        "status": status,
    }
    body |= {"code": code, "detail": detail}
    body |= {name: value for name, value in (data or {}).items() if name not in RESERVED}
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


TITLES = {
    400: _("Bad request"),
    401: _("Not signed in"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Not acceptable"),
    409: _("Conflict with the present state"),
    411: _("Length required"),
    413: _("Too large"),
    415: _("Unsupported media type"),
    422: _("Against a rule"),
    429: _("Too many requests"),
    500: _("Internal error"),
    503: _("Not available now"),
}


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the problem for ``error`` (Django REST framework's exception handler).

    ``None`` for errors that nobody foresaw: the server's 500 page answers them.
    """
    response = _answer(error)
    if response is not None:
        set_rollback()
    return response


def as_refused(error: BaseException | None) -> Refused | None:
    """Return ``error`` if the house refused, ``Busy`` for a lock not to be had, ``Away`` for a
    database that is not there, else nothing."""
    if isinstance(error, OperationalError) and was_lock(error):
        return Busy()
    if was_away(error):
        return Away()
    return error if isinstance(error, Refused) else None


def _answer(error: Exception) -> Response | None:
    refused = as_refused(error)
    if refused is not None:
        if refused.status == OUR_FAULT:
            log.error("%s", refused, exc_info=refused)
        return of_house(refused)
    match error:
        case Refusal():
            return _of_game(error)
        case Http404():
            return problem(404, "not_found", sentence("not_found", {}))
        case PermissionDenied():
            return _of_framework(exceptions.PermissionDenied())
        case exceptions.APIException():
            return _of_framework(error)
    return None


def of_house(error: Refused) -> Response:
    """Return the problem for a refusal of the house."""
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, Unready) else None
    detail = sentence(error.code, error.data)
    return problem(error.status, error.code, detail, error.data, headers)


def rendered(found: Response) -> HttpResponse:
    """Return a problem as an answer for where no view of the API is at work."""
    body = JSONRenderer().render(found.data)
    headers = {**found.headers, "Content-Type": CONTENT_TYPE}
    return HttpResponse(body, status=found.status_code, headers=headers)


MALFORMED = (NotationError, BadPosition, BadDraw)


def _of_game(error: Refusal) -> Response:
    status = 400 if isinstance(error, MALFORMED) else 422
    return problem(status, error.code, sentence(error.code, error.data), error.data)


def _of_framework(error: exceptions.APIException) -> Response:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(max(1, round(wait)))
    if isinstance(error, exceptions.ValidationError):
        return problem(
            400, "invalid", sentence("invalid", {}), {"errors": error.get_full_details()}
        )
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else error.default_code
    return problem(error.status_code, code, str(error.detail), headers=headers)
