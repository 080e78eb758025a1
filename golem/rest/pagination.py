"""Pages of long lists."""

from rest_framework.pagination import CursorPagination


class NewestFirst(CursorPagination):
    """Cursor pages by descending id: ``results``, ``next``, ``previous``; up to 100 a page."""

    ordering = "-id"
    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100
