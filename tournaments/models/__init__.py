"""Fields and constraints of tournaments; no rules (those are in the pure packages)."""

from tournaments.models.desk import DirectorTask
from tournaments.models.lasting import Rating, RatingChange, RatingPool, RatingRun, SeasonScore
from tournaments.models.occasion import (
    Entry,
    EntryMember,
    Event,
    PublicLevel,
    Registration,
    Ruling,
    Season,
    Tournament,
)
from tournaments.models.play import Match, MatchSide, Round, Stage, StageEntry, StageFeed
from tournaments.models.results import GameLine, MatchGame, ResultClaim, StandingSnapshot

__all__ = [
    "DirectorTask",
    "Entry",
    "EntryMember",
    "Event",
    "GameLine",
    "Match",
    "MatchGame",
    "MatchSide",
    "PublicLevel",
    "Rating",
    "RatingChange",
    "RatingPool",
    "RatingRun",
    "Registration",
    "ResultClaim",
    "Round",
    "Ruling",
    "Season",
    "SeasonScore",
    "Stage",
    "StageEntry",
    "StageFeed",
    "StandingSnapshot",
    "Tournament",
]
