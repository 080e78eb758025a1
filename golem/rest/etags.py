"""Entity tags: a reader who has the present answer gets 304 instead of it."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

View = Callable[..., HttpResponseBase]


def with_etag(handler: View) -> View:
    """Let a GET handler that returns a ``Response`` answer conditional requests.

    The tag is a digest of the body as this reader sees it, so it says nothing of what others see.
    """

    @wraps(handler)
    def conditional(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = handler(view, request, *args, **kwargs)
        if not isinstance(response, Response) or response.status_code != 200:
            return response
        body = JSONRenderer().render(response.data)
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        fresh = HttpResponse(body, content_type="application/json", headers={"ETag": tag})
        answer = get_conditional_response(request._request, etag=tag, response=fresh) or fresh
        patch_cache_control(answer, private=True, no_cache=True)
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        return answer

    return conditional
