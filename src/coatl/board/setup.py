"""Setting up a game (RULES 4.1; solo: 4.5; options: 4.6), and laying out cards and pieces during it."""

from coatl.board.state import (
    ADAM,
    BODY,
    EMPTY,
    FOURTH_CARD,
    GOLD,
    HEAD,
    KEEP,
    PIECE_OUTCOME,
    PROPHECY_OUTCOME,
    SMALLER_HAND,
    TAIL,
    TEMPLE_OUTCOME,
    TURN,
    Options,
    Player,
    Prophecies,
    State,
    Supply,
)
from coatl.board.tables import Deck
from coatl.engine.chance import Chance, draw
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints

SMALLER_HAND_LIMIT = 4  # RULES 4.5, difficulty 2


@jit_in_place
def set_up(state: State, deck: Deck) -> None:
    """Lays the table; `state` is zeroed but for its options and its chance."""
    clear(state)
    fill_bags(state.supply, state.options, deck)
    refill_supply(state.supply, deck, state.chance)
    deal_temples(state, deck)
    shuffle_prophecies(state.prophecies, state.options, deck)
    if state.options.solo:
        deal_adam(state, deck)
    refill_row(state, deck)
    deal_prophecies(state, deck)
    state.pending = KEEP
    state.seat = next_unready(state)


@jit_in_place
def clear(state: State) -> None:
    """Nothing lies anywhere yet."""
    state.coatl = EMPTY
    state.ender = EMPTY
    state.turns_left = EMPTY
    state.supply.bodies[:] = EMPTY
    state.supply.ends[:] = EMPTY
    state.prophecies.row[:] = EMPTY
    state.temples.tops[:] = EMPTY
    state.adam.line[:] = EMPTY
    for seat in range(len(state.players)):
        player = state.players[seat]
        player.hand[:] = EMPTY
        player.temples[:] = EMPTY
        for i in range(len(player.coatls)):
            player.coatls[i].pieces[:] = EMPTY
            player.coatls[i].cards[:] = EMPTY
            player.coatls[i].temple = EMPTY


# ---------------------------------------------------------------- pieces


@jit_in_place
def fill_bags(supply: Supply, options: Options, deck: Deck) -> None:
    """RULES 4.1, 1; fewer bodies and gold as the options say (4.6)."""
    bodies, heads, tails = int(deck.bodies), int(deck.heads), int(deck.tails)
    if options.solo:
        bodies, heads, tails = int(deck.solo[0]), int(deck.solo[1]), int(deck.solo[2])
    elif options.golden_feathers:
        bodies = int(deck.golden_bodies[options.players])
        supply.bags[BODY, GOLD] = deck.gold[options.players]
    elif options.fewer_bodies:
        bodies = int(deck.fewer_bodies[options.players])
    for colour in range(5):
        supply.bags[BODY, colour] = bodies
        supply.bags[HEAD, colour] = heads
        supply.bags[TAIL, colour] = tails


@jit_in_place
def in_bag(bag: Ints) -> int:
    """How many pieces the bag holds."""
    total = 0
    for colour in range(len(bag)):
        total += int(bag[colour])
    return total


@jit_in_place
def refill_supply(supply: Supply, deck: Deck, chance: Chance) -> None:
    """Fills every empty cell, in order; a body cell always gets two (R3)."""
    bodies = in_bag(supply.bags[BODY])
    for cell in range(deck.body_cells):
        if supply.bodies[cell, 0] == EMPTY and bodies >= 2:
            supply.bodies[cell, 0] = draw(chance, supply.bags[BODY], bodies, PIECE_OUTCOME)
            supply.bodies[cell, 1] = draw(chance, supply.bags[BODY], bodies - 1, PIECE_OUTCOME)
            bodies -= 2
    for piece in range(HEAD, TAIL + 1):
        ends = in_bag(supply.bags[piece])
        cells = deck.head_cells if piece == HEAD else deck.tail_cells
        for cell in range(cells):
            if supply.ends[piece, cell] == EMPTY and ends > 0:
                supply.ends[piece, cell] = draw(chance, supply.bags[piece], ends, PIECE_OUTCOME)
                ends -= 1


# ---------------------------------------------------------------- temples


@jit_in_place
def deal_temples(state: State, deck: Deck) -> None:
    """RULES 4.1, 4; in the solo game the human has none in hand (R12)."""
    temples = state.temples
    left = 0
    for card in range(deck.temple_count):
        if state.options.promo or not deck.temples[card].promo:
            temples.below[card] = 1
            left += 1
    if not state.options.solo:
        for i in range(state.options.players):
            player = state.players[(state.options.first + i) % state.options.players]
            for _ in range(min(int(deck.dealt_temples), left)):
                player.temples[player.temple_count] = draw(state.chance, temples.below, left, TEMPLE_OUTCOME)
                player.temple_count += 1
                left -= 1
    for pile in range(deck.piles):  # as near equal as possible, pile 1 the larger
        temples.sizes[pile] = (left - pile + deck.piles - 1) // deck.piles
    for pile in range(deck.piles):
        uncover(state, pile)


