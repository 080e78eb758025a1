"""How the OpenAPI document describes the API tokens."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The header ``Authorization: Token ...``."""

    target_class = "accounts.authentication.ApiTokenAuthentication"
    name = "apiToken"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """Return the scheme in the words of OpenAPI."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "The word `Token`, a space, and an API token.",
        }
