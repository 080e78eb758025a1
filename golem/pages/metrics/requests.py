"""How many requests there were and how long they took, by route and kind of answer."""

import time
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Histogram

Next = Callable[[HttpRequest], HttpResponse]

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OWN: Final = CollectorRegistry()
SECONDS: Final = Histogram(
    "golem_request_seconds",
    "Time that requests took, by the name of the route and the class of the answer.",
    ["route", "method", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=OWN,
)


class Timed:
    """Middleware: notes each request. The labels are few, whatever addresses are asked for."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer, and note how long it took."""
        began = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        status = f"{response.status_code // 100}xx"
        SECONDS.labels(_route(request), method, status).observe(time.perf_counter() - began)
        return response


def _route(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.view_name if match else "none"
