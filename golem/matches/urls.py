"""The addresses of the pages of matches."""

from django.urls import path

from golem.matches import views

app_name = "matches"
urlpatterns = [
    path("matches/<int:pk>/", views.match, name="match"),
    path("matches/<int:pk>/preview/", views.preview, name="preview"),
    path("matches/<int:pk>/resign/", views.resign, name="resign"),
    path("matches/<int:pk>/rematch/", views.rematch, name="rematch"),
]
