"""The API of ratings: lists, histories, records, and what a match changed."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.selectors import find_user
from golem import registry
from golem.matches.api.base import HouseView
from golem.matches.selectors import match_or_404
from golem.ratings import selectors
from golem.ratings.api import shapes
from golem.ratings.api.represent import change_view, strength_view, tally_view, verdict_view
from golem.ratings.records import records_of
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.refusals import Missing
from golem.rest.schema import problems
from golem.rest.snapshots import one_snapshot


class Strongest(NewestFirst):
    """Cursor pages by descending rating."""

    ordering = ("-rating", "-id")  # type: ignore[assignment]


class NewestChange(NewestFirst):
    """Cursor pages by descending number of the player's rated match."""

    ordering = "-number"


class ListFilter(serializers.Serializer[Any]):
    """The filters of the rating list."""

    active = serializers.BooleanField(
        default=False, help_text="Only players with a rated match in the last 90 days."
    )


class RatingList(HouseView):
    """Who is how strong at a game."""

    @extend_schema(
        operation_id="ratings_list",
        parameters=[ListFilter],
        responses={200: shapes.StrengthPageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, key: str) -> Response:
        """Return a page of players with a rated match, the strongest first."""
        now, wanted = timezone.now(), asked(request, ListFilter)
        _known(key)
        rows = selectors.rating_list(key, now, active=wanted["active"])
        return _paged(Strongest(), rows, request, self, strength_view)


class PlayerRatings(HouseView):
    """How strong a player is."""

    @extend_schema(
        operation_id="player_ratings_list",
        responses={200: shapes.StrengthShape(many=True), **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, name: str) -> Response:
        """Return the player's strength at each game with a rated match."""
        asked(request, paged=False)
        player = _player(name)
        rows = selectors.strengths_of([player.pk])[player.pk]
        for row in rows:
            row.user = player
        return Response([strength_view(row) for row in rows])


class History(HouseView):
    """How a player's rating at a game has changed."""

    @extend_schema(
        operation_id="player_ratings_history",
        responses={200: shapes.ChangePageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, name: str, key: str) -> Response:
        """Return a page of changes, the newest first."""
        asked(request)
        _known(key)
        rows = selectors.history_of(_player(name), key).select_related("player", "opponent")
        return _paged(NewestChange(), rows, request, self, change_view)


class Record(HouseView):
    """What a player's matches came to."""

    @extend_schema(responses={200: shapes.RecordShape, **problems(404)})
    @with_etag
    def get(self, request: Request, name: str, key: str) -> Response:
        """Return the player's record by side, by ending and by opponent."""
        _known(key)
        player = _player(name)
        found = records_of(player, key)
        return Response(
            {
                "player": player.username,
                "game": key,
                "by_side": [tally_view(row) for row in found.sides],
                "by_ending": [tally_view(row) for row in found.endings],
                "by_opponent": [tally_view(row) for row in found.met],
                "opponents": found.opponents,
            }
        )


class MatchRating(HouseView):
    """What a match changed."""

    @extend_schema(responses={200: shapes.MatchRatingShape, **problems(404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return whether the match is rated, why not, and the change of each player."""
        with one_snapshot():
            match = match_or_404(pk)
            return Response(verdict_view(match, selectors.verdict_of(match)))


def _player(name: str) -> User:
    found = find_user(name)
    if found is None:
        raise Missing("no_such_player")
    return found


def _known(key: str) -> None:
    try:
        registry.load(key)
    except registry.UnknownGame as error:
        raise Http404 from error


def _paged(
    pages: CursorPagination, rows: Any, request: Request, view: HouseView, shown: Any
) -> Response:
    page: list[Any] = pages.paginate_queryset(rows, request, view=view) or []
    return pages.get_paginated_response([shown(row) for row in page])
