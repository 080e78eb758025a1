"""The pages that tell how time and events work, with the numbers that this server has."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from golem import registry
from golem.matches.challenges import LIFETIME
from golem.play.controls import DEFAULT, PRESETS
from tournaments.document import scoring_of
from tournaments.pairing.ladder import SAME_PAIR_AFTER_DAYS
from tournaments.pairing.leagues import LARGEST, SMALLEST
from tournaments.scoring import GRADED, PLAIN, TABLES


@require_safe
def time(request: HttpRequest) -> HttpResponse:
    """Tell how clocks, vacation and deadlines work."""
    context = {
        "controls": PRESETS.values(),
        "usual": PRESETS[DEFAULT],
        "days": settings.VACATION_DAYS,
        "open_for": LIFETIME.days,
    }
    return render(request, "pages/time.html", context)


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Tell how results become tables, and who meets whom."""
    infos = [registry.load(key).info for key in registry.game_keys()]
    games = [
        {"title": info.title, "table": TABLES[scoring_of(info)].key, "key": info.key}
        for info in infos
    ]
    context = {
        "games": games,
        "graded": GRADED,
        "plain": PLAIN,
        "smallest": SMALLEST,
        "largest": LARGEST,
        "apart": SAME_PAIR_AFTER_DAYS,
    }
    return render(request, "pages/tournament_rules.html", context)
