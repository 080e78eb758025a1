"""Pages of long lists."""

import re
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from golem.rest.ids import RowNumber
from golem.rest.refusals import Refused


class NewestFirst(CursorPagination):
    """Cursor pages by descending id: ``results``, ``next``, ``previous``; up to 100 a page."""

    ordering = "-id"
    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100
    position = RowNumber.regex
    """What the value looks like by which rows are ordered."""

    def decode_cursor(self, request: Request) -> Any:
        """Return where the page begins; raise ``Refused("bad_cursor")`` for a made-up cursor."""
        try:
            found = super().decode_cursor(request)
        except NotFound as error:
            raise Refused("bad_cursor") from error
        begins = None if found is None else found.position
        if begins is not None and not re.fullmatch(self.position, str(begins)):
            raise Refused("bad_cursor")
        return found
