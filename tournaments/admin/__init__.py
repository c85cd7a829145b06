"""The desk's pages for tournaments: ordinary lists, and the console of an event."""

from tournaments.admin import events, lasting, occasions, play, results

__all__ = ["events", "lasting", "occasions", "play", "results"]
