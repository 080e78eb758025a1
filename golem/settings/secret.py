"""The generated secret key of an embedded server: made once, read by every process after that."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def stored_key(path: Path) -> str:
    """Return the key in `path`, making it first (mode 0600) when there is none.

    Whole or absent: the key is written beside its place and linked there, so that of several
    processes that start at once one wins and all of them read the same key.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _make(path)
    return path.read_text().strip()


def _make(path: Path) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
        with contextlib.suppress(FileExistsError):  # somebody else was first: theirs stands
            os.link(draft, path)
    finally:
        os.unlink(draft)
