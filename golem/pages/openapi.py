"""An OpenAPI document as plain values for a page: operations, their fields and answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

Schema = Mapping[str, Any]
JSON = "application/json"
REFERENCE = "#/components/schemas/"
FIRST_REFUSAL = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: plain, or ``code``, or the name of a ``shape``."""

    text: str
    code: bool = False
    shape: bool = False


Words = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A named value: ``kind`` says what it may be; ``place`` is where a parameter stands."""

    name: str
    kind: Words
    about: Words
    required: bool
    place: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A JSON object that answers are made of."""

    name: str
    about: Words
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What may come back with this status; ``kind`` is empty for an answer without a body."""

    status: int
    kind: Words
    about: Words


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address. ``login``: ``"needed"``, ``"optional"`` or ``"none"``.

    ``body`` holds the request's fields; ``free_body`` tells that it is an object of free form.
    ``refusals`` are the statuses of its problem answers.
    """

    anchor: str
    method: str
    path: str
    about: Words
    login: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    free_body: bool
    answers: tuple[Answer, ...]
    refusals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The operations of one part of the API."""

    name: str
    operations: tuple[Operation, ...]


def groups(document: Schema) -> tuple[Group, ...]:
    """Return all operations of the document by their first tag, in the document's order."""
    found: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, raw in methods.items():
            found.setdefault(raw["tags"][0], []).append(_operation(document, method, path, raw))
    return tuple(Group(name, tuple(operations)) for name, operations in found.items())


def shapes(document: Schema) -> tuple[Shape, ...]:
    """Return the objects that the answers are made of and that refer to one another, by name."""
    schemas = document["components"]["schemas"]
    return tuple(
        Shape(_name(key), marked(schemas[key].get("description", "")), _fields(schemas, key))
        for key in sorted(_used(document))
    )


def marked(text: str) -> Words:
    """Return the text in pieces, what stands between backticks as code."""
    parts = text.replace("``", "`").split("`")
    return tuple(Piece(part, code=bool(n % 2)) for n, part in enumerate(parts) if part)


def _operation(document: Schema, method: str, path: str, raw: Schema) -> Operation:
    schemas = document["components"]["schemas"]
    sent = raw.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema", {})
    answers = {int(status): answer for status, answer in raw["responses"].items()}
    return Operation(
        anchor=raw["operationId"],
        method=method.upper(),
        path=path,
        about=marked(raw.get("description", "")),
        login=_login(raw.get("security", [{}])),
        parameters=tuple(_parameter(schemas, one) for one in raw.get("parameters", ())),
        body=_fields(schemas, _key(sent)) if "$ref" in sent else (),
        free_body=bool(sent) and "$ref" not in sent,
        answers=tuple(
            _answer(schemas, status, one)
            for status, one in answers.items()
            if status < FIRST_REFUSAL
        ),
        refusals=tuple(sorted(status for status in answers if status >= FIRST_REFUSAL)),
    )


def _login(security: list[Schema]) -> str:
    if {} not in security:
        return "needed"
    return "optional" if any(security) else "none"


def _parameter(schemas: Schema, raw: Schema) -> Field:
    about = raw.get("description", "")
    return Field(
        name=raw["name"],
        kind=_kind(schemas, raw["schema"]),
        about=() if _lists_values(about) else marked(about),
        required=raw.get("required", False),
        place=raw["in"],
    )


def _answer(schemas: Schema, status: int, raw: Schema) -> Answer:
    about = marked(raw.get("description", ""))
    for content in raw.get("content", {}).values():
        return Answer(status, _kind(schemas, content["schema"]), about)
    return Answer(status, (), about)


def _fields(schemas: Schema, key: str) -> tuple[Field, ...]:
    required = schemas[key].get("required", ())
    return tuple(
        Field(name, _kind(schemas, raw), _about(raw), name in required)
        for name, raw in schemas[key].get("properties", {}).items()
    )


def _about(raw: Schema) -> Words:
    words = marked(raw.get("description", ""))
    if "default" not in raw or raw["default"] == "":
        return words
    default = raw["default"]
    text = str(default).lower() if isinstance(default, bool) else str(default)
    return (*words, Piece(_(" Default: ")), Piece(text, code=True))


def _lists_values(about: str) -> bool:
    """Tell whether the text only repeats the values that may be chosen."""
    return about.startswith("* `")


def _kind(schemas: Schema, raw: Schema) -> Words:
    """Return in words what a value of this schema is."""
    if "$ref" in raw:
        return _referred(schemas, _key(raw))
    if "oneOf" in raw:
        kinds = [_kind(schemas, one) for one in raw["oneOf"]]
        return tuple(piece for kind in _between(kinds, (Piece(_(" or ")),)) for piece in kind)
    if "enum" in raw:
        values: list[Words] = [(Piece(str(value), code=True),) for value in raw["enum"]]
        return tuple(piece for value in _between(values, (Piece(_(" or ")),)) for piece in value)
    return _plain(schemas, raw)


def _referred(schemas: Schema, key: str) -> Words:
    """Return the name of an object; a value that is none is said on the spot."""
    if schemas[key].get("type") == "object":
        return (Piece(_name(key), shape=True),)
    return _kind(schemas, schemas[key])


def _plain(schemas: Schema, raw: Schema) -> Words:
    types = raw.get("type", "any")
    name, *others = [types] if isinstance(types, str) else types
    words = _container(schemas, name, raw) or (Piece(_type_words(name, raw.get("format"))),)
    return (*words, Piece(_(" or null"))) if "null" in others else words


def _container(schemas: Schema, name: str, raw: Schema) -> Words:
    if name == "array" and raw.get("items"):
        return (Piece(_("list of ")), *_kind(schemas, raw["items"]))
    if name == "object" and raw.get("additionalProperties"):
        return (Piece(_("object of ")), *_kind(schemas, raw["additionalProperties"]))
    return ()


def _type_words(name: str, form: str | None) -> str:
    words = {
        "string": _("text"),
        "integer": _("whole number"),
        "number": _("number"),
        "boolean": _("true or false"),
        "array": _("list"),
        "object": _("object"),
        "null": _("null"),
        "any": _("any value"),
    }
    forms = {"date-time": _("instant"), "uri": _("address"), "email": _("mail address")}
    return forms.get(form or "", words[name])


def _between(words: list[Words], joint: Words) -> Iterator[Words]:
    for number, word in enumerate(words):
        if number:
            yield joint
        yield word


def _used(document: Schema) -> set[str]:
    """Return the keys of the objects that some answer is made of, directly or not."""
    schemas = document["components"]["schemas"]
    operations = [raw for methods in document["paths"].values() for raw in methods.values()]
    open_ones = list(_references([raw["responses"] for raw in operations]))
    found: set[str] = set()
    while open_ones:
        key = open_ones.pop()
        if key not in found:
            found.add(key)
            open_ones += _references(schemas[key])
    return {key for key in found if schemas[key].get("type") == "object"}


def _references(raw: Any) -> Iterator[str]:
    if isinstance(raw, Mapping):
        if "$ref" in raw:
            yield _key(raw)
        for value in raw.values():
            yield from _references(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _references(value)


def _key(raw: Schema) -> str:
    return str(raw["$ref"]).removeprefix(REFERENCE)


def _name(key: str) -> str:
    return key.removesuffix("Shape")
