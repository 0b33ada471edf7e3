"""Rollouts: simulated games in which a seat pursues its designs while others take pieces, until it finishes one.

Only what matters for the designs is played: the supply board with its refills, and ADAM. The seat's coatls stay as
designs, whose pieces and cards it gathers turn by turn.
"""

import numpy as np

from coatl.board.adam import adam_turn, empty_cell, new_trace
from coatl.board.notation import end_cell
from coatl.board.scoring import adam_points
from coatl.board.setup import refill_row
from coatl.board.state import BODY_CELLS, COATLS, EMPTY, END_CELLS, HEAD, STATE, TAIL, State
from coatl.board.tables import Deck
from coatl.board.turns import no_bodies, refill_if_due
from coatl.bots.board.evaluation import designs_value, points_to_beat, turn_value
from coatl.bots.board.pieces import can_take, is_complete, take, use
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, Holdings, bit_count
from coatl.engine.chance import pick
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

MOST_TURNS = 10  # own turns that are simulated
CELLS = BODY_CELLS + 2 * END_CELLS
OTHERS_TURNS, TURNS_BODY, TURNS_END = 20, 9, 5  # of 20 turns, other players take body segments in 9, an end in 5


@jit
def play_rollout(
    context: Context, designs: Records, size: int, holdings: Records, stream: Ints, seed: int, goal: int
) -> float:
    """Plays one simulated game until the seat has closed `goal` coatls, or run out of time; returns its value then.

    Chance is that of the seed; without one (0) it is the state's own, which only a measurement may know.
    """
    deck, weights = context.decks[0], context.weights[0]
    states, resources, having = np.empty(1, STATE), np.empty(1, RESOURCES), np.empty(1, HOLDINGS)
    states[0], resources[0], having[0] = context.states[0], context.resources[0], holdings[0]
    there = Context(states, context.decks, resources, context.weights, context.seat)
    state, has = states[0], having[0]
    if seed:
        state.chance.stream = seed
        state.chance.used = 16
    tempo = turn_value(weights, has.turns, int(deck.coatls) - int(has.closed))
    if state.options.solo:
        tempo = max(0.0, tempo - weights.adam_rate)  # ADAM's points are counted as they come
    spent = -adam_value(there)
    for _ in range(MOST_TURNS):
        if has.closed >= goal or has.turns <= 0.0:
            break
        play_others(state, deck, stream)
        if state.options.solo and no_bodies(state):
            has.turns = 0.0
            break
        resources[0].cells[:] = state.supply.bodies
        resources[0].ends[:] = state.supply.ends
        has.turns -= 1.0
        spent += tempo
        if own_turn(there, designs, size, having):
            break
    return rollout_value(there, designs, size, having) - spent - adam_value(there)


@jit
def adam_value(context: Context) -> float:
    """ADAM's points, and its share of those of the cards that it collects for; 0 where it does not play."""
    state, deck = context.states[0], context.decks[0]
    if not state.options.solo:
        return 0.0
    points = float(adam_points(deck, state))
    for place in range(state.adam.line_size):
        card = deck.prophecies[state.adam.line[place]]
        hope = context.weights[0].adam_hope * card.highest
        points += hope * state.adam.pieces[place].sum() / max(1, card.needs.sum())
    return points


@jit
def own_turn(context: Context, designs: Records, size: int, holdings: Records) -> bool:
    """Finishes what is complete, or takes what helps most; whether a coatl was finished."""
    has = holdings[0]
    chosen = np.empty(COATLS, np.int64)
    designs_value(context, designs, size, holdings, chosen)
    finished = False
    for i in range(COATLS):
        if chosen[i] == EMPTY or not is_complete(designs[chosen[i]], has):
            break
        before = int(has.stock.sum())
        use(designs[chosen[i]], has)
        has.room = min(int(context.decks[0].board_cells), int(has.room) + before - int(has.stock.sum()))
        has.points += designs[chosen[i]].points
        has.closed += 1
        finished = True
    if not finished and chosen[0] != EMPTY:
        take_best(context, designs, size, holdings, wanted_cards(designs, has, chosen))
    return finished


