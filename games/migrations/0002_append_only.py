"""A game's log and its secrets are only added to."""

from django.db import migrations

from common.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [append_only("games_gameevent"), append_only("games_gamesecret")]
