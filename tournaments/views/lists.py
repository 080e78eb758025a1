"""The list of events, and the calendar of what starts when."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from golem import registry
from golem.matches.views.people import reader_of
from tournaments import selectors
from tournaments.models import Event
from tournaments.views.held import shelf

A_PAGE = 30
SHOWN_AT_MOST = 200
TABS = ("entry", "running", "finished", "mine")


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Show events: those that take entries, or (``show``) others; of one ``game`` or ``kind``."""
    reader = reader_of(request)
    show = request.GET.get("show", "entry")
    if show not in TABS or (show == "mine" and reader is None):
        show = "entry"
    if show == "entry":
        found = selectors.coming(timezone.now())
    elif show == "mine" and reader is not None:
        found = selectors.of_user(selectors.events(), reader)
    else:
        found = selectors.events().filter(status=show)
    wanted = _wanted(request)
    page = Paginator(found.filter(**wanted), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "here": "events",
        "show": show,
        "page": page,
        "rows": [event_row(event) for event in page.object_list],
        "games": [registry.load(key).info for key in registry.game_keys()],
        "kinds": Event.Kind.values,
        "wanted": wanted,
        "held": shelf() if show == "entry" and not wanted and page.number == 1 else None,
        "others": "".join(f"&{name}={value}" for name, value in ({"show": show} | wanted).items()),
    }
    return render(request, "tournaments/events.html", context)


def _wanted(request: HttpRequest) -> dict[str, str]:
    """Return the filters that are asked for; values that do not exist are passed over."""
    known = {"game": registry.game_keys(), "kind": tuple(Event.Kind.values)}
    asked = {name: request.GET.get(name, "") for name in known}
    return {name: value for name, value in asked.items() if value in known[name]}


def event_row(event: Event) -> dict[str, object]:
    """Return an event as a row of a list; no query."""
    return {"event": event, "title": registry.load(event.game).info.title}


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Show what starts when, or closes, the next first."""
    found = selectors.coming(timezone.now())[:SHOWN_AT_MOST]
    context = {
        "here": "events",
        "show": "calendar",
        "rows": [event_row(event) for event in found],
    }
    return render(request, "tournaments/calendar.html", context)
