"""How every card in reach stands with each own coatl, now and after each placement that could come next.

>>> import coatl
>>> game = coatl.new("card", players=2, seed=7)
>>> found = preview(game.rules, game.view(1))
>>> found.now.points, [reach.coatls[0].pieces for reach in found.after.values()][:2]
(0, ['RY', 'YR'])
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

import numpy as np

from coatl.describe.actions import read
from coatl.engine.patterns import NOTHING
from coatl.engine.rules import Rules
from coatl.engine.structs import copy_of
from coatl.position import Position
from coatl.snapshot import snapshot_of

Spans = tuple[tuple[int, int], ...]
Place = Literal["laid", "hand", "row", "pile", "own", "middle", "neighbour", "temple"]


@dataclass(frozen=True)
class Rung:
    """A level of a card that is not reached yet."""

    times: int
    points: int


@dataclass(frozen=True)
class Standing:
    """How a card stands with a coatl as it is."""

    times: int  # how often a prophecy stands, or how many goals of a temple are met
    points: int  # of the level that this reaches
    level: int  # board game: the times that the level asks for
    where: Spans  # pieces from … to …, counted from 1
    next: Rung | None  # the next level, if there is a higher one
    lies: Place
    held: int | None = None  # card game: the level on which an own prophecy lies, whatever its count is now


@dataclass(frozen=True)
class CoatlReach:
    """One own coatl."""

    pieces: str
    closed: bool
    points: int  # of the cards beside it as they stand; for good once it is finished
    cards: Mapping[str, Standing]


@dataclass(frozen=True)
class Fall:
    """An own card that would stand lower: its points in the board game, its level in the card game."""

    card: str
    was: int
    now: int


@dataclass(frozen=True)
class Reach:
    """All own coatls at one moment."""

    coatls: tuple[CoatlReach, ...]
    points: int  # if all coatls were finished as they are
    scored: int  # what nobody can take away: board game, finished coatls and consolation
    opens: tuple[str, ...] = ()  # cards that could be fulfilled, raised or stolen next, as actions
    falls: tuple[Fall, ...] = ()  # compared with now


@dataclass(frozen=True)
class Preview:
    """The standing now, and after each placement that could come next."""

    now: Reach
    after: Mapping[str, Reach]


class Reader(Protocol):
    """Reads the views of one seat of a game; it is made with the present one, and tells of no card that was unseen."""

    placements: frozenset[str]  # the first words of the actions that change an own coatl or its cards

    def reach(self, view: Any, legal: Sequence[str]) -> Reach:
        """The standing in this view, in which the seat may do this."""


def rung_above(ladder: Mapping[int, int], times: int) -> Rung | None:
    """The next level of a card: points by the times that a level asks for."""
    above = min((step for step in ladder if step > times), default=None)
    return None if above is None else Rung(above, ladder[above])


def preview(rules: Rules, view: Any) -> Preview:
    """From the view of a seat; what the seat cannot see is dealt at random and does not matter."""
    reader: Reader = import_module(f"coatl.describe.{rules.game}.reach").reader(rules, view)
    now = reader.reach(view, view.legal)
    if not any(read(rules.game, action).verb in reader.placements for action in view.legal):
        return Preview(now, {})
    position = Position(rules, rules.determinise(view, np.random.default_rng(0)))
    named = {rules.text(number): number for number in position.legal()}
    after = {
        action: later(rules, position, number, reader)
        for action, number in named.items()
        if read(rules.game, action).verb in reader.placements
    }
    return Preview(now, after)


def later(rules: Rules, position: Position, number: int, reader: Reader) -> Reach:
    """The standing after an action."""
    seat, states = position.seat, copy_of(position.states)
    out = np.empty(rules.most_legal, np.int16)
    count = rules.step(states, number, out)
    view = rules.view([snapshot_of(states)], seat)  # type: ignore[arg-type]
    mine = view.seat == seat
    return reader.reach(view, [rules.text(action) for action in out[:count].tolist()] if mine else ())


def spans(pattern: Any, symbols: Sequence[int]) -> list[tuple[int, int]]:
    """Every place where a pattern stands, as (start, end): `stands` for all of them at once, on the same tables.

    A call of compiled code takes longer than a whole coatl here, and there are hundreds of coatls and cards.
    """
    found = []
    length = len(symbols)
    for start in range(length):
        starts, reading = pattern.starts[symbols[start - 1] if start else NOTHING], 0
        for end in range(start + 1, length + 1):
            symbol = symbols[end - 1]
            onwards = ((reading & pattern.inner) << 1) | starts
            reading = (onwards & pattern.matches[symbol]) | (reading & pattern.repeats[symbol])
            starts = 0
            if not reading:
                break
            if reading & pattern.ends[symbols[end] if end < length else NOTHING]:
                found.append((start, end))
    return found
