from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "golem.outbox"
