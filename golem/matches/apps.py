from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "golem.matches"

    def ready(self) -> None:
        from accounts.hooks import has_played, leaving, own_data, renaming
        from golem.matches import messages, reminders
        from golem.matches.kept_names import rename
        from golem.matches.leaving import leave
        from golem.matches.own_data import own_data as data_here
        from golem.matches.selectors import has_had_a_seat
        from golem.outbox.kinds import register

        has_played.append(has_had_a_seat)
        leaving.append(leave)
        renaming.append(rename)
        own_data.append(data_here)
        register(*reminders.KINDS, *messages.KINDS)
        import golem.celery  # noqa: F401  the one place that loads it: @shared_task needs an app
