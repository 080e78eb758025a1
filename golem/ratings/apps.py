from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "golem.ratings"

    def ready(self) -> None:
        from accounts.hooks import own_data
        from golem.matches import hooks, nudges, passages
        from golem.matches.invariants import rooms
        from golem.outbox.kinds import register
        from golem.ratings import due, invariants, messages, passage
        from golem.ratings.own_data import own_data as data_here

        own_data.append(data_here)
        hooks.on_result.append(due.note)
        nudges.after_end.append(due.nudge)
        passages.of_ends.append(passage.of_match)
        rooms.checks.append(invariants.check)
        rooms.warnings.append(invariants.late)
        register(*messages.KINDS)
