"""The accounts of a simulated year, made directly: nobody of them can log in."""

from collections.abc import Iterable

from django.contrib.auth.hashers import make_password

from accounts.models import User
from tournaments.simulation.world import World

BOTS = 6


def settle(world: World, number: int) -> None:
    """Make so many people, and a few bots."""
    world.people = _made(f"player{at:03}" for at in range(1, number + 1))
    world.bots = _made((f"engine{at}" for at in range(1, BOTS + 1)), is_bot=True)


def _made(names: Iterable[str], **fields: bool) -> list[User]:
    unusable = make_password(None)
    return User.objects.bulk_create(
        User(username=name, email=f"{name}@example.org", password=unusable, **fields)
        for name in names
    )
