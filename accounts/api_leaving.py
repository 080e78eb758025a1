"""API: one's data to take along, and the end of one's account."""

from collections.abc import Callable
from typing import Any, cast

from django.core.exceptions import ValidationError as Invalid
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.confirming import demand_name, demand_password
from accounts.leaving import leave
from accounts.models import User
from accounts.permissions import PlayScope, TokenScope
from accounts.serializers import Strict
from accounts.views.leaving import exported
from golem.rest.schema import problems
from golem.rest.throttles import ScopedThrottle, Throttle


class ExportView(APIView):
    """All that the server holds of the caller."""

    permission_classes = [IsAuthenticated, PlayScope]
    throttle_classes = [Throttle, ScopedThrottle]
    throttle_scope = "export"

    @extend_schema(responses={200: OpenApiTypes.OBJECT, **problems(403)})
    def get(self, request: Request) -> HttpResponseBase:
        """Return the whole account: profile, matches, ratings, events, mails without words."""
        return exported(cast(User, request.user))


class LeaveSerializer(Strict):
    """The caller's name and password once more."""

    name = serializers.CharField(max_length=100)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)

    def validate_name(self, value: str) -> str:
        """Return the name. Raises ``ValidationError`` (``wrong_name``)."""
        return self._demanded(value, lambda: demand_name(self.context["user"], value))

    def validate_password(self, value: str) -> str:
        """Return the password. Raises ``ValidationError`` (``wrong_password``), ``Throttled``."""
        request, user = self.context["request"], self.context["user"]
        return self._demanded(value, lambda: demand_password(request, user, value))

    @staticmethod
    def _demanded(value: str, demand: Callable[[], None]) -> str:
        try:
            demand()
        except Invalid as error:
            raise serializers.ValidationError(error.message, code=error.code) from error
        return value


class LeaveView(APIView):
    """The end of the caller's account."""

    permission_classes = [IsAuthenticated, TokenScope]

    @extend_schema(
        request=LeaveSerializer,
        responses={
            204: OpenApiResponse(description="The account is deleted, for good."),
            **problems(400, 403),
        },
    )
    def post(self, request: Request) -> Response:
        """Delete the account: running matches are lost, and the name is nobody's any more."""
        now = timezone.now()
        context: dict[str, Any] = {"request": request._request, "user": request.user}
        form = LeaveSerializer(data=request.data, context=context)
        form.is_valid(raise_exception=True)
        leave(cast(User, request.user).pk, now)
        return Response(status=204)
