"""The addresses of one's mails, under ``/account/mails/``."""

from django.urls import path

from golem.outbox import views

app_name = "outbox"
urlpatterns = [
    path("", views.mails, name="mails"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
