"""A web process has loaded what its first requests need before it takes them."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from golem.pages.readiness import get_ready
from golem.rest import throttles

ROOT = Path(__file__).parents[2]
LOADS = """
import sys
import golem.wsgi
from golem.pages.readiness import get_ready
late = ("golem.matches.api.matches", "tournaments.views", "streetsoccer.game")
print([name in sys.modules for name in late])
get_ready()
print([name in sys.modules for name in late])
"""


def test_routes_views_and_games_are_loaded_before_the_first_request(tmp_path: Path) -> None:
    environment = {**os.environ, "GOLEM_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": ""}
    environment |= {"DJANGO_SETTINGS_MODULE": "golem.settings", "GOLEM_MODE": ""}
    command = [sys.executable, "-W", "ignore", "-c", LOADS]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    before, after = done.stdout.splitlines()
    assert "False" in before
    assert after == "[True, True, True]"


def test_a_line_to_the_counts_is_open_and_without_redis_it_starts_all_the_same(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []
    settings.THROTTLE_STORAGE = "memory://"
    store = throttles.counter("memory://")

    def check() -> bool:
        asked.append("checked")
        return True

    store._storage.check = check  # type: ignore[method-assign]
    get_ready()
    assert asked == ["checked"]
    settings.THROTTLE_STORAGE = "redis://127.0.0.1:1/0"
    get_ready()
    throttles.forget_counters()
