# What is due, in order, and whose clocks run: found without looking at other rows.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0005_annul_and_reopen'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='seat',
            name='seat_zero_at',
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('zero_at__isnull', False)), fields=['zero_at', 'id'], name='seat_due'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('runs_since__isnull', False)), fields=['user'], name='seat_running'),
        ),
    ]
