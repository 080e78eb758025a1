"""The API's addresses for accounts, under ``/api/v1/``."""

from django.urls import path

from accounts.api import MeView, RevokeView, TokenView

urlpatterns = [
    path("auth/token/", TokenView.as_view(), name="auth_token"),
    path("auth/token/revoke/", RevokeView.as_view(), name="auth_token_revoke"),
    path("me/", MeView.as_view(), name="me"),
]
