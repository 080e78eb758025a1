"""Exact values of tables as people read them."""

from fractions import Fraction

from django.utils.formats import number_format

NONE = "–"  # noqa: RUF001  a dash as wide as a digit


def shown(value: Fraction | str | None) -> str:
    """Return an exact value: 12, 7.4, or 12 1/3 where no decimal fraction is exact.

    ``None``, which the head to head of somebody alone is, gives a dash.
    """
    if value is None:
        return NONE
    exact = Fraction(value)
    places = _places(exact)
    if places is None:
        whole, rest = divmod(exact, 1)
        return f"{whole} {rest}" if whole else str(rest)
    digits = f"{exact.numerator * 10**places // exact.denominator}".rjust(places + 1, "0")
    return number_format(f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def signed(value: Fraction | str | None) -> str:
    """Return a difference with its sign: +3, -2, 0."""
    if value is None:
        return NONE
    exact = Fraction(value)
    sign = "+" if exact > 0 else "−" if exact < 0 else ""  # noqa: RUF001  as wide as a plus
    return f"{sign}{shown(abs(exact))}"


def _places(exact: Fraction) -> int | None:
    """Return how many decimals show the value exactly, if few do; values of tables are fifths and
    halves."""
    return next((n for n in range(4) if exact * 10**n == int(exact * 10**n)), None)
