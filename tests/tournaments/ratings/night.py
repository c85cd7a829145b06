"""One club night of eight players, seven games each, and its ratings as text."""

from tournaments.ratings.base import GameToRate, RatingSystem, rebuild

PLAYERS = ("Ann", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")
FIRST_DEALS = ("winner", "loser", None, "winner")


def night() -> list[GameToRate]:
    """All meet all by the circle; the one nearer the end of the alphabet wins twice in three."""
    games = []
    for round_ in range(7):
        turned = [0, *((seat + round_) % 7 + 1 for seat in range(7))]
        for table in range(4):
            early, late = sorted((turned[table], turned[7 - table]))
            winner, loser = (early, late) if (round_ + table) % 3 == 0 else (late, early)
            first = FIRST_DEALS[(round_ * 4 + table * 3) % 4]
            key = ("2026-11-30", 1, round_ + 1, table + 1, 1)
            games.append(GameToRate(PLAYERS[winner], PLAYERS[loser], first, key))
    return games


def night_as_text(system: RatingSystem) -> str:
    ratings, history = rebuild(system, night(), {})
    lines = [f"{system.key}: a night of eight, all meet all"]
    for game, winner, loser, winner_after, loser_after in history:
        lines.append(
            f"round {game.key[2]} table {game.key[3]}  {game.winner} beats {game.loser},"
            f" first deal {game.first_dealer or 'unknown'}:"
            f" {winner.value:.3f} -> {winner_after.value:.3f},"
            f" {loser.value:.3f} -> {loser_after.value:.3f}"
        )
    lines += [
        f"{player}  {rated.value:.3f} +/- {rated.deviation:.3f} after {rated.games}"
        for player, rated in sorted(ratings.items(), key=lambda item: -item[1].value)
    ]
    return "\n".join(lines) + "\n"
