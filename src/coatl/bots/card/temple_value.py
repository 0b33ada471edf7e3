"""What a card is worth for the goals of the temple, for the rollout policy (RULES 5.4).

The number of parts, the gods and the balance of two colours are what a single card can serve or spoil. The rest is left
to head and tail.
"""

from typing import Annotated

import numpy as np

from coatl.bots.card.fast_model import FastModel, Seat
from coatl.bots.card.weights import TempleWeights
from coatl.bots.weights import Float64
from coatl.card.state import EMPTY, PROTECTED
from coatl.card.tables import EQUAL, GODS, GODS_GOAL, PARTS_AT_LEAST, PARTS_AT_MOST, Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import STACKED
from coatl.engine.structs import Int64, Ints

ENDS = 2  # head and tail


class TempleValue:
    """What the temple makes of the ways to play a card, in points."""

    weights: Annotated[TempleWeights, TempleWeights]
    beside: Float64
    over: Float64
    missing: Int64  # prophecies of gods that a goal still asks for
    god: Float64  # what one of them is worth
    weight: Annotated[Ints, np.int64, STACKED]  # by colour: 1 for the one, -1 for the other of a balance
    surplus: Int64  # of the one
    even: Float64  # what a surplus costs that head and tail cannot mend


@jit_in_place
def write_temple_value(model: FastModel, deck: Deck, seat: Seat, gods: Ints, value: TempleValue) -> None:
    """Reads the goals before a card is chosen; `gods` are the prophecies of each god."""
    value.beside = value.over = value.god = value.even = 0.0
    value.missing = 0
    if model.temple == EMPTY:
        return
    temple, weights = deck.temples[model.temple], value.weights
    rest = int((model.rounds - 1 - model.round_number) * deck.plays + deck.plays - model.plays - 1)
    length = int(seat.right - seat.left) + ENDS
    for i in range(temple.goal_count):
        kind, first, second = temple.goals[i]
        if kind == PARTS_AT_LEAST:
            spare = length + 2 * (rest + 1) - first
            value.over = weights.goal * (lost_share(weights, spare) - lost_share(weights, spare - 1))
        elif kind == PARTS_AT_MOST:
            spare = first - length - rest - 1
            value.beside = weights.goal * (lost_share(weights, spare) - lost_share(weights, spare - 1))
        elif kind == GODS_GOAL:
            want_gods(seat, gods, int(first), rest, value)
        elif kind == EQUAL:
            want_balance(seat, int(first), int(second), rest, value)


@jit_in_place
def lost_share(weights: TempleWeights, spare: int) -> float:
    """The share of a goal that is lost with so many parts to spare."""
    return float(min(1.0, max(0.0, weights.lost[0] - weights.lost[1] * spare)))


@jit_in_place
def want_gods(seat: Seat, gods: Ints, wanted: int, rest: int, value: TempleValue) -> None:
    """Writes which prophecies of the wanted gods are missing, and what one is worth."""
    held = seat.held
    have = held[1] | held[2] | held[PROTECTED]
    lacking = 0
    for god in range(len(GODS)):
        if wanted >> god & 1 and not have & gods[god]:
            value.missing |= gods[god]
            lacking += 1
    if lacking:
        value.god = value.weights.goal / (lacking * lacking) / (1.0 + value.weights.god_rest * rest)


@jit_in_place
def want_balance(seat: Seat, one: int, other: int, rest: int, value: TempleValue) -> None:
    """Writes how far two colours are from being equally many, and what that costs."""
    value.weight[:] = 0
    value.weight[one], value.weight[other] = 1, -1
    value.surplus = 0
    for i in range(seat.left, seat.right):
        value.surplus += value.weight[seat.parts[i] % STACKED]
    value.even = value.weights.goal / (1.0 + rest)


@jit_in_place
def imbalance(value: TempleValue, change: int) -> float:
    """What a card costs that changes the surplus by so much."""
    return value.even * min(1.0, value.weights.uneven * max(0, abs(value.surplus + change) - ENDS))
