"""The page on which an event is made, tried out first if one likes."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from golem.matches.views.people import user_of
from golem.matches.wording import say
from golem.rest.refusals import Refused
from tournaments import creation, selectors
from tournaments.document import check
from tournaments.forms import EventForm, initial_of
from tournaments.plan import Plan, plan


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new event (``copy``: filled in from another one); try out or make what
    is posted."""
    if request.method == "POST":
        return _posted(request, EventForm(request.POST))
    copied = request.GET.get("copy", "")
    initial = None
    if copied.isascii() and copied.isdigit() and len(copied) <= 18:
        initial = initial_of(creation.clone(selectors.event_or_404(int(copied))))
    return _form(request, EventForm(initial=initial))


def _form(
    request: HttpRequest, form: EventForm, found: Plan | None = None, status: int = 200
) -> HttpResponse:
    context = {"here": "events", "form": form, "plan": found}
    return render(request, "tournaments/new.html", context, status=status)


def _posted(request: HttpRequest, form: EventForm) -> HttpResponse:
    if not form.is_valid():
        return _form(request, form, status=400)
    now = timezone.now()
    document = form.document()
    found = check(document, now)
    for problem in found.problems:
        form.add_problem(problem)
    if found.problems:
        return _form(request, form, status=422)
    if "make" not in request.POST:
        return _form(request, form, plan(found.document, now, settings.VACATION_DAYS))
    try:
        made = creation.create(user_of(request), document, form.cleaned_data["password"])
    except Refused as error:
        form.add_error(None, say("", "refused", error.code, error.data))
        return _form(request, form, status=error.status)
    return redirect("tournaments:event", made.pk)
