"""Golden playthroughs: whole matches as text that a person can check, trick by trick."""

from pathlib import Path

import pytest

from tests.goal.playthrough import told, vector

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"), key=lambda path: int(path.stem))


def test_every_way_to_end_is_here() -> None:
    ends = {path.read_text().rstrip().rpartition("\n")[2].partition(",")[0] for path in FILES}
    assert ends == {"normal_time", "tie_break", "draw"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_match_is_told_as_it_was(path: Path) -> None:
    assert "\n".join(told(vector(int(path.stem)))) == path.read_text().rstrip("\n")
