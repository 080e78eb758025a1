"""The address of who asks, as far as it can be believed."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "0.0.0.0"  # noqa: S104  a key to count under, nothing listens here
IPV6_PREFIX = 64  # bits; one customer usually holds all addresses below


def client_ip(request: HttpRequest) -> str:
    """Return the caller's address; ``UNKNOWN`` when there is none.

    Each of our ``TRUSTED_PROXY_COUNT`` proxies appends to ``X-Forwarded-For`` whom it heard from,
    so only that many entries from the right are ours; what stands left of them anybody may have
    written. Without proxies, or with fewer entries than proxies, the connection's address counts.
    """
    count: int = settings.TRUSTED_PROXY_COUNT
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    if 0 < count <= len(hops) and (found := _address(hops[-count])):
        return found
    return _address(request.META.get("REMOTE_ADDR", "")) or UNKNOWN


def client_net(request: HttpRequest) -> str:
    """Return what a limit for each caller counts under: the address, or its IPv6 network."""
    found = client_ip(request)
    if ":" not in found:
        return found
    return str(ipaddress.ip_network(f"{found}/{IPV6_PREFIX}", strict=False).network_address)


def _address(text: str) -> str | None:
    """Return the address in normal form; a port or brackets around it may be left."""
    bare = text.partition("]")[0].removeprefix("[")
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare)
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)
