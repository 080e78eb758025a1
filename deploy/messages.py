"""The catalogue of all sentences that people read: what translators start from.

    python -m deploy.messages

brings ``golem/locale/en/LC_MESSAGES/django.po`` up to date; a test fails until this is done. A
translation is made by copying it to another language's folder and filling it in, and compiled by
``manage.py compilemessages``.
"""

import os
import re
import shutil
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from deploy.debian import demand

FOLDER = Path("golem", "locale")
CATALOGUE = Path("en", "LC_MESSAGES", "django.po")
PACKAGES = ["gettext"]
DATE = re.compile(r'^"POT-Creation-Date: .*\n', re.M)
"""Two people's changes should not meet in this line."""
ELSEWHERE = ("tests", "var", "deploy", "docs", str(FOLDER))
"""Folders in which nothing is said to people, and the catalogue's own: Django would write there,
too, wherever we ask it to write."""


def need_gettext() -> str:
    """Return where GNU gettext is, after installing it if need be; exits when there is none."""
    return demand("GNU gettext", lambda: shutil.which("xgettext"), PACKAGES)


def collect(folder: Path) -> Path:
    """Collect all sentences into the catalogue in ``folder`` and return its path.

    What is translated there stays; sentences that are gone go. Works from the project's folder.
    """
    need_gettext()
    settings.LOCALE_PATHS = [str(folder)]
    call_command(
        "makemessages",
        locale=["en"],
        ignore_patterns=list(ELSEWHERE),
        add_location="never",
        no_obsolete=True,
        verbosity=0,
    )
    catalogue = folder / CATALOGUE
    catalogue.write_text(DATE.sub("", catalogue.read_text()))
    return catalogue


def main() -> None:
    """Bring the catalogue up to date."""
    os.chdir(Path(__file__).parents[1])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")
    django.setup()
    print(collect(FOLDER.resolve()).relative_to(Path.cwd()))


if __name__ == "__main__":
    main()
