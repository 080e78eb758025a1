"""``games/``: the games on offer, and the legal moves of any position."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from golem import registry
from golem.matches.api import shapes
from golem.matches.api.base import HouseView
from golem.matches.represent import game_view
from golem.play.protocol import AnyGame, Speaks
from golem.rest.queries import asked
from golem.rest.refusals import Missing
from golem.rest.schema import problems
from golem.rest.throttles import ScopedThrottle


class GameList(HouseView):
    """All games."""

    @extend_schema(
        operation_id="games_list", responses={200: shapes.GameShape(many=True), **problems(400)}
    )
    def get(self, request: Request) -> Response:
        """Return the games that can be played here."""
        asked(request, paged=False)
        return Response([game_view(registry.load(key)) for key in registry.game_keys()])


class GameDetail(HouseView):
    """One game."""

    @extend_schema(responses={200: shapes.GameShape, **problems(404)})
    def get(self, request: Request, key: str) -> Response:
        """Return what is true of the game before any match of it."""
        return Response(game_view(game_or_404(key)))


class LegalMoves(HouseView):
    """The rules as a calculator."""

    permission_classes = [AllowAny]
    authentication_classes = ()
    throttle_classes = [ScopedThrottle]
    throttle_scope = "legal"

    @extend_schema(
        request=dict[str, Any],
        responses={200: shapes.LegalShape, **problems(400, 404, 422)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Return every legal move of a position, given in the game's own fields."""
        game = game_or_404(key)
        if not isinstance(game, Speaks) or "legal" not in game.ops:
            raise Missing("no_legal_list")
        return Response(game.ops["legal"](dict(request.data)))


def game_or_404(key: str) -> AnyGame:
    """Return the newest revision of a game; raise ``Http404``."""
    try:
        return registry.load(key)
    except registry.UnknownGame as error:
        raise Http404 from error
