from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="pairing",
            index=models.Index(fields=["group", "decided_at"], name="pairing_decided"),
        ),
    ]
