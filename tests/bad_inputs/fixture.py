"""The world of the cases: people, and games that were played to where they stand."""

from datetime import timedelta
from functools import cached_property

from clubs.models import ApiToken
from common import clock
from games.engine import commands as cmd
from games.engine.rules import Rules
from games.services.timeouts import meet_deadline
from tests.bad_inputs.tournaments import Nights
from tests.clubs import world as clubs
from tests.games import world

RULES = {
    "first_deal": "assigned",
    "heels": "before_lead",
    "heels_grace": 5,
    "go": "said",
    "counting": "declared",
}
HANDS = {
    "alice": "KD 9H 2C 7S",
    "bob": "4H TC 6C AH",
}
FOUR_HANDS = ("2D AS KD KH QD", "2C 4D 3D 8H QC", "3C 2H KS KC QH", "4C AH JD JS QS")


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
        make = {
            "G_PLAY": self._play,
            "G_SHOW": self._show,
            "G_MUG": self._muggins,
            "G_MUG_OVER": self._muggins_over,
            "G_COUNT": self._count,
            "G_ABANDONED": self._abandoned,
            "G_4P": self._of_four,
            "G_DISCARD": self._discard,
            "G_HEELS": self._heels,
            "G_OVER": self._over,
            "G_B": self._of_club_b,
        }
        return world.reread(make[symbol]())

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

    def _shown(self, **options):
        rules = Rules.of(**RULES | {"start_pegs": (59, 62)} | options)
        hands = (f"{HANDS['alice']} 5D QH", f"{HANDS['bob']} 3S JS")
        with world.dealt(rules, (hands, "5S")):
            game = world.seated(self.a.club, self.a.alice, self.a.bob, rules=rules)
            world.lay_away(game, "5D QH", "3S JS")
            world.cut_starter(game)
            world.play(game, "4H KD TC 2C AH 9H 6C 7S")
        return game

    def _show(self):
        return self._shown(muggins="show")

    def _count(self):
        return self._shown(overclaim="refuse")

    def _muggins(self):
        game = self._show()
        world.send(game, cmd.Count(1, 5))
        assert world.state(game).scores == (60, 70)
        return game

    def _muggins_over(self):
        game = self._muggins()
        world.send(game, cmd.Count(0, 2))
        return game

    def _of_four(self):
        rules = Rules.of("partnership", **RULES)
        seats = (self.a.alice, self.a.carol, self.a.bob, self.a.sally)
        with world.dealt(rules, (FOUR_HANDS, "9S")):
            game = world.seated(self.a.club, *seats, rules=rules)
            world.lay_away(game, "QD", "QC", "QH", "QS")
            world.cut_starter(game)
            world.play(game, "2C 3C 4C 2D 4D 2H AH AS")
        return game

    def _abandoned(self):
        game = self._seated(move_seconds=60)[0]
        with clock.frozen(world.reread(game).due_at):
            meet_deadline(game_id=game.public_id)
        return game

    def _over(self):
        return world.play_on(self._seated(target=31)[0])

    def _of_club_b(self):
        game = world.seated(self.b.club, self.b.dave, self.b.evan)
        return world.play_on(game, until=lambda state: state.phase == "play")
