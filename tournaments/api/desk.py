"""``events/{id}/``: what the organiser of an event does, and what everybody can see of it."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.selectors import find_user
from golem.matches.api.base import checked, reader_of, user_of
from golem.matches.idempotency import once
from golem.rest.queries import asked
from golem.rest.refusals import Missing
from golem.rest.schema import ACTS, problems
from tournaments import lineups, selectors
from tournaments.acts import acts
from tournaments.api import desk_inputs as inputs
from tournaments.api import desk_shapes as shapes
from tournaments.api.course import AnnouncementList
from tournaments.api.course_shapes import AnnouncementShape, EventActShape
from tournaments.api.entries import team_by_number
from tournaments.api.shapes import EntryShape, EventWholeShape
from tournaments.models import Event, EventAct
from tournaments.organising import announcing, decisions, opening, removal, replacing, rights
from tournaments.organising.idleness import idle_in
from tournaments.represent import entry_view, event_view
from tournaments.represent_course import act_view, announcement_view
from tournaments.represent_desk import idle_view


class Idle(APIView):
    """Matches that wait."""

    @extend_schema(
        operation_id="event_idle_list",
        responses={200: shapes.IdleListShape, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Return who is to move in the event's matches, the longest waiting first; for its
        organiser."""
        asked(request, paged=False)
        reader = reader_of(request)
        if reader is None:
            raise exceptions.NotAuthenticated
        event = selectors.event_or_missing(pk)
        rights.require_organiser(event, reader)
        return Response({"results": [idle_view(row) for row in idle_in(event)]})


class _OnEvent(APIView):
    """An act on the event as a whole, which answers with the event."""

    @once
    def _do(self, request: Request, pk: int, act: Callable[[int, User], Event]) -> Response:
        user = user_of(request)
        act(pk, user)
        event = selectors.event_or_missing(pk)
        return Response(event_view(event, selectors.own(event, user)))


class CloseEntry(_OnEvent):
    """Closing entry."""

    @extend_schema(request=None, responses={200: EventWholeShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> Any:
        """Let nobody enter any more; the event starts when it would have started."""
        return self._do(request, pk, opening.close_entry)


class OpenEntry(_OnEvent):
    """Opening entry."""

    @extend_schema(request=None, responses={200: EventWholeShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> Any:
        """Let people enter again, until the event starts."""
        return self._do(request, pk, opening.open_entry)


class Start(_OnEvent):
    """Starting."""

    @extend_schema(request=None, responses={200: EventWholeShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> Any:
        """Start the event with those who have a place, if they are enough."""
        return self._do(request, pk, opening.start_now)


class Announcements(AnnouncementList):
    """What the organiser tells everybody."""

    @extend_schema(
        request=inputs.AnnouncementInput,
        responses={201: AnnouncementShape, **problems(*ACTS)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Tell all who take part, or wait, something."""
        return self._announce(request, pk, checked(inputs.AnnouncementInput, request.data)["text"])

    @once
    def _announce(self, request: Request, pk: int, text: str) -> Response:
        row = announcing.announce(pk, text, user_of(request))
        return Response(announcement_view(row), status=201)


class _Logged(APIView):
    """An act that answers with its row in the log."""

    @once
    def _do(self, request: Request, act: Callable[[], EventAct]) -> Response:
        made = act()
        return Response(act_view(acts(made.event).get(pk=made.pk)))


class Remove(_Logged):
    """Taking an entry out."""

    @extend_schema(request=inputs.ReasonInput, responses={200: EventActShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, number: int) -> Any:
        """Take an entry out: before the start its place becomes free; after it, matches that are
        not over are lost."""
        reason = checked(inputs.ReasonInput, request.data)["reason"]
        return self._do(request, lambda: removal.remove(pk, number, reason, user_of(request)))


class Replace(_Logged):
    """A newcomer."""

    @extend_schema(request=inputs.ReplaceInput, responses={200: EventActShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, number: int) -> Any:
        """Let a newcomer play on for a player of the entry, in an event that runs."""
        wanted = checked(inputs.ReplaceInput, request.data)
        return self._do(request, lambda: self._replace(request, pk, number, wanted))

    def _replace(self, request: Request, pk: int, number: int, wanted: dict[str, Any]) -> EventAct:
        by = user_of(request)
        event = selectors.event_or_missing(pk)
        rights.require_organiser(event, by)
        new = find_user(wanted["player"])
        if new is None:
            raise Missing("no_such_player")
        old = find_user(wanted["old"]) if "old" in wanted else rights.entry_of(event, number).user
        if old is None:
            raise Missing("no_such_member")
        return replacing.replace(pk, number, old, new, wanted["reason"], by)


class GiveTime(_Logged):
    """Time for a player."""

    @extend_schema(request=inputs.TimeInput, responses={200: EventActShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, match: int) -> Any:
        """Give a seat of a running match of the event more time."""
        wanted, by = checked(inputs.TimeInput, request.data), user_of(request)
        given = wanted["seat"], wanted["seconds"], wanted["reason"]
        return self._do(request, lambda: decisions.give_time(pk, match, *given, by))


class Adjudicate(_Logged):
    """A decision."""

    @extend_schema(request=inputs.DecisionInput, responses={200: EventActShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, match: int) -> Any:
        """End a running match of the event: somebody has won, or nobody."""
        wanted, by = checked(inputs.DecisionInput, request.data), user_of(request)
        decided = wanted["winner"] or "", wanted["reason"], by, wanted.get("points")
        return self._do(request, lambda: decisions.adjudicate(pk, match, *decided))


class Annul(_Logged):
    """Taking a result out."""

    @extend_schema(request=inputs.ReasonInput, responses={200: EventActShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, match: int) -> Any:
        """Take the result of a match of the event out for good, even after the end."""
        reason = checked(inputs.ReasonInput, request.data)["reason"]
        return self._do(request, lambda: decisions.annul(pk, match, reason, user_of(request)))


class Lineup(APIView):
    """Who plays on which board."""

    @extend_schema(request=inputs.LineupInput, responses={200: EntryShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int, number: int) -> Any:
        """Put your team's players on its boards, as its captain; boards that have begun stay."""
        boards = checked(inputs.LineupInput, request.data)["boards"]
        return self._set(request, team_by_number(pk, number), boards)

    @once
    def _set(self, request: Request, team: int, boards: list[int | None]) -> Response:
        lineups.set_lineup(team, user_of(request), boards)
        return Response(entry_view(selectors.entry(team)))
