"""Ladders, mini cups and champions in the API. Entering and leaving are as for every event."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from golem import registry
from golem.matches import selectors as matches
from golem.matches.api.base import MatchAnswer, reader_of, user_of
from golem.matches.api.shapes import MatchShape, PageShape, PlayerShape, Shape
from golem.matches.idempotency import once
from golem.matches.represent import match_view, player_view
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.refusals import Missing, Refused
from golem.rest.schema import ACTS, problems
from tournaments.championship.selectors import champions
from tournaments.ladder.asking import ask
from tournaments.ladder.rungs import group_of
from tournaments.ladder.selectors import some_rungs, standing, standing_of
from tournaments.mini_cup.selectors import levels
from tournaments.models import Event


class RungShape(Shape):
    """A place on a ladder."""

    place = serializers.IntegerField()
    player = PlayerShape()
    asked = serializers.IntegerField(help_text="Matches under way for which this player asked.")
    asked_by = serializers.IntegerField(help_text="Those for which others asked this player.")
    within_reach = serializers.BooleanField(help_text="Whether the reader may play for it.")


class LadderPageShape(PageShape):
    """A page of a ladder, the top first."""

    results = RungShape(many=True)


class LevelShape(Shape):
    """A level of a mini cup, and who waits there for a group."""

    level = serializers.IntegerField()
    waiting = PlayerShape(many=True)


class ChampionsShape(Shape):
    """An edition that has ended, and who won it: several share the first place."""

    event = serializers.IntegerField()
    edition = serializers.IntegerField()
    ended_at = serializers.DateTimeField()
    champions = PlayerShape(many=True)


def _event(pk: int, kind: Event.Kind) -> Event:
    found = Event.objects.filter(pk=pk, kind=kind).first()
    if found is None:
        raise Missing("no_such_event")
    return found


class FromTheTop(NewestFirst):
    """Cursor pages of a ladder, by ascending place."""

    ordering = "number"


class Ladder(APIView):
    """Who stands where."""

    @extend_schema(
        operation_id="event_ladder", responses={200: LadderPageShape, **problems(400, 404)}
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return a page of the places of a ladder, from the top."""
        asked(request)
        group, pages = group_of(_event(pk, Event.Kind.LADDER)), FromTheTop()
        page = pages.paginate_queryset(standing(group), request, view=self) or []
        own = standing_of(group, reader_of(request))
        return pages.get_paginated_response(
            [
                {
                    "place": rung.number,
                    "player": player_view(rung.user),
                    "asked": rung.asked,
                    "asked_by": rung.asked_by,
                    "within_reach": rung.within_reach,
                }
                for rung in some_rungs(group, page, own)
            ]
        )


class Ask(APIView):
    """Asking for a match."""

    @extend_schema(request=None, responses={201: MatchShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> Any:
        """Start a match against the highest player of the ladder that you can have now; return
        it."""
        return self._ask(request, pk)

    @once
    def _ask(self, request: Request, pk: int) -> Response:
        user = user_of(request)
        match = ask(pk, user)
        body = match_view(matches.match_or_404(match.pk), user)
        return MatchAnswer(body, match.pk, status=201)


class Levels(APIView):
    """Who waits."""

    @extend_schema(
        operation_id="event_levels", responses={200: LevelShape(many=True), **problems(400, 404)}
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return the levels of a mini cup at which anybody waits, and the basic one."""
        asked(request, paged=False)
        event = _event(pk, Event.Kind.MINI_CUP)
        rows = [
            {"level": one.level, "waiting": [player_view(user) for user in one.users]}
            for one in levels(event)
        ]
        return Response(rows)


class ChampionList(APIView):
    """Champions of the past."""

    @extend_schema(
        operation_id="game_champions",
        responses={200: ChampionsShape(many=True), **problems(400)},
    )
    @with_etag
    def get(self, request: Request, key: str) -> Response:
        """Return the champions of a game, the last edition first."""
        asked(request, paged=False)
        if key not in registry.game_keys():
            raise Refused("unknown_game")
        rows = [
            {
                "event": one.event.pk,
                "edition": one.edition,
                "ended_at": one.event.ended_at,
                "champions": [player_view(user) for user in one.users],
            }
            for one in champions(key)
        ]
        return Response(rows)
