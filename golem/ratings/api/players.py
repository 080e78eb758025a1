"""``players/``: who can be played with."""

from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.directory import ByName, players
from accounts.models import Strength, User
from accounts.names import LONGEST
from accounts.strengths import strengths_of
from golem.matches.api.base import HouseView
from golem.matches.represent import player_view
from golem.ratings.api import shapes
from golem.ratings.api.represent import strength_view
from golem.rest.etags import with_etag
from golem.rest.queries import asked
from golem.rest.schema import problems
from golem.rest.snapshots import one_snapshot


class PlayerFilter(serializers.Serializer[Any]):
    """The filters of the list of players."""

    name = serializers.CharField(
        max_length=LONGEST,
        allow_blank=True,
        default="",
        help_text="How the name begins; `kar1` finds `Karl`, as names that look alike are one.",
    )
    game = serializers.CharField(
        max_length=30, required=False, help_text="Leave out how strong they are at other games."
    )


class PlayerList(HouseView):
    """Everybody who can be looked up."""

    @extend_schema(
        operation_id="players_list",
        parameters=[PlayerFilter],
        responses={200: shapes.FoundPageShape, **problems(400)},
    )
    @with_etag
    @one_snapshot()
    def get(self, request: Request) -> Response:
        """Return a page of players by name, bots and the house among them; no closed accounts."""
        wanted, pages = asked(request, PlayerFilter), ByName()
        page: list[User] = (
            pages.paginate_queryset(players(wanted["name"]), request, view=self) or []
        )
        known = strengths_of([user.pk for user in page], wanted.get("game"))
        return pages.get_paginated_response([_found_view(user, known[user.pk]) for user in page])


def _found_view(user: User, strengths: list[Strength]) -> dict[str, Any]:
    for row in strengths:
        row.user = user
    return {
        **player_view(user),
        "since": user.date_joined.astimezone(UTC).date(),
        "strengths": [strength_view(row) for row in strengths],
    }
