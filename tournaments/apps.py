from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from accounts.hooks import has_played, leaving, own_data
        from golem.matches import hooks
        from golem.matches.invariants import rooms
        from golem.outbox.kinds import register
        from tournaments import (
            closing,
            desk_mails,
            later_stages,
            messages,
            messages_series,
            origins,
            results,
        )
        from tournaments.invariants import check
        from tournaments.own_data import own_data as data_here
        from tournaments.selectors import has_entered

        hooks.on_result.append(results.note)
        hooks.origins.append(origins.origins_of)
        hooks.before_reopening.append(later_stages.lock)
        hooks.reopen_refusals.append(later_stages.refusal)
        register(*messages.KINDS, *messages_series.KINDS, *desk_mails.KINDS)
        has_played.append(has_entered)
        leaving.insert(0, closing.leave_all)  # before the matches end: the table is to know why
        own_data.append(data_here)
        rooms.checks.append(check.check)
        rooms.warnings.append(check.late)
