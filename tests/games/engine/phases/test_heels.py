import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import Card
from tests.games.engine.table import Table

DEALER, PONE = 0, 1
LEAD = cmd.PlayCard(PONE, Card.parse("KC"))
CLAIMED = (
    ev.WindowClosed("heels", "claimed"),
    ev.PointsPegged(DEALER, DEALER, 2, "heels", (("heels", 2),)),
)


def turned(starter="JC", **options):
    rules = Rules.of(first_deal="assigned", **options)
    return Table(rules, DEALER).to_play(["2C 3C 7D 8D", "KC 9C 4D 5D"], ["QC QD", "TC TD"], starter)


@pytest.mark.parametrize(("start", "score"), [(40, 42), (119, 121), (120, 121)])
def test_jack_pegs_two_for_the_dealer_at_once(start, score):
    table = turned(start_pegs=(start, 0))

    assert table.state.scores == (score, 0)
    assert table.state.is_over == (score == 121)


def test_no_card_is_played_after_a_win_on_heels():
    table = turned(start_pegs=(119, 0))

    with pytest.raises(errors.GameOver):
        table.send(LEAD)


def test_other_starters_open_nothing():
    table = turned("TS", heels="before_lead")

    with pytest.raises(errors.WrongPhase):
        table.send(cmd.ClaimHeels(DEALER))
    assert table.state.awaits == ("play", (PONE,))


def test_lead_waits_for_the_dealer():
    table = turned(heels="before_lead")

    with pytest.raises(errors.ClaimWindowOpen) as refusal:
        table.send(LEAD)
    assert refusal.value.context == {"retry_after": 5}
    assert table.state.awaits == ("heels", (DEALER,))


def test_claim_pegs_two_and_frees_the_lead():
    table = turned(heels="before_lead")

    assert table.send(cmd.ClaimHeels(DEALER)) == CLAIMED
    table.send(LEAD)


def test_claim_can_win():
    table = turned(heels="before_lead", start_pegs=(119, 0))

    assert table.send(cmd.ClaimHeels(DEALER)) == (*CLAIMED, ev.GameWon(DEALER, (0, 2)))


def test_waiver_pegs_nothing_and_frees_the_lead():
    table = turned(heels="before_lead")

    assert table.send(cmd.WaiveHeels(DEALER)) == (ev.WindowClosed("heels", "waived"),)
    assert table.send(LEAD) == (ev.CardPlayed(PONE, LEAD.card, 10),)
    assert table.state.scores == (0, 0)


def test_claim_is_still_open_after_the_grace():
    table = turned(heels="before_lead")
    table.send(cmd.EndWindow())

    assert table.send(cmd.ClaimHeels(DEALER)) == CLAIMED


def test_lead_forfeits_and_the_log_says_so_before_the_card():
    table = turned(heels="before_lead")
    table.send(cmd.EndWindow())

    assert table.send(LEAD) == (
        ev.WindowClosed("heels", "forfeited"),
        ev.CardPlayed(PONE, LEAD.card, 10),
    )


def test_lead_that_is_refused_forfeits_nothing():
    table = turned(heels="before_lead", heels_grace=0)
    before = table.state

    with pytest.raises(errors.CardNotInHand):
        table.send(cmd.PlayCard(PONE, Card.parse("2C")))
    assert table.state == before


def test_claim_after_the_lead_is_too_late():
    table = turned(heels="before_lead", heels_grace=0)
    table.send(LEAD)

    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.ClaimHeels(DEALER))
    assert table.state.scores == (0, 0)
    assert table.log.count(ev.WindowClosed("heels", "forfeited")) == 1


def test_without_grace_the_lead_is_free_at_once():
    table = turned(heels="before_lead", heels_grace=0)

    assert table.state.awaits == ("play", (PONE,))
    assert table.send(cmd.ClaimHeels(DEALER)) == CLAIMED


@pytest.mark.parametrize(
    ("first", "second", "refusal"),
    [
        pytest.param(cmd.ClaimHeels, cmd.ClaimHeels, errors.AlreadyClaimed, id="claim-twice"),
        pytest.param(cmd.ClaimHeels, cmd.WaiveHeels, errors.AlreadyClaimed, id="claim-waive"),
        pytest.param(cmd.WaiveHeels, cmd.ClaimHeels, errors.ClaimWindowClosed, id="waive-claim"),
    ],
)
def test_heels_are_settled_once(first, second, refusal):
    table = turned(heels="before_lead")
    table.send(first(DEALER))

    with pytest.raises(refusal):
        table.send(second(DEALER))


@pytest.mark.parametrize("command", [cmd.ClaimHeels, cmd.WaiveHeels])
def test_heels_belong_to_the_dealer(command):
    table = turned(heels="before_lead")

    with pytest.raises(errors.NotDealer):
        table.send(command(PONE))


def test_nobody_claims_where_the_engine_pegs():
    with pytest.raises(errors.NotInRuleset):
        turned().send(cmd.ClaimHeels(DEALER))


def test_grace_ends_once():
    table = turned(heels="before_lead")
    assert table.send(cmd.EndWindow()) == (ev.GraceEnded(),)

    with pytest.raises(errors.WrongPhase):
        table.send(cmd.EndWindow())
