from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "golem.matches"

    def ready(self) -> None:
        import golem.celery  # noqa: F401  the one place that loads it: @shared_task needs an app
