"""What may stand in the query of a list: filters, the page, and nothing else.

A filter that nobody knows would be passed over in silence, and the answer taken for something that
it is not.
"""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.serializers import Serializer

from golem.rest.refusals import Refused

PAGING: Final = frozenset({"cursor", "page_size"})
"""What every list in pages takes."""
FORMAT: Final = "format"
"""What every address takes; there is JSON only."""


def asked(
    request: Request, filters: type[Serializer[Any]] | None = None, *, paged: bool = True
) -> dict[str, Any]:
    """Return the filters of a list as ``filters`` reads them, if it has any.

    Raises ``Refused`` (``unknown_parameter``) for a parameter that is neither a filter nor, of a
    list in pages, one of ``PAGING``; a validation error for a value that a filter cannot have.
    """
    form = filters(data=request.query_params) if filters is not None else None
    known = {*(form.fields if form is not None else ()), *(PAGING if paged else ())}
    unknown = set(request.query_params) - known - {FORMAT}
    if unknown:
        raise Refused("unknown_parameter", parameters=sorted(unknown), known=sorted(known))
    if form is None:
        return {}
    form.is_valid(raise_exception=True)
    values: dict[str, Any] = form.validated_data
    return values
