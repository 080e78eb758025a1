"""Filling in the files of other programs: `@name@` becomes a value."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from deploy.production.places import ROOT

MARK = re.compile(r"@([a-z_]+)@")


def fill(template: str, values: Mapping[str, str]) -> str:
    """Return the file `deploy/<template>` with every mark replaced; KeyError for a strange one."""
    text = (ROOT / "deploy" / template).read_text()
    return MARK.sub(lambda mark: values[mark[1]], text)


def write(path: Path, text: str, mode: int = 0o644, group: int = -1) -> bool:
    """Write a file whole (for a group, if one is named); say whether it says something new."""
    changed = not path.exists() or path.read_text() != text
    if changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        draft.touch(mode)
        draft.chmod(mode)
        os.chown(draft, -1, group)
        draft.write_text(text)
        draft.rename(path)
    return changed
