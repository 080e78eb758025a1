"""Template tags for ratings and ranks: as the reader likes to see them."""

from django import template
from django.template.context import Context

from accounts.models import Strength
from accounts.models.user import StrengthShown
from accounts.strengths import rank_words
from golem.play.rating import shown

register = template.Library()


@register.filter
def rating(value: int) -> str:
    """Return a rating, in ten-thousandths of a point, as people see it: "1512.3"."""
    return shown(value)


@register.filter
def rank(value: int) -> str:
    """Return a rank in words: "12 kyu"."""
    return rank_words(value)


@register.simple_tag(takes_context=True)
def strength(context: Context, row: Strength) -> str:
    """Return the rating or the rank of a row, as the reader of the page likes."""
    reader = context.get("user")
    ranks = getattr(reader, "strength_shown", "") == StrengthShown.RANK
    return rank_words(row.rank) if ranks else shown(row.rating)
