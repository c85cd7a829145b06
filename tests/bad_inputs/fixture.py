"""The world of the cases: people, and games that were played to where they stand."""

from datetime import timedelta
from functools import cached_property

from clubs.models import ApiToken
from common import clock
from games.engine.rules import Rules
from tests.bad_inputs.reading import LATER_GAMES
from tests.bad_inputs.tournaments import Nights
from tests.clubs import world as clubs
from tests.games import world

RULES = {"first_deal": "assigned", "heels": "before_lead", "heels_grace": 5, "go": "said"}
HANDS = {
    "alice": "KD 9H 2C 7S",
    "bob": "4H TC 6C AH",
}


class Fixture:
    """Makes what a case names, when it names it."""

    def __init__(self):
        self.a = world.people("cluba", ("alice", "bob", "carol", "sally", "dora"))
        self._roles(self.a.club, sally="scorer", dora="director")

    @cached_property
    def nights(self):
        return Nights(self)

    def _roles(self, club, **roles):
        for name, role in roles.items():
            clubs.grant(getattr(self.a, name).login, club, role)

    @cached_property
    def b(self):
        found = world.people("clubb", ("dave", "evan", "fay", "gus"), is_public=False)
        clubs.grant(found.evan.login, found.club, "director")
        return found

    def login(self, name):
        """Return a login by its name in the fixture."""
        if name == "root":
            return clubs.user("root", is_superuser=True, is_staff=True)
        if name == "spec":
            return clubs.user("spec")
        for people in (self.a, self.b):
            if hasattr(people, name):
                return getattr(people, name).login
        raise KeyError(name)

    def token(self, name):
        """Return a token of somebody; ``alice_read`` reads, ``alice_expired`` is too old."""
        if name == "spec":
            return clubs.token(self._of_no_club(), self.a.club, "report")
        who, _, how = name.partition("_")
        club = (self.a if hasattr(self.a, who) else self.b).club
        scope = "read" if how == "read" else "direct" if who in ("dora", "evan") else "report"
        secret = clubs.token(self.login(who), club, scope)
        if how == "expired":
            passed = clock.now() - timedelta(hours=1)
            ApiToken.objects.update(expires_at=passed)
        return secret

    def _of_no_club(self):
        login = clubs.user("spec")
        clubs.grant(login, self.a.club, "viewer")
        return login

    def thing(self, symbol):
        """Return the public id of what a path names in capitals."""
        if symbol.startswith("G_"):
            return self.game(symbol).public_id
        if symbol.startswith("P_"):
            name = symbol[2:].lower()
            people = self.a if hasattr(self.a, name) else self.b
            return getattr(people, name).player.public_id
        if (row := self.nights.thing(symbol)) is not None:
            return row.public_id
        return {"CLUB_A": self.a.club}[symbol].public_id

    def game(self, symbol):
        """Play a game to where the fixture says that it stands."""
        if symbol in LATER_GAMES:
            raise KeyError(symbol)
        make = {
            "G_DISCARD": self._discard,
            "G_HEELS": self._heels,
            "G_OVER": self._over,
            "G_B": self._of_club_b,
        }
        return world.reread(make.get(symbol, self._play)())

    def _seated(self, **options):
        rules = Rules.of(**RULES | options)
        return world.seated(self.a.club, self.a.alice, self.a.bob, rules=rules), rules

    def _dealt(self, hands, starter, **options):
        with world.dealt(Rules.of(**RULES | options), (hands, starter)):
            return self._seated(**options)[0]

    def _discard(self):
        return self._dealt(("5H 5C JD 4S 6D KH", "2C 3C 9H TH QS AS"), "8S")

    def _play(self):
        hands = (f"{HANDS['alice']} 5D QH", f"{HANDS['bob']} 3S JS")
        rules = Rules.of(**RULES | {"start_pegs": (30, 41)})
        with world.dealt(rules, (hands, "8S")):
            game = world.seated(self.a.club, self.a.alice, self.a.bob, rules=rules)
            world.lay_away(game, "5D QH", "3S JS")
            world.cut_starter(game)
            world.play(game, "4H KD TC")
        return game

    def _heels(self):
        hands = ("5H 5C 9D 4S 6D KH", "2H 3H 4D 9C QS AS")
        with world.dealt(Rules.of(**RULES), (hands, "JC")):
            game, _ = self._seated()
            world.lay_away(game, "6D KH", "QS AS")
            world.cut_starter(game)
        return game

    def _over(self):
        return world.play_on(self._seated(target=31)[0])

    def _of_club_b(self):
        game = world.seated(self.b.club, self.b.dave, self.b.evan)
        return world.play_on(game, until=lambda state: state.phase == "play")
