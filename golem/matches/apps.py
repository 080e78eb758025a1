from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "golem.matches"

    def ready(self) -> None:
        from accounts.hooks import has_played, leaving
        from golem.matches import messages, reminders
        from golem.matches.selectors import has_had_a_seat
        from golem.matches.withdrawals import leave
        from golem.outbox.kinds import register

        has_played.append(has_had_a_seat)
        leaving.append(leave)
        register(*reminders.KINDS, *messages.KINDS)
        import golem.celery  # noqa: F401  the one place that loads it: @shared_task needs an app