@jit_in_place
def wanted_cards(designs: Records, holdings: Holdings, chosen: Ints) -> int:
    """The cards of the row that the best designs use, as many as the hand has room for.

    A full hand has room for one if the first design uses some of it: that is laid beside the coatl before.
    """
    room = int(holdings.hand_limit) - bit_count(holdings.hand)
    if room <= 0 and chosen[0] != EMPTY and designs[chosen[0]].cards & holdings.hand:
        room = 1
    wanted = 0
    for i in range(COATLS):
        if chosen[i] != EMPTY:
            cards = int(designs[chosen[i]].cards & holdings.row) & ~wanted
            while cards and room > 0:
                wanted |= cards & -cards
                cards &= cards - 1
                room -= 1
    return wanted


@jit
def take_best(context: Context, designs: Records, size: int, holdings: Records, wanted: int) -> None:
    """Takes the cell, or the cards, that have the best value; with a full board, uses the turn to place what it has."""
    state, has = context.states[0], holdings[0]
    chosen = np.empty(COATLS, np.int64)
    resources, trial = np.empty(1, RESOURCES), np.empty(1, HOLDINGS)
    there = Context(context.states, context.decks, resources, context.weights, context.seat)
    best, cell = -np.inf, EMPTY
    for i in range(CELLS):
        if can_take(context.resources[0], has, i):
            resources[0], trial[0] = context.resources[0], has
            take(resources[0], trial[0], i)
            value = designs_value(there, designs, size, trial, chosen)
            if value > best:
                best, cell = value, i
    if wanted:
        trial[0] = has
        trial[0].hand |= wanted
        trial[0].row &= ~wanted
        if designs_value(context, designs, size, trial, chosen) > best:
            holdings[0] = trial[0]
            return
    if cell == EMPTY:
        has.room = context.decks[0].board_cells - has.stock[HEAD].sum() - has.stock[TAIL].sum()
        return
    take(context.resources[0], has, cell)
    empty_cell(state, cell)
    refill_if_due(state, context.decks[0])


@jit
def rollout_value(context: Context, designs: Records, size: int, holdings: Records) -> float:
    """The value for the seat at the end of a rollout; at the end of the game who is ahead counts most."""
    has, win = holdings[0], context.weights[0].win
    if has.closed >= context.decks[0].coatls or has.turns <= 0.0:
        return float(has.points + (win if has.points > points_to_beat(context) else -win))
    return float(has.points + designs_value(context, designs, size, holdings, np.empty(COATLS, np.int64)))


@jit
def play_others(state: State, deck: Deck, stream: Ints) -> None:
    """Plays ADAM as it is; other players take some cell in most of their turns."""
    if state.options.solo:
        adam_turn(state, deck, new_trace())
        refill_if_due(state, deck)
        refill_row(state, deck)
        return
    for _ in range(state.options.players - 1):
        turn = pick(stream, OTHERS_TURNS)
        if turn < TURNS_BODY:
            take_from_ring(state, 0, BODY_CELLS, pick(stream, BODY_CELLS))
        elif turn < TURNS_BODY + TURNS_END:
            take_from_ring(state, BODY_CELLS, 2 * END_CELLS, pick(stream, 2 * END_CELLS))
        refill_if_due(state, deck)


@jit_in_place
def take_from_ring(state: State, first: int, cells: int, begin: int) -> None:
    """Empties the first occupied cell of a ring from a place on."""
    for i in range(cells):
        cell = first + (begin + i) % cells
        if cell < BODY_CELLS:
            colour = int(state.supply.bodies[cell, 0])
        else:
            piece, place = end_cell(cell)
            colour = int(state.supply.ends[piece, place])
        if colour != EMPTY:
            empty_cell(state, cell)
            return
