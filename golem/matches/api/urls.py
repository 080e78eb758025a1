"""The API's addresses of games, challenges and matches, under ``/api/v1/``."""

from django.urls import path

from golem.matches.api import challenges, games, matches
from golem.rest import ids  # noqa: F401  it brings the converter "row"

urlpatterns = [
    path("games/", games.GameList.as_view(), name="games"),
    path("games/<slug:key>/", games.GameDetail.as_view(), name="game"),
    path("games/<slug:key>/legal/", games.LegalMoves.as_view(), name="legal"),
    path("challenges/", challenges.ChallengeList.as_view(), name="challenges"),
    path("challenges/<row:pk>/", challenges.ChallengeDetail.as_view(), name="challenge"),
    path("challenges/<row:pk>/accept/", challenges.Accept.as_view(), name="accept"),
    path("challenges/<row:pk>/decline/", challenges.Decline.as_view(), name="decline"),
    path("challenges/<row:pk>/cancel/", challenges.Cancel.as_view(), name="cancel"),
    path("matches/", matches.MatchList.as_view(), name="matches"),
    path("matches/<row:pk>/", matches.MatchDetail.as_view(), name="match"),
    path("matches/<row:pk>/moves/", matches.MoveList.as_view(), name="moves"),
    path("matches/<row:pk>/clocks/", matches.ClockLedger.as_view(), name="clocks"),
    path("matches/<row:pk>/click/", matches.Click.as_view(), name="click"),
    path("matches/<row:pk>/resign/", matches.Resign.as_view(), name="resign"),
    path("matches/<row:pk>/rematch/", matches.Rematch.as_view(), name="rematch"),
    path("matches/<row:pk>/export/json/", matches.ExportJSON.as_view(), name="export-json"),
    path("matches/<row:pk>/export/text/", matches.ExportText.as_view(), name="export-text"),
]