@jit_in_place
def uncover(state: State, pile: int) -> None:
    """The next card of a temple pile comes to light."""
    temples = state.temples
    if temples.sizes[pile] == 0:
        temples.tops[pile] = EMPTY
        return
    below = 0
    for card in range(len(temples.below)):
        below += int(temples.below[card])
    temples.tops[pile] = draw(state.chance, temples.below, below, TEMPLE_OUTCOME)


# ---------------------------------------------------------------- prophecies


@jit_in_place
def shuffle_prophecies(prophecies: Prophecies, options: Options, deck: Deck) -> None:
    for card in range(deck.prophecy_count):
        if options.promo or not deck.prophecies[card].promo:
            prophecies.deck[card] = deck.prophecies[card].copies
            prophecies.deck_size += deck.prophecies[card].copies


@jit_in_place
def draw_prophecy(state: State) -> int:
    """The next card; when the deck is empty the discards become the deck (R4); EMPTY if there are none."""
    prophecies = state.prophecies
    if prophecies.deck_size == 0:
        if prophecies.discard_size == 0:
            return EMPTY
        for card in range(len(prophecies.deck)):
            prophecies.deck[card] = prophecies.discards[card]
            prophecies.discards[card] = 0
            for seat in range(len(prophecies.hidden)):
                prophecies.deck[card] += prophecies.hidden[seat, card]
                prophecies.hidden[seat, card] = 0
        prophecies.deck_size = prophecies.discard_size
        prophecies.discard_size = 0
    card = draw(state.chance, prophecies.deck, prophecies.deck_size, PROPHECY_OUTCOME)
    prophecies.deck_size -= 1
    return card


@jit_in_place
def refill_row(state: State, deck: Deck) -> None:
    """New cards fill the gaps; in the solo game the rest moves right and they come in on the left (RULES 4.5)."""
    row = state.prophecies.row
    if state.options.solo:
        move_right(row, int(deck.row))
    for place in range(deck.row - 1, -1, -1) if state.options.solo else range(deck.row):
        if row[place] == EMPTY:
            row[place] = draw_prophecy(state)


@jit_in_place
def move_right(row: Ints, size: int) -> None:
    """Closes the gaps of the line towards its right end."""
    to = size - 1
    for place in range(size - 1, -1, -1):
        if row[place] != EMPTY:
            card = row[place]
            row[place] = EMPTY
            row[to] = card
            to -= 1


@jit_in_place
def deal_prophecies(state: State, deck: Deck) -> None:
    """RULES 4.1, 5; the human of the solo game gets five (4.5)."""
    for i in range(1 if state.options.solo else state.options.players):
        seat = (state.options.first + i) % state.options.players
        for _ in range(deck.adam_dealt if state.options.solo else deck.dealt[i]):
            add_to_hand(state.players[seat], draw_prophecy(state), 0)


@jit_in_place
def deal_adam(state: State, deck: Deck) -> None:
    """ADAM's face-up line of 3 prophecies, 4 at difficulty 5 (R13)."""
    for place in range(adam_cards(state.options, deck)):
        card = draw_prophecy(state)
        if card != EMPTY:
            state.adam.line[place] = card
            state.adam.line_size += 1


@jit_in_place
def adam_cards(options: Options, deck: Deck) -> int:
    return int(deck.adam_cards) + int(options.difficulties[FOURTH_CARD])


@jit_in_place
def add_to_hand(player: Player, card: int, known: int) -> None:
    if card != EMPTY:
        player.hand[player.hand_size] = card
        player.known[player.hand_size] = known
        player.hand_size += 1


@jit_in_place
def hand_limit(options: Options, deck: Deck) -> int:
    if options.difficulties[SMALLER_HAND]:
        return min(SMALLER_HAND_LIMIT, int(deck.hand_limit))
    return int(deck.hand_limit)


# ---------------------------------------------------------------- who keeps, who begins


@jit_in_place
def next_unready(state: State) -> int:
    """The first seat, from the first player on, whose secret choice is still open; EMPTY if all have chosen."""
    for i in range(1 if state.options.solo else state.options.players):
        seat = (state.options.first + i) % state.options.players
        if not state.players[seat].ready:
            return seat
    return EMPTY


@jit_in_place
def begin_first_turn(state: State) -> None:
    """Play begins with the first player, or with ADAM; who kept how many is no longer of use."""
    for seat in range(len(state.players)):
        state.players[seat].kept = 0
    state.pending = ADAM if state.options.solo else TURN
    state.seat = 1 if state.options.solo else state.options.first
