"""Registering a toy game for a test, with templates of its own."""

from pathlib import Path
from typing import Any

import pytest

from golem import registry
from golem.matches import wording
from golem.play.protocol import AnyGame
from tournaments import document

TEMPLATES = Path(__file__).parent / "templates"


def register(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    key: str,
    path: str,
    templates: Path = TEMPLATES,
) -> AnyGame:
    """Register the value at ``path`` as game ``key`` until the test ends, and return it."""
    monkeypatch.setitem(registry.GAMES, key, {1: path})
    [engine] = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], templates]}]
    forget()
    return registry.load(key)


def forget() -> None:
    """Forget what is remembered of games that are registered no more."""
    wording._plain.cache_clear()
    document.has_goals.cache_clear()
    document.schema.cache_clear()
