"""Features: a position as numbers that a network reads.

They come from what the seat may know alone, and name no card, so that they hold for own decks too.
"""

import numpy as np

from coatl.board.adam import needs
from coatl.board.scoring import adam_points, player_points, prophecy_points
from coatl.board.setup import in_bag
from coatl.board.state import ADAM_LINE, BODY, COATLS, EMPTY, GOLD, HEAD, NOT_YET, PLAYERS, TAIL, TOKENS, Coatl
from coatl.board.tables import Deck
from coatl.board.turns import bodies_on_board
from coatl.bots.board.design_table import MOST_DESIGNS, find_designs
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.evaluation import designs_value, likelihood, turns_ahead, turns_to_end
from coatl.bots.board.network import Singles
from coatl.bots.board.pieces import is_open, use
from coatl.bots.board.resources import HOLDINGS, Context, bit_count, gather
from coatl.bots.board.turn_costs import turns_for
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

OF_DESIGN = ("points", "turns", "likelihood", "row", "lacking")
OF_RIVAL = ("points", "closed", "turns", "length", "cards", "laid", "bodies", "ends", "hand", "tokens")
FEATURES = (
    *(
        "value",
        "points",
        "closed0",
        "closed1",
        "closed2",
        "turns",
        "room",
        "bodies",
        "heads",
        "tails",
        "colours",
        "gold",
    ),
    *("hand", "row", "temples", "token1", "token2", "token3", "open", "open_length", "open_cards"),
    *(f"design{number}_{name}" for number in range(COATLS) for name in OF_DESIGN),
    *("idle_cards", "idle_pieces", "most_points", "quickest", "quickest_points", "rate"),
    *("played", "cells", "bag_bodies", "bag_ends", "deck"),
    *("to_move", "away", "acted", "ending", "last_turns"),
    *("adam_points", "adam_hope", "adam_line", "adam_ahead"),
    *(f"adam{place}_{name}" for place in range(ADAM_LINE) for name in ("highest", "missing")),
    *(f"difficulty{number}" for number in range(5)),
    *("players", "tokens", "fewer_bodies", "golden"),
    *(f"rival{number}_{name}" for number in range(PLAYERS - 1) for name in OF_RIVAL),
)
COUNT = len(FEATURES)


@jit
def write_features(context: Context, out: Singles) -> None:
    """Writes the features of the context's state for its seat, in the order of FEATURES; designs are found anew."""
    state, deck, seat = context.states[0], context.decks[0], context.seat
    holdings, designs, chosen = np.zeros(1, HOLDINGS), np.empty(MOST_DESIGNS, DESIGN), np.empty(COATLS, np.int64)
    gather(context.resources[0], holdings[0], state, deck, seat, turns_ahead(state, deck, seat, context.weights[0]))
    size = find_designs(context, holdings, designs)
    out[:] = 0.0
    out[0] = designs_value(context, designs, size, holdings, chosen)
    place = write_own(context, holdings, out, 1)
    place = write_designs(context, designs, size, holdings, chosen, out, place)
    place = write_table(context, out, place)
    place = write_moment(context, holdings, out, place)
    place = write_adam(context, holdings, out, place)
    place = write_options(context, out, place)
    write_rivals(context, out, place)


@jit
def write_own(context: Context, holdings: Records, out: Singles, place: int) -> int:
    """What the seat has; returns the next place."""
    has, player = holdings[0], context.states[0].players[context.seat]
    out[place] = has.points
    if has.closed < COATLS:
        out[place + 1 + has.closed] = 1.0
    out[place + 4] = has.turns
    out[place + 5] = has.room
    out[place + 6] = has.stock[BODY, :GOLD].sum()
    out[place + 7] = has.stock[HEAD].sum()
    out[place + 8] = has.stock[TAIL].sum()
    for colour in range(GOLD):
        out[place + 9] += 1.0 if has.stock[BODY, colour] else 0.0
    out[place + 10] = has.stock[BODY, GOLD]
    out[place + 11] = bit_count(has.hand)
    out[place + 12] = bit_count(has.row)
    out[place + 13] = bit_count(has.temples)
    place += 14
    for token in range(TOKENS):
        out[place + token] = player.tokens[token]
    place += TOKENS
    for number in range(player.coatl_count):
        if not (has.taken >> number) & 1:
            out[place] += 1.0
            out[place + 1] += player.coatls[number].length
            out[place + 2] += player.coatls[number].card_count
    return place + 3


