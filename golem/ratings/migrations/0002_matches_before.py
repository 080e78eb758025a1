from django.db import migrations


def note(apps, schema_editor):
    """Note the matches that ended before there were ratings: the next fold looks at them."""
    schema_editor.execute(
        "INSERT INTO ratings_due (match_id, game)"
        " SELECT id, game FROM matches_match WHERE status = 'finished' AND rated"
    )


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
