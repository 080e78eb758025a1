"""Django REST framework and the OpenAPI schema."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticatedOrReadOnly",
        "accounts.permissions.TokenScope",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["golem.rest.throttles.Throttle"],
    "DEFAULT_PARSER_CLASSES": ["golem.rest.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "golem.rest.pagination.NewestFirst",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "golem.rest.problems.answer",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Golem",
    "DESCRIPTION": "Football games by correspondence: matches, moves in notation, ratings, events.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "OAS_VERSION": "3.1.0",
    "PATH_CONVERTER_OVERRIDES": {"row": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}},
    "ENUM_NAME_OVERRIDES": {
        "MatchStatusEnum": ["running", "finished"],
        "ChallengeStatusEnum": ["open", "accepted", "declined", "cancelled", "expired"],
        "EventKindEnum": ["tournament", "championship", "mini_cup", "ladder", "team_cup"],
        "EventStatusEnum": ["entry", "running", "finished", "cancelled"],
        "StageKindEnum": ["round_robin", "swiss", "knock_out"],
        "GroupKindEnum": ["round_robin", "swiss", "knock_out", "ladder"],
        "EntryStatusEnum": ["entered", "waiting", "withdrawn", "removed"],
    },
}
