from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import receivers, schema  # noqa: F401  the schema registers itself
        from accounts.selectors import readers_of
        from golem.outbox.readers import answer_with

        answer_with(readers_of)

        post_migrate.connect(receivers.make_house, sender=self)
