"""Bodies whose length is not told beforehand."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from golem.rest.problems import of_house, rendered
from golem.rest.refusals import Refused

Next = Callable[[HttpRequest], HttpResponse]


class LengthRequired(Refused):
    """The body comes in pieces, without ``Content-Length``."""

    status = 411

    def __init__(self) -> None:
        super().__init__("length_required")


class KnownLength:
    """Middleware: a body without ``Content-Length`` is refused.

    Django takes it for an empty one, so what it says would be lost without a word.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer, or the refusal as a problem."""
        if "Transfer-Encoding" in request.headers and not request.META.get("CONTENT_LENGTH"):
            return rendered(of_house(LengthRequired()))
        return self.get_response(request)
