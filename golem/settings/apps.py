"""The applications, what a request passes through, templates, language and static files."""

from golem.settings.modes import BASE_DIR, VAR_DIR

INSTALLED_APPS = [
    "golem.pages",
    "tournaments",
    "golem.ratings",
    "golem.matches",
    "accounts",
    "golem.outbox",
    "golem.jobs",
    "golem.rest",
    "allauth",
    "allauth.account",
    "knox",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "golem.pages.metrics.requests.Timed",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "golem.pages.probes.Probes",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "golem.rest.lengths.KnownLength",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "golem.rest.caching.PrivateAnswers",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "golem.rest.odd_queries.OddQueries",
]
ROOT_URLCONF = "golem.urls"
WSGI_APPLICATION = "golem.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "golem.matches.context.waiting",
            ]
        },
    }
]

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "golem" / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "golem" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "golem.pages.assets.Assets"},
}
