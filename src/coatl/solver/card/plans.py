"""The ways to play one card and to take what it brings, as a list of the states behind them."""

import numpy as np

from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, HEAD, RAISE, STEAL
from coatl.card.setup import is_last_round
from coatl.card.state import EMPTY, GAIN, State
from coatl.card.tables import BELOW, TWINS, Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

STEPS = 40  # more than a turn has; place 0 holds how many there are


@jit_in_place
def turn_goes_on(state: State, deck: Deck) -> bool:
    """Whether another card follows the present one."""
    if is_last_round(state, deck):
        return state.players[state.seat].tail == 0
    return bool(state.plays + 1 < deck.plays)


@jit_in_place
def goals_turn_on_levels(state: State, deck: Deck) -> bool:
    """Whether a higher level can spoil a goal of the temple; else what a card brings is always worth taking."""
    if state.temple == EMPTY:
        return False
    temple = deck.temples[state.temple]
    for i in range(temple.goal_count):
        if temple.goals[i, 0] == BELOW or temple.goals[i, 0] == TWINS:
            return True
    return False


@jit_in_place
def add_step(steps: Ints, node: int, action: int) -> None:
    steps[node, 0] += 1
    steps[node, steps[node, 0]] = action


@jit
def play_cards(nodes: Records, steps: Ints, deck: Deck, count: int) -> int:
    """From the node before `count`, appends one for every placement of a card; discards are left out."""
    legal = np.empty(MOST_LEGAL, np.int16)
    origin = count - 1
    for i in range(legal_actions(nodes[origin], deck, legal)):
        if (DISCARD <= legal[i] < RAISE) or count == len(nodes):
            continue
        nodes[count] = nodes[origin]
        steps[count] = steps[origin]
        apply_action(nodes[count], deck, int(legal[i]))
        add_step(steps, count, int(legal[i]))
        count += 1
    return count


@jit
def take_gains(nodes: Records, steps: Ints, deck: Deck, first: int, count: int, free: bool) -> int:
    """Appends to the nodes from `first` on every way to take what the card brings.

    Only the choice of what to steal is a choice, unless it is `free` to leave anything out; what is taken is taken in
    the order of the numbers of the actions, so that no set comes twice.
    """
    legal = np.empty(MOST_LEGAL, np.int16)
    node = first
    while node < count:
        if nodes[node].pending == GAIN:
            found = legal_actions(nodes[node], deck, legal)
            while not free and found > 1 and legal[1] < STEAL:
                apply_action(nodes[node], deck, int(legal[1]))
                add_step(steps, node, int(legal[1]))
                found = legal_actions(nodes[node], deck, legal)
            newest = int(steps[node, steps[node, 0]])
            if not RAISE <= newest < HEAD:
                newest = 0
            for i in range(1, found):
                if count < len(nodes) and legal[i] > newest:
                    nodes[count] = nodes[node]
                    steps[count] = steps[node]
                    apply_action(nodes[count], deck, int(legal[i]))
                    add_step(steps, count, int(legal[i]))
                    count += 1
        node += 1
    return count


@jit_in_place
def ways_to_play(nodes: Records, steps: Ints, deck: Deck, free: bool) -> int:
    """Fills the list with what can come of the state at its beginning by one card and its gains; returns how many.

    The first node is the origin itself, also if its card already lies and only the gains are open.
    """
    if nodes[0].pending == GAIN:
        return take_gains(nodes, steps, deck, 0, 1, free)
    return take_gains(nodes, steps, deck, 1, play_cards(nodes, steps, deck, 1), free)
