"""The API's addresses for accounts, under ``/api/v1/``."""

from django.urls import path

from accounts.api import MeView, RevokeView, TokenView
from accounts.api_leaving import ExportView, LeaveView

urlpatterns = [
    path("auth/token/", TokenView.as_view(), name="auth_token"),
    path("auth/token/revoke/", RevokeView.as_view(), name="auth_token_revoke"),
    path("me/", MeView.as_view(), name="me"),
    path("me/export/", ExportView.as_view(), name="me_export"),
    path("me/delete/", LeaveView.as_view(), name="me_delete"),
]
