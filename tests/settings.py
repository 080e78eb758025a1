"""The server's own settings, but for what would only make tests slow or let them meet."""

import os
from urllib.parse import urlsplit

# Each of pytest's processes counts and queues in a Redis database of its own.
if os.environ.get("REDIS_URL"):
    _number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = (
        urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{_number}").geturl()
    )

from golem.settings import *
from golem.settings import STORAGES

MAIL_LINES = 1  # what stands in a test's own transaction is seen by its own thread only
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Straight from their sources: no gathering of static files before a test.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
