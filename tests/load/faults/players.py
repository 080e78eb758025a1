"""Programs that play through the API, and keep a journal of what they were answered."""

import http.client
import json
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlsplit

PAUSE = 0.25  # seconds between moves
PATIENCE = 30.0  # seconds for one answer; whoever needs as long is found by its time
LONG = 1.0  # seconds
FINE = {"201", "overtaken"}
"""``overtaken``: a match was read while the house's move was being stored, so the reader saw an
old ply; the server said so (409 ``stale_ply``) and nothing was played."""


@dataclass
class Journal:
    """What all players were answered."""

    moves: list[tuple[int, int, str]] = field(default_factory=list)
    """Match, ply and notation of every move that was answered with success."""
    seconds: list[float] = field(default_factory=list)
    """How long each such answer took."""
    answers: Counter[str] = field(default_factory=Counter)
    """How often each status, or kind of broken line, was the answer to a move."""

    def marked(self) -> "Mark":
        """Return a mark from which on to look."""
        return Mark(self, len(self.seconds), self.answers.copy())


@dataclass
class Mark:
    """A part of the journal: from a moment on."""

    journal: Journal
    first: int
    before: Counter[str]

    def moves(self) -> int:
        """Return how many moves were played since."""
        return len(self.journal.seconds) - self.first

    def slowest(self) -> float:
        """Return the longest time that one of them took."""
        return max(self.journal.seconds[self.first :], default=0.0)

    def found(self) -> str:
        """Return all of this in words."""
        others = self.others() or "none"
        return f"{self.moves()} moves, slowest {self.slowest():.2f} s, other answers {others}"

    def others(self) -> dict[str, int]:
        """Return what else was answered since."""
        return {k: n for k, n in (self.journal.answers - self.before).items() if k not in FINE}


@dataclass
class Side:
    """A match and the token of each person in it by seat."""

    match: int
    tokens: dict[str, str]


class Player(threading.Thread):
    """Plays its matches, one after the other, until told to stop."""

    def __init__(self, url: str, sides: list[Side], journal: Journal, seed: int) -> None:
        super().__init__(daemon=True)
        self._at = urlsplit(url).netloc
        self._sides, self._journal, self._rng = sides, journal, Random(seed)
        self._stop_now = threading.Event()

    def stop(self) -> None:
        """Stop after the present move, and wait for that."""
        self._stop_now.set()
        self.join()

    def run(self) -> None:
        """Play."""
        for side in self._sides:
            while not self._stop_now.is_set() and self._step(side):
                time.sleep(PAUSE)

    def _step(self, side: Side) -> bool:
        """Play one move, if it is somebody's turn here; tell whether the match goes on."""
        token = next(iter(side.tokens.values()))
        status, match = self._ask("GET", side.match, token)
        if status != 200:
            return True
        if match["status"] != "running":
            return False
        ours = [seat for seat in match["to_move"] if seat in side.tokens]
        if ours:
            self._move(side, side.tokens[ours[0]])
        return True

    def _move(self, side: Side, token: str) -> None:
        match = side.match
        status, seen = self._ask("GET", match, token)
        if status != 200 or not seen["legal"]:
            return
        ply = seen["ply"]
        body = {"ply": ply, "notation": self._rng.choice(seen["legal"])}
        key = uuid.uuid4().hex
        while not self._stop_now.is_set():
            began = time.monotonic()
            status, answer = self._ask("POST", match, token, body, key)
            took = time.monotonic() - began
            self._journal.answers[_kind(status, answer, side)] += 1
            if status == 201:
                self._journal.moves.append((match, ply, answer["notation"]))
                self._journal.seconds.append(took)
                return
            if status not in (503, 0):
                return
            time.sleep(PAUSE)

    def _ask(
        self, method: str, match: int, token: str, body: Any = None, key: str = ""
    ) -> tuple[int, Any]:
        """Return status and content; 0 if the line broke."""
        headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        path = f"/api/v1/matches/{match}/" + ("moves/" if method == "POST" else "")
        line = http.client.HTTPConnection(self._at, timeout=PATIENCE)
        try:
            line.request(method, path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            content = answer.read()
            return answer.status, json.loads(content) if answer.status < 300 else content
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            line.close()


def _kind(status: int, answer: Any, side: Side) -> str:
    """Return under what an answer to a move is counted."""
    if status != 409:
        return str(status)
    code = str(json.loads(answer)["code"])
    against_house = len(side.tokens) == 1
    return "overtaken" if code == "stale_ply" and against_house else f"409 {code}"
