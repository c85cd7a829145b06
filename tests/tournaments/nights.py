"""The club nights of the cases, read into the values of the pure packages."""

import json

from tests.data_files import case_files, items
from tournaments.matches import Worth
from tournaments.standings.cut import Decisions, Lot, PlayOffGame, Ruling
from tournaments.standings.table import CardLine, cards_of, meetings_of, rows_of
from tournaments.standings.tiebreaks import rank


def nights():
    """One item a night."""
    files = case_files("nights*/nights-*.json")
    return items([json.loads(path.read_text(encoding="utf-8")) for path in files], lambda _: True)


def card_lines(games):
    """The lines of settled games, each with the opponent the chart names."""
    for game in games:
        one, other = game["lines"]
        for line, opponent in ((one, other["entry"]), (other, one["entry"])):
            yield CardLine(
                line["entry"],
                opponent,
                line["won"],
                line["spread"],
                line["points"],
                line["skunk"],
            )


def entrants_of(night):
    on_chart = {
        entry
        for game in night["chart"]
        for entry in (*game["sit_out"], *(e for t in game["tables"] for e in t["seats"]))
    }
    return sorted(on_chart)


def cards_of_night(night, games=None, upto=9):
    settled = night["expected"]["games"] if games is None else games
    rests = [entry for game in night["chart"][:upto] for entry in game["sit_out"]]
    return cards_of(
        entrants_of(night),
        card_lines(game for game in settled if game["game"] <= upto),
        {entry: rests.count(entry) for entry in rests},
    )


def ranking_of(night, games=None, upto=9, play_offs=()):
    cards = cards_of_night(night, games, upto)
    worth = night["rules"]["sit_out"]
    sit_out = Worth(worth["game_points"], worth["games_won"], worth["spread"])
    return rank(
        rows_of(cards, sit_out),
        night["rules"]["tie_break"],
        meetings=meetings_of(cards),
        play_offs=play_offs,
    )


def decisions_of(night):
    given = night["decisions"]
    cut = given["cut"] or {"kind": None}
    return Decisions(
        play_offs=[PlayOffGame(cut["winner"], cut["loser"])]
        if cut["kind"] == "play_off_game"
        else (),
        rulings=[Ruling(tuple(cut["order"]))] if cut["kind"] == "ruling" else (),
        lots=[Lot(tuple(lot["drawn"])) for lot in given["lots"]],
    )
