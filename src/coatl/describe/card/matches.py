"""Where a prophecy of the card game stands in a coatl, and which goals of a temple are met (RULES 3, 5.4)."""

from functools import lru_cache
from typing import Any

import numpy as np

from coatl.card.notation import Row, part_numbers
from coatl.card.rules import CardRules
from coatl.card.scoring import goals_at
from coatl.card.setup import add_prophecy
from coatl.card.state import STATE
from coatl.card.view import PlayerView
from coatl.describe.reach import Spans, spans
from coatl.snapshot import snapshot_of


@lru_cache(maxsize=32)
def plain_deck(rules: CardRules) -> Any:
    """The tables of a deck as plain numbers."""
    return snapshot_of(rules.decks)


def where(rules: CardRules, number: int, coatl: str) -> Spans:
    """Every place of a prophecy in a coatl, overlaps included, from … to …, counted from 1: as many as its count."""
    row = Row.parse(coatl) if coatl else Row("")
    symbols = part_numbers(row)[: len(row.colours)].tolist()
    return tuple((start + 1, end) for start, end in spans(plain_deck(rules).prophecies[number].pattern, symbols))


def goals_met(rules: CardRules, player: PlayerView, temple: str) -> tuple[bool, ...]:
    """Whether a player meets each goal of a temple, as coatl and levels are now."""
    return goals_with(rules, temple, player.coatl, player.prophecies, player.levels)


@lru_cache(maxsize=4096)  # a move changes one player, and the points of all are told after it
def goals_with(
    rules: CardRules, temple: str, coatl: str, prophecies: tuple[str, ...], levels: tuple[int, ...]
) -> tuple[bool, ...]:
    """Whether a coatl with prophecies on these levels meets each goal of a temple."""
    states = np.zeros(1, STATE)
    row = Row.parse(coatl) if coatl else Row("")
    states[0].players[0].parts[:] = part_numbers(row)
    states[0].players[0].length = len(row.colours)
    for card, level in zip(prophecies, levels, strict=True):
        add_prophecy(states[0].players[0], rules.names["<prophecy>"].index(card), level)
    number = rules.names["<temple>"].index(temple)
    met = np.zeros(rules.decks[0].temples[number].goal_count, np.int64)
    goals_at(states, rules.decks, number, met)
    return tuple(bool(goal) for goal in met)


def temple_ladder(rules: CardRules, temple: str) -> dict[int, int]:
    """The points of a temple by how many of its goals are met."""
    goals = rules.deck.temple[rules.names["<temple>"].index(temple)].goals
    return dict(list(enumerate((0, *rules.deck.temple_points.points)))[: len(goals) + 1])


def held(player: PlayerView) -> dict[str, int]:
    """The levels of a player's prophecies."""
    return dict(zip(player.prophecies, player.levels, strict=True))
