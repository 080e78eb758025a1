"""``events/``: the list, making and copying, one event, its document, the dry run, calling off."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from golem.matches.api.base import checked, reader_of, user_of
from golem.matches.idempotency import once
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.schema import ACTS, problems
from tournaments import creation, selectors
from tournaments.api import inputs, shapes
from tournaments.document import schema
from tournaments.models import Event
from tournaments.plan import plan
from tournaments.represent import event_brief, event_view, plan_view


class EventList(APIView):
    """All events, and new ones."""

    @extend_schema(
        operation_id="events_list",
        parameters=[inputs.EventFilter],
        responses={200: shapes.EventPageShape, **problems(400)},
    )
    @with_etag
    def get(self, request: Request) -> Response:
        """Return a page of events, the newest first."""
        wanted = asked(request, inputs.EventFilter)
        found, reader = selectors.events(), reader_of(request)
        if wanted.pop("mine"):
            if reader is None:
                raise exceptions.NotAuthenticated
            found = selectors.of_user(found, reader)
        pages = NewestFirst()
        page = pages.paginate_queryset(found.filter(**wanted), request, view=self) or []
        return pages.get_paginated_response([event_brief(row) for row in page])

    @extend_schema(
        request=inputs.EventInput, responses={201: shapes.EventWholeShape, **problems(*ACTS)}
    )
    def post(self, request: Request) -> Any:
        """Make an event. All that is wrong with the document is listed as ``problems``, each with
        the ``path`` of its place, a ``code`` and a ``detail``."""
        wanted = checked(inputs.EventInput, request.data)
        return self._create(request, wanted)

    @once
    def _create(self, request: Request, wanted: dict[str, Any]) -> Response:
        made = creation.create(user_of(request), wanted["document"], wanted["password"])
        return Response(_whole(made, request), status=201)


def _whole(event: Event, request: Request) -> dict[str, Any]:
    found = selectors.event_or_missing(event.pk)
    return event_view(found, selectors.own(found, reader_of(request)))


class EventSchema(APIView):
    """The form of event documents."""

    @extend_schema(responses={200: dict[str, Any], **problems()})
    @with_etag
    def get(self, request: Request) -> Response:
        """Return the JSON Schema of event documents."""
        return Response(schema())


class TryOut(APIView):
    """The dry run of a document."""

    @extend_schema(
        request=inputs.PlanInput, responses={200: shapes.PlanShape, **problems(400, 403, 422)}
    )
    def post(self, request: Request) -> Response:
        """Return what a document would come to, or all that is wrong with it; make nothing."""
        wanted = checked(inputs.PlanInput, request.data)
        now = timezone.now()
        document = creation.checked(wanted["document"], now)
        found = plan(document, now, settings.VACATION_DAYS, wanted.get("players"))
        return Response(plan_view(found))


class EventDetail(APIView):
    """One event."""

    @extend_schema(responses={200: shapes.EventWholeShape, **problems(404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return the event with its document, and how the reader stands to it."""
        found = selectors.event_or_missing(pk)
        return Response(event_view(found, selectors.own(found, reader_of(request))))


class EventDocument(APIView):
    """The document of an event."""

    @extend_schema(responses={200: dict[str, Any], **problems(404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return the document, from which the same event can be made again."""
        return Response(creation.export(selectors.event_or_missing(pk)))


class Clone(APIView):
    """A further event like one that is there."""

    @extend_schema(
        request=inputs.CloneInput, responses={201: shapes.EventWholeShape, **problems(*ACTS)}
    )
    def post(self, request: Request, pk: int) -> Any:
        """Make an event with the document of this one, but for its dates and the ``changes``."""
        wanted = checked(inputs.CloneInput, request.data)
        return self._clone(request, pk, wanted)

    @once
    def _clone(self, request: Request, pk: int, wanted: dict[str, Any]) -> Response:
        document = creation.clone(selectors.event_or_missing(pk), wanted["changes"])
        made = creation.create(user_of(request), document, wanted["password"])
        return Response(_whole(made, request), status=201)


class Cancel(APIView):
    """Calling an event off."""

    @extend_schema(
        request=inputs.CancelInput, responses={200: shapes.EventWholeShape, **problems(*ACTS)}
    )
    def post(self, request: Request, pk: int) -> Any:
        """Call off an event of yours that has not started; everybody who entered is told."""
        wanted = checked(inputs.CancelInput, request.data)
        return self._cancel(request, pk, wanted["reason"])

    @once
    def _cancel(self, request: Request, pk: int, reason: str) -> Response:
        return Response(_whole(creation.cancel(pk, user_of(request), reason), request))
