"""ADAM's turn (RULES 4.5): needs, search, place, play, draw.

Each step is also noted in a trace, from which `coatl.describe` tells the turn.
"""

import numpy as np

from coatl.board.setup import adam_cards
from coatl.board.state import BODY_CELLS, EMPTY, END_CELLS, HEAD, Adam, State
from coatl.board.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

# what a line of the trace says: kind, card, cell, colour
FOUND, MISSED, PLACED, WASTED, DISCARDED, PLAYED, MOVED, SPENT, DREW = 1, 2, 3, 4, 5, 6, 7, 8, 9
TRACE = 128


@jit
def new_trace() -> Ints:
    """Room for the steps of one turn; place 0 holds their number."""
    return np.zeros((TRACE, 4), np.int16)


@jit_in_place
def note(trace: Ints, kind: int, card: int, cell: int, colour: int) -> None:
    line = trace[0, 0] + 1
    if line < len(trace):
        trace[line, 0] = kind
        trace[line, 1] = card
        trace[line, 2] = cell
        trace[line, 3] = colour
        trace[0, 0] = line


@jit_in_place
def adam_turn(state: State, deck: Deck, trace: Ints) -> bool:
    """Plays ADAM's turn up to the refills; true if it took a prophecy from the row."""
    cell = search(state, deck, trace)
    if cell == EMPTY:
        discard_lowest(state, deck, trace)
        return False
    place_pieces(state, deck, cell, trace)
    play_complete(state, deck, trace)
    return draw_cards(state, deck, trace)


@jit
def adam_trace_at(states: Records, decks: Records) -> Ints:
    """Plays ADAM's turn up to the refills on these states and returns its trace."""
    trace = new_trace()
    adam_turn(states[0], decks[0], trace)
    return trace


# ---------------------------------------------------------------- 1. needs


@jit_in_place
def needs(adam: Adam, deck: Deck, place: int, colour: int) -> int:
    """How many more pieces of a colour the card at this place of the line needs for its highest level."""
    return int(deck.prophecies[adam.line[place]].needs[colour]) - int(adam.pieces[place, colour])


@jit_in_place
def leftmost_in_need(adam: Adam, deck: Deck, colour: int) -> int:
    for place in range(adam.line_size):
        if needs(adam, deck, place, colour) > 0:
            return place
    return EMPTY


# ---------------------------------------------------------------- 2. search


@jit_in_place
def cell_piece(state: State, cell: int, which: int) -> int:
    """The colour of the first or second piece in one of the ten cells; EMPTY if there is none."""
    if cell < BODY_CELLS:
        return int(state.supply.bodies[cell, which])
    end = cell - BODY_CELLS
    return int(state.supply.ends[HEAD + end // END_CELLS, end % END_CELLS]) if which == 0 else EMPTY


@jit_in_place
def empty_cell(state: State, cell: int) -> None:
    if cell < BODY_CELLS:
        state.supply.bodies[cell, :] = EMPTY
    else:
        end = cell - BODY_CELLS
        state.supply.ends[HEAD + end // END_CELLS, end % END_CELLS] = EMPTY


@jit_in_place
def search(state: State, deck: Deck, trace: Ints) -> int:
    """For the leftmost card that finds one: the first cell, in ADAM's order, with a needed piece."""
    for place in range(state.adam.line_size):
        for step in range(len(deck.search)):
            cell = int(deck.search[step])
            if cell == EMPTY:
                break
            for which in range(2):
                colour = cell_piece(state, cell, which)
                if 0 <= colour < 5 and needs(state.adam, deck, place, colour) > 0:
                    note(trace, FOUND, state.adam.line[place], cell, colour)
                    return cell
        note(trace, MISSED, state.adam.line[place], EMPTY, EMPTY)
    return EMPTY


@jit_in_place
def discard_lowest(state: State, deck: Deck, trace: Ints) -> None:
    """No card finds anything: the content of the lowest-numbered occupied cell leaves the game."""
    for step in range(len(deck.search)):
        cell = int(deck.search[step])
        if cell != EMPTY and cell_piece(state, cell, 0) != EMPTY:
            for which in range(2):
                colour = cell_piece(state, cell, which)
                if colour != EMPTY:
                    note(trace, DISCARDED, EMPTY, cell, colour)
            empty_cell(state, cell)
            return


# ---------------------------------------------------------------- 3. place


@jit_in_place
def place_pieces(state: State, deck: Deck, cell: int, trace: Ints) -> None:
    """Each taken piece goes onto the leftmost card that still needs its colour."""
    for which in range(2):
        colour = cell_piece(state, cell, which)
        if colour == EMPTY:
            continue
        place = leftmost_in_need(state.adam, deck, colour)
        if place == EMPTY:
            note(trace, WASTED, EMPTY, cell, colour)
        else:
            state.adam.pieces[place, colour] += 1
            note(trace, PLACED, state.adam.line[place], cell, colour)
    empty_cell(state, cell)


# ---------------------------------------------------------------- 4. play


@jit_in_place
def complete(adam: Adam, deck: Deck, place: int) -> bool:
    for colour in range(5):
        if needs(adam, deck, place, colour) > 0:
            return False
    return True


@jit_in_place
def play_complete(state: State, deck: Deck, trace: Ints) -> None:
    """Cards whose highest level is complete are played, the leftmost first; that can complete the next."""
    adam = state.adam
    place = 0
    while place < adam.line_size:
        if complete(adam, deck, place):
            play_card(adam, deck, place, trace)
            place = 0
        else:
            place += 1


@jit
def play_card(adam: Adam, deck: Deck, place: int, trace: Ints) -> None:
    """The card goes to the pile, its pieces to the leftmost remaining cards that need them."""
    card = int(adam.line[place])
    pieces = adam.pieces[place].copy()
    for after in range(place, adam.line_size - 1):
        adam.line[after] = adam.line[after + 1]
        adam.pieces[after, :] = adam.pieces[after + 1]
    adam.line_size -= 1
    adam.line[adam.line_size] = EMPTY
    adam.pieces[adam.line_size, :] = 0
    adam.pile[card] += 1
    note(trace, PLAYED, card, EMPTY, EMPTY)
    for colour in range(5):
        for _ in range(pieces[colour]):
            to = leftmost_in_need(adam, deck, colour)
            if to == EMPTY:
                note(trace, SPENT, card, EMPTY, colour)
            else:
                adam.pieces[to, colour] += 1
                note(trace, MOVED, adam.line[to], EMPTY, colour)


# ---------------------------------------------------------------- 5. draw


@jit_in_place
def draw_cards(state: State, deck: Deck, trace: Ints) -> bool:
    """The rightmost card of the row goes to the right end of the line, until the line is full."""
    adam, row = state.adam, state.prophecies.row
    drew = False
    place = int(deck.row) - 1
    while adam.line_size < adam_cards(state.options, deck) and place >= 0:
        if row[place] != EMPTY:
            note(trace, DREW, row[place], EMPTY, EMPTY)
            adam.line[adam.line_size] = row[place]
            adam.line_size += 1
            row[place] = EMPTY
            drew = True
        place -= 1
    return drew
