"""The API's addresses of ratings, under ``/api/v1/``."""

from django.urls import path

from golem.ratings import api
from golem.rest import ids  # noqa: F401  it brings the converter "row"

urlpatterns = [
    path("ratings/<slug:key>/", api.RatingList.as_view(), name="ratings"),
    path("players/<str:name>/ratings/", api.PlayerRatings.as_view(), name="player-ratings"),
    path("players/<str:name>/ratings/<slug:key>/", api.History.as_view(), name="history"),
    path("players/<str:name>/record/<slug:key>/", api.Record.as_view(), name="record"),
    path("matches/<row:pk>/rating/", api.MatchRating.as_view(), name="match-rating"),
]
