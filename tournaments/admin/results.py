"""What was said, what counts, and what was published: to be read."""

from django.contrib import admin

from tournaments.admin.base import ShownAdmin
from tournaments.models import DirectorTask, GameLine, Match, ResultClaim, StandingSnapshot


@admin.register(ResultClaim)
class ResultClaimAdmin(ShownAdmin):
    """Claims: appended by services, never edited."""

    club_path = "match__stage__event__tournament__club"
    list_display = ("where", "number", "state", "source", "actor_label", "created_at")
    list_filter = ("state", "source")
    list_select_related = ("match__stage__event__tournament__club", "match__round")
    ordering = ("-id",)

    @admin.display(description="Match")
    def where(self, claim: ResultClaim) -> str:
        """Event, round and table."""
        return place_of(claim.match)


@admin.register(GameLine)
class GameLineAdmin(ShownAdmin):
    """One line a side and game of every claim."""

    club_path = "claim__match__stage__event__tournament__club"
    list_display = ("who", "where", "number", "won", "spread", "points", "skunk", "is_forfeit")
    list_filter = ("skunk", "is_forfeit")
    list_select_related = (
        "claim__match__stage__event__tournament__club",
        "claim__match__round",
        "side__entry",
    )
    ordering = ("-id",)

    @admin.display(description="Player")
    def who(self, line: GameLine) -> str:
        """Whose line it is."""
        return line.side.entry.display if line.side.entry else "nobody"

    @admin.display(description="Match")
    def where(self, line: GameLine) -> str:
        """Event, round and table."""
        return place_of(line.claim.match)


@admin.register(StandingSnapshot)
class StandingSnapshotAdmin(ShownAdmin):
    """Standings as they were published."""

    club_path = "stage__event__tournament__club"
    list_display = ("stage", "event", "version", "published_at")
    list_select_related = ("stage__event__tournament__club",)
    ordering = ("-id",)

    @admin.display(description="Event")
    def event(self, snapshot: StandingSnapshot) -> str:
        """The event."""
        return snapshot.stage.event.name


@admin.register(DirectorTask)
class DirectorTaskAdmin(ShownAdmin):
    """What directors had to settle; the console closes it."""

    club_path = "event__tournament__club"
    list_display = ("kind", "where", "state", "opened_at", "closed_at", "note")
    list_filter = ("state", "kind")
    list_select_related = ("event", "match__stage__event", "match__round")
    ordering = ("-id",)

    @admin.display(description="Match")
    def where(self, task: DirectorTask) -> str:
        """Event, round and table."""
        return place_of(task.match) if task.match else task.event.name


def place_of(match: Match) -> str:
    """Say which match it is."""
    name = match.round.name or f"round {match.round.number}"
    table = f", table {match.table}" if match.table else ""
    return f"{match.stage.event.name}: {name}{table}"
