"""What a web process loads before it takes its first request, which would wait for it."""

from django.conf import settings
from django.urls import get_resolver

from golem import registry
from golem.rest.throttles import counter


def get_ready() -> None:
    """Load all routes with their views, the games with their tables, and open a line to where
    requests are counted; without Redis only that is left out.

    Else sixteen requests at once, all waiting for the same modules, look like a slow Redis.
    """
    get_resolver().reverse_dict  # noqa: B018  reading it loads every route
    for key in registry.game_keys():
        registry.load(key)
    counter(settings.THROTTLE_STORAGE).get_ready()
