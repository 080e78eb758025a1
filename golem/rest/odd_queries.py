"""Questions to the admin that the database cannot even read are bad requests, not our errors."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import HttpRequest, HttpResponse

NUL = "\0"
Answer = Callable[[HttpRequest], HttpResponse]


class OddQueries:
    """Middleware: 400 for a NUL in the query or path of an admin page, and for values in a query
    that PostgreSQL refuses (such as a broken regular expression)."""

    def __init__(self, get_response: Answer) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self._answer(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        """Refuse a NUL, which no text of the database can hold."""
        if _is_admin(request) and _has_nul(request):
            raise BadRequest("a NUL in the query")

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """Say that it was the question that was wrong, if only a question was asked."""
        if (
            _is_admin(request)
            and request.method in ("GET", "HEAD")
            and isinstance(error, DataError)
        ):
            raise BadRequest("a value in the query") from error


def _is_admin(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and "admin" in match.app_names


def _has_nul(request: HttpRequest) -> bool:
    texts = [request.path, *request.GET, *(v for vs in request.GET.lists() for v in vs[1])]
    return any(NUL in text for text in texts)
