"""What follows from what happens elsewhere."""

from typing import Any

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.contrib.auth.hashers import make_password

from accounts.names import HOUSE


def make_house(using: str, apps: Apps = current_apps, **_: Any) -> None:
    """Make the house's account if there is none: after migrations, and after a flush in tests.

    ``apps`` holds the models as the migrations left them, perhaps without a table of users yet.
    """
    try:
        model = apps.get_model("accounts", "User")
    except LookupError:
        return
    account = {"username": HOUSE, "is_bot": True, "password": make_password(None)}
    model._base_manager.using(using).get_or_create(is_house=True, defaults=account)
