"""CARL's turn (RULES 5.5): favourites, an action card, then raise, steal, fulfil.

Each step is also noted in a trace, from which `coatl.describe` tells the turn.
"""

import numpy as np

from coatl.card.setup import add_prophecy, discard_feather, draw_feather, remove_prophecy
from coatl.card.state import EMPTY, PROPHECY_OUTCOME, PROTECTED, Player, State
from coatl.card.tables import FULFIL, RAISE, STEAL, Deck
from coatl.engine.chance import draw
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

# what a line of the trace says: kind, card, level, whether it has a favourite colour
FAVOURITES, ACTION, RAISED, STOLEN, FULFILLED, SKIPPED = 1, 2, 3, 4, 5, 6
TRACE = 16


@jit
def new_trace() -> Ints:
    """Room for the steps of one turn; place 0 holds their number."""
    return np.zeros((TRACE, 4), np.int16)


@jit_in_place
def note(trace: Ints, kind: int, card: int, level: int, favourite: int) -> None:
    line = trace[0, 0] + 1
    trace[0, 0] = line
    trace[line, 0] = kind
    trace[line, 1] = card
    trace[line, 2] = level
    trace[line, 3] = favourite


@jit_in_place
def carl_turn(state: State, deck: Deck, trace: Ints) -> None:
    """Everything up to the refill of the middle."""
    reveal_favourites(state, deck, trace)
    doubled = turn_up_action(state, deck, trace)
    for action in range(RAISE, FULFIL + 1):
        for _ in range(2 if action == doubled else 1):  # each half chooses anew and is skipped alone
            act(state, deck, action, trace)


@jit
def carl_trace_at(states: Records, decks: Records) -> Ints:
    """Plays CARL's turn up to the refill on these states and returns its trace."""
    trace = new_trace()
    carl_turn(states[0], decks[0], trace)
    return trace


@jit
def reveal_favourites(state: State, deck: Deck, trace: Ints) -> None:
    """The two colours of the top feather, which is then discarded."""
    feather = draw_feather(state)
    state.carl.favourites[:] = EMPTY
    if feather != EMPTY:
        state.carl.favourites[:] = deck.pairs[feather]
        discard_feather(state, feather)
    note(trace, FAVOURITES, feather, 0, 0)


@jit_in_place
def turn_up_action(state: State, deck: Deck, trace: Ints) -> int:
    """The next card of the action deck: the action of its god is done twice."""
    carl = state.carl
    card = draw(state.chance, carl.deck, carl.deck_size, PROPHECY_OUTCOME)
    if card == EMPTY:
        carl.action = EMPTY
        return EMPTY
    carl.deck_size -= 1
    carl.used[card] += 1
    carl.action = card
    note(trace, ACTION, card, deck.actions[deck.prophecies[card].god], 0)
    return int(deck.actions[deck.prophecies[card].god])


@jit_in_place
def act(state: State, deck: Deck, action: int, trace: Ints) -> None:
    if action == RAISE:
        raise_one(state, deck, trace)
    elif action == STEAL:
        steal_one(state, deck, trace)
    else:
        fulfil_one(state, deck, trace)


@jit_in_place
def has_favourite(state: State, deck: Deck, card: int) -> bool:
    for i in range(2):
        colour = state.carl.favourites[i]
        if colour != EMPTY and (deck.prophecies[card].names >> colour) & 1:
            return True
    return False


@jit_in_place
def preferred(state: State, deck: Deck, player: Player) -> int:
    """The highest-level one below 3 with a favourite colour, else of all; the nearest among equals."""
    best = EMPTY
    best_rank = EMPTY
    for i in range(player.prophecy_count):
        if player.levels[i] < PROTECTED:
            rank = int(player.levels[i]) + (PROTECTED if has_favourite(state, deck, int(player.prophecies[i])) else 0)
            if rank > best_rank:
                best = int(player.prophecies[i])
                best_rank = rank
    return best


@jit_in_place
def raise_one(state: State, deck: Deck, trace: Ints) -> None:
    """One of CARL's prophecies goes up one level."""
    carl = state.players[1]
    card = preferred(state, deck, carl)
    if card == EMPTY:
        note(trace, SKIPPED, EMPTY, RAISE, 0)
        return
    level = remove_prophecy(carl, card) + 1
    add_prophecy(carl, card, level)
    note(trace, RAISED, card, level, 1 if has_favourite(state, deck, card) else 0)


@jit_in_place
def steal_one(state: State, deck: Deck, trace: Ints) -> None:
    """One of the human's unprotected prophecies moves to CARL at the same level."""
    human = state.players[0]
    card = preferred(state, deck, human)
    if card == EMPTY:
        note(trace, SKIPPED, EMPTY, STEAL, 0)
        return
    level = remove_prophecy(human, card)
    add_prophecy(state.players[1], card, level)
    note(trace, STOLEN, card, level, 1 if has_favourite(state, deck, card) else 0)


@jit_in_place
def fulfil_one(state: State, deck: Deck, trace: Ints) -> None:
    """The leftmost card of the middle with a favourite colour, else the leftmost, moves to CARL's level 1."""
    chosen = EMPTY
    for place in range(len(state.middle)):
        card = int(state.middle[place])
        if card == EMPTY:
            continue
        if chosen == EMPTY:
            chosen = place
        if has_favourite(state, deck, card):
            chosen = place
            break
    if chosen == EMPTY:
        note(trace, SKIPPED, EMPTY, FULFIL, 0)
        return
    card = int(state.middle[chosen])
    state.middle[chosen] = EMPTY
    add_prophecy(state.players[1], card, 1)
    note(trace, FULFILLED, card, 1, 1 if has_favourite(state, deck, card) else 0)
