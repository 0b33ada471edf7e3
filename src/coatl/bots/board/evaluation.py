"""The evaluation of the board game: how good a position is for a seat, in points. The one door to it.

It looks twice as far for those who have the time. `position_value` reads a state alone. `state_value` looks for designs
first (`design_table`) and adds up what the best of them bring and what the time until then costs; `holdings_value` does
the same for what a plan would leave, with designs that are known. The weights of both are in `weights.toml`.
"""

import numpy as np

from coatl.board.scoring import adam_points, player_points
from coatl.board.setup import in_bag
from coatl.board.state import BODY, COATLS, EMPTY, HEAD, NOT_YET, OVER, TAIL, State
from coatl.board.tables import Deck
from coatl.board.turns import bodies_on_board
from coatl.bots.board.design_table import MOST_DESIGNS, FoundDesigns, find_designs, keep_designs
from coatl.bots.board.designs import DESIGN, Design
from coatl.bots.board.pieces import is_open, use
from coatl.bots.board.position_value import position_value
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, Holdings, bit_count, gather
from coatl.bots.board.turn_costs import turns_for
from coatl.bots.board.weights import DesignWeights
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

__all__ = [
    "designs_value",
    "final_value",
    "holdings_value",
    "points_to_beat",
    "position_value",
    "state_value",
    "token_value",
    "turn_value",
    "turns_ahead",
]


@jit
def state_value(context: Context, turns: float, known: FoundDesigns, place: int) -> float:
    """The value of the state that a plan leads to, with so many turns to come, by designs found anew and kept."""
    resources, holdings = np.zeros(1, RESOURCES), np.zeros(1, HOLDINGS)
    gather(resources[0], holdings[0], context.states[0], context.decks[0], context.seat, turns)
    if holdings[0].closed >= context.decks[0].coatls or context.states[0].pending == OVER:
        return final_value(context)
    here = Context(context.states, context.decks, resources, context.weights, context.seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    size = find_designs(here, holdings, designs)
    known.sizes[place] = keep_designs(designs, size, known.behind[place])
    return holdings_value(here, designs, size, holdings)


@jit
def holdings_value(context: Context, designs: Records, size: int, holdings: Records) -> float:
    """The value of a seat with these holdings: its points, its best designs and its tokens."""
    chosen = np.empty(COATLS, np.int64)
    tokens = int(context.states[0].players[context.seat].tokens.sum())
    value = designs_value(context, designs, size, holdings, chosen)
    return float(holdings[0].points + value + tokens * token_value(context, holdings[0].turns))


@jit
def designs_value(context: Context, designs: Records, size: int, holdings: Records, chosen: Ints) -> float:
    """The value of the best designs, one after the other; writes which ones they are into `chosen`."""
    weights = context.weights[0]
    left = np.empty(1, HOLDINGS)
    left[0] = holdings[0]
    open_ones = int(context.decks[0].coatls) - int(holdings[0].closed)
    tempo = turn_value(weights, holdings[0].turns, open_ones)
    idle = weights.future * min(1.0, holdings[0].turns / weights.coatl_turns)
    value, share, spent = 0.0, 1.0, 0.0
    chosen[:] = EMPTY
    place = 0
    for _ in range(open_ones):
        best, found, best_turns = idle, EMPTY, 0.0
        for i in range(size):
            if designs[i].points - tempo > best and is_open(designs[i], left[0]):  # no design takes less than a turn
                turns = turns_for(designs[i], context.resources[0], left[0], weights)
                gain = likelihood(designs[i], left[0], spent + turns, weights) * designs[i].points - tempo * turns
                if gain > best:
                    best, found, best_turns = gain, i, turns
        value += share * best
        if found == EMPTY:
            continue
        chosen[place] = found
        place += 1
        spent += best_turns
        share *= weights.second
        use(designs[found], left[0])
    if weights.stuck > 0.0:
        ends = int(left[0].stock[HEAD].sum()) + int(left[0].stock[TAIL].sum())
        value -= weights.stuck * ends * ends
    return float(value - weights.clutter * bit_count(left[0].hand) - weights.clog * left[0].stock.sum())


@jit_in_place
def turn_value(weights: DesignWeights, turns: float, open_ones: int) -> float:
    """What a turn is worth: less for the last coatl, and less when there are few turns left to use it in."""
    share = weights.last if open_ones < 2 else 1.0
    return float(weights.tempo * share * min(1.0, turns / weights.full_time))


@jit_in_place
def likelihood(design: Design, holdings: Holdings, turns: float, weights: DesignWeights) -> float:
    """How likely a design is finished in time, and with the cards of the row that it wants."""
    in_time = 1.0 / (1.0 + np.exp((turns - holdings.turns - 0.5) / weights.chance))
    return float(in_time * weights.row_sure ** bit_count(design.cards & holdings.row))


@jit_in_place
def token_value(context: Context, turns: float) -> float:
    """What a sacrifice token is worth with so many turns to come."""
    weights = context.weights[0]
    return float(weights.token * min(1.0, turns / weights.full_time))


# ---------------------------------------------------------------- the end


@jit_in_place
def final_value(context: Context) -> float:
    """The points of a seat that has finished its last coatl, more if it is ahead, less if it is not."""
    state, deck, weights = context.states[0], context.decks[0], context.weights[0]
    points = float(player_points(deck, state.players[context.seat]))
    return float(points + (weights.win if points > points_to_beat(context) else -weights.win))


@jit_in_place
def points_to_beat(context: Context) -> float:
    """The points of the best rival, and what a rival may still win by."""
    state, deck = context.states[0], context.decks[0]
    if state.options.solo:
        return float(adam_points(deck, state))
    best = 0.0
    for other in range(state.options.players):
        if other != context.seat:
            best = max(best, float(player_points(deck, state.players[other])))
    return float(best + context.weights[0].lead)


@jit_in_place
def turns_ahead(state: State, deck: Deck, seat: int, weights: DesignWeights) -> float:
    """About how many turns the seat still has, this one included."""
    players = int(state.options.players)
    if state.ending != NOT_YET:
        turns = 0.0
        away = (seat - int(state.seat)) % players
        while away <= state.turns_left:
            turns += 1.0
            away += players
        return turns
    takers = weights.solo_takes if state.options.solo else weights.takes * players  # cells that are taken in a round
    turns = (bodies_on_board(state) + in_bag(state.supply.bags[BODY]) // 2) / takers + (1 - state.options.solo)
    for other in range(players):
        if other != seat:
            turns = min(turns, turns_to_end(state, deck, other, weights) + 1.0)
    return max(turns, 1.0)


@jit_in_place
def turns_to_end(state: State, deck: Deck, seat: int, weights: DesignWeights) -> float:
    """About how many turns another player needs to finish the last coatl, by what lies open."""
    player = state.players[seat]
    turns = -weights.piece_turns * in_bag(player.board[BODY]) - in_bag(player.board[HEAD]) - in_bag(player.board[TAIL])
    for number in range(deck.coatls):
        coatl = player.coatls[number]
        if number >= player.coatl_count:
            turns += weights.coatl_turns
        elif not coatl.closed:
            turns += max(1.0, weights.coatl_turns - weights.piece_turns * coatl.length - coatl.head - coatl.tail)
    return max(1.0, turns)
