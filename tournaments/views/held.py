"""The events that the server holds by itself, where pages lead to them."""

from dataclasses import dataclass

from tournaments.models import Event

CHAMPIONSHIP, MINI_CUP = Event.Kind.CHAMPIONSHIP, Event.Kind.MINI_CUP


@dataclass(frozen=True, slots=True)
class Held:
    """What a game has: ``entry``, the edition of the championship that takes entries, and
    ``edition``, the one that runs; the ladder; the mini cups."""

    game: str
    entry: Event | None = None
    edition: Event | None = None
    ladder: Event | None = None
    mini_cup: Event | None = None
    bots: Event | None = None


def held() -> list[Held]:
    """Return what every game has, in the order in which the games came (one query)."""
    going_on = (Event.Status.ENTRY, Event.Status.RUNNING)
    rows = Event.objects.filter(status__in=going_on).exclude(series="").order_by("pk")
    found: dict[str, dict[str, Event]] = {}
    for event in rows.defer("document"):
        found.setdefault(event.game, {}).setdefault(_role(event), event)
    return [Held(game, **events) for game, events in found.items()]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The same by kind: each has the games that have such events."""

    championships: list[Held]
    ladders: list[Held]
    mini_cups: list[Held]


def shelf() -> Shelf | None:
    """Return what the server holds, by kind; ``None`` if there is nothing (one query)."""
    found = held()
    if not found:
        return None
    return Shelf(
        [one for one in found if one.entry or one.edition],
        [one for one in found if one.ladder],
        [one for one in found if one.mini_cup or one.bots],
    )


def of_game(game: str) -> Held:
    """Return what one game has (one query)."""
    return next((one for one in held() if one.game == game), Held(game))


def _role(event: Event) -> str:
    if event.kind == CHAMPIONSHIP:
        return "entry" if event.status == Event.Status.ENTRY else "edition"
    if event.kind == MINI_CUP:
        return "bots" if event.bots else "mini_cup"
    return "ladder"
