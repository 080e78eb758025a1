"""The numbers of rows in addresses."""

from django.urls import register_converter


class RowNumber:
    """The converter ``row``: ASCII digits, so few that every database can hold the number.

    A longer one names nothing, and is not found like any other strange address.
    """

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the digits."""
        return str(value)


register_converter(RowNumber, "row")
