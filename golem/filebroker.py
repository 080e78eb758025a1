"""Celery's messages as files in a folder, for a server without Redis.

kombu's own file transport writes a message at the very name a reader looks for, and a reader that
comes in between takes half a message. Here it is written beside and renamed when it is whole.
"""

import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils import json

MOMENT = 0.4  # seconds


class Channel(filesystem.Channel):
    """kombu's channel with messages that appear whole or not at all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for folder in (self.data_folder_out, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)

    def _put(  # type: ignore[override]  # kombu's own two signatures differ
        self, queue: str, payload: Any, **kwargs: Any
    ) -> None:
        draft = Path(self.control_folder) / f"{uuid4()}.draft"
        draft.write_text(json.dumps(payload))
        draft.rename(Path(self.data_folder_out) / f"{_next_name()}.{queue}.msg")


class Transport(filesystem.Transport):
    """The transport that `golem.celery` names when there is no Redis."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait for a message, but never so long that a worker told to stop seems to hang."""
        limit = MOMENT if timeout is None else min(timeout, MOMENT)
        super().drain_events(connection, timeout=limit, **kwargs)


def _next_name() -> str:
    """Return a name that sorts by time of writing, also across a restart of the machine."""
    return f"{time.time_ns():020}_{uuid4()}"
