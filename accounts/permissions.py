"""What an API token may be used for."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import ApiToken

if TYPE_CHECKING:  # the real import would go round in a circle
    from rest_framework.views import APIView


class TokenScope(BasePermission):
    """A token that may only read changes nothing. Says nothing about callers without a token."""

    message = _("This token may only read.")
    code = "token_scope"

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Tell whether the token's scope covers the method."""
        if request.method in SAFE_METHODS or not isinstance(request.auth, ApiToken):
            return True
        return request.auth.scope == ApiToken.Scope.PLAY


class PlayScope(BasePermission):
    """Even to read it, a token must be one of scope play: it is more than what others may see."""

    message = TokenScope.message
    code = TokenScope.code

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Tell whether the token, if one is shown, has the scope."""
        token = request.auth
        return not isinstance(token, ApiToken) or token.scope == ApiToken.Scope.PLAY
