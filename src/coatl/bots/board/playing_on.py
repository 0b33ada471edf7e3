"""Simulated games: how a position goes on for a seat that builds its designs, while the others take pieces away.

Only what matters for the designs is played: the supply board with its refills, and ADAM. The seat's coatls stay as
designs, whose pieces, cards and temples it gathers turn by turn.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from coatl.board.adam import adam_turn, empty_cell, new_trace
from coatl.board.scoring import adam_points, player_points
from coatl.board.setup import refill_row
from coatl.board.state import BODY, BODY_CELLS, COATLS, EMPTY, END_CELLS, GOLD, HEAD, STATE, TAIL, State
from coatl.board.tables import Deck
from coatl.board.turns import no_bodies, refill_if_due
from coatl.bots.board.means import MEANS, Means
from coatl.bots.board.plans import bits, is_complete, use, worth
from coatl.bots.board.weights import TEMPO
from coatl.engine.chance import pick
from coatl.engine.jit import jit
from coatl.engine.records import Int8, Int16, Int64, Ints, Records, dtype_of

Floats = npt.NDArray[np.float64]

DEPTH = 10  # own turns that are simulated
WIN = 12.0  # points that winning is worth besides the points themselves


class Outset:
    """Where a simulated game begins: what a plan has left of the means, by the places of a table of designs."""

    hand: Int64
    row: Int64
    temples: Int64
    taken: Int64
    new_slot: Int8
    new_ones: Int8
    closed: Int8
    points: Int16
    rival: Annotated[float, np.float64]  # the points to beat, if no automaton plays
    turns: Annotated[float, np.float64]
    bonus: Annotated[float, np.float64]  # what the simulated game does not see: tokens, cards from the deck
    over: Int8


OUTSET = dtype_of(Outset)


@jit
def play_on(
    bases: Records,
    place: int,
    decks: Records,
    designs: Records,
    size: int,
    all_means: Records,
    outset: Outset,
    weights: Floats,
    stream: Ints,
    seed: int,
) -> float:
    """One simulated game from there; returns how the seat stands at its end, or after some turns."""
    deck = decks[0]
    trial = np.empty(1, STATE)
    trial[0] = bases[place]
    state = trial[0]
    state.chance.stream = seed
    state.chance.used = 16
    means = np.empty(1, MEANS)
    means[0] = all_means[place]
    m = means[0]
    stock = m.stock.copy()
    hand, row, temples = int(outset.hand), int(outset.row), int(outset.temples)
    taken, new_ones, closed = int(outset.taken), int(outset.new_ones), int(outset.closed)
    points, turns, placed = float(outset.points), float(outset.turns), 0
    spent, tempo = 0.0, weights[TEMPO] * min(1.0, turns / 5.0)
    chosen = np.empty(COATLS, np.int64)
    for _ in range(DEPTH):
        if outset.over or turns <= 0.0:
            break
        others_play(state, deck, stream)
        if no_bodies(state) and state.options.solo:
            turns = 0.0
            break
        m.cells[:] = state.supply.bodies
        m.ends[:] = state.supply.ends
        m.room = deck.board_cells - stock.sum() + placed
        turns -= 1.0
        spent += tempo
        worth(
            designs, size, m, stock, hand, row, temples, taken, outset.new_slot, new_ones, turns, weights, chosen
        )
        if chosen[0] == EMPTY:
            continue
        finished = False
        for i in range(COATLS):
            if chosen[i] == EMPTY or not is_complete(designs[chosen[i]], stock, hand):
                break
            design = designs[chosen[i]]
            before = stock.sum()
            use(design, stock)
            placed = max(0, placed - int(before - stock.sum()))
            hand &= ~design.cards
            if design.temple != EMPTY:
                temples &= ~(1 << int(design.temple))
            if design.slot == outset.new_slot:
                new_ones -= 1
            else:
                taken |= 1 << int(design.slot)
            points += design.points
            closed += 1
            finished = True
        if finished:
            break
        best, action = -1e9, EMPTY
        trial_stock = stock.copy()
        room = int(m.room)
        for cell in range(BODY_CELLS + 2 * END_CELLS):
            if not put(state, trial_stock, cell, room, 1):
                continue
            m.room = room - (2 if cell < BODY_CELLS else 1)
            value = worth(
                designs, size, m, trial_stock, hand, row, temples, taken, outset.new_slot, new_ones, turns, weights,
                chosen,
            )  # fmt: skip
            put(state, trial_stock, cell, room, -1)
            if value > best:
                best, action = value, cell
        m.room = room
        if row:
            wanted = wanted_cards(designs, size, m, stock, hand, row, temples, taken, outset, new_ones, turns, weights, chosen, deck)
            if wanted:
                value = worth(
                    designs, size, m, stock, hand | wanted, row & ~wanted, temples, taken, outset.new_slot, new_ones,
                    turns, weights, chosen,
                )  # fmt: skip
                if value > best:
                    hand |= wanted
                    row &= ~wanted
                    continue
        if action == EMPTY:
            placed = int(stock.sum())
            continue
        put(state, stock, action, room, 1)
        empty_cell(state, action)
        refill_if_due(state, deck)
    return final_value(state, deck, designs, size, m, stock, hand, row, temples, taken, outset, new_ones, closed, points, turns, weights, chosen) - spent


@jit
def wanted_cards(
    designs: Records, size: int, m: Means, stock: Ints, hand: int, row: int, temples: int, taken: int,
    outset: Outset, new_ones: int, turns: float, weights: Floats, chosen: Ints, deck: Deck,
) -> int:  # fmt: skip
    """The cards of the row that the best designs use, as far as the hand has room."""
    worth(designs, size, m, stock, hand, row, temples, taken, outset.new_slot, new_ones, turns, weights, chosen)
    wanted = 0
    for i in range(COATLS):
        if chosen[i] != EMPTY:
            cards = designs[chosen[i]].cards & row
            if bits(hand | wanted | cards) <= deck.hand_limit:
                wanted |= cards
    return wanted


@jit
def final_value(
    state: State, deck: Deck, designs: Records, size: int, m: Means, stock: Ints, hand: int, row: int, temples: int,
    taken: int, outset: Outset, new_ones: int, closed: int, points: float, turns: float, weights: Floats, chosen: Ints,
) -> float:  # fmt: skip
    """The margin; at the end of the game who is ahead counts most."""
    rival = float(adam_points(deck, state)) if state.options.solo else float(outset.rival)
    if closed >= deck.coatls or turns <= 0.0:
        return points + (WIN if points > rival else -WIN) + outset.bonus
    value = points + outset.bonus
    value += worth(
        designs, size, m, stock, hand, row, temples, taken, outset.new_slot, new_ones, turns, weights, chosen
    )
    return value


@jit
def put(state: State, stock: Ints, cell: int, room: int, number: int) -> bool:
    """Adds the pieces of a cell to the stock, or with -1 takes them away again; false if that cannot be."""
    if cell < BODY_CELLS:
        if room < 2 or state.supply.bodies[cell, 0] == EMPTY:
            return False
        for which in range(2):
            stock[BODY, state.supply.bodies[cell, which]] += number
        return True
    piece = HEAD + (cell - BODY_CELLS) // END_CELLS
    colour = state.supply.ends[piece, (cell - BODY_CELLS) % END_CELLS]
    if room < 1 or colour == EMPTY:
        return False
    stock[piece, colour] += number
    return True


@jit
def others_play(state: State, deck: Deck, stream: Ints) -> None:
    """ADAM as it is; other players take some cell in most of their turns."""
    if state.options.solo:
        adam_turn(state, deck, new_trace())
        refill_if_due(state, deck)
        refill_row(state, deck)
        return
    for _ in range(state.options.players - 1):
        kind = pick(stream, 20)
        if kind < 9:
            take_any(state, pick(stream, BODY_CELLS), BODY_CELLS, 0)
        elif kind < 14:
            take_any(state, pick(stream, 2 * END_CELLS), 2 * END_CELLS, BODY_CELLS)
        refill_if_due(state, deck)


@jit
def take_any(state: State, begin: int, cells: int, first: int) -> None:
    """Empties the first occupied cell from a place on."""
    for i in range(cells):
        cell = first + (begin + i) % cells
        if cell < BODY_CELLS:
            colour = state.supply.bodies[cell, 0]
        else:
            end = cell - BODY_CELLS
            colour = state.supply.ends[HEAD + end // END_CELLS, end % END_CELLS]
        if colour != EMPTY:
            empty_cell(state, cell)
            return
