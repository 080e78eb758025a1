"""The API's addresses of games, challenges and matches, under ``/api/v1/``."""

from django.urls import path

from golem.matches.api import challenges, games, matches

urlpatterns = [
    path("games/", games.GameList.as_view(), name="games"),
    path("games/<slug:key>/", games.GameDetail.as_view(), name="game"),
    path("games/<slug:key>/legal/", games.LegalMoves.as_view(), name="legal"),
    path("challenges/", challenges.ChallengeList.as_view(), name="challenges"),
    path("challenges/<int:pk>/", challenges.ChallengeDetail.as_view(), name="challenge"),
    path("challenges/<int:pk>/accept/", challenges.Accept.as_view(), name="accept"),
    path("challenges/<int:pk>/decline/", challenges.Decline.as_view(), name="decline"),
    path("challenges/<int:pk>/cancel/", challenges.Cancel.as_view(), name="cancel"),
    path("matches/", matches.MatchList.as_view(), name="matches"),
    path("matches/<int:pk>/", matches.MatchDetail.as_view(), name="match"),
    path("matches/<int:pk>/moves/", matches.MoveList.as_view(), name="moves"),
    path("matches/<int:pk>/clocks/", matches.ClockLedger.as_view(), name="clocks"),
    path("matches/<int:pk>/click/", matches.Click.as_view(), name="click"),
    path("matches/<int:pk>/resign/", matches.Resign.as_view(), name="resign"),
    path("matches/<int:pk>/rematch/", matches.Rematch.as_view(), name="rematch"),
    path("matches/<int:pk>/export/json/", matches.ExportJSON.as_view(), name="export-json"),
    path("matches/<int:pk>/export/text/", matches.ExportText.as_view(), name="export-text"),
]
