"""``events/{id}/``: groups, tables, pairings, the log, what comes next, what would be, exports."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from golem.matches.api.base import reader_of
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.schema import problems
from golem.rest.snapshots import one_snapshot
from tournaments import acts, export, represent_course, selectors
from tournaments.api import course_shapes as shapes
from tournaments.reading import assumed, groups, meetings
from tournaments.reading.coming import coming
from tournaments.reading.table import table_of
from tournaments.scoring import Points


class OldestFirst(NewestFirst):
    """Pages in the order in which rows were made."""

    ordering = "id"


class GroupList(APIView):
    """The groups of an event."""

    @extend_schema(
        operation_id="event_groups_list",
        responses={200: shapes.GroupPageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return a page of the event's groups."""
        asked(request)
        event, pages = selectors.event_or_missing(pk), OldestFirst()
        page = pages.paginate_queryset(groups.groups(event), request, view=self) or []
        views = [represent_course.group_brief(event, group) for group in page]
        return pages.get_paginated_response(views)


class GroupDetail(APIView):
    """One group."""

    @extend_schema(responses={200: shapes.TableShape, **problems(404)})
    @with_etag
    @one_snapshot()
    def get(self, request: Request, pk: int, group: int) -> Response:
        """Return a group with its table: exact values, what separated each row from the one above
        it, and the places that each can still end on."""
        event = selectors.event_or_missing(pk)
        found = groups.group_or_missing(event, group)
        table = table_of(event, found, reader_of(request))
        return Response(represent_course.table_view(event, table))


class WhatIfInput(serializers.Serializer[Any]):
    """Supposed results."""

    results = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=20_000,
        help_text="Keys of open matches with points of both sides: `17:5-0,18:2-2`.",
    )


class WhatIf(APIView):
    """What would be."""

    @extend_schema(
        parameters=[WhatIfInput], responses={200: shapes.WhatIfShape, **problems(400, 404, 409)}
    )
    @with_etag
    @one_snapshot()
    def get(self, request: Request, pk: int, group: int) -> Response:
        """Return the table as it would be with the supposed results. Nothing is changed."""
        wanted = asked(request, WhatIfInput, paged=False)["results"]
        event = selectors.event_or_missing(pk)
        found = groups.group_or_missing(event, group)
        supposed = assumed.assume(event, found, _results(wanted), reader_of(request))
        return Response(represent_course.assumed_view(event, supposed))


def _results(text: str) -> dict[int, Points]:
    found = {}
    for part in filter(None, text.split(",")):
        key, _, points = part.partition(":")
        found[assumed.key_of(key)] = assumed.points_of(points)
    return found


class PairingFilter(serializers.Serializer[Any]):
    """Which pairings."""

    group = serializers.IntegerField(required=False, min_value=1, max_value=2**62)
    round = serializers.IntegerField(required=False, min_value=1, max_value=10_000)


class PairingList(APIView):
    """Who meets whom."""

    @extend_schema(
        operation_id="event_pairings_list",
        parameters=[PairingFilter],
        responses={200: shapes.PairingPageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return a page of pairings with their boards and results."""
        wanted = asked(request, PairingFilter)
        event, pages = selectors.event_or_missing(pk), OldestFirst()
        found = meetings.pairings(event).filter(**wanted)
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([represent_course.pairing_view(row) for row in page])


class ActList(APIView):
    """What was done to an event."""

    @extend_schema(
        operation_id="event_acts_list",
        responses={200: shapes.EventActPageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return a page of the event's log, the last act first."""
        asked(request)
        pages = NewestFirst()
        found = acts.acts(selectors.event_or_missing(pk))
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([represent_course.act_view(row) for row in page])


class AnnouncementList(APIView):
    """What the organiser said."""

    @extend_schema(
        operation_id="event_announcements_list",
        responses={200: shapes.AnnouncementPageShape, **problems(400, 404)},
    )
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return a page of the event's announcements, the last first."""
        asked(request)
        pages = NewestFirst()
        found = selectors.event_or_missing(pk).announcements.all()
        page = pages.paginate_queryset(found, request, view=self) or []
        views = [represent_course.announcement_view(row) for row in page]
        return pages.get_paginated_response(views)


class Next(APIView):
    """What comes."""

    @extend_schema(responses={200: shapes.NextShape, **problems(400, 404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return what happens next in the event, and when at the latest."""
        asked(request, paged=False)
        event = selectors.event_or_missing(pk)
        return Response({"results": [represent_course.coming_view(one) for one in coming(event)]})


class ExportJSON(APIView):
    """The whole event as a document."""

    @extend_schema(responses={200: dict[str, Any], **problems(404)})
    def get(self, request: Request, pk: int) -> StreamingHttpResponse:
        """Return the event with its document, entries, groups, tables, pairings, results and acts,
        written while it is read."""
        event = selectors.event_or_missing(pk)
        name = f'attachment; filename="event-{pk}.json"'
        pieces = export.document(event, timezone.now())
        return StreamingHttpResponse(
            pieces, content_type="application/json", headers={"Content-Disposition": name}
        )


class ExportText(APIView):
    """The whole event as plain text."""

    @extend_schema(responses={(200, "text/plain"): str, **problems(404)})
    def get(self, request: Request, pk: int) -> StreamingHttpResponse:
        """Return the event as tables that a person can read."""
        event = selectors.event_or_missing(pk)
        pieces = export.text(event, timezone.now())
        return StreamingHttpResponse(pieces, content_type="text/plain; charset=utf-8")
