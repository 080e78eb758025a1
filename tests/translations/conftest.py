"""A language in which every translated sentence stands in brackets."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import pytest
from django.conf import settings as project
from django.utils import translation

from deploy.messages import CATALOGUE, FOLDER, need_gettext

STRANGE = "xx"
BRACKETS = ("s/^/⟦/", "s/$/⟧/", r"/^⟦[a-z]*\(,[a-z]*\)*⟧$/s/,/⟧,⟦/g")
"""Around each sentence; of "yes,no" a page shows one word only."""
BRACKETED = ["msgfilter", "--keep-header", "sed", "-z", *(f"-e{one}" for one in BRACKETS)]


LIBRARIES = ("django/conf", "django/contrib/auth", "django/contrib/humanize", "allauth")
"""Those whose words are in our pages, too: they bring catalogues of their own."""


def catalogues() -> list[Path]:
    """Return the English catalogues: ours, and those of the libraries."""
    site = Path(django.__file__).parents[1]
    theirs = [site / library / "locale" / CATALOGUE for library in LIBRARIES]
    return [Path(project.BASE_DIR) / FOLDER / CATALOGUE, *theirs]


@pytest.fixture(scope="session")
def strange_catalogues(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The folders with the compiled catalogues of the strange language."""
    need_gettext()
    found = []
    for catalogue in catalogues():
        folder = tmp_path_factory.mktemp("locale")
        place = folder / STRANGE / "LC_MESSAGES"
        place.mkdir(parents=True)
        english = subprocess.run(["msgen", str(catalogue)], check=True, capture_output=True).stdout
        strange = subprocess.run(BRACKETED, check=True, capture_output=True, input=english).stdout
        compiled = ["msgfmt", "-o", str(place / "django.mo"), "-"]
        subprocess.run(compiled, check=True, input=strange)
        found.append(str(folder))
    return found


@pytest.fixture
def strange(strange_catalogues: list[str], settings: Any) -> Iterator[None]:
    """Let the server speak the strange language, in pages and in mails."""
    settings.LOCALE_PATHS = strange_catalogues
    settings.LANGUAGES = [(STRANGE, "Strange")]
    settings.LANGUAGE_CODE = STRANGE
    with translation.override(STRANGE):
        yield
