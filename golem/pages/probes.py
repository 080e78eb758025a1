"""What those ask who watch over the server; answered before anything that needs a database."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from golem.pages.health.views import alive, health
from golem.pages.metrics.views import metrics

Next = Callable[[HttpRequest], HttpResponse]

PROBES: dict[str, Next] = {
    "/alive/": alive,
    "/health/": health,
    "/health.json": health,
    "/metrics": metrics,
}


class Probes:
    """Middleware: answers these addresses itself, for whatever host name they are asked.

    It stands before sessions and users, and before the look at the host: a load balancer or
    Prometheus asks by an address, and the answers hold no link.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the probe's answer, or that of the site."""
        return PROBES.get(request.path, self.get_response)(request)
