"""Template tags: the words for the codes of events."""

from django import template

from tournaments import wording

register = template.Library()


@register.simple_tag
def event_word(kind: str, code: object) -> str:
    """Return the words for ``code``; see :func:`tournaments.wording.word`."""
    return wording.word(kind, str(code))


@register.filter
def metric_words(keys: list[str]) -> str:
    """Return the names of the metrics of a table, in their order."""
    return ", ".join(wording.word("metric", key) for key in keys)
