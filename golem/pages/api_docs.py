"""The page about the REST API, written from its own OpenAPI document."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from golem.pages import openapi


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show every operation of the API, what it takes and what it answers."""
    context = {"origin": request.build_absolute_uri("/").rstrip("/"), **_read(get_language())}
    return render(request, "pages/api_docs.html", context)


@cache
def _read(_language: str | None) -> dict[str, Any]:
    """Return groups of operations and the shapes of their answers; the same for every reader."""
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return {"groups": openapi.groups(document), "shapes": openapi.shapes(document)}
