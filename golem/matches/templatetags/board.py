"""Template tags: ``{% board %}`` draws a drawing, ``{% say %}`` finds the words for a code."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.context import Context

from golem.matches import wording
from golem.matches.board import position_in_words, shapes, spoken_square
from golem.matches.marks import Marks
from golem.play.protocol import Drawing, Example

register = template.Library()


@register.inclusion_tag("matches/board.html", takes_context=True)
def board(
    context: Context,
    drawing: Drawing,
    game: str = "",
    marks: Marks | None = None,
    squares: Iterable[str] = (),
    chosen: Iterable[str] = (),
    label: str = "",
    live: bool = False,
    sealed: Iterable[str] = (),
) -> dict[str, Any]:
    """Draw ``drawing`` as an SVG.

    ``game`` is the key whose words name the pieces; ``marks`` shows the last move; ``squares``
    may be clicked, ``chosen`` were; ``label`` is the picture's accessible name. ``live``: the
    cells are to become buttons (the page's script makes them so), else it is a picture.
    ``sealed`` are the cells of the reader's own sealed choice.
    """
    return {
        "board": shapes(drawing, game, marks, squares or (), chosen or (), sealed or ()),
        "label": label,
        "live": live,
        "uid": _next_number(context),
    }


@register.inclusion_tag("matches/diagram.html", takes_context=True)
def diagram(context: Context, example: Example, label: str, caption: str) -> dict[str, Any]:
    """Draw a picture of the rules of the game ``key`` (in the context), with its caption."""
    squares, chosen = example.squares, example.chosen
    drawn = board(context, example.drawing, context["key"], None, squares, chosen, label)
    return drawn | {"caption": caption}


@register.simple_tag
def say(game: str, kind: str, code: object, **data: object) -> str:
    """Return the words for ``code``; see :func:`golem.matches.wording.say`."""
    return wording.say(game, kind, str(code), data)


@register.filter
def spoken(name: str) -> str:
    """Return a square's name letter by letter."""
    return spoken_square(name)


def _next_number(context: Context) -> int:
    """Number the boards of one page, so that the names inside each SVG stay its own."""
    number: int = (context.render_context.get("boards") or 0) + 1
    context.render_context["boards"] = number
    return number


@register.simple_tag
def in_words(drawing: Drawing, game: str = "") -> tuple[str, ...]:
    """Return the position as sentences, one for each kind of piece: "Yellow keeper: c k"."""
    return position_in_words(drawing, game)
