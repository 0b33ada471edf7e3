"""How a seat stands: what its best designs bring together, and what the time until then costs."""

import numpy as np

from coatl.board.scoring import adam_points, player_points
from coatl.board.setup import in_bag
from coatl.board.state import BODY, COATLS, EMPTY, HEAD, NOT_YET, OVER, TAIL, State
from coatl.board.tables import Deck
from coatl.board.turns import bodies_on_board
from coatl.bots.board.closing import MOST_DESIGNS, find_designs
from coatl.bots.board.designs import DESIGN, Design
from coatl.bots.board.means import HOLDINGS, MEANS, Desk, Floats, Holdings, bits, gather
from coatl.bots.board.pieces import is_open, use
from coatl.bots.board.prices import turns_for
from coatl.bots.board.weights import CHANCE, CLOG, CLUTTER, FUTURE, LAST, ROW_SURE, SECOND, TEMPO, TOKEN
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

WIN = 12.0  # points that winning is worth besides the points themselves
LEAD = 3.0  # points that another player may still win by when the end has begun
FULL_TIME = 5.0  # turns; with fewer left there is less to do with them
COATL_TURNS = 8.0  # that a coatl takes, about


@jit
def tempo_of(weights: Floats, turns: float, open_ones: int) -> float:
    """What a turn is worth: less for the last coatl, and less when there are few turns left to use it in."""
    share = weights[LAST] if open_ones < 2 else 1.0
    return float(weights[TEMPO] * share * min(1.0, turns / FULL_TIME))


@jit
def worth(desk: Desk, designs: Records, size: int, holdings: Holdings, chosen: Ints) -> float:
    """The value of the best designs, one after the other; writes which ones they are into `chosen`."""
    weights = desk.weights
    left = np.empty(1, HOLDINGS)
    left[0] = holdings
    rest = left[0]
    open_ones = int(desk.decks[0].coatls) - int(holdings.closed)
    tempo = tempo_of(weights, holdings.turns, open_ones)
    idle = weights[FUTURE] * min(1.0, holdings.turns / COATL_TURNS)
    value, share, spent = 0.0, 1.0, 0.0
    chosen[:] = EMPTY
    place = 0
    for _ in range(open_ones):
        best, found, best_turns = idle, EMPTY, 0.0
        for i in range(size):
            if designs[i].points - tempo > best and is_open(designs[i], rest):  # no design takes less than a turn
                turns = turns_for(designs[i], desk.means[0], rest, weights)
                gain = sureness(designs[i], rest, spent + turns, weights) * designs[i].points - tempo * turns
                if gain > best:
                    best, found, best_turns = gain, i, turns
        value += share * best
        if found == EMPTY:
            continue
        chosen[place] = found
        place += 1
        spent += best_turns
        share *= weights[SECOND]
        use(designs[found], rest)
    return float(value - weights[CLUTTER] * bits(rest.hand) - weights[CLOG] * rest.stock.sum())


@jit
def sureness(design: Design, holdings: Holdings, turns: float, weights: Floats) -> float:
    """How sure a design is to be finished in time, and with the cards of the row that it wants."""
    in_time = 1.0 / (1.0 + np.exp((turns - holdings.turns - 0.5) / weights[CHANCE]))
    return float(in_time * weights[ROW_SURE] ** bits(design.cards & holdings.row))


@jit
def token_worth(desk: Desk, turns: float) -> float:
    """What a sacrifice token is worth with so many turns to come."""
    return float(desk.weights[TOKEN] * min(1.0, turns / FULL_TIME))


@jit
def standing(desk: Desk, designs: Records, size: int, holdings: Holdings) -> float:
    """How the seat stands with these holdings, by a table of designs."""
    chosen = np.empty(COATLS, np.int64)
    tokens = int(desk.states[0].players[desk.seat].tokens.sum())
    value = worth(desk, designs, size, holdings, chosen)
    return holdings.points + value + tokens * token_worth(desk, holdings.turns)


@jit
def standing_anew(desk: Desk, turns: float) -> float:
    """How the seat stands in the desk's game, by designs that are looked for anew."""
    means, holdings = np.zeros(1, MEANS), np.zeros(1, HOLDINGS)
    gather(means[0], holdings[0], desk.states[0], desk.decks[0], desk.seat, turns)
    if holdings[0].closed >= desk.decks[0].coatls or desk.states[0].pending == OVER:
        return ending(desk.states[0], desk.decks[0], desk.seat)
    here = Desk(desk.states, desk.decks, means, desk.weights, desk.seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    return standing(here, designs, find_designs(here, holdings[0], designs), holdings[0])


# ---------------------------------------------------------------- the end


@jit
def ending(state: State, deck: Deck, seat: int) -> float:
    """The points of a seat that has finished its last coatl; whoever is ahead likes that."""
    points = float(player_points(deck, state.players[seat]))
    return points + (WIN if points > rival(state, deck, seat) else -WIN)


@jit
def rival(state: State, deck: Deck, seat: int) -> float:
    """The points to beat."""
    if state.options.solo:
        return float(adam_points(deck, state))
    best = 0.0
    for other in range(state.options.players):
        if other != seat:
            best = max(best, float(player_points(deck, state.players[other])))
    return best + LEAD


@jit
def horizon(state: State, deck: Deck, seat: int) -> float:
    """About how many turns the seat still has, this one included."""
    players = int(state.options.players)
    if state.ending != NOT_YET:
        turns = 0.0
        away = (seat - int(state.seat)) % players
        while away <= state.turns_left:
            turns += 1.0
            away += players
        return turns
    takers = 1.6 if state.options.solo else 0.6 * players  # cells that are taken in a round
    turns = (bodies_on_board(state) + in_bag(state.supply.bags[BODY]) // 2) / takers + (1 - state.options.solo)
    for other in range(players):
        if other != seat:
            turns = min(turns, turns_to_end(state, deck, other) + 1.0)
    return max(turns, 1.0)


@jit
def turns_to_end(state: State, deck: Deck, seat: int) -> float:
    """About how many turns another player needs to finish the last coatl, by what lies open."""
    player = state.players[seat]
    turns = -0.5 * in_bag(player.board[BODY]) - in_bag(player.board[HEAD]) - in_bag(player.board[TAIL])
    for number in range(deck.coatls):
        coatl = player.coatls[number]
        if number >= player.coatl_count:
            turns += COATL_TURNS
        elif not coatl.closed:
            turns += max(1.0, COATL_TURNS - 0.5 * coatl.length - coatl.head - coatl.tail)
    return max(1.0, turns)
