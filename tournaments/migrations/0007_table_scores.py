from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_formats"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="matchgame",
            name="match_game_winner_is_a_slot",
        ),
        migrations.AddField(
            model_name="matchgame",
            name="scores",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="resultclaim",
            name="source",
            field=models.CharField(
                choices=[
                    ("scorer", "scorer"),
                    ("side_1", "first side"),
                    ("side_2", "second side"),
                    ("side_3", "third side"),
                    ("card", "score cards"),
                    ("engine", "engine"),
                    ("api", "app"),
                    ("admin", "desk"),
                    ("import", "import"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgame",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("winner__isnull", True), ("winner__in", [1, 2, 3, 4]), _connector="OR"
                ),
                name="match_game_winner_is_a_slot",
            ),
        ),
    ]
