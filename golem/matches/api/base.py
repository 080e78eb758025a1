"""What the API views of matches share."""

from contextlib import suppress
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.models import User
from golem.matches.errors import MatchOver, NotYourTurn, StalePly
from golem.matches.log import BrokenLog
from golem.matches.models import Match
from golem.matches.represent import Reader, match_view
from golem.matches.selectors import match_or_404
from golem.matches.wording import say
from golem.play.errors import Refusal
from golem.rest.snapshots import one_snapshot


def checked(shape: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """Return ``data`` as ``shape`` reads it; raise a validation error."""
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def reader_of(request: Request) -> Reader:
    """Return the user who reads, or ``None`` for an anonymous one."""
    return request.user if isinstance(request.user, User) else None


def user_of(request: Request) -> User:
    """Return the user who acts; the view's permissions have let nobody else through."""
    assert isinstance(request.user, User)
    return request.user


class MatchAnswer(Response):
    """An answer that belongs to a match: kept, under a key, as long as the match's answers are."""

    def __init__(self, data: Any, match_id: int | None, status: int = 200) -> None:
        super().__init__(data, status=status)
        self.match_id = match_id


class HouseView(APIView):
    """An API view whose conflicts about a match carry the match as it stands now."""

    def handle_exception(self, exc: Exception) -> Response:
        """Return the problem for ``exc``.

        A game's refusal gets the game's own sentence; a stale view the present ``match``.
        """
        response = super().handle_exception(exc)
        if isinstance(exc, Refusal):
            response.data["detail"] = say(self._game(), "refused", exc.code, exc.data)
        if isinstance(exc, StalePly | NotYourTurn | MatchOver):
            with suppress(BrokenLog), one_snapshot():  # the refusal stands all the same
                match = match_or_404(exc.match_id)
                response.data["match"] = match_view(match, reader_of(self.request))
        return response

    def _game(self) -> str:
        """Return the key of the game that the request is about."""
        if "key" in self.kwargs:
            return str(self.kwargs["key"])
        match = Match.objects.filter(pk=self.kwargs.get("pk")).first()
        return match.game if match else ""
