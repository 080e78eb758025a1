"""What every request of somebody who is signed in brings: times in their zone, a note of it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.services import note_visit
from accounts.zones import zone


class TimeZoneMiddleware:
    """Show times in the zone of who is signed in, and in UTC to everybody else.

    That they were here is noted, so that mails fall silent for nobody who came.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request with the reader's zone as the current one."""
        reader = request.user
        if not isinstance(reader, User):
            return self.get_response(request)
        note_visit(reader, timezone.now())
        with timezone.override(zone(reader.time_zone)):
            return self.get_response(request)
