"""The addresses of the pages of ratings."""

from django.urls import path

from golem.ratings import views

app_name = "ratings"
urlpatterns = [
    path("ratings/", views.index, name="index"),
    path("ratings/<slug:key>/", views.rating_list, name="list"),
    path("players/<str:name>/ratings/<slug:key>/", views.history, name="history"),
]
