"""What rooms above have to check of their own rows; each adds it in its ``AppConfig.ready()``."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

checks: Final[list[Callable[[datetime], Iterator[str]]]] = []
"""Each takes the present instant and yields a line for each contradiction that it finds."""

warnings: Final[list[Callable[[datetime], Iterator[str]]]] = []
"""Each yields a line for what is late, and no contradiction."""
