"""The page that Prometheus reads, for those who may."""

import ipaddress
import os
from secrets import compare_digest

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from golem.pages.metrics.collector import HealthCollector
from golem.pages.metrics.requests import SECONDS


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics as text; 404 for anybody who may not read them."""
    if not _may_read(request):
        return HttpResponse("Not found\n", status=404, content_type="text/plain")
    body = generate_latest(_registry())
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST, headers=headers)


def _may_read(request: HttpRequest) -> bool:
    """With METRICS_TOKEN set, its bearer may; without it whoever asks from this machine, past no
    proxy."""
    if settings.METRICS_TOKEN:
        shown = request.headers.get("Authorization", "")
        return compare_digest(shown.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via")):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _registry() -> CollectorRegistry:
    """Requests of all web processes of this machine if they share a folder, else of this one."""
    registry = CollectorRegistry()
    registry.register(HealthCollector())
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(SECONDS)
    return registry
