"""``challenges/``: the waiting room, making, taking, declining and cancelling."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.selectors import find_user
from golem.matches import challenges, selectors
from golem.matches.api import inputs, shapes
from golem.matches.api.base import HouseView, MatchAnswer, checked, reader_of, user_of
from golem.matches.idempotency import once
from golem.matches.models import Challenge
from golem.matches.represent import Reader, challenge_view, match_view
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.refusals import Missing
from golem.rest.schema import ACTS, problems


class ChallengeList(HouseView):
    """The open challenges, or one's own."""

    @extend_schema(
        operation_id="challenges_list",
        parameters=[inputs.ChallengeFilter],
        responses={200: shapes.ChallengePageShape, **problems(400)},
    )
    @with_etag
    def get(self, request: Request) -> Response:
        """Return a page of open challenges to everybody, or (``mine``) of one's own of any kind."""
        wanted = asked(request, inputs.ChallengeFilter)
        found = _filtered(reader_of(request), wanted, timezone.now())
        pages = NewestFirst()
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([challenge_view(row) for row in page])

    @extend_schema(
        request=inputs.ChallengeInput,
        responses={
            201: shapes.ChallengeShape,
            **problems(*ACTS),
        },
    )
    def post(self, request: Request) -> Any:
        """Make a challenge; one to ``house`` is accepted at once and names its match."""
        wanted = checked(inputs.ChallengeInput, request.data)
        return self._create(request, wanted)

    @once
    def _create(self, request: Request, wanted: dict[str, Any]) -> Response:
        terms = challenges.Terms(
            game=wanted["game"],
            seat=wanted["seat"] or "",
            control=wanted["time_control"],
            rated=wanted["rated"],
            options=wanted["options"],
            rating_from=wanted["rating_from"],
            rating_to=wanted["rating_to"],
        )
        opponent = _named(wanted["opponent"])
        made = challenges.create(user_of(request), opponent, terms)
        return MatchAnswer(challenge_view(made), made.match_id, status=201)


def _filtered(reader: Reader, wanted: dict[str, Any], now: datetime) -> QuerySet[Challenge]:
    if not wanted["mine"]:
        found = selectors.waiting_room(reader, now)
    elif reader is None:
        raise exceptions.NotAuthenticated
    elif wanted.get("status") == Challenge.Status.OPEN:
        found = selectors.open_challenges(reader, now)  # none that is over and not swept yet
    else:
        found = selectors.own_challenges(reader)
    return found.filter(**{name: wanted[name] for name in ("status", "game") if name in wanted})


def _named(name: str | None) -> User | None:
    if name is None:
        return None
    found = find_user(name)
    if found is None:
        raise Missing("no_such_player")
    return found


class ChallengeDetail(HouseView):
    """One challenge."""

    @extend_schema(responses={200: shapes.ChallengeShape, **problems(404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return the challenge, if the reader may know of it."""
        found = selectors.visible_challenges(reader_of(request)).filter(pk=pk).first()
        if found is None:
            raise Missing("no_such_challenge")
        return Response(challenge_view(found))


class Accept(HouseView):
    """Taking a challenge."""

    @extend_schema(
        request=None,
        responses={201: shapes.MatchShape, **problems(*ACTS)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Take the challenge; return the match that starts."""
        return self._accept(request, pk)

    @once
    def _accept(self, request: Request, pk: int) -> Response:
        user = user_of(request)
        match = challenges.accept(pk, user)
        body = match_view(selectors.match_or_404(match.pk), user)
        return MatchAnswer(body, match.pk, status=201)


class Decline(HouseView):
    """Turning a challenge down."""

    @extend_schema(
        request=None,
        responses={200: shapes.ChallengeShape, **problems(*ACTS)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Turn down a challenge that was made to you; return it."""
        return self._decline(request, pk)

    @once
    def _decline(self, request: Request, pk: int) -> Response:
        return Response(challenge_view(challenges.decline(pk, user_of(request))))


class Cancel(HouseView):
    """Taking one's challenge back."""

    @extend_schema(
        request=None,
        responses={200: shapes.ChallengeShape, **problems(*ACTS)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Take back a challenge that you made; return it."""
        return self._cancel(request, pk)

    @once
    def _cancel(self, request: Request, pk: int) -> Response:
        return Response(challenge_view(challenges.cancel(pk, user_of(request))))
