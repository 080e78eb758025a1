"""What the OpenAPI document says of refusals."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from golem.rest.problems import CONTENT_TYPE


class ProblemShape(serializers.Serializer[Any]):
    """RFC 9457; further members depend on ``code``."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable: programs should look at this.")
    detail = serializers.CharField(help_text="A sentence for a person.")


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the schema's entries for refusals with these statuses, and those of any request:
    401 for a token that is not valid, 429 for too many."""
    shape = OpenApiResponse(ProblemShape, "RFC 9457 problem")
    return {(status, CONTENT_TYPE): shape for status in sorted({401, 429, *statuses})}


ACTS: Final = (400, 403, 404, 409, 422, 503)
"""The refusals of an act: a request that may change something, under an ``Idempotency-Key``."""
