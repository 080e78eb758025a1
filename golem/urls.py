"""The site's addresses."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from golem.pages.api_docs import api_docs

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("golem.pages.urls")),
    path("", include("golem.ratings.urls")),
    path("", include("golem.matches.urls")),
    path("", include("tournaments.urls")),
    path("account/mails/", include("golem.outbox.urls")),
    path("account/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include(("golem.matches.api.urls", "api"))),
    path("api/v1/", include(("golem.ratings.api.urls", "ratings_api"))),
    path("api/v1/", include(("accounts.api_urls", "accounts_api"))),
    path("api/v1/", include(("tournaments.api.urls", "tournaments_api"))),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", api_docs, name="api-docs"),
]

handler400 = "golem.pages.errors.bad_request"
handler404 = "golem.pages.errors.not_found"
handler500 = "golem.pages.errors.server_error"
