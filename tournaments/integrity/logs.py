"""What every service leaves behind: audit, public feed, outbox; and the games' logs."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, Max, Min

from common import clock
from common.audit import first_broken_seq
from common.models import Audit, Change, Outbox
from games.models import Game
from games.services.fairness import faults_of
from tournaments.integrity.breach import Breach

OUTBOX_PATIENCE = timedelta(minutes=10)
# A game's log is its audit and its feed.
NOTED_KINDS = ("event", "tournament")


def game_logs() -> Iterator[Breach]:
    """Chains, folds, numbers, secrets and packs of every game."""
    for game in Game.objects.order_by("pk").iterator():
        for fault in faults_of(game):
            yield Breach("game log", f"game {game.public_id}", fault)


def audit_chains() -> Iterator[Breach]:
    """Each root's audit is numbered without gaps, and every hash fits."""
    roots = Audit.objects.order_by("root_kind", "root_id").values_list("root_kind", "root_id")
    for kind, root_id in roots.distinct():
        broken = first_broken_seq(root_kind=kind, root_id=root_id)
        if broken is not None:
            yield Breach("audit chain", f"{kind} {root_id}", f"line {broken} does not fit")


def feed_numbers() -> Iterator[Breach]:
    """Each root's feed is numbered from 1 without gaps."""
    roots = Change.objects.values("kind", "root_id").annotate(
        n=Count("pk"), low=Min("seq"), high=Max("seq")
    )
    for root in roots.order_by("kind", "root_id"):
        if (root["low"], root["high"]) != (1, root["n"]):
            yield Breach(
                "change feed",
                f"{root['kind']} {root['root_id']}",
                f"{root['n']} changes are numbered {root['low']} to {root['high']}",
            )


def audited_changes() -> Iterator[Breach]:
    """Whatever the public was told of an event or occasion stands in its audit too."""
    told = Counter(
        Change.objects.filter(kind__in=NOTED_KINDS).values_list("kind", "root_id", "type")
    )
    kept = Counter(
        Audit.objects.filter(root_kind__in=NOTED_KINDS).values_list(
            "root_kind", "root_id", "action"
        )
    )
    for (kind, root_id, what), number in sorted((told - kept).items(), key=str):
        yield Breach("audited changes", f"{kind} {root_id}", f"{number} of {what} without audit")


def outbox_age() -> Iterator[Breach]:
    """Nothing waits long, and nothing has been given up."""
    due = clock.now() - OUTBOX_PATIENCE
    for message in Outbox.objects.filter(done_at=None).order_by("pk"):
        if message.dead_at is not None:
            yield Breach("outbox", message.key, "was given up; retry it in the admin")
        elif message.created_at < due:
            yield Breach("outbox", message.key, f"has waited since {message.created_at:%F %H:%M}")
