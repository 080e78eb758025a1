"""One plain page that says who its visitor is, to test the browser fixtures with."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

PAGE = """<!doctype html>
<html lang="en"><head><title>Plain</title><link rel="icon" href="data:,"></head>
<body><main><h1>Plain</h1><p>{name}</p></main></body></html>"""


def plain(request: HttpRequest) -> HttpResponse:
    """Show the visitor's name, or nobody."""
    return HttpResponse(PAGE.format(name=request.user.get_username() or "nobody"))


def missing(request: HttpRequest) -> HttpResponse:
    """Answer that there is nothing."""
    return HttpResponse(status=404)


urlpatterns = [path("", plain), path("missing/", missing)]