@jit
def write_designs(
    context: Context, designs: Records, size: int, holdings: Records, chosen: Ints, out: Singles, place: int
) -> int:
    """The designs that the seat would pursue, what they leave over, and what else there is; returns the next place."""
    weights, resources = context.weights[0], context.resources[0]
    left = np.empty(1, HOLDINGS)
    left[0] = holdings[0]
    spent = 0.0
    for i in range(COATLS):
        if chosen[i] != EMPTY:
            design = designs[chosen[i]]
            turns = turns_for(design, resources, left[0], weights)
            spent += turns
            out[place] = design.points
            out[place + 1] = turns
            out[place + 2] = likelihood(design, left[0], spent, weights)
            out[place + 3] = bit_count(design.cards & left[0].row)
            out[place + 4] = design.lacking
            use(design, left[0])
        place += 5
    out[place] = bit_count(left[0].hand)
    out[place + 1] = left[0].stock.sum()
    quickest = 1e9
    for i in range(size):
        if is_open(designs[i], holdings[0]):
            turns = turns_for(designs[i], resources, holdings[0], weights)
            out[place + 2] = max(out[place + 2], designs[i].points)
            out[place + 5] = max(out[place + 5], designs[i].points / turns)
            if turns < quickest or (turns == quickest and designs[i].points > out[place + 4]):
                quickest = turns
                out[place + 3] = turns
                out[place + 4] = designs[i].points
    return place + 6


@jit_in_place
def write_table(context: Context, out: Singles, place: int) -> int:
    """How far the game is; returns the next place."""
    state = context.states[0]
    rounds = 2 if state.options.solo else int(state.options.players)
    out[place] = state.turns / rounds
    out[place + 1] = bodies_on_board(state)
    out[place + 2] = in_bag(state.supply.bags[BODY])
    out[place + 3] = in_bag(state.supply.bags[HEAD]) + in_bag(state.supply.bags[TAIL])
    out[place + 4] = state.prophecies.deck_size
    return place + 5


@jit_in_place
def write_moment(context: Context, holdings: Records, out: Singles, place: int) -> int:
    """When the seat is to move, and whether the end has begun (RULES 4.3); returns the next place."""
    state = context.states[0]
    rounds = 2 if state.options.solo else int(state.options.players)
    away = (context.seat - int(state.seat)) % rounds
    out[place] = 1.0 if away == 0 else 0.0
    out[place + 1] = away
    out[place + 2] = state.acted if away == 0 else 0.0
    if state.ending != NOT_YET:
        out[place + 3] = 1.0
        out[place + 4] = holdings[0].turns
    return place + 5


@jit
def write_adam(context: Context, holdings: Records, out: Singles, place: int) -> int:
    """ADAM's points and its line; returns the next place."""
    state, deck = context.states[0], context.decks[0]
    if state.options.solo:
        adam = state.adam
        points = adam_points(deck, state)
        out[place] = points
        out[place + 2] = adam.line_size
        out[place + 3] = points - holdings[0].points
        for i in range(adam.line_size):
            card = deck.prophecies[adam.line[i]]
            missing = 0
            for colour in range(GOLD):
                missing += max(0, needs(adam, deck, i, colour))
            out[place + 1] += card.highest * (1.0 - missing / max(1, card.needs.sum()))
            out[place + 4 + 2 * i] = card.highest
            out[place + 5 + 2 * i] = missing
    return place + 4 + 2 * ADAM_LINE


@jit_in_place
def write_options(context: Context, out: Singles, place: int) -> int:
    """What the table agreed on; returns the next place."""
    options = context.states[0].options
    for number in range(5):
        out[place + number] = options.difficulties[number]
    out[place + 5] = options.players
    out[place + 6] = options.tokens
    out[place + 7] = options.fewer_bodies
    out[place + 8] = options.golden_feathers
    return place + 9


@jit
def write_rivals(context: Context, out: Singles, place: int) -> None:
    """What lies open of the other players, from the next one on."""
    state, deck = context.states[0], context.decks[0]
    players = int(state.options.players)
    for away in range(1, players):
        seat = (context.seat + away) % players
        player = state.players[seat]
        out[place] = player_points(deck, player)
        out[place + 2] = turns_to_end(state, deck, seat, context.weights[0])
        for number in range(player.coatl_count):
            coatl = player.coatls[number]
            if coatl.closed:
                out[place + 1] += 1.0
            else:
                out[place + 3] += coatl.length
                out[place + 4] += coatl.card_count
                out[place + 5] += laid_points(deck, coatl)
        out[place + 6] = in_bag(player.board[BODY])
        out[place + 7] = in_bag(player.board[HEAD]) + in_bag(player.board[TAIL])
        out[place + 8] = player.hand_size
        out[place + 9] = player.tokens.sum()
        place += 10


@jit_in_place
def laid_points(deck: Deck, coatl: Coatl) -> int:
    """What the prophecies beside a coatl would bring as it lies there."""
    points = 0
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], coatl.pieces, coatl.length)
    return points
