"""How the style sheet and the scripts are served: under names that change with their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Assets(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Hashed names also for the modules that a script imports, so that after an upgrade no
    browser mixes an old module with a new one."""

    support_js_module_import_aggregation = True
