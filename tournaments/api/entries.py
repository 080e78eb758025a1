"""``events/{id}/``: who takes part; entering and leaving, alone or as a team."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.selectors import find_user
from golem.matches.api.base import checked, user_of
from golem.matches.idempotency import once
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.refusals import Missing
from golem.rest.schema import ACTS, problems
from tournaments import entries, leaving, selectors, teams
from tournaments.api import inputs, shapes
from tournaments.models import Entry
from tournaments.represent import entry_view, event_view


class InOrder(NewestFirst):
    """Pages of entries in the order of entering."""

    ordering = "number"


class EntryList(APIView):
    """Who takes part in an event, or waits, or has left."""

    @extend_schema(
        operation_id="event_entries_list",
        responses={200: shapes.EntryPageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return a page of the event's entries, in the order of entering."""
        asked(request)
        found = selectors.entries(selectors.event_or_missing(pk))
        pages = InOrder()
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([entry_view(row) for row in page])


class Enter(APIView):
    """Entering an event."""

    @extend_schema(request=inputs.EntryInput, responses={201: shapes.EntryShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> Any:
        """Take a place in the event, or wait for one; return the entry."""
        wanted = checked(inputs.EntryInput, request.data)
        return self._enter(request, pk, wanted["password"])

    @once
    def _enter(self, request: Request, pk: int, password: str) -> Response:
        entry = entries.enter(pk, user_of(request), password)
        return Response(entry_view(entry), status=201)


class Withdraw(APIView):
    """Leaving an event."""

    @extend_schema(request=None, responses={200: shapes.EventWholeShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> Any:
        """Take your entry back before the start, or withdraw from an event that runs: then the
        rest of your matches in it are lost."""
        return self._withdraw(request, pk)

    @once
    def _withdraw(self, request: Request, pk: int) -> Response:
        user = user_of(request)
        leaving.leave_or_withdraw(pk, user)
        event = selectors.event_or_missing(pk)
        return Response(event_view(event, selectors.own(event, user)))


class TeamList(APIView):
    """New teams."""

    @extend_schema(
        operation_id="event_teams_create",
        request=inputs.TeamInput,
        responses={201: shapes.EntryShape, **problems(*ACTS)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Make a team, whose captain you are; it has a place once every board has a player."""
        wanted = checked(inputs.TeamInput, request.data)
        return self._create(request, pk, wanted)

    @once
    def _create(self, request: Request, pk: int, wanted: dict[str, Any]) -> Response:
        made = teams.create(pk, user_of(request), wanted["name"], wanted["password"])
        return Response(entry_view(made), status=201)


class TeamInvite(APIView):
    """Inviting into a team."""

    @extend_schema(
        request=inputs.InvitationInput, responses={201: shapes.EntryShape, **problems(*ACTS)}
    )
    def post(self, request: Request, pk: int, number: int) -> Any:
        """Invite a player into your team, as its captain; return the team."""
        wanted = checked(inputs.InvitationInput, request.data)
        return self._invite(request, team_by_number(pk, number), wanted["player"])

    @once
    def _invite(self, request: Request, team: int, name: str) -> Response:
        player = find_user(name)
        if player is None:
            raise Missing("no_such_player")
        teams.invite(team, user_of(request), player)
        return _answer(team, 201)


class TeamAgree(APIView):
    """Joining a team."""

    @extend_schema(request=None, responses={200: shapes.EntryShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, number: int) -> Any:
        """Join the team that invited you, on its next free board; return the team."""
        return self._agree(request, team_by_number(pk, number))

    @once
    def _agree(self, request: Request, team: int) -> Response:
        teams.agree(team, user_of(request))
        return _answer(team)


class TeamPart(APIView):
    """Parting from a team."""

    @extend_schema(request=None, responses={204: None, **problems(*ACTS)})
    def post(self, request: Request, pk: int, number: int, member: int) -> Any:
        """Decline an invitation or leave the team; as its captain: let a member go, or, with
        yourself, dissolve the team."""
        return self._part(request, team_by_number(pk, number), member)

    @once
    def _part(self, request: Request, team: int, member: int) -> Response:
        teams.part(team, user_of(request), member)
        return Response(status=204)


def team_by_number(event_id: int, number: int) -> int:
    """Return the key of a team's entry; raise ``Missing`` (``no_such_team``)."""
    found = Entry.objects.exclude(team="").filter(event=event_id, number=number)
    pk = found.values_list("pk", flat=True).first()
    if pk is None:
        raise Missing("no_such_team")
    return pk


def _answer(team: int, status: int = 200) -> Response:
    return Response(entry_view(selectors.entry(team)), status=status)
