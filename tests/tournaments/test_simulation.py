"""Whole nights by the services: the same seed, the same night, and nothing broken."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.integrity.checks import all_breaches
from tournaments.models import Entry, Event, Match, MatchGame
from tournaments.simulation.night import Order, known_formats, simulate_night
from tournaments.simulation.people import drawn_game, names_of
from tournaments.simulation.report import report_of

pytestmark = pytest.mark.django_db


def said(*args):
    out = StringIO()
    call_command("simulate_night", *args, stdout=out)
    return out.getvalue().splitlines()


def figures(lines):
    return {line[:16].strip(): line[16:] for line in lines[1:-1]}


def last_match():
    return Match.objects.filter(stage__number=2).latest("pk")


def test_a_night_prints_its_figures_and_a_digest():
    *lines, digest = said("--players=13", "--seed=5")

    # 13 players, nine games, one of them resting each time; then four play off.
    shown = figures([*lines, digest])
    assert shown["entries"] == "13"
    assert shown["rounds"] == str(9 + 2)
    assert int(shown["games"]) >= 9 * 6 + 3
    assert (shown["repeats"], shown["qualifiers"]) == ("0", "4")
    assert shown["ratings written"] == "13"
    assert shown["champion"] in names_of(13)
    assert digest.startswith("digest ")
    assert len(digest.removeprefix("digest ")) == 64


def test_the_same_seed_gives_the_same_digest_and_another_seed_another():
    first, again, other = (simulate_night(Order(8, seed)).digest for seed in (3, 3, 4))

    assert first == again
    assert first != other


@pytest.mark.parametrize("format_", known_formats())
def test_a_simulated_night_breaks_nothing(format_):
    simulate_night(Order(9, 11, format=format_))

    assert list(all_breaches()) == []
    assert Event.objects.get().state == "final"


@pytest.mark.nightly
@pytest.mark.parametrize("players", [8, 9, 30, 31, 64])
@pytest.mark.parametrize("format_", known_formats())
def test_a_night_of_any_size_runs_to_its_end(format_, players):
    simulate_night(Order(players, 7, format=format_))

    assert list(all_breaches()) == []
    assert Event.objects.get().state == "final"


@pytest.mark.parametrize("format_", known_formats())
def test_every_format_gives_the_same_digest_for_the_same_seed(format_):
    first, again = (simulate_night(Order(10, 5, format=format_)).digest for _ in range(2))

    assert first == again


@pytest.mark.parametrize("format_", ["rotation", "single_elim"])
def test_a_simulated_night_of_pairs_breaks_nothing(format_):
    simulate_night(Order(17, 11, format=format_, pairs=True))

    assert list(all_breaches()) == []
    assert Entry.objects.count() == 8


def test_the_final_can_be_played_card_by_card():
    report = simulate_night(Order(8, 2, final_on_engine=True))

    final = last_match()
    assert final.claims.get().source == "engine"
    assert MatchGame.objects.filter(match=final, source="engine").count() >= 1
    assert list(all_breaches()) == []
    simulate_night(Order(8, 2))
    assert report.digest == report_of(Event.objects.latest("pk"), leave_out=last_match()).digest


def test_too_few_players_are_refused_in_words():
    with pytest.raises(CommandError, match="4"):
        said("--players=2", "--seed=1")


def test_so_many_names_are_all_different():
    names = names_of(1500)

    assert len(set(names)) == 1500
    assert all(len(name) <= 80 for name in names)


def test_drawn_games_can_be_and_some_are_skunks():
    games = [drawn_game(1, (number,), (1, 2), target=121) for number in range(400)]

    assert {game.winner for game in games} == {1, 2}
    assert all(0 <= game.loser_score < 121 for game in games)
    assert 20 < sum(game.loser_score < 91 for game in games) < 200
