"""Times in the reader's zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.zones import zone


class TimeZoneMiddleware:
    """Show times in the zone of who is signed in, and in UTC to everybody else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request with the reader's zone as the current one."""
        reader = request.user
        if not isinstance(reader, User):
            return self.get_response(request)
        with timezone.override(zone(reader.time_zone)):
            return self.get_response(request)
