"""The Celery application. `golem.matches.apps` imports it once, when Django is ready."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")

app = Celery("golem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_django_logging(**_: Any) -> None:
    """Leave logging as the settings have it; without a receiver Celery sets up its own."""


setup_logging.connect(keep_django_logging)
