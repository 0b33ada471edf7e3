"""Simulated games: how a seat gets on with its designs, while the others take pieces away, until it finishes one.

Only what matters for the designs is played: the supply board with its refills, and ADAM. The seat's coatls stay as
designs, whose pieces and cards it gathers turn by turn.
"""

import numpy as np

from coatl.board.adam import adam_turn, empty_cell, new_trace
from coatl.board.scoring import adam_points
from coatl.board.setup import hand_limit, refill_row
from coatl.board.state import BODY_CELLS, COATLS, EMPTY, END_CELLS, STATE, State
from coatl.board.tables import Deck
from coatl.board.turns import no_bodies, refill_if_due
from coatl.bots.board.means import HOLDINGS, MEANS, Desk, Holdings, bits
from coatl.bots.board.pieces import can_take, end_cell, is_complete, take, use
from coatl.bots.board.weights import ADAM_RATE
from coatl.bots.board.worth import WIN, rival, tempo_of, worth
from coatl.engine.chance import pick
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

MOST_TURNS = 10  # own turns that are simulated
CELLS = BODY_CELLS + 2 * END_CELLS
HOPE = 0.8  # of the points of a card that ADAM has collected half for, and so on
HABITS, BODY_HABIT, END_HABIT = 20, 9, 14  # of 20 turns, other players take body segments in 9, an end in 5


@jit
def play_on(desk: Desk, designs: Records, size: int, holdings: Holdings, stream: Ints, seed: int, goal: int) -> float:
    """One simulated game from there; returns how the seat stands when it has finished a design, or run out of time."""
    deck = desk.decks[0]
    states, means, having = np.empty(1, STATE), np.empty(1, MEANS), np.empty(1, HOLDINGS)
    states[0], means[0], having[0] = desk.states[0], desk.means[0], holdings
    there = Desk(states, desk.decks, means, desk.weights, desk.seat)
    state, has = states[0], having[0]
    state.chance.stream = seed
    state.chance.used = 16
    tempo = tempo_of(desk.weights, has.turns, int(deck.coatls) - int(has.closed))
    if state.options.solo:
        tempo = max(0.0, tempo - desk.weights[ADAM_RATE])  # ADAM's points are counted as they come
    spent = -adam_worth(state, deck)
    for _ in range(MOST_TURNS):
        if has.closed >= goal or has.turns <= 0.0:
            break
        others_play(state, deck, stream)
        if state.options.solo and no_bodies(state):
            has.turns = 0.0
            break
        means[0].cells[:] = state.supply.bodies
        means[0].ends[:] = state.supply.ends
        has.turns -= 1.0
        spent += tempo
        if own_turn(there, designs, size, having):
            break
    return outcome(there, designs, size, has) - spent - adam_worth(state, deck)


@jit
def adam_worth(state: State, deck: Deck) -> float:
    """ADAM's points, and its share of those of the cards that it collects for; 0 where it does not play."""
    if not state.options.solo:
        return 0.0
    points = float(adam_points(deck, state))
    for place in range(state.adam.line_size):
        card = deck.prophecies[state.adam.line[place]]
        points += HOPE * card.highest * state.adam.pieces[place].sum() / max(1, card.needs.sum())
    return points


@jit
def own_turn(desk: Desk, designs: Records, size: int, holdings: Records) -> bool:
    """Finishes what is complete, or takes what helps most; true if a coatl was finished."""
    has = holdings[0]
    chosen = np.empty(COATLS, np.int64)
    worth(desk, designs, size, has, chosen)
    finished = False
    for i in range(COATLS):
        if chosen[i] == EMPTY or not is_complete(designs[chosen[i]], has):
            break
        before = int(has.stock.sum())
        use(designs[chosen[i]], has)
        has.room = min(int(desk.decks[0].board_cells), int(has.room) + before - int(has.stock.sum()))
        has.points += designs[chosen[i]].points
        has.closed += 1
        finished = True
    if not finished and chosen[0] != EMPTY:
        gather_more(desk, designs, size, holdings, wanted_cards(desk, designs, has, chosen))
    return finished


@jit
def wanted_cards(desk: Desk, designs: Records, holdings: Holdings, chosen: Ints) -> int:
    """The cards of the row that the best designs use, as far as the hand has room."""
    wanted = 0
    for i in range(COATLS):
        if chosen[i] != EMPTY:
            cards = int(designs[chosen[i]].cards & holdings.row)
            if bits(holdings.hand | wanted | cards) <= hand_limit(desk.states[0].options, desk.decks[0]):
                wanted |= cards
    return wanted


@jit
def gather_more(desk: Desk, designs: Records, size: int, holdings: Records, wanted: int) -> None:
    """The cell, or the cards, with which the seat stands best; with a full board, a turn to place what it has."""
    state, has = desk.states[0], holdings[0]
    chosen = np.empty(COATLS, np.int64)
    means, trial = np.empty(1, MEANS), np.empty(1, HOLDINGS)
    there = Desk(desk.states, desk.decks, means, desk.weights, desk.seat)
    best, cell = -np.inf, EMPTY
    for i in range(CELLS):
        if can_take(desk.means[0], has, i):
            means[0], trial[0] = desk.means[0], has
            take(means[0], trial[0], i)
            value = worth(there, designs, size, trial[0], chosen)
            if value > best:
                best, cell = value, i
    if wanted:
        trial[0] = has
        trial[0].hand |= wanted
        trial[0].row &= ~wanted
        if worth(desk, designs, size, trial[0], chosen) > best:
            holdings[0] = trial[0]
            return
    if cell == EMPTY:
        has.room = desk.decks[0].board_cells
        return
    take(desk.means[0], has, cell)
    empty_cell(state, cell)
    refill_if_due(state, desk.decks[0])


@jit
def outcome(desk: Desk, designs: Records, size: int, holdings: Holdings) -> float:
    """How the seat stands; at the end of the game who is ahead counts most."""
    if holdings.closed >= desk.decks[0].coatls or holdings.turns <= 0.0:
        ahead = holdings.points > rival(desk.states[0], desk.decks[0], desk.seat)
        return holdings.points + (WIN if ahead else -WIN)
    return holdings.points + worth(desk, designs, size, holdings, np.empty(COATLS, np.int64))


@jit
def others_play(state: State, deck: Deck, stream: Ints) -> None:
    """ADAM as it is; other players take some cell in most of their turns."""
    if state.options.solo:
        adam_turn(state, deck, new_trace())
        refill_if_due(state, deck)
        refill_row(state, deck)
        return
    for _ in range(state.options.players - 1):
        habit = pick(stream, HABITS)
        if habit < BODY_HABIT:
            take_any(state, 0, BODY_CELLS, pick(stream, BODY_CELLS))
        elif habit < END_HABIT:
            take_any(state, BODY_CELLS, 2 * END_CELLS, pick(stream, 2 * END_CELLS))
        refill_if_due(state, deck)


@jit
def take_any(state: State, first: int, cells: int, begin: int) -> None:
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
