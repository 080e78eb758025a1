from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "golem.jobs"
