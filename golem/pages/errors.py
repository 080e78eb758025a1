"""What is answered where no view answers: a page for people, a problem for programs.

Django's own handlers look at the posted form first, and fail once more when that is what failed.
"""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from golem.rest.problems import as_refused, of_house, rendered
from golem.rest.refusals import Missing, Refused, Unready
from golem.rest.wording import sentence

API = "/api/v1/"


class Unforeseen(Refused):
    """An error that is ours."""

    status = 500

    def __init__(self) -> None:
        super().__init__("internal_error")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that could not be read at all."""
    if request.path.startswith(API):
        return rendered(of_house(Refused("bad_request")))
    return _plain("400.html", 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for what there is not."""
    if request.path.startswith(API):
        return rendered(of_house(Missing("not_found")))
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed: with the reason if it was a refusal that no view caught."""
    error = as_refused(sys.exc_info()[1]) or Unforeseen()
    if request.path.startswith(API):
        return rendered(of_house(error))
    answer = _plain("500.html", error.status, sentence(error.code, error.data))
    if isinstance(error, Unready):
        answer["Retry-After"] = str(error.retry_after)
    return answer


def _plain(template: str, status: int, words: str = "") -> HttpResponse:
    """Return a page that asks nothing of the database and nothing of the request."""
    page = render_to_string(template, {"words": words})
    return HttpResponse(page, status=status)
