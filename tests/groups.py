"""Which tests run one after another in one process: those that share a whole running server.

xdist's own marks for that (`xdist_group`) do nothing under pytest 9.2: it no longer takes the names
of tests from where xdist writes them.
"""

from xdist.scheduler import LoadGroupScheduling

GROUPS = {"tests/deploy/test_run.py": "launcher", "tests/deploy/production/": "production"}
"""How the names of a group's tests begin, and the group's name."""


class Grouped(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types
    """Hands out each test by itself, but a group's as one."""

    def _split_scope(self, nodeid: str) -> str:
        found = (group for begin, group in GROUPS.items() if nodeid.startswith(begin))
        return next(found, nodeid)
