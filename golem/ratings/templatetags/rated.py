"""Template tags of ratings: why a match is not rated, in words."""

from django import template

from golem.play.rated import Unrated
from golem.ratings.wording import why

register = template.Library()


@register.simple_tag
def why_unrated(reason: Unrated) -> str:
    """Return the sentence for ``reason``."""
    return why(reason)
