"""Every address that the site answers, with the numbers of the things of one test filled in."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver

from golem import registry
from golem.matches.operating.doings import ON_CLOCKS, ON_MATCH
from tournaments.views.desk import ACTS

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
PROBES = ("/alive/", "/health/", "/health.json", "/metrics")
"""Addresses that stand in no URLconf: golem.pages.probes answers them before anything else."""


@dataclass(frozen=True, slots=True)
class Known:
    """What fills the holes in addresses: by the beginning of the route, then by the name."""

    match: int
    challenge: int
    event: int
    group: int
    names: Sequence[str]
    tokens: Mapping[str, Sequence[str]]
    """Secret parts of addresses, by the beginning of the route."""
    queries: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Questions to be asked at an address besides, by the address."""


def routes(patterns: Iterable[Any] | None = None, before: str = "/") -> Iterator[str]:
    """Yield every route of the URLconf as text with its holes."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        here = before + str(one.pattern).replace("^", "").replace("$", "")
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, here)
        else:
            assert isinstance(one, URLPattern)
            yield here


def addresses(known: Known) -> list[str]:
    """Return the addresses of all routes, in order; raise ``LookupError`` for a hole that nothing
    is known of, so that a new route is not passed over."""
    found: list[str] = []
    for route in routes():
        holes = [one or two for one, two in PARAMETER.findall(route)]
        for values in product(*(_values(known, route, hole) for hole in holes)):
            filled = iter(values)
            address = PARAMETER.sub(lambda _hole: str(next(filled)), route)
            found += [address, *(address + query for query in known.queries.get(address, ()))]
    missed = set(known.queries) - set(found)
    assert not missed, missed
    return list(dict.fromkeys(found))


def _values(known: Known, route: str, hole: str) -> Sequence[Any]:
    for beginning, secrets in known.tokens.items():
        if route.startswith(beginning):
            return secrets
    if route.startswith("/admin/"):
        return _of_admin(known, route, hole)
    return _by_name(known, route)[hole]


def _of_admin(known: Known, route: str, hole: str) -> Sequence[Any]:
    """Return what fills the hole of an address of the admin's: acts, or a few rows of a model."""
    if hole == "key":
        return list(ON_CLOCKS if "/act/clocks/" in route else ON_MATCH)
    if hole == "app_label":
        return sorted({model._meta.app_label for model in admin.site._registry})
    if "/matches/match/" in route:
        return [known.match]
    for model in admin.site._registry:
        if route.startswith(f"/admin/{model._meta.app_label}/{model._meta.model_name}/"):
            rows = model._default_manager.order_by("pk")
            return list(rows.values_list("pk", flat=True)[:8]) or [1]
    plain: dict[str, Sequence[Any]] = {"url": ["nowhere"]}
    return plain.get(hole, [1])


def _by_name(known: Known, route: str) -> dict[str, Sequence[Any]]:
    room = re.search(r"/(matches|challenges|events)/<row:pk>", route)
    numbers = {"matches": known.match, "challenges": known.challenge, "events": known.event}
    return {
        "pk": [numbers[room[1]]] if room else [],
        "match": [known.match],
        "name": known.names,
        "key": registry.game_keys(),
        "act": list(ACTS),
        **{key: [known.group] for key in ("number", "group")},
        **{key: [1] for key in ("level", "team", "member")},
    }
