"""Plans for a turn: every way to take pieces, to choose prophecies, to assemble and to use a token, each with the value
of the position that it leads to."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from coatl.board.apply import apply_action, closed_coatls
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import (
    CHOOSE_DECK,
    CHOOSE_ROW,
    DISCARD,
    DONE,
    EXTEND,
    FULFIL,
    HEAD_SIDE,
    KEEP_CARD,
    LEFT,
    PICK,
    PICK_END,
    PRIEST,
    RIGHT,
    SEE_FUTURE,
    START,
    STEAL,
    TAIL_SIDE,
    TAKE,
    TEMPLE_HAND,
    TEMPLE_PILE,
)
from coatl.board.scoring import adam_points, player_points
from coatl.board.setup import hand_limit, in_bag
from coatl.board.state import (
    ASSEMBLE,
    BODY,
    BODY_CELLS,
    CHOOSE,
    COATLS,
    EMPTY,
    END_CELLS,
    FINISH,
    FUTURE as FUTURE_PENDING,
    GOLD,
    HEAD,
    KEEP,
    NOT_YET,
    OVER,
    STATE,
    TAIL,
    TURN,
    State,
)
from coatl.board.tables import Deck
from coatl.board.turns import actions_due, bodies_on_board
from coatl.bots.board.designs import DESIGN, Design, find_designs
from coatl.bots.board.means import CARDS, MEANS, Means, gather
from coatl.bots.board.prices import turns_for
from coatl.bots.board.weights import CHANCE, CLOG, CLUTTER, FUTURE, ROW_SURE, SECOND, TEMPO, TOKEN, UNKNOWN
from coatl.engine.jit import jit
from coatl.engine.records import Int8, Int16, Ints, Records, dtype_of

Floats = npt.NDArray[np.float64]

MOST_PLANS = 160
MOST_STEPS = 48
DESIGNS_EACH = 50
MOST_DESIGNS = DESIGNS_EACH * COATLS
WIN = 12.0  # points that ending the game is worth to whoever is ahead


class Plan:
    """The steps of a turn, up to the next word of chance, and the value of what comes of them."""

    steps: Annotated[Ints, np.int16, MOST_STEPS]
    count: Int8
    value: Annotated[float, np.float64]


PLAN = dtype_of(Plan)


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
    takers = 1.6 if state.options.solo else 0.6 * players
    cells = bodies_on_board(state) + in_bag(state.supply.bags[BODY]) // 2
    turns = cells / takers + (0 if state.options.solo else 1)
    for other in range(players):
        if other != seat:
            turns = min(turns, turns_to_end(state, deck, other) + 1.0)
    return max(turns, 1.0)


@jit
def turns_to_end(state: State, deck: Deck, seat: int) -> float:
    """About how many turns another player needs to finish the last coatl, by what lies open."""
    player = state.players[seat]
    turns = 0.0
    pieces = 0.5 * in_bag(player.board[BODY]) + in_bag(player.board[HEAD]) + in_bag(player.board[TAIL])
    for number in range(deck.coatls):
        coatl = player.coatls[number]
        if number >= player.coatl_count:
            turns += 8.0
        elif not coatl.closed:
            turns += max(1.0, 8.0 - 0.5 * coatl.length - coatl.head - coatl.tail)
    return max(1.0, turns - pieces)


# ---------------------------------------------------------------- the value of designs


@jit
def worth(
    designs: Records,
    count: int,
    means: Means,
    stock: Ints,
    hand: int,
    row: int,
    temples: int,
    taken: int,
    new_slot: int,
    new_ones: int,
    turns: float,
    weights: Floats,
    chosen: Ints,
) -> float:
    """What the best designs bring together, one after the other; `taken` has a bit for every coatl that is closed.

    Writes which ones they are into `chosen`.
    """
    rest = stock.copy()
    chosen[:] = EMPTY
    spent, value, share = 0.0, 0.0, 1.0
    tempo = weights[TEMPO] * min(1.0, turns / 5.0)
    unused = hand
    idle = weights[FUTURE] * min(1.0, turns / 8.0)
    place = 0
    for _ in range(COATLS - bits(taken & ((1 << COATLS) - 1))):
        best, found, best_turns = share * idle, EMPTY, 0.0
        for i in range(count):
            design = designs[i]
            if (taken >> int(design.slot)) & 1 and not (design.slot == new_slot and new_ones > 0):
                continue
            if design.slot == new_slot and new_ones <= 0:
                continue
            if design.cards & ~(hand | row):
                continue
            if design.temple != EMPTY and not (temples >> int(design.temple)) & 1:
                continue
            needed = turns_for(design, means, rest, row, weights)
            sure = 1.0 / (1.0 + np.exp((spent + needed - turns - 0.5) / weights[CHANCE]))
            sure *= weights[ROW_SURE] ** bits(design.cards & row)
            gain = share * (sure * design.points - tempo * needed)
            if gain > best:
                best, found, best_turns = gain, i, needed
        value += best
        if found == EMPTY:
            continue
        design = designs[found]
        chosen[place] = found
        place += 1
        spent += best_turns
        share *= weights[SECOND]
        use(design, rest)
        hand &= ~design.cards
        row &= ~design.cards
        unused &= ~design.cards
        if design.temple != EMPTY:
            temples &= ~(1 << int(design.temple))
        if design.slot == new_slot:
            new_ones -= 1
        else:
            taken |= 1 << int(design.slot)
    return value - weights[CLUTTER] * bits(unused) - weights[CLOG] * rest.sum()


@jit
def bits(cards: int) -> int:
    count = 0
    for i in range(CARDS):
        count += (cards >> i) & 1
    return count


@jit
def use(design: Design, stock: Ints) -> None:
    """Takes the pieces of a design from the stock, as far as they are there."""
    for colour in range(GOLD):
        stock[BODY, colour] = max(0, stock[BODY, colour] - design.bodies[colour])
    if design.head != EMPTY:
        stock[HEAD, design.head] = max(0, stock[HEAD, design.head] - 1)
    if design.tail != EMPTY:
        stock[TAIL, design.tail] = max(0, stock[TAIL, design.tail] - 1)


@jit
def is_complete(design: Design, stock: Ints, hand: int) -> bool:
    """Whether everything that it takes is at hand."""
    if design.cards & ~hand:
        return False
    for colour in range(GOLD):
        if design.bodies[colour] > stock[BODY, colour]:
            return False
    if design.head != EMPTY and stock[HEAD, design.head] == 0:
        return False
    return not (design.tail != EMPTY and stock[TAIL, design.tail] == 0)


# ---------------------------------------------------------------- a table of designs for one seat


@jit
def table(state: State, deck: Deck, seat: int, means: Means, weights: Floats, designs: Records) -> int:
    """The designs of every coatl that is open, and of the next one to be started."""
    player = state.players[seat]
    count = 0
    for number in range(min(int(player.coatl_count) + 1, int(deck.coatls))):
        if number == player.coatl_count or not player.coatls[number].closed:
            count = find_designs(state, deck, seat, number, means, weights, designs, count, DESIGNS_EACH)
    return count


@jit
def closed_bits(state: State, seat: int) -> int:
    player = state.players[seat]
    taken = 0
    for number in range(player.coatl_count):
        if player.coatls[number].closed:
            taken |= 1 << number
    return taken


@jit
def standing_value(state: State, deck: Deck, seat: int, weights: Floats, turns: float) -> float:
    """How the seat stands, by designs that are looked for anew."""
    means = np.zeros(1, MEANS)
    gather(means[0], state, deck, seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    count = table(state, deck, seat, means[0], weights, designs)
    chosen = np.empty(COATLS, np.int64)
    player = state.players[seat]
    new = int(player.coatl_count)
    m = means[0]
    value = worth(
        designs, count, m, m.stock, m.hand, m.row, m.in_reach, closed_bits(state, seat), new, deck.coatls - new,
        turns, weights, chosen,
    )  # fmt: skip
    return value + sure_value(state, deck, seat, weights, turns)


@jit
def sure_value(state: State, deck: Deck, seat: int, weights: Floats, turns: float) -> float:
    """Points and tokens."""
    player = state.players[seat]
    value = float(player_points(deck, player))
    for token in range(len(player.tokens)):
        value += weights[TOKEN] * player.tokens[token] * min(1.0, turns / 5.0)
    return value


@jit
def end_value(state: State, deck: Deck, seat: int) -> float:
    """The last coatl ends the game: good for whoever is ahead."""
    points = player_points(deck, state.players[seat])
    best = 0.0
    if state.options.solo:
        best = adam_points(deck, state) + 0.5
    for other in range(state.options.players):
        if other != seat:
            best = max(best, player_points(deck, state.players[other]) + 3.0)
    return WIN if points > best else -WIN


# ---------------------------------------------------------------- plans


@jit
def begin_plan(plans: Records, count: int, action: int) -> None:
    plans[count].count = 0
    plans[count].value = 0.0
    if action != EMPTY:
        add_step(plans[count], action)


@jit
def add_step(plan: Plan, action: int) -> None:
    if plan.count < MOST_STEPS:
        plan.steps[plan.count] = action
        plan.count += 1


@jit
def make_plans(states: Records, decks: Records, seat: int, weights: Floats, plans: Records) -> int:
    """Fills `plans` with the ways to go on that are worth a thought; returns how many there are."""
    state, deck = states[0], decks[0]
    legal = np.empty(MOST_LEGAL, np.int16)
    legal_count = legal_actions(state, deck, legal)
    means = np.zeros(1, MEANS)
    gather(means[0], state, deck, seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    turns = horizon(state, deck, seat)
    if state.pending == FINISH:
        return finish_plan(state, deck, seat, plans)
    size = table(state, deck, seat, means[0], weights, designs)
    count = 0
    if state.pending == TURN or state.pending == CHOOSE:
        count = choosing(states, decks, seat, weights, plans, count, designs, size, means, turns)
    if state.pending == KEEP:
        return keeping(states, decks, seat, weights, plans, designs, size, means, turns)
    if state.pending == FUTURE_PENDING:
        return after_future(states, decks, seat, weights, plans, designs, size, means, turns)
    if state.pending == TURN or state.pending == ASSEMBLE:
        count = assembling(states, decks, seat, weights, plans, count, designs, size, means, turns)
    if state.pending == TURN:
        count = single_actions(states, decks, seat, weights, plans, count, designs, size, means, turns, legal, legal_count)
    if count == 0 or (legal_count > 0 and legal[0] == DONE and state.pending != CHOOSE):
        begin_plan(plans, count, int(legal[0]))
        plans[count].value = table_value(state, deck, seat, weights, designs, size, means, turns) - 0.01
        count += 1
    return count


@jit
def table_value(
    state: State, deck: Deck, seat: int, weights: Floats, designs: Records, size: int, means: Records, turns: float
) -> float:
    """How the seat stands with these means, by the table of designs."""
    m = means[0]
    player = state.players[seat]
    new = int(player.coatl_count)
    chosen = np.empty(COATLS, np.int64)
    value = worth(
        designs, size, m, m.stock, m.hand, m.row, m.in_reach, closed_bits(state, seat), new, deck.coatls - new,
        turns, weights, chosen,
    )  # fmt: skip
    return value + sure_value(state, deck, seat, weights, turns)


# ---------------------------------------------------------------- taking pieces, tokens


@jit
def single_actions(
    states: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    count: int,
    designs: Records,
    size: int,
    means: Records,
    turns: float,
    legal: Ints,
    legal_count: int,
) -> int:
    """Takes, picks, thefts: pieces that come to the board."""
    left = turns - (0.0 if goes_on_after(states[0], seat) else 1.0)
    other = np.empty(1, MEANS)
    for i in range(legal_count):
        action = int(legal[i])
        other[0] = means[0]
        cost = 0.0
        if TAKE <= action < CHOOSE_ROW:
            take_into(other[0], action - TAKE)
        elif PICK <= action < SEE_FUTURE:
            pick_into(other[0], action)
            cost = weights[TOKEN] * min(1.0, turns / 5.0)
        elif action == SEE_FUTURE:
            cost = weights[TOKEN] * min(1.0, turns / 5.0) + 1.0
        elif PRIEST <= action < STEAL:
            cost = weights[TOKEN] * min(1.0, turns / 5.0)
            other[0].temples[other[0].temple_count - 1] = other[0].temples[other[0].temple_count - 1]
        elif action >= STEAL:
            steal_into(other[0], action)
            cost = 1.5
        else:
            continue
        begin_plan(plans, count, action)
        plans[count].value = (
            table_value(states[0], decks[0], seat, weights, designs, size, other, max(left, 0.0)) - cost
        )
        count += 1
        if count >= MOST_PLANS:
            break
    return count


@jit
def goes_on_after(state: State, seat: int) -> bool:
    """Whether another action of the same turn follows (RULES 4.3 a)."""
    return bool(state.acted + 1 < actions_due(state))


@jit
def take_into(means: Means, cell: int) -> None:
    if cell < BODY_CELLS:
        for which in range(2):
            means.stock[BODY, means.cells[cell, which]] += 1
        means.cells[cell, :] = EMPTY
        means.room -= 2
    else:
        piece = HEAD + (cell - BODY_CELLS) // END_CELLS
        place = (cell - BODY_CELLS) % END_CELLS
        means.stock[piece, means.ends[piece, place]] += 1
        means.ends[piece, place] = EMPTY
        means.room -= 1


@jit
def pick_into(means: Means, action: int) -> None:
    if action >= PICK_END:
        means.stock[HEAD + (action - PICK_END) // 5, (action - PICK_END) % 5] += 1
        means.room -= 1
        return
    add_pair(means, action - PICK)


@jit
def add_pair(means: Means, wanted: int) -> None:
    pair = 0
    for first in range(GOLD):
        for second in range(first, GOLD):
            if pair == wanted:
                means.stock[BODY, first] += 1
                means.stock[BODY, second] += 1
                means.room -= 2
            pair += 1


@jit
def steal_into(means: Means, action: int) -> None:
    means.stock[BODY, GOLD] -= 1
    means.room += 1
    if action < STEAL + 20:
        means.stock[BODY, (action - STEAL) % 5] += 1
        means.room -= 1
    else:
        add_pair(means, (action - STEAL - 20) % 15)


# ---------------------------------------------------------------- choosing prophecies


@jit
def choosing(
    states: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    count: int,
    designs: Records,
    size: int,
    means: Records,
    turns: float,
) -> int:
    """Every set of cards from the row that the hand has room for, and the deck."""
    state, deck = states[0], decks[0]
    m = means[0]
    held = bits(m.hand)
    free = hand_limit(state.options, deck) - held
    left = max(0.0, turns - (0.0 if goes_on_after(state, seat) else 1.0))
    other = np.empty(1, MEANS)
    row_size = bits(m.row)
    drawable = state.prophecies.deck_size > 0 or state.prophecies.discard_size > 0
    for subset in range(1 << row_size):
        cards = bits(subset)
        if cards > free or count >= MOST_PLANS - 2:
            continue
        chosen = subset << held
        other[0] = m
        other[0].hand = m.hand | chosen
        other[0].row = m.row & ~chosen
        value = table_value(state, deck, seat, weights, designs, size, other, left)
        begin_plan(plans, count, EMPTY)
        place = 0
        for i in range(deck.row):
            if state.prophecies.row[i] != EMPTY:
                if (subset >> place) & 1:
                    add_step(plans[count], CHOOSE_ROW + i)
                place += 1
        more = free - cards
        if drawable and more > 0 and left > 1.0:  # and one from the deck
            add_step(plans[count], CHOOSE_DECK)
            plans[count].value = value + weights[UNKNOWN] * (1.0 if more > 1 else 0.5)
            count += 1
            begin_plan(plans, count, EMPTY)
            for i in range(plans[count - 1].count - 1):
                add_step(plans[count], int(plans[count - 1].steps[i]))
        if cards > 0 or state.pending == CHOOSE:
            add_step(plans[count], DONE)
            plans[count].value = value
            count += 1
    return count


@jit
def keeping(
    states: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    designs: Records,
    size: int,
    means: Records,
    turns: float,
) -> int:
    """At the set-up: every set of the dealt cards that may be kept."""
    state, deck = states[0], decks[0]
    player = state.players[seat]
    most = int(deck.adam_kept if state.options.solo else deck.kept)
    m = means[0]
    other = np.empty(1, MEANS)
    dealt, kept = int(player.hand_size), int(player.kept)
    count = 0
    row = m.row & ~((1 << dealt) - 1)
    for subset in range(1 << (dealt - kept)):
        cards = bits(subset)
        if kept + cards > most or (state.options.solo and kept + cards < min(most, dealt)):
            continue
        other[0] = m
        other[0].hand = m.hand | (subset << kept)
        other[0].row = row
        begin_plan(plans, count, EMPTY)
        for i in range(dealt - kept):
            if (subset >> i) & 1:
                add_step(plans[count], KEEP_CARD + int(player.hand[kept + i]))
        add_step(plans[count], DONE)
        plans[count].value = table_value(state, deck, seat, weights, designs, size, other, turns)
        count += 1
    return count


@jit
def after_future(
    states: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    designs: Records,
    size: int,
    means: Records,
    turns: float,
) -> int:
    """See the future: discards of what no design uses, then the best of the new row."""
    state, deck = states[0], decks[0]
    m = means[0]
    limit = hand_limit(state.options, deck)
    held = int(state.players[seat].hand_size)
    row_size = bits(m.row)
    other = np.empty(1, MEANS)
    best = -1e9
    best_kept, best_chosen = 0, 0
    for kept in range(1 << held):
        for subset in range(1 << row_size):
            if bits(kept) + bits(subset) > limit or (subset == 0 and row_size > 0):
                continue
            other[0] = m
            other[0].hand = kept | (subset << held)
            other[0].row = m.row & ~(subset << held)
            value = table_value(state, deck, seat, weights, designs, size, other, max(0.0, turns - 1.0))
            if value > best:
                best, best_kept, best_chosen = value, kept, subset
    begin_plan(plans, 0, EMPTY)
    for i in range(held):
        if not (best_kept >> i) & 1:
            add_step(plans[0], DISCARD + int(state.players[seat].hand[i]))
    place = 0
    for i in range(deck.row):
        if state.prophecies.row[i] != EMPTY:
            if (best_chosen >> place) & 1:
                add_step(plans[0], CHOOSE_ROW + i)
            place += 1
    add_step(plans[0], DONE)
    plans[0].value = best
    return 1


# ---------------------------------------------------------------- assembling


@jit
def assembling(
    states: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    count: int,
    designs: Records,
    size: int,
    means: Records,
    turns: float,
) -> int:
    """Finishing what is complete, one coatl or two; building on at the best designs."""
    state, deck = states[0], decks[0]
    m = means[0]
    left = max(0.0, turns - (0.0 if goes_on_after(state, seat) else 1.0))
    trial = np.empty(1, STATE)
    tops = np.empty(6, np.int64)
    found = best_complete(state, deck, seat, weights, designs, size, means, left, tops)
    for i in range(found):
        if count >= MOST_PLANS - 8:
            break
        trial[0] = state
        begin_plan(plans, count, EMPTY)
        if not finish(trial[0], deck, seat, designs[tops[i]], m, plans[count]):
            continue
        count = go_on(trial, decks, seat, weights, plans, count, left)
    trial[0] = state
    begin_plan(plans, count, EMPTY)
    return build_on(trial, decks, seat, weights, plans, count, designs, size, m, left)


@jit
def best_complete(
    state: State,
    deck: Deck,
    seat: int,
    weights: Floats,
    designs: Records,
    size: int,
    means: Records,
    turns: float,
    tops: Ints,
) -> int:
    """The designs whose pieces and cards are at hand, the best first, by what is left afterwards."""
    m = means[0]
    player = state.players[seat]
    new = int(player.coatl_count)
    values = np.full(len(tops), -1e9)
    chosen = np.empty(COATLS, np.int64)
    found = 0
    for i in range(size):
        design = designs[i]
        if not is_complete(design, m.stock, m.hand):
            continue
        stock = m.stock.copy()
        use(design, stock)
        temples = m.in_reach if design.temple == EMPTY else m.in_reach & ~(1 << int(design.temple))
        fresh = 1 if design.slot == new else 0
        value = design.points + worth(
            designs, size, m, stock, m.hand & ~design.cards, m.row, temples,
            closed_bits(state, seat) | (1 << int(design.slot)), new, deck.coatls - new - fresh, turns, weights, chosen,
        )  # fmt: skip
        place = 0
        while place < len(tops) and values[place] >= value:
            place += 1
        if place == len(tops):
            continue
        for j in range(len(tops) - 1, place, -1):
            values[j] = values[j - 1]
            tops[j] = tops[j - 1]
        values[place] = value
        tops[place] = i
        found = min(found + 1, len(tops))
    return found


@jit
def finish(state: State, deck: Deck, seat: int, design: Design, means: Means, plan: Plan) -> bool:
    """Plays a complete design: left side, right side, its cards and its temple. False if the rules forbid it."""
    player = state.players[seat]
    slot = int(design.slot)
    if not place_pieces(state, deck, seat, design, plan, True):
        return False
    if state.pending != FINISH:
        return False
    for i in range(means.card_count):
        if (design.cards >> i) & 1 and not step(state, deck, plan, FULFIL + int(means.cards[i]) * COATLS + slot):
            return False
    if design.temple == EMPTY:
        return step(state, deck, plan, DONE)
    card = int(means.temples[design.temple])
    for i in range(player.temple_count):
        if player.temples[i] == card:
            return step(state, deck, plan, TEMPLE_HAND + card)
    for pile in range(deck.piles):
        if state.temples.tops[pile] == card:
            return step(state, deck, plan, TEMPLE_PILE + pile)
    return step(state, deck, plan, DONE)


@jit
def step(state: State, deck: Deck, plan: Plan, action: int) -> bool:
    """Plays an action if it is legal, and notes it."""
    legal = np.empty(MOST_LEGAL, np.int16)
    for i in range(legal_actions(state, deck, legal)):
        if legal[i] == action:
            apply_action(state, deck, action)
            add_step(plan, action)
            return True
    return False


@jit
def place_pieces(state: State, deck: Deck, seat: int, design: Design, plan: Plan, all_of_it: bool) -> bool:
    """The pieces of a design from the coatl outwards; without `all_of_it` only body segments that are at hand."""
    player = state.players[seat]
    slot = int(design.slot)
    length = int(design.length)
    low = int(design.left)
    high = low + int(player.coatls[slot].length) if slot < player.coatl_count else low
    if slot >= player.coatl_count:
        if slot != player.coatl_count:
            return False
        low = first_at_hand(player.board, design) if not all_of_it else 0
        if low == EMPTY:
            return False
        piece = HEAD if low == 0 and design.head != EMPTY else BODY
        if not step(state, deck, plan, START + piece * 5 + int(design.pieces[low])):
            return False
        high = low + 1
    while low > 0:
        colour = int(design.pieces[low - 1])
        is_head = low == 1 and design.head != EMPTY
        if (is_head or player.board[BODY, colour] == 0) and not all_of_it:
            break
        side = HEAD_SIDE if is_head else LEFT
        if not step(state, deck, plan, EXTEND + slot * 20 + side * 5 + colour):
            return False
        low -= 1
    while high < length:
        colour = int(design.pieces[high])
        is_tail = high == length - 1 and design.tail != EMPTY
        if (is_tail or player.board[BODY, colour] == 0) and not all_of_it:
            break
        side = TAIL_SIDE if is_tail else RIGHT
        if not step(state, deck, plan, EXTEND + slot * 20 + side * 5 + colour):
            return False
        high += 1
    return True


@jit
def first_at_hand(board: Ints, design: Design) -> int:
    """Where the longest stretch of body segments begins that are at hand."""
    best, where = 0, EMPTY
    for begin in range(1, design.length - 1):
        stock = board[BODY].copy()
        i = begin
        while i < design.length - 1 and stock[design.pieces[i]] > 0:
            stock[design.pieces[i]] -= 1
            i += 1
        if i - begin > best:
            best, where = i - begin, begin
    return where


@jit
def go_on(
    trial: Records, decks: Records, seat: int, weights: Floats, plans: Records, count: int, turns: float
) -> int:
    """After a coatl is finished: another one that is complete as well, or building on, or done."""
    state, deck = trial[0], decks[0]
    if state.pending == OVER or state.ending != NOT_YET and closed_coatls(state.players[seat]) == deck.coatls:
        value = player_points(deck, state.players[seat]) + end_value(state, deck, seat)
        if state.pending != OVER:
            add_step(plans[count], DONE)
        plans[count].value = value
        return count + 1
    means = np.zeros(1, MEANS)
    gather(means[0], state, deck, seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    size = table(state, deck, seat, means[0], weights, designs)
    tops = np.empty(1, np.int64)
    if best_complete(state, deck, seat, weights, designs, size, means, turns, tops) > 0:
        again = np.empty(1, STATE)
        again[0] = state
        plans[count + 1] = plans[count]
        if finish(again[0], deck, seat, designs[tops[0]], means[0], plans[count + 1]):
            if again[0].pending == OVER:
                plans[count + 1].value = player_points(deck, again[0].players[seat]) + end_value(again[0], deck, seat)
            else:
                add_step(plans[count + 1], DONE)
                plans[count + 1].value = after_value(again[0], deck, seat, weights, turns)
            plans[count + 2] = plans[count]
            plans[count] = plans[count + 1]
            plans[count + 1] = plans[count + 2]
            count += 1
    plans[count + 1] = plans[count]
    add_step(plans[count], DONE)
    plans[count].value = table_value(state, deck, seat, weights, designs, size, means, turns)
    count += 1
    return build_on(trial, decks, seat, weights, plans, count, designs, size, means[0], turns)


@jit
def after_value(state: State, deck: Deck, seat: int, weights: Floats, turns: float) -> float:
    if closed_coatls(state.players[seat]) == deck.coatls:
        return player_points(deck, state.players[seat]) + end_value(state, deck, seat)
    return standing_value(state, deck, seat, weights, turns)


@jit
def build_on(
    trial: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    count: int,
    designs: Records,
    size: int,
    means: Means,
    turns: float,
) -> int:
    """Places what is at hand of the best designs, and lays the cards that they use and that are reached already."""
    state, deck = trial[0], decks[0]
    player = state.players[seat]
    new = int(player.coatl_count)
    chosen = np.empty(COATLS, np.int64)
    worth(
        designs, size, means, means.stock, means.hand, means.row, means.in_reach, closed_bits(state, seat), new,
        deck.coatls - new, turns, weights, chosen,
    )  # fmt: skip
    before = int(plans[count].count)
    for place in range(COATLS):
        if chosen[place] == EMPTY:
            break
        design = designs[chosen[place]]
        if design.slot == new and player.coatl_count > new:
            continue
        place_pieces(state, deck, seat, design, plans[count], False)
        if state.pending == ASSEMBLE or state.pending == TURN:
            for i in range(means.card_count):
                if (design.cards >> i) & 1 and (means.hand >> i) & 1:
                    step(state, deck, plans[count], FULFIL + int(means.cards[i]) * COATLS + int(design.slot))
    if plans[count].count == before or state.pending != ASSEMBLE:
        return count
    add_step(plans[count], DONE)
    plans[count].value = standing_value(state, deck, seat, weights, turns)
    return count + 1


@jit
def finish_plan(state: State, deck: Deck, seat: int, plans: Records) -> int:
    """While a coatl is being finished: whatever brings most points there, card by card."""
    legal = np.empty(MOST_LEGAL, np.int16)
    trial = np.empty(1, STATE)
    count = legal_actions(state, deck, legal)
    for i in range(count):
        trial[0] = state
        number = int(state.coatl)
        apply_action(trial[0], deck, int(legal[i]))
        begin_plan(plans, i, int(legal[i]))
        value = 0.0
        more = np.empty(MOST_LEGAL, np.int16)
        while trial[0].pending == FINISH:
            found = legal_actions(trial[0], deck, more)
            best = int(more[found - 1])  # prophecies stand behind temples, and both behind done
            apply_action(trial[0], deck, best)
        value = float(trial[0].players[seat].coatls[number].points)
        plans[i].value = value
    return count
