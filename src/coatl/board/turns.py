"""The end of an action, of a turn and of the game (RULES 4.2, 4.3; R9, R11, R20, R26, R27)."""

from coatl.board.setup import in_bag, refill_row, refill_supply
from coatl.board.state import (
    ADAM,
    ALL_PASSED,
    BODY,
    BODY_CELLS,
    EMPTY,
    END_CELLS,
    HEAD,
    NO_BODIES,
    NOT_YET,
    OVER,
    TAIL,
    THIRD_COATL,
    TURN,
    State,
)
from coatl.board.tables import Deck
from coatl.engine.jit import jit_in_place


@jit_in_place
def bodies_on_board(state: State) -> int:
    cells = 0
    for cell in range(BODY_CELLS):
        if state.supply.bodies[cell, 0] != EMPTY:
            cells += 1
    return cells


@jit_in_place
def ends_on_board(state: State) -> int:
    cells = 0
    for piece in range(HEAD, TAIL + 1):
        for cell in range(END_CELLS):
            if state.supply.ends[piece, cell] != EMPTY:
                cells += 1
    return cells


@jit_in_place
def refill_if_due(state: State, deck: Deck) -> None:
    """Every empty cell, if the board holds no body segment or neither head nor tail (RULES 4.2 A)."""
    if bodies_on_board(state) == 0 or ends_on_board(state) == 0:
        refill_supply(state.supply, deck, state.chance)


@jit_in_place
def pass_turn(state: State, deck: Deck) -> None:
    """R9; when all pass one after the other, the game ends at once (R26), but not the solo game."""
    state.passes += 1
    if state.passes == state.options.players and not state.options.solo:
        state.turns += 1
        finish_game(state, ALL_PASSED)
    else:
        end_turn(state, deck)


@jit_in_place
def end_action(state: State, deck: Deck) -> None:
    state.passes = 0
    state.acted += 1
    if state.ending == NOT_YET and no_bodies(state):
        begin_no_bodies(state)
        if state.options.solo:  # ADAM has finished its turn by now; the game ends at once
            refill_row(state, deck)
            state.turns += 1
            finish_game(state, NO_BODIES)
            return
    if state.acted < actions_due(state):
        state.pending = TURN
    else:
        end_turn(state, deck)


@jit_in_place
def actions_due(state: State) -> int:
    """How many actions this turn has: up to 2 in a last turn later in the round than the one who ended it (4.3 a)."""
    if state.ending == THIRD_COATL and state.seat != state.ender:
        if order(state, int(state.seat)) > order(state, int(state.ender)):
            return 2
    return 1


@jit_in_place
def order(state: State, seat: int) -> int:
    """The seat's place in the round, counted from the first player."""
    return (seat - state.options.first) % state.options.players


@jit_in_place
def no_bodies(state: State) -> bool:
    """RULES 4.3 (b); a cell takes two, so fewer than two in the bag are none (R27)."""
    return bodies_on_board(state) == 0 and in_bag(state.supply.bags[BODY]) < 2


@jit_in_place
def begin_no_bodies(state: State) -> None:
    """The round goes on until all had the same number of turns; then everybody has one last turn."""
    state.ending = NO_BODIES
    state.turns_left = state.options.players - 1 - order(state, int(state.seat)) + state.options.players


@jit_in_place
def end_turn(state: State, deck: Deck) -> None:
    """The row is refilled (RULES 4.2 B, R20), and the next player decides."""
    refill_row(state, deck)
    state.turns += 1
    state.acted = 0
    if state.ending != NOT_YET:
        if state.turns_left == 0:
            finish_game(state, int(state.ending))
            return
        state.turns_left -= 1
    if state.options.solo:
        state.seat = 1 - state.seat
        state.pending = ADAM if state.seat == 1 else TURN
    else:
        state.seat = (state.seat + 1) % state.options.players
        state.pending = TURN


@jit_in_place
def finish_game(state: State, ending: int) -> None:
    if state.ending == NOT_YET:
        state.ending = ending
    state.pending = OVER
