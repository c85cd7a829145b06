"""Who may rule on a game, and who may not since he plays in it."""

from clubs.models import ClubRole
from games.models import Game, GameSeat

JUDGING_ROLES = ("owner", "director", "judge")


def players_of(game: Game) -> frozenset[int]:
    """Return the logins of who plays in a game, or has a seat kept in it.

    Args:
        game: any.
    """
    kept = GameSeat.objects.filter(game=game).values_list("player__user_id", flat=True)
    return frozenset({*game.users, *kept} - {None})


def judges_of(game: Game) -> dict[int, str]:
    """Return the logins that may judge a game, with the names they sign in by.

    Args:
        game: any; none of those who play in it is among them.
    """
    roles = ClubRole.objects.filter(club_id=game.club_id, role__in=JUDGING_ROLES)
    names = dict(roles.order_by("user__username").values_list("user_id", "user__username"))
    return {user_id: name for user_id, name in names.items() if user_id not in players_of(game)}
