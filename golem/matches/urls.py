"""The addresses of the pages of matches and challenges."""

from django.urls import path

from golem.matches.views import calendar, challenges, lists, match

app_name = "matches"
urlpatterns = [
    path("matches/", lists.mine, name="mine"),
    path("matches/calendar/", calendar.link, name="calendar"),
    path("calendar/<str:token>.ics", calendar.feed, name="feed"),
    path("watch/", lists.watch, name="watch"),
    path("matches/<int:pk>/", match.match, name="match"),
    path("matches/<int:pk>/preview/", match.preview, name="preview"),
    path("matches/<int:pk>/resign/", match.resign, name="resign"),
    path("matches/<int:pk>/rematch/", match.rematch, name="rematch"),
    path("challenges/", challenges.waiting_room, name="waiting_room"),
    path("challenges/new/", challenges.create, name="challenge_create"),
    path("challenges/house/", challenges.play_house, name="play_house"),
    path("challenges/<int:pk>/", challenges.challenge, name="challenge"),
    path("challenges/<int:pk>/accept/", challenges.accept, name="challenge_accept"),
    path("challenges/<int:pk>/decline/", challenges.decline, name="challenge_decline"),
    path("challenges/<int:pk>/cancel/", challenges.cancel, name="challenge_cancel"),
]
