"""Log lines carry no secret."""

import logging

import pytest

from golem.logs import RedactingFormatter, redact

SEED = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("mail to ann@example.org failed", "mail to <address> failed"),
        ("Key (email)=(a.b+c@mail.example.org) exists", "Key (email)=(<address>) exists"),
        (f"Authorization: Token {SEED}", "Authorization: Token <blanked>"),
        (
            f"Not Found: /accounts/password/reset/key/3-{SEED}/",
            "Not Found: /accounts/password/reset/key/<blanked>/",
        ),
        (
            "Task golem.x[e99320cc-8e61-4cc2-a55b-2c54ec3466fd] late",
            "Task golem.x[e99320cc-8e61-4cc2-a55b-2c54ec3466fd] late",
        ),
        ("match 17 at ply 52", "match 17 at ply 52"),
        (
            "a_long_name_of_a_function_without_any_number",
            "a_long_name_of_a_function_without_any_number",
        ),
    ],
)
def test_secrets_are_blanked_and_the_rest_stays(line: str, shown: str) -> None:
    assert redact(line) == shown


def test_a_traceback_is_blanked_too() -> None:
    try:
        raise ValueError(f"bad seed {SEED}")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("golem", logging.ERROR, __file__, 1, "failed", None, info)
    text = RedactingFormatter("%(message)s").format(record)
    assert SEED not in text
    assert "bad seed <blanked>" in text
