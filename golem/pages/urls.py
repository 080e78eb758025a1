"""The addresses of the pages that belong to no single room."""

from django.urls import path

from golem.pages import front, help, players, views

app_name = "pages"
urlpatterns = [
    path("", front.front, name="front"),
    path("games/", views.games, name="games"),
    path("games/<slug:key>/", views.rules, name="rules"),
    path("dice/", views.dice, name="dice"),
    path("time/", help.time, name="time"),
    path("tournament-rules/", help.tournaments, name="tournament_rules"),
    path("players/", players.players, name="players"),
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/dice/", views.player_dice, name="player_dice"),
    path("players/<str:name>/boundary/", views.boundary, name="boundary"),
]
