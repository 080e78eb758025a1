"""Django REST framework and the OpenAPI schema."""
