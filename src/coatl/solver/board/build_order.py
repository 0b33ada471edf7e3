"""The order of steps that builds a coatl and lays its cards, so that the engine can play it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from coatl.board.rules import BoardRules
from coatl.board.scoring import times_of
from coatl.engine.patterns import COLOURS


@dataclass(frozen=True)
class Plan:
    """The pieces of a coatl when it is finished, which of them are there already, and the cards to be laid."""

    pieces: tuple[int, ...]
    first: int  # the pieces from here …
    last: int  # … up to here are there; none if it is to be started
    gets_head: bool
    gets_tail: bool
    cards: tuple[int, ...]

    @property
    def letters(self) -> str:
        """All pieces in notation."""
        return "".join(COLOURS[piece] for piece in self.pieces)


def steps_of(rules: BoardRules, plan: Plan, number: int) -> list[str]:
    """Pieces first and cards at the end, but for cards that the last pieces break: those are laid on the way."""
    names = rules.names["<prophecy>"]
    early = [card for card in plan.cards if not reached(rules, card, plan.pieces)]
    late = [card for card in plan.cards if card not in early]
    steps = grown(rules, plan, number, early)
    return [*steps, *(f"fulfil {names[card]} {number}" for card in late)]


def reached(rules: BoardRules, card: int, pieces: Sequence[int]) -> bool:
    """Whether these pieces reach the lowest level of a prophecy."""
    prophecy = rules.decks[0].prophecies[card]
    return bool(times_of(prophecy, np.array(pieces, np.int8), len(pieces)) >= prophecy.lowest)


def grown(rules: BoardRules, plan: Plan, number: int, early: Sequence[int]) -> list[str]:
    """The steps that add the pieces, with the early cards laid at the first moment that reaches them."""
    starts = [(plan.first, plan.last)]
    if plan.first == plan.last:  # to be started: from the left end, unless an early card needs another piece first
        starts = [(0, 1), *((i, i + 1) for i in range(1, len(plan.pieces) if early else 1))]
    for first, last in starts:
        begin = [start_step(plan, first)] if plan.first == plan.last else []
        for steps in growths(rules, plan, number, first, last, tuple(early)):
            return [*begin, *steps]
    raise AssertionError("the solver found cards that cannot be laid")


def growths(
    rules: BoardRules, plan: Plan, number: int, first: int, last: int, early: tuple[int, ...]
) -> Iterator[list[str]]:
    """The ways from a window of the coatl to the whole of it on which all early cards are laid."""
    here = [card for card in early if reached(rules, card, plan.pieces[first:last])]
    left = tuple(card for card in early if card not in here)
    lays = [f"fulfil {rules.names['<prophecy>'][card]} {number}" for card in here]
    if (first, last) == (0, len(plan.pieces)):
        if not left:
            yield lays
        return
    for low, high in wider(plan, first, last):
        step = left_step(plan, number, low) if low < first else right_step(plan, number, high - 1)
        for rest in growths(rules, plan, number, low, high, left):
            yield [*lays, step, *rest]


def wider(plan: Plan, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The windows with one piece more: body segments before ends, since an end stops the growth there."""
    windows = []
    if first > 0:
        windows.append((plan.gets_head and first == 1, (first - 1, last)))
    if last < len(plan.pieces):
        windows.append((plan.gets_tail and last == len(plan.pieces) - 1, (first, last + 1)))
    yield from (window for _, window in sorted(windows, key=lambda found: found[0]))


def start_step(plan: Plan, place: int) -> str:
    if plan.gets_head and place == 0:
        return f"start head {COLOURS[plan.pieces[place]]}"
    if plan.gets_tail and place == len(plan.pieces) - 1:
        return f"start tail {COLOURS[plan.pieces[place]]}"
    return f"start {COLOURS[plan.pieces[place]]}"


def left_step(plan: Plan, number: int, place: int) -> str:
    side = "head" if plan.gets_head and place == 0 else "left"
    return f"extend {number} {side} {COLOURS[plan.pieces[place]]}"


def right_step(plan: Plan, number: int, place: int) -> str:
    side = "tail" if plan.gets_tail and place == len(plan.pieces) - 1 else "right"
    return f"extend {number} {side} {COLOURS[plan.pieces[place]]}"
