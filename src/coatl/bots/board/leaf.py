"""The leaf of a rollout: what is seen of the position where it stops, as features, and the learned value of it.

Features come from what the seat may know alone, and name no card, so that they hold for own decks too.
"""

import numpy as np

from coatl.board.adam import needs
from coatl.board.scoring import adam_points, player_points
from coatl.board.setup import in_bag
from coatl.board.state import ADAM_LINE, BODY, COATLS, EMPTY, GOLD, HEAD, PLAYERS, TAIL, TOKENS
from coatl.board.turns import bodies_on_board
from coatl.bots.board.evaluation import designs_value, likelihood, turns_to_end
from coatl.bots.board.network import MARGIN, POINTS, WIN, Network, Singles, answer
from coatl.bots.board.pieces import is_open, use
from coatl.bots.board.resources import HOLDINGS, Context, bit_count
from coatl.bots.board.turn_costs import turns_for
from coatl.engine.jit import jit
from coatl.engine.structs import Ints, Records

OF_DESIGN = ("points", "turns", "likelihood", "row", "lacking")
OF_RIVAL = ("points", "closed", "turns", "length", "cards", "bodies", "ends", "hand")
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
    *("elapsed", "played", "cells", "bag_bodies", "bag_ends", "deck"),
    *("adam_points", "adam_hope", "adam_line", "adam_ahead"),
    *(f"adam{place}_{name}" for place in range(ADAM_LINE) for name in ("highest", "missing")),
    *(f"difficulty{number}" for number in range(5)),
    *("players", "tokens", "fewer_bodies", "golden"),
    *(f"rival{number}_{name}" for number in range(PLAYERS - 1) for name in OF_RIVAL),
)
COUNT = len(FEATURES)


@jit
def learned_value(
    context: Context, designs: Records, size: int, holdings: Records, elapsed: int, network: Network
) -> float:
    """The margin to expect at the end of the game, and what winning is worth besides, as a network judges the leaf."""
    features, answers = np.zeros(COUNT, np.float32), np.zeros(2, np.float32)
    write_features(context, designs, size, holdings, elapsed, features)
    answer(network, features, answers)
    chance = 1.0 / (1.0 + np.exp(-float(answers[WIN])))
    return float(POINTS * answers[MARGIN] + context.weights[0].win * (2.0 * chance - 1.0))


@jit
def write_features(
    context: Context, designs: Records, size: int, holdings: Records, elapsed: int, out: Singles
) -> None:
    """Writes the features of a leaf, in the order of FEATURES; `elapsed` own turns were simulated."""
    chosen = np.empty(COATLS, np.int64)
    out[0] = designs_value(context, designs, size, holdings, chosen)
    place = write_own(context, holdings, out, 1)
    place = write_designs(context, designs, size, holdings, chosen, out, place)
    place = write_table(context, elapsed, out, place)
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


@jit
def write_table(context: Context, elapsed: int, out: Singles, place: int) -> int:
    """How far the game is; returns the next place."""
    state = context.states[0]
    rounds = 2 if state.options.solo else int(state.options.players)
    out[place] = elapsed
    out[place + 1] = state.turns / rounds + elapsed
    out[place + 2] = bodies_on_board(state)
    out[place + 3] = in_bag(state.supply.bags[BODY])
    out[place + 4] = in_bag(state.supply.bags[HEAD]) + in_bag(state.supply.bags[TAIL])
    out[place + 5] = state.prophecies.deck_size
    return place + 6


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


@jit
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
        out[place + 5] = in_bag(player.board[BODY])
        out[place + 6] = in_bag(player.board[HEAD]) + in_bag(player.board[TAIL])
        out[place + 7] = player.hand_size
        place += 8
