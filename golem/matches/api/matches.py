"""``matches/``: lists, one match, its moves, clicks, resignation, rematch and exports."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from golem.matches import challenges, export, reads, selectors, services
from golem.matches.api import inputs, shapes
from golem.matches.api.base import HouseView, MatchAnswer, checked, reader_of, user_of
from golem.matches.faces import Zeros
from golem.matches.hearing import log_view
from golem.matches.idempotency import once
from golem.matches.ledgers import ledgers_view
from golem.matches.log import game_of
from golem.matches.models import Match
from golem.matches.represent import (
    challenge_view,
    match_brief,
    match_view,
    shown,
)
from golem.matches.wording import say
from golem.rest.etags import with_etag
from golem.rest.pagination import NewestFirst
from golem.rest.queries import asked
from golem.rest.schema import ACTS, problems
from golem.rest.snapshots import one_snapshot


class MatchList(HouseView):
    """All matches, newest first, by cursor pages."""

    @extend_schema(
        operation_id="matches_list",
        parameters=[inputs.MatchFilter],
        responses={200: shapes.MatchPageShape, **problems(400)},
    )
    @with_etag
    def get(self, request: Request) -> Response:
        """Return a page of matches: ``results``, ``next`` and ``previous``."""
        found = _filtered(request, asked(request, inputs.MatchFilter))
        pages = NewestFirst()
        reads.settle_list_shown(found, timezone.now())
        reader = reader_of(request)
        with one_snapshot():
            page = pages.paginate_queryset(found, request, view=self) or []
            zeros = Zeros(page)
            results = [match_brief(match, reader, zeros) for match in page]
        return pages.get_paginated_response(results)


def _filtered(request: Request, wanted: dict[str, Any]) -> QuerySet[Match]:
    found = selectors.matches()
    reader = reader_of(request)
    if (wanted["mine"] or wanted["to_move"]) and reader is None:
        raise exceptions.NotAuthenticated
    if reader is not None and wanted["mine"]:
        found = found.filter(seats__user=reader)
    if reader is not None and wanted["to_move"]:
        found = found.filter(pk__in=selectors.waiting_seats(reader).order_by().values("match"))
    if "player" in wanted:
        found = found.filter(seats__user__username__iexact=wanted["player"])
    plain = {name: wanted[name] for name in ("status", "game") if name in wanted}
    return found.filter(**plain)


class MatchDetail(HouseView):
    """One match."""

    @extend_schema(responses={200: shapes.MatchShape, **problems(404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return the match as the reader may see it; answers ``If-None-Match``."""
        reads.settle_match_shown(pk, timezone.now())
        with one_snapshot():
            return Response(match_view(selectors.match_or_404(pk), reader_of(request)))


class ClockLedger(HouseView):
    """How the clocks of a match came to what they show."""

    @extend_schema(responses={200: shapes.LedgersShape, **problems(404)})
    @with_etag
    def get(self, request: Request, pk: int) -> Response:
        """Return every change of each seat's clock so far, and when no clock ran."""
        reads.settle_match_shown(pk, timezone.now())
        with one_snapshot():
            return Response(ledgers_view(selectors.match_or_404(pk)))


class MoveList(HouseView):
    """The log of a match."""

    @extend_schema(responses={200: shapes.LogShape, **problems(400, 404)})
    @with_etag
    @one_snapshot()
    def get(self, request: Request, pk: int) -> Response:
        """Return the moves and the draws of chance so far."""
        asked(request, paged=False)
        return Response(log_view(selectors.match_or_404(pk), reader_of(request)))

    @extend_schema(
        request=inputs.MoveInput,
        responses={
            200: OpenApiResponse(shapes.TrialShape, "A dry run: nothing was changed."),
            201: shapes.PlayedShape,
            **problems(*ACTS),
        },
    )
    def post(self, request: Request, pk: int) -> HttpResponseBase:
        """Play a move, or try it with ``dry_run``."""
        wanted = checked(inputs.MoveInput, request.data)
        if wanted["dry_run"]:
            return Response(_try(request, pk, wanted))
        return self._play(request, pk, wanted)

    @once
    def _play(self, request: Request, pk: int, wanted: dict[str, Any]) -> Response:
        user = user_of(request)
        played = services.submit_move(pk, user, wanted["ply"], wanted["notation"], wanted["note"])
        body = {
            "seat": played.seat,
            "ply": played.ply,
            "notation": played.notation,
            "sealed": played.sealed,
            "match": match_view(played.match, user, played.where),
        }
        return MatchAnswer(body, pk, status=201)


def _try(request: Request, pk: int, wanted: dict[str, Any]) -> dict[str, Any]:
    user = user_of(request)
    trial = services.try_move(pk, user, wanted["ply"], wanted["notation"])
    game = game_of(trial.match)
    after = shown(game, trial.state, selectors.seat_of(trial.match, user))
    outcome = game.outcome(trial.state)
    return {
        "legal": True,
        "seat": trial.seat,
        "ply": wanted["ply"],
        "notation": trial.notation,
        "position": after.fields,
        "text": after.text,
        "score": after.score,
        "outcome": outcome
        and {"how": outcome.how, "winner": outcome.winner, "points": dict(outcome.points)},
    }


class Click(HouseView):
    """Putting a move together by clicks on the board."""

    @extend_schema(
        request=inputs.ClickInput,
        responses={200: shapes.DraftShape, **problems(400, 403, 404, 409, 422)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Return the draft after the click; changes nothing."""
        wanted = checked(inputs.ClickInput, request.data)
        draft = services.click(
            pk, user_of(request), wanted["ply"], wanted["draft"], wanted["square"]
        )
        return Response(
            {
                "notation": draft.notation,
                "complete": draft.complete,
                "squares": list(draft.squares),
                "ask": draft.ask,
                "prompt": say(selectors.match_or_404(pk).game, "ask", draft.ask),
            }
        )


class Resign(HouseView):
    """Giving a match up."""

    @extend_schema(request=None, responses={200: shapes.MatchShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> HttpResponseBase:
        """End the match as won by the other side; return it."""
        return self._resign(request, pk)

    @once
    def _resign(self, request: Request, pk: int) -> Response:
        user = user_of(request)
        services.resign(pk, user)
        return MatchAnswer(match_view(selectors.match_or_404(pk), user), pk)


class Rematch(HouseView):
    """The same match again with the sides swapped."""

    @extend_schema(request=None, responses={201: shapes.ChallengeShape, **problems(*ACTS)})
    def post(self, request: Request, pk: int) -> HttpResponseBase:
        """Offer a rematch, or take the one that was offered; return the challenge."""
        return self._rematch(request, pk)

    @once
    def _rematch(self, request: Request, pk: int) -> Response:
        challenge = challenges.rematch(pk, user_of(request))
        return MatchAnswer(challenge_view(challenge), challenge.match_id, status=201)


class ExportJSON(HouseView):
    """A match as one JSON document."""

    @extend_schema(responses={200: dict[str, Any], **problems(404)})
    @one_snapshot()
    def get(self, request: Request, pk: int) -> Response:
        """Return the whole match, for verifying and keeping; the seed only after its end."""
        match = selectors.match_or_404(pk)
        body = export.document(match, selectors.seat_of(match, request.user))
        name = f'attachment; filename="match-{pk}.json"'
        return Response(body, headers={"Content-Disposition": name})


class ExportText(HouseView):
    """A match as plain text."""

    @extend_schema(responses={(200, "text/plain"): str, **problems(404)})
    @one_snapshot()
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Return the match as text that a person can read."""
        match = selectors.match_or_404(pk)
        text = export.text(match, selectors.seat_of(match, request.user))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
