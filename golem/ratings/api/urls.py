"""The API's addresses of ratings, under ``/api/v1/``."""

from django.urls import path

from golem.ratings.api import players, views
from golem.rest import ids  # noqa: F401  it brings the converter "row"

urlpatterns = [
    path("ratings/<slug:key>/", views.RatingList.as_view(), name="ratings"),
    path("players/", players.PlayerList.as_view(), name="players"),
    path("players/<str:name>/ratings/", views.PlayerRatings.as_view(), name="player-ratings"),
    path("players/<str:name>/ratings/<slug:key>/", views.History.as_view(), name="history"),
    path("players/<str:name>/record/<slug:key>/", views.Record.as_view(), name="record"),
    path("matches/<row:pk>/rating/", views.MatchRating.as_view(), name="match-rating"),
]
