"""The world of the cases about a night: which route an op has, and what its names stand for.

Whatever a case names is made by the services when it is named.
"""

from functools import cached_property

from tests.factories import A_DAY, SYSTEM, first_stage, rounds_of
from tests.tournaments.play import fresh, matches_of, report, win
from tournaments.models import Entry, Event, Match, MatchSide, Round
from tournaments.services.corrections import void_match
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.entries import enter
from tournaments.services.events import create_event, create_tournament
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import open_check_in
from tournaments.services.nights import create_night
from tournaments.services.rosters import check_in, register_player
from tournaments.services.stages import add_feed, add_stage, edit_stage

RESULTS = "Results that can be trusted: claims, score cards, corrections, rulings"
DESK = "The organiser's desk"

OPS = {
    "claim.create",
    "correction.apply",
    "entry.create",
    "event.changes",
    "event.update",
    "match.create",
    "match.delete",
    "match.list",
    "match.update",
    "round.generate",
    "round.publish",
    "round.swap",
    "stage.create",
    "stagefeed.create",
}
LATER_OPS = {
    "claim.accept": RESULTS,
    "claim.agree": RESULTS,
    "event.export": DESK,
}
# Until the issue named: a correction is previewed first, and applied by its digest.
LATER = {"results-16": RESULTS, "results-17": RESULTS}
BEST_OF_THREE = {"best_of": 3, "counting": "games", "multipliers": [1, 1, 1]}


class Nights:
    """Makes the nights of a fixture; ``people`` of club A and of club B are its own."""

    def __init__(self, fixture):
        self.fixture = fixture

    def thing(self, symbol):
        """Return the row that a name in capitals stands for, or None."""
        make = getattr(self, f"_{symbol.lower()}", None)
        return None if make is None else make()

    def _night(self, people, *, rounds=1, seated=True, play_off=True):
        """Make a night of these people, best of three, whose odd one out has a bye."""
        club = people[0].player.club
        event = create_night(
            club_id=club.public_id,
            actor=SYSTEM,
            name="A night",
            starts_at=A_DAY,
            games=rounds,
            play_off=play_off,
            public_level="hidden",
        )
        stage = first_stage(event)
        edit_stage(stage_id=stage.public_id, actor=SYSTEM, config=BEST_OF_THREE)
        self._come(event, people)
        if seated:
            generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=15)
            publish_rounds(stage_id=stage.public_id, actor=SYSTEM)
        return fresh(event)

    def _come(self, event, people):
        open_check_in(event_id=event.public_id, actor=SYSTEM)
        for one in people:
            made = register_player(
                tournament_id=event.tournament.public_id,
                actor=SYSTEM,
                player_id=one.player.public_id,
            )
            check_in(registration_id=made.public_id, actor=SYSTEM)
            if not Entry.objects.filter(event=event, members__registration=made).exists():
                enter(event_id=event.public_id, actor=SYSTEM, registration_ids=[made.public_id])

    @cached_property
    def _people(self):
        a = self.fixture.a
        return [a.alice, a.bob, a.carol, a.sally, a.dora]

    @cached_property
    def _running(self):
        return self._night(self._people, rounds=3)

    def _ev_a(self):
        return self._running

    def _ev_draft(self):
        return create_night(
            club_id=self.fixture.a.club.public_id,
            actor=SYSTEM,
            name="A draft",
            starts_at=A_DAY,
            play_off=False,
        )

    def _match_of_alice(self, event, kind=Match.Kind.PAIRING):
        player = self.fixture.a.alice.player
        return Match.objects.filter(
            stage__event=event,
            kind=kind,
            sides__entry__members__registration__player=player,
        ).first()

    def _m_ready(self):
        return self._match_of_alice(self._running)

    def _m_bye(self):
        return self._match_of_alice(self._whole, Match.Kind.BYE)

    @cached_property
    def _whole(self):
        """A night long enough that everybody sits out once."""
        return self._night(self._people, rounds=5)

    def _m_void(self):
        match = self._m_ready()
        void_match(match_id=match.public_id, actor=SYSTEM, reason="No board.")
        return match

    def _m_confirmed(self):
        match = self._m_ready()
        report(match, win(1), win(2), win(1))
        return match

    _m_locked = _m_confirmed

    def _m_of_ev_final(self):
        event = self._night(self._people[:4], play_off=False)
        for match in matches_of(event):
            report(match, win(1), win(1))
        finalise_event(event_id=event.public_id, actor=SYSTEM)
        return self._match_of_alice(event)

    @cached_property
    def _draft(self):
        event = self._night(self._people, seated=False)
        return generate_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, rng_seed=15)[0]

    def _r_draft(self):
        return self._draft

    def _m1(self):
        return Match.objects.filter(round=self._draft, table=1).get()

    def _m2(self):
        return Match.objects.filter(round=self._draft, table=2).get()

    def _entry_of(self, person):
        player = person.player
        return Entry.objects.get(
            event=self._draft.stage.event, members__registration__player=player
        )

    def _e_alice(self):
        return self._entry_of(self.fixture.a.alice)

    def _e_bob(self):
        return self._entry_of(self.fixture.a.bob)

    def _r_b(self):
        b = self.fixture.b
        return rounds_of(self._night([b.dave, b.evan, b.fay, b.gus]))[0]

    @cached_property
    def _weekend(self):
        """Make a Swiss event whose first round is played; a bracket follows it."""
        occasion = create_tournament(
            club_id=self.fixture.a.club.public_id,
            actor=SYSTEM,
            name="A weekend",
            starts_at=A_DAY,
        )
        event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
        swiss = add_stage(event_id=event.public_id, actor=SYSTEM, kind="swiss")
        bracket = add_stage(event_id=event.public_id, actor=SYSTEM, kind="single_elim")
        add_feed(
            stage_id=bracket.public_id,
            actor=SYSTEM,
            source_id=swiss.public_id,
            rule="top_k",
            params={"k": 4},
        )
        self._come(event, self._people)
        generate_rounds(stage_id=swiss.public_id, actor=SYSTEM, rng_seed=15)
        publish_rounds(stage_id=swiss.public_id, actor=SYSTEM)
        for match in matches_of(event):
            report(match, 1)
        return [swiss, bracket]

    def _st_swiss(self):
        return self._weekend[0]

    def _st_elim(self):
        return self._weekend[1]


def check_one_round():
    """Insist that there is one second round, and everybody in one match or sit-out of it."""
    round_ = Round.objects.get(number=2)
    seated = MatchSide.objects.filter(round=round_).values_list("entry", flat=True)
    entries = Entry.objects.filter(event=Event.objects.get(stages=round_.stage))
    assert sorted(seated) == sorted(entries.values_list("pk", flat=True))
