"""Whether a value has the form of an event document: the schema's errors as problems. Pure."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tournaments.problem import Problem, pointer

Details = Callable[[ValidationError], dict[str, Any]]
SHOWN = 40  # characters of a field's name that was made up


def problems_of_form(schema: Mapping[str, Any], value: object) -> tuple[Problem, ...]:
    """Return every way in which ``value`` differs from the form, in the order of the places."""
    errors = _validator_of(_Key(schema)).iter_errors(value)
    found = [problem for error in errors for problem in _problems(error)]
    return tuple(sorted(found, key=lambda problem: (problem.path, problem.code)))


class _Key:
    """A schema as a key of the cache: one schema is one object for as long as the program runs."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema

    def __hash__(self) -> int:
        return id(self.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.schema is self.schema


@cache
def _validator_of(key: _Key) -> Draft202012Validator:
    return Draft202012Validator(key.schema)


def _problems(error: ValidationError) -> Iterable[Problem]:
    at = tuple(error.absolute_path)
    if error.validator == "required":
        # Each missing field has an error of its own, which names it in its message only.
        for name in _wanted(error):
            if error.message.startswith(f"{name!r} "):
                yield Problem(pointer(*at, name), "missing")
    elif error.validator == "additionalProperties":
        known = _schema(error)["properties"]
        for name in _found(error):
            if name not in known:
                yield Problem(pointer(*at, name[:SHOWN]), "unknown_field")
    else:
        code, details = _CODES[str(error.validator)]
        yield Problem(pointer(*at), code, details(error))


def _schema(error: ValidationError) -> dict[str, Any]:
    """Return the part of the schema that the value does not fit."""
    return cast(dict[str, Any], error.schema)


def _wanted(error: ValidationError) -> Any:
    """Return what the schema says there."""
    return cast(Any, error.validator_value)


def _found(error: ValidationError) -> Any:
    """Return the value that does not fit."""
    return cast(Any, error.instance)


def _range(error: ValidationError) -> dict[str, Any]:
    return {"least": _schema(error)["minimum"], "most": _schema(error)["maximum"]}


def _length(error: ValidationError) -> dict[str, Any]:
    return {"least": _schema(error).get("minLength", 0), "most": _schema(error)["maxLength"]}


def _count(error: ValidationError) -> dict[str, Any]:
    return {"least": _schema(error).get("minItems", 0), "most": _schema(error)["maxItems"]}


def _type(error: ValidationError) -> dict[str, Any]:
    kinds = _wanted(error)
    return {"expected": [kinds] if isinstance(kinds, str) else list(kinds)}


def _choices(error: ValidationError) -> dict[str, Any]:
    return {"choices": list(_wanted(error))}


def _one(error: ValidationError) -> dict[str, Any]:
    return {"choices": [_wanted(error)]}


def _nothing(error: ValidationError) -> dict[str, Any]:
    return {}


_CODES: Mapping[str, tuple[str, Details]] = {
    "type": ("wrong_type", _type),
    "enum": ("not_a_choice", _choices),
    "const": ("not_a_choice", _one),
    "minimum": ("out_of_range", _range),
    "maximum": ("out_of_range", _range),
    "minLength": ("bad_length", _length),
    "maxLength": ("bad_length", _length),
    "minItems": ("bad_count", _count),
    "maxItems": ("bad_count", _count),
    "uniqueItems": ("repeated", _nothing),
}
