"""What staff see of matches. Seeds, sealed moves and stored answers are not here, on purpose."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import URLPattern, path

from golem.matches.models import Act, Challenge, Draw, Match, Move, Seat
from golem.matches.operating import views


class ReadOnly:
    """Rows that only services may make or change: a hand-made row would contradict its log."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return that nobody may."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return that nobody may."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return that nobody may."""
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("name", "user", "to_move", "turn_since")


class MoveInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The log; lines of text belong to the players."""

    model = Move
    fields = ("ply", "seat", "notation", "forced", "at")


class DrawInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The draws that everybody may see."""

    model = Draw
    fields = ("number", "ply", "label", "values", "at")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Return the draws without those that only one seat may know."""
        return super().get_queryset(request).filter(visible_to="")


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "game", "revision", "status", "ply", "how", "started_at", "changed_at")
    list_filter = ("game", "status", "how", "rated")
    search_fields = ("=id", "seats__user__username")
    inlines = (SeatInline, MoveInline, DrawInline)
    change_form_template = "matches/operating/match.html"

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the list, and those of the acts on one match."""
        act = self.admin_site.admin_view(views.act_on_match)
        own = path("<row:pk>/do/<slug:key>/", act, name="matches_match_do")
        return [own, *super().get_urls()]


@admin.register(Act)
class ActAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The log of what operators did, and the way to the clocks."""

    list_display = ("at", "kind", "match", "seat", "reason", "by")
    list_filter = ("kind",)
    list_select_related = ("match", "by")
    search_fields = ("=match__id", "reason", "by__username")
    change_list_template = "matches/operating/acts.html"

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the log, and those of the clocks of all matches."""
        page = self.admin_site.admin_view(views.clocks_page)
        act = self.admin_site.admin_view(views.act_on_clocks)
        return [
            path("clocks/", page, name="matches_act_clocks"),
            path("clocks/<slug:key>/", act, name="matches_act_do"),
            *super().get_urls(),
        ]


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "game", "challenger", "opponent", "status", "created_at")
    list_filter = ("game", "status", "rated")
    list_select_related = ("challenger", "opponent")
    search_fields = ("=id", "challenger__username", "opponent__username")
