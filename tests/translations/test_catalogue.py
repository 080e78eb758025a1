"""The catalogue that translators start from is whole and up to date."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project

from deploy.messages import CATALOGUE, FOLDER, collect

BASE = Path(project.BASE_DIR)
STORED = BASE / FOLDER / CATALOGUE


def entries(path: Path) -> set[str]:
    """Return the entries of a catalogue, without its head, each as it is written."""
    plain = ["msgattrib", "--no-wrap", "--no-location", "--no-fuzzy", str(path)]
    written = subprocess.run(plain, check=True, capture_output=True, text=True).stdout
    return set(written.split("\n\n")[1:])


def test_the_catalogue_is_up_to_date(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(BASE)
    settings.LOCALE_PATHS = []
    fresh = entries(collect(tmp_path))
    stored = entries(STORED)
    assert len(fresh) > 500
    assert fresh - stored == set(), "not in the catalogue yet: run `make messages`"
    assert stored - fresh == set(), "said nowhere any more: run `make messages`"


def test_the_catalogue_has_plurals_and_no_faults() -> None:
    subprocess.run(["msgfmt", "--check", "-o", "/dev/null", str(STORED)], check=True)
    found = entries(STORED)
    assert any("msgid_plural" in entry for entry in found)
    assert not any("#, fuzzy" in entry for entry in found)
