"""API: a token for a name and password, and one's own account."""

from typing import Any, cast

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.login import login_by_password
from accounts.models import ApiToken, User
from accounts.permissions import TokenScope
from accounts.serializers import (
    AccountSerializer,
    CredentialsSerializer,
    TokenSerializer,
    ZoneSerializer,
)
from accounts.services import (
    LIFETIME_BY_PASSWORD,
    issue_token,
    revoke_token,
    set_strength_shown,
    set_time_zone,
)
from golem.rest.refusals import Refused
from golem.rest.schema import problems

UNKEPT = {"Cache-Control": "no-store"}


class TokenView(APIView):
    """Name and password in, an API token out."""

    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    def get_authenticate_header(self, request: Request) -> str:
        """Return what a refused caller should send; without it 401 would become 403."""
        return "Token"

    @extend_schema(
        request=CredentialsSerializer,
        responses={200: TokenSerializer, **problems(400, 403, 409)},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Make a token of scope play, valid for 30 days, and show it this once."""
        now = timezone.now()
        form = CredentialsSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        user = login_by_password(request._request, **form.validated_data)
        token, clear = issue_token(
            user,
            "name and password",
            ApiToken.Scope.PLAY,
            LIFETIME_BY_PASSWORD,
            now,
            by_password=True,
        )
        shown = {
            "token": clear,
            "expiry": token.expiry,
            "scope": token.scope,
            "user": user.username,
        }
        return Response(TokenSerializer(shown).data, headers=UNKEPT)


class RevokeView(APIView):
    """The end of the token that is shown."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None,
        responses={
            204: OpenApiResponse(description="The token is no longer valid."),
            **problems(400, 403, 404),
        },
    )
    def post(self, request: Request) -> Response:
        """Revoke the token of this very request, whatever its scope."""
        if not isinstance(request.auth, ApiToken):
            raise Refused("no_token")
        revoke_token(cast(User, request.user), request.auth.public_id)
        return Response(status=204)


class MeView(APIView):
    """One's own account."""

    permission_classes = [IsAuthenticated, TokenScope]

    @extend_schema(responses={200: AccountSerializer, **problems()})
    def get(self, request: Request) -> Response:
        """Show the account, and what the present token may do."""
        return Response(_account(request), headers=UNKEPT)

    @extend_schema(request=ZoneSerializer, responses={200: AccountSerializer, **problems(400, 403)})
    def patch(self, request: Request) -> Response:
        """Change the time zone, or whether pages show ratings or ranks."""
        now = timezone.now()
        form = ZoneSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        if "time_zone" in form.validated_data:
            set_time_zone(cast(User, request.user), form.validated_data["time_zone"], now)
        if "strength_shown" in form.validated_data:
            set_strength_shown(cast(User, request.user), form.validated_data["strength_shown"])
        return Response(_account(request), headers=UNKEPT)


def _account(request: Request) -> dict[str, Any]:
    scope = request.auth.scope if isinstance(request.auth, ApiToken) else None
    return AccountSerializer(cast(User, request.user), context={"scope": scope}).data
