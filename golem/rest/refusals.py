"""Refusals of the house, as against those of a game: a status for the caller, a code, data."""


class Refused(Exception):
    """The server will not do what was asked.

    ``code`` is stable and names the reason; ``data`` holds JSON-ready details; ``status`` is
    the HTTP status that says it best. Nothing was changed when it is raised.
    """

    status = 400

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Forbidden(Refused):
    """The caller is known and may not do this."""

    status = 403


class Missing(Refused):
    """There is no such thing, or none that the caller may know of."""

    status = 404


class Conflict(Refused):
    """The present state does not allow it; asking again with a fresh view may."""

    status = 409


class Unprocessable(Refused):
    """Well formed, but against a rule."""

    status = 422


class Unready(Refused):
    """Not now: try again in ``retry_after`` seconds."""

    status = 503

    def __init__(self, code: str, retry_after: int = 2, **data: object) -> None:
        super().__init__(code, **data)
        self.retry_after = retry_after
