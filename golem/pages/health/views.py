"""How the server is, for people and programs, and whether this process is there at all.

None of these touches session, user or translations: they answer also without a database.
"""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from golem.pages.health.facts import Facts, facts
from golem.pages.health.judge import Part, is_red, judge


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """Answer, and ask nothing: for a load balancer that only wants to know whether to come here."""
    return HttpResponse("alive\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Show how each part is: 200, or 503 if one is red; JSON for those who ask for it."""
    found = facts()
    parts = judge(found)
    status = 503 if is_red(parts) else 200
    if (
        request.path.endswith(".json")
        or request.get_preferred_type(["text/html", "application/json"]) != "text/html"
    ):
        response: HttpResponse = JsonResponse(_as_json(found, parts), status=status)
    else:
        context = {"parts": parts, "red": status == 503, "now": found.now}
        response = HttpResponse(render_to_string("pages/health.html", context), status=status)
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Accept"
    return response


def _as_json(found: Facts, parts: list[Part]) -> dict[str, object]:
    return {
        "status": "red" if is_red(parts) else "ok",
        "at": found.now,
        "parts": [asdict(part) for part in parts],
    }
