"""The floor beside which moves are measured: what any act costs in the same stack.

The same middleware, authentication, throttle, parser and checked input; then one transaction
with one insert and one update, and a short answer.
"""

from typing import Any

from django.db import transaction
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from golem.matches.api import inputs
from golem.matches.api.base import checked
from golem.matches.models import Gift, Match
from golem.urls import urlpatterns as of_golem


class Floor(APIView):
    """An act that writes a row and changes another."""

    def post(self, request: Request, pk: int) -> Response:
        """Insert a row for the match, update the match, and say so."""
        wanted: dict[str, Any] = checked(inputs.MoveInput, request.data)
        now = timezone.now()
        with transaction.atomic():
            Gift.objects.create(match_id=pk, seat="", seconds=wanted["ply"], reason="", at=now)
            Match.objects.filter(pk=pk).update(changed_at=now)
        return Response({"ply": wanted["ply"], "at": now}, status=201)


urlpatterns = [path("floor/<int:pk>/", Floor.as_view()), *of_golem]
