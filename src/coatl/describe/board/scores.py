"""Why a coatl of the board game scores what it scores (RULES 3, 4.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from coatl.board.notation import Row
from coatl.board.rules import BoardRules
from coatl.board.scoring import goal_met
from coatl.board.view import View
from coatl.decks.schema import BoardDeck
from coatl.describe.board import matches
from coatl.describe.board.matches import piece_numbers
from coatl.describe.reach import rung_above
from coatl.describe.reasons import ENGLISH, explained, goal_text
from coatl.describe.scores import CardPoints, Goal, Pile, Scored, SeatReport, card_named, check_once
from coatl.game import Game

TWICE = "{card} is named twice; no two identical cards lie at one coatl."


def scored(rules: BoardRules, coatl: str, cards: Sequence[str], levels: Mapping[str, int] | None = None) -> Scored:
    """Prophecies and temples at a coatl as it is; levels follow from the pieces."""
    row = Row.parse(coatl)
    found = [find_card(rules.deck, name) for name in cards]
    names = [card_id(rules.deck, *each) for each in found]
    check_once(names, cards, TWICE)
    gods = 0
    for kind, number in found:
        gods |= 1 << int(rules.decks[0].prophecies[number].god) if kind == "prophecy" else 0
    by_card = {
        name: prophecy(rules, number, row.colours) if kind == "prophecy" else temple(rules, number, row.colours, gods)
        for name, (kind, number) in zip(names, found, strict=True)
    }
    total = sum(card.points for card in by_card.values())
    return Scored(str(row), row.finished, total, by_card, tuple(notes(rules.deck, row, found)))


def find_card(deck: BoardDeck, name: str) -> tuple[str, int]:
    """The kind and number of a card by its name, upper and lower case alike."""
    prophecies, temples = [card.id for card in deck.prophecy], [card.id for card in deck.temple]
    found = card_named(prophecies + temples, name)
    return ("prophecy", prophecies.index(found)) if found in prophecies else ("temple", temples.index(found))


def card_id(deck: BoardDeck, kind: str, number: int) -> str:
    return deck.prophecy[number].id if kind == "prophecy" else deck.temple[number].id


def notes(deck: BoardDeck, row: Row, found: list[tuple[str, int]]) -> list[str]:
    """What could not be so in a game."""
    prophecies = sum(kind == "prophecy" for kind, _ in found)
    most = deck.player.prophecies_per_coatl[1]
    remarks = []
    if prophecies > most:
        remarks.append(f"In a game at most {most} prophecies lie at one coatl.")
    if len(found) - prophecies > 1:
        remarks.append("In a game at most 1 temple lies at one coatl.")
    if not row.finished:
        remarks.append("The coatl is unfinished: it scores only once it is finished.")
    return remarks


# ---------------------------------------------------------------- cards


def prophecy(rules: BoardRules, number: int, colours: str) -> CardPoints:
    """How often a prophecy stands, and the level that this reaches."""
    text, times = rules.deck.prophecy[number], matches.times(rules, number, colours)
    where = matches.where(rules, number, colours)
    level = max((level for level in text.levels if level <= times), default=0)
    points = text.levels[level] if level else 0
    rung = rung_above(text.levels, times)
    return explained(CardPoints(times, level, points, where, rung, kind=text.kind, pattern=text.pattern))


def temple(rules: BoardRules, number: int, colours: str, gods: int) -> CardPoints:
    """The goals of a temple at these pieces, with prophecies of these gods beside it."""
    card, text, pieces = rules.decks[0].temples[number], rules.deck.temple[number], piece_numbers(colours)
    goals = tuple(
        Goal(goal, bool(goal_met(card.goals[i], pieces, len(pieces), gods)), goal_text(goal, ENGLISH))
        for i, goal in enumerate(text.goals)
    )
    met = sum(goal.met for goal in goals)
    points, ladder = int(card.points[met]), dict(enumerate(text.points, 1))
    return explained(CardPoints(met, met, points, (), rung_above(ladder, met), goals, kind="temple"))


# ---------------------------------------------------------------- the end


def report(
    game: Game, view: View, points: Sequence[int], finals: Mapping[int, Any] | None = None
) -> tuple[SeatReport, ...]:
    """Every seat at the end; unfinished coatls score nothing."""
    assert isinstance(game.rules, BoardRules)
    return tuple(seat_report(game.rules, view, seat, own) for seat, own in enumerate(points, 1))


def seat_report(rules: BoardRules, view: View, seat: int, points: int) -> SeatReport:
    """The coatls of a player and the points for gold, or ADAM's pile."""
    if seat > len(view.players):
        assert view.adam is not None
        return SeatReport(points, pile=pile(rules, view.adam.pile))
    player = view.players[seat - 1]
    coatls = tuple(
        scored(rules, each.pieces, [*each.cards, *([each.temple] if each.temple else [])]) for each in player.coatls
    )
    return SeatReport(points, coatls, player.robbed * int(rules.decks[0].robbed_points))


def pile(rules: BoardRules, played: Mapping[str, int]) -> dict[str, Pile]:
    """What the cards that ADAM has played bring: the highest level of each (RULES 4.5)."""
    worth = {card.id: max(card.levels.values()) for card in rules.deck.prophecy}
    return {card: Pile(count, count * worth[card]) for card, count in played.items()}


def final_players(game: Game, known: Mapping[int, Any]) -> dict[int, Any]:
    """None: all results become final together."""
    return {}
