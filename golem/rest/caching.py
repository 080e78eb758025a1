"""Whose answer an HTTP cache may keep: nobody's but the reader's own."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

Next = Callable[[HttpRequest], HttpResponse]


class PrivateAnswers:
    """Middleware: an answer to somebody who is signed in is stored nowhere, so that after the
    logout the browser's way back shows nothing of it; any other is private and asked for anew.

    Answers that say themselves how they may be cached are left alone.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer with its ``Cache-Control`` and ``Vary``."""
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            known = request.user.is_authenticated
            patch_cache_control(
                response, private=True, **{"no_store" if known else "no_cache": True}
            )
            patch_vary_headers(response, ("Cookie",))
        return response
