"""The addresses of the pages of matches and challenges."""

from django.urls import path

from golem.matches.views import calendar, challenges, lists, match
from golem.rest import ids  # noqa: F401  it brings the converter "row"

app_name = "matches"
urlpatterns = [
    path("matches/", lists.mine, name="mine"),
    path("matches/calendar/", calendar.link, name="calendar"),
    path("calendar/<str:token>.ics", calendar.feed, name="feed"),
    path("watch/", lists.watch, name="watch"),
    path("matches/<row:pk>/", match.match, name="match"),
    path("matches/<row:pk>/preview/", match.preview, name="preview"),
    path("matches/<row:pk>/resign/", match.resign, name="resign"),
    path("matches/<row:pk>/rematch/", match.rematch, name="rematch"),
    path("challenges/", challenges.waiting_room, name="waiting_room"),
    path("challenges/new/", challenges.create, name="challenge_create"),
    path("challenges/house/", challenges.play_house, name="play_house"),
    path("challenges/<row:pk>/", challenges.challenge, name="challenge"),
    path("challenges/<row:pk>/accept/", challenges.accept, name="challenge_accept"),
    path("challenges/<row:pk>/decline/", challenges.decline, name="challenge_decline"),
    path("challenges/<row:pk>/cancel/", challenges.cancel, name="challenge_cancel"),
]
