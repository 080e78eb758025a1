from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from golem.matches import hooks
        from tournaments import later_stages, origins, results

        hooks.on_result.append(results.note)
        hooks.origins.append(origins.origins_of)
        hooks.before_reopening.append(later_stages.lock)
        hooks.reopen_refusals.append(later_stages.refusal)
