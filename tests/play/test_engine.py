"""The line server of the engine protocol, and the command around it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from golem import registry
from golem.play.engine import LONGEST_LINE, answer
from golem.play.errors import BadPosition
from golem.play.protocol import AnyGame, Json
from tests.play.countdown import Countdown

ROOT = Path(__file__).parents[2]


class Speaking(Countdown):
    """Countdown with an operation that answers, one that refuses and one that breaks."""

    def __init__(self) -> None:
        self.ops = {"echo": self.echo, "refuse": self.refuse, "break": self.crash}

    def echo(self, request: Json) -> dict[str, Json]:
        return {"heard": request.get("word")}

    def refuse(self, request: Json) -> dict[str, Json]:
        raise BadPosition("no_good", field="word")

    def crash(self, request: Json) -> dict[str, Json]:
        raise ZeroDivisionError


GAMES: dict[str, AnyGame] = {"speaking": Speaking(), "silent": Countdown()}


def ask(line: bytes | dict[str, Any]) -> dict[str, Any]:
    if isinstance(line, dict):
        line = json.dumps(line).encode()
    text = answer(line, GAMES.__getitem__, tuple(GAMES))
    assert text.isascii()
    assert "\n" not in text
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_an_operation_of_a_game() -> None:
    assert ask({"op": "echo", "game": "speaking", "word": "\u00e9\n"}) == {"heard": "\u00e9\n"}
    assert ask(b'{"op":"echo","game":"speaking","word":"\\ud800"}\r\n') == {"heard": "\ud800"}


def test_a_refusal_is_an_answer() -> None:
    error = {"code": "no_good", "field": "word"}
    assert ask({"op": "refuse", "game": "speaking"}) == {"error": error}


def test_a_crash_is_an_answer_too() -> None:
    assert ask({"op": "break", "game": "speaking"}) == {"error": {"code": "internal_error"}}


def test_the_games() -> None:
    games = ask({"op": "games"})["games"]
    assert [(game["game"], game["ops"]) for game in games] == [
        ("countdown", ["break", "echo", "play", "refuse"]),
        ("countdown", ["play"]),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad_json"),
        (b"\n", "bad_json"),
        (b"null\n", "not_an_object"),
        (b"[]", "not_an_object"),
        (b'"op"', "not_an_object"),
        (b"7", "not_an_object"),
        (b"{", "bad_json"),
        (b"{'op':1}", "bad_json"),
        (b'{"op":"games"} x', "bad_json"),
        (b'{"op":"games"}{"op":"games"}', "bad_json"),
        (b"\xff\xfe", "bad_encoding"),
        (b'{"op":"\xed\xa0\x80"}', "bad_encoding"),
        (b'\xef\xbb\xbf{"op":"games"}', "bad_json"),
        (b"\0", "bad_json"),
        (b'{"a":1,"a":1}', "duplicate_key"),
        (b'{"op":"games","x":{"b":1,"b":2}}', "duplicate_key"),
        (b'{"op":"games","x":NaN}', "bad_number"),
        (b'{"op":"games","x":-Infinity}', "bad_number"),
        (b'{"x":' + b"1" * 10_000 + b"}", "bad_json"),
        (b"[" * 60_000, "bad_json"),
        (b'{"x":' * 10_000, "bad_json"),
        (b" " * LONGEST_LINE + b"{}", "too_long"),
        (b"{}", "unknown_op"),
        (b'{"op":null}', "unknown_op"),
        (b'{"op":["echo"]}', "unknown_op"),
        (b'{"op":"echo"}', "unknown_game"),
        (b'{"op":"echo","game":"chess"}', "unknown_game"),
        (b'{"op":"echo","game":["speaking"]}', "unknown_game"),
        (b'{"op":"echo","game":"silent"}', "unknown_op"),
        (b'{"op":"__class__","game":"speaking"}', "unknown_op"),
    ],
)
def test_a_bad_line(line: bytes, code: str) -> None:
    assert ask(line)["error"]["code"] == code


def engine(given: bytes) -> tuple[list[dict[str, Any]], bytes]:
    done = subprocess.run(
        [sys.executable, "manage.py", "engine"],
        input=given,
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_the_command_answers_every_line_and_writes_nothing_else() -> None:
    key = registry.game_keys()[0]
    lines = [
        b'{"op":"games"}',
        b"\xff\xff",
        b"x" * (3 * LONGEST_LINE),
        b"",
        b'{"op":"nonsense","game":"' + key.encode() + b'"}',
        b'{"op":"games"}',
    ]
    answers, complaints = engine(b"\n".join(lines))
    codes = [found.get("error", {}).get("code") for found in answers]
    assert codes == [None, "bad_encoding", "too_long", "bad_json", "unknown_op", None]
    assert [game["game"] for game in answers[0]["games"]] == list(registry.game_keys())
    assert answers[-1] == answers[0]
    assert complaints == b""


def test_the_command_with_nothing_to_do() -> None:
    assert engine(b"") == ([], b"")


def test_answers_come_before_the_input_ends() -> None:
    running = subprocess.Popen(
        [sys.executable, "manage.py", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    for _ in range(2):
        running.stdin.write(b'{"op":"games"}\n')
        running.stdin.flush()
        assert "games" in json.loads(running.stdout.readline())
    running.stdin.close()
    assert running.wait(timeout=60) == 0
    running.stdout.close()
