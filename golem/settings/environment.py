"""Reading the environment: text to values, with refusals that name the variable."""

import os

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """Return the variable's value without surrounding space; `default` when unset or empty."""
    return os.environ.get(name, "").strip() or default


def words(name: str) -> list[str]:
    """Return the comma-separated values of a variable, without the empty ones."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def number(name: str, default: int, most: int | None = None) -> int:
    """Return a whole number, zero or more, and no more than ``most``.

    Raises ImproperlyConfigured for anything else.
    """
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, zero or more, not {value!r}.")
    if most is not None and int(value) > most:
        raise ImproperlyConfigured(f"{name} must be at most {most}, not {value}.")
    return int(value)
