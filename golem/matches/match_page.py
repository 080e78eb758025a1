"""What the page of one match shows, made ready for its templates (see matches/match.html)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.strengths import strengths_of
from golem.matches import clocks
from golem.matches.faces import Faces
from golem.matches.hearing import Hearing
from golem.matches.ledgers import ledgers_of
from golem.matches.log import game_of, history
from golem.matches.marks import Marks, changes
from golem.matches.models import Challenge, Match, Move, Seat
from golem.matches.option_words import in_words
from golem.matches.passages import passages_of
from golem.matches.represent import Reader, bottom_of, hidden_from, seeds_view, shown
from golem.matches.selectors import next_match, own_seal, seat_of
from golem.matches.sitting import takeovers_view
from golem.matches.wording import known, say
from golem.play import clock
from golem.play.clicking import clicks_of
from golem.play.endings import OFF_THE_BOARD
from golem.play.protocol import AnyGame, Clicks, Drawing
from golem.play.replay import Replay


@dataclass(frozen=True, slots=True)
class Glance:
    """How the reader wants to see the match: after which ply (``None``: now), and the board turned
    away from the side that lies at its bottom for this reader (see ``bottom_of``), or not."""

    ply: int | None = None
    turned: bool = False


class MatchPage:
    """The page of ``match`` for ``reader`` at ``now``; every part is computed once, in a few
    queries. Making it raises ``BrokenLog``."""

    def __init__(self, match: Match, reader: Reader, glance: Glance, now: datetime) -> None:
        self.match, self.reader = match, reader
        self.game: AnyGame = game_of(match)
        self.seats = list(match.seats.all())
        self.own = seat_of(match, reader)
        self.seal = own_seal(match, self.own) if self.own and self.own.to_move else None
        self.faces = Faces([match], reader, now)
        self.year = clock.year_of(now)
        self.moves = list(match.moves.all())
        self.draws = list(match.draws.all())
        self.past: list[Replay] = history(match)
        self.seen = [shown(self.game, replay.state, self.own) for replay in self.past]
        self.last = self.past[-1].plies
        at = self.last if glance.ply is None else max(0, min(glance.ply, self.last))
        self.at, self.stepping, self.turned = at, at != self.last, glance.turned
        self.bottom = bottom_of(self.game, self.own, self.turned)

    def context(self) -> dict[str, Any]:
        """Return the context of matches/match.html."""
        board = self._board() | self._turn() | self._moves()
        passages = {"passages": passages_of(self.match, self.reader)}
        return self._match() | board | self._clocks() | self._end() | passages

    # --- the parts -----------------------------------------------------------------------

    def _match(self) -> dict[str, Any]:
        info = self.game.info
        return {
            "match": self.match,
            "title": info.title,
            "event": self.faces.origin(self.match),
            "plies": info.plies,
            "strengths": self._strengths(),
            "extra_time": known(self.match.game, "extra", "time", {}),
            "options": in_words(self.match.game, self.match.options),
            "commitments": seeds_view(self.match) if self.game.info.chance else [],
            "acts": list(self.match.acts.order_by("at", "pk")),
            "takeovers": takeovers_view(self.match),
            "reopenings": list(self.match.reopenings.all()) if self.match.reopened else [],
        }

    def _strengths(self) -> list[dict[str, Any]]:
        """Return of each person who plays, in the order of seats: seat, strength or ``None``."""
        people = [seat for seat in self.seats if not seat.user.is_bot]
        found = strengths_of([seat.user_id for seat in people], self.match.game)
        return [
            {"seat": seat, "strength": next(iter(found[seat.user_id]), None)} for seat in people
        ]

    def _board(self) -> dict[str, Any]:
        strips = [self._strip(seat) for seat in self.seats]
        return {
            "seats": strips,
            "seats_above": [strip for strip in strips if strip["name"] != self.bottom],
            "seats_below": [strip for strip in strips if strip["name"] == self.bottom],
            "turned": self.turned,
            "drawing": self._drawing(self.at),
            "marks": self._marks(),
            "board_label": self._label(),
            "die": self._die(self.at),
            "standing": self._standing(),
            "stepping": self.stepping,
            "shown_ply": self.at,
            "last_ply": self.last,
            "steps": self._steps(),
        }

    def _standing(self) -> str:
        """Return how far the match is, in the game's own words; empty if it has none."""
        fields = dict(self.seen[self.at].fields)
        return known(self.match.game, "standing", str(fields.get("phase", "")), {"at": fields})

    def _strip(self, seat: Seat) -> dict[str, Any]:
        score = self._score(self.at)
        mine = self.own is not None and seat.pk == self.own.pk
        return {
            "name": seat.name,
            "user": seat.user,
            "to_move": seat.to_move and not (mine and self.seal),
            "mine": mine,
            "score": None if score is None else score[seat.name],
            "clock": self.faces.of(seat),
        }

    def _state(self, ply: int) -> Any:
        """Return the state after ``ply`` as the reader may know it."""
        return hidden_from(self.game, self.past[ply].state, self.own)

    def _score(self, ply: int) -> dict[str, int] | None:
        score = self.seen[ply].score
        return None if score is None else dict(score)

    def _drawing(self, ply: int) -> Drawing:
        return self.game.draw(self._state(ply), self.bottom)

    def _marks(self) -> Marks:
        if self.at == 0:
            return Marks()
        return changes(self._drawing(self.at - 1), self._drawing(self.at))

    def _label(self) -> str:
        if self.at == 0:
            return _("Board before the first ply")
        return _("Board after ply %(ply)d") % {"ply": self.at}

    def _die(self, ply: int) -> dict[str, Any] | None:
        """Return the die that the ply after ``ply`` is played with, and what it is called."""
        value = self.seen[ply].fields.get("die")
        if value is None or (ply == self.last and self.match.status == Match.Status.FINISHED):
            return None
        labels = [draw.label for draw in self.draws if draw.ply <= ply + 1]
        name = say(self.match.game, "draw", labels[-1] if labels else "die")
        return {"value": value, "words": f"{name} {value}"}

    def _steps(self) -> dict[str, int | None]:
        return {
            "first": 0 if self.at > 0 else None,
            "previous": self.at - 1 if self.at > 0 else None,
            "next": self.at + 1 if self.at < self.last else None,
            "last": self.last if self.at < self.last else None,
            "at": self.at,
        }

    def _turn(self) -> dict[str, Any]:
        owing = [seat for seat in self.seats if seat.to_move]
        mine = self.own is not None and self.own.to_move
        names = [seat.user.username for seat in owing]
        begin = None
        if mine and self.own is not None and isinstance(self.game, Clicks):
            begin = self.game.click(self.past[-1].state, self.own.name, "", None)
        sealed = self.seal.told_to(self.own.user_id) if self.seal and self.own else ""
        return {
            "my_seat": self.own,
            "my_turn": mine,
            "turn_names": ", ".join(names),
            "squares": begin.squares if begin else (),
            "ask": begin.ask if begin else "type",
            "sealed": self.seal is not None,
            "sealed_as": sealed,
            "sealed_cells": self._sealed_cells(sealed),
        }

    def _sealed_cells(self, notation: str) -> tuple[str, ...]:
        """Return the cells whose clicks make the reader's sealed choice, on the present board."""
        if not notation or self.own is None or self.stepping or not isinstance(self.game, Clicks):
            return ()
        return clicks_of(self.game, self.past[-1].state, self.own.name, notation)

    def _moves(self) -> dict[str, Any]:
        shown_moves = [move for move in self.moves if move.ply == self.at]
        return {
            "rows": self._rows(),
            "last_move": " ".join(move.notation for move in shown_moves),
        }

    def _rows(self) -> list[list[dict[str, Any]]]:
        """Return the moves in rows with a cell for each seat, in the order of the seats."""
        order = {seat.name: seat.number for seat in self.seats}
        hearing = Hearing(self.match, self.reader)
        rows: list[list[dict[str, Any]]] = []
        reached = len(order)
        for move in self.moves:
            if order[move.seat] <= reached - 1 or not rows:
                number = len(rows) + 1
                rows.append([{"number": number, "ply": None} for _seat in self.seats])
            reached = order[move.seat] + 1
            rows[-1][order[move.seat]] |= self._cell(move, hearing)
        return rows

    def _cell(self, move: Move, hearing: Hearing) -> dict[str, Any]:
        die = self._die(move.ply - 1)
        return {
            "ply": move.ply,
            "notation": move.notation,
            "die": die["value"] if die else None,
            "scored": self._scored(move),
            "current": move.ply == self.at,
            "note": hearing.note(move),
        }

    def _scored(self, move: Move) -> bool:
        """Tell whether a goal fell by ``move``; of several seats at once it is whose goal it is."""
        before, after = self._score(move.ply - 1), self._score(move.ply)
        if before is None or after is None:
            return False
        alone = len([row for row in self.moves if row.ply == move.ply]) == 1
        return before != after if alone else before[move.seat] != after[move.seat]

    def _clocks(self) -> dict[str, Any]:
        found = ledgers_of(self.match)
        people = [seat for seat in self.seats if not seat.user.is_bot]
        days = clocks.allowance(seat.user_id for seat in people) if self.match.vacation else None
        return {
            "clocks_notice": self.faces.notice,
            "pauses": found.pauses,
            "ledgers": [
                {
                    "seat": seat,
                    "lines": found.seats[seat.name],
                    "days": days.left(seat.user_id, self.year) if days and seat in people else None,
                }
                for seat in self.seats
            ],
        }

    def _end(self) -> dict[str, Any]:
        following = next_match(self.reader, self.match.pk) if self.reader else None
        context: dict[str, Any] = {"next_match": following.pk if following else None}
        if self.match.status == Match.Status.RUNNING:
            return context
        rematch = self._rematch()
        return context | {
            "winner": next((s for s in self.seats if s.name == self.match.winner), None),
            "score_text": self._by_seat(self.match.score),
            "off_board": self.match.how in OFF_THE_BOARD,
            "points_text": self._by_seat(self.match.points),
            "can_rematch": self.own is not None
            and (rematch is None or self._offered_to_me(rematch)),
            "rematch_offered": rematch is not None and self._offered_to_me(rematch),
            "rematch": self._rematch_address(rematch) if rematch else None,
        }

    def _by_seat(self, numbers: dict[str, int] | None) -> str:
        return " : ".join(str(numbers[seat.name]) for seat in self.seats) if numbers else ""

    def _rematch(self) -> Challenge | None:
        alive = (Challenge.Status.OPEN, Challenge.Status.ACCEPTED)
        return self.match.rematches.filter(status__in=alive).first()

    def _offered_to_me(self, rematch: Challenge) -> bool:
        is_open = rematch.status == Challenge.Status.OPEN
        return is_open and self.reader is not None and rematch.opponent_id == self.reader.pk

    def _rematch_address(self, rematch: Challenge) -> str | None:
        if rematch.match_id is not None:
            return reverse("matches:match", args=[rematch.match_id])
        if self.reader and self.reader.pk in (rematch.challenger_id, rematch.opponent_id):
            return reverse("matches:challenge", args=[rematch.pk])
        return None


def preview_context(page: MatchPage, state: Any) -> dict[str, Any]:
    """Return the context of a preview: the board as it would be, and a sentence."""
    after = page.game.draw(hidden_from(page.game, state, page.own), page.bottom)
    before = page.context()
    return before | {
        "drawing": after,
        "marks": changes(before["drawing"], after),
        "board_label": _("Board after your move"),
        "preview": {"words": _preview_words(page)},
    }


def _preview_words(page: MatchPage) -> str:
    if len(page.game.to_move(page.past[-1].state)) > 1:
        return _("Nobody sees your choice before all have chosen. Play it, or take it back.")
    return _("This is how it would be. Play it, or take it back.")
