"""Every transition: what an action does to the state (RULES 4.2, 4.3, 4.5, 4.6).

`apply_action` trusts that the action is legal; whoever takes actions from outside asks `legal` first.
"""

from coatl.board.adam import adam_turn, empty_cell, new_trace
from coatl.board.notation import (
    ADAM_TURN,
    CHOOSE_DECK,
    CHOOSE_ROW,
    DISCARD,
    DONE,
    EXTEND,
    FULFIL,
    HEAD_SIDE,
    KEEP_CARD,
    LEFT,
    PAIR_COLOURS,
    PASS,
    PICK,
    PICK_END,
    PRIEST,
    SEE_FUTURE,
    START,
    STEAL,
    STEAL_PAIR,
    TAIL_SIDE,
    TAKE,
    TEMPLE_HAND,
    TEMPLE_PILE,
    chosen_place,
    discarded_card,
    extension,
    fulfilment,
    kept_card,
    pair_theft,
    picked_end,
    picked_pair,
    priest_pile,
    started_piece,
    taken_cell,
    temple_from_hand,
    temple_pile,
    theft,
)
from coatl.board.scoring import coatl_points
from coatl.board.setup import (
    add_to_hand,
    begin_first_turn,
    draw_prophecy,
    next_unready,
    refill_row,
    refill_supply,
    uncover,
)
from coatl.board.state import (
    ASSEMBLE,
    BODY,
    BODY_CELLS,
    CHOOSE,
    EMPTY,
    END_CELLS,
    FINISH,
    FUTURE,
    GOLD,
    HEAD,
    KEEP,
    NOT_YET,
    OVER,
    PERFECT_PICK,
    PRIESTS_COMMITMENT,
    SEE_THE_FUTURE,
    TAIL,
    THIRD_COATL,
    TURN,
    Player,
    State,
)
from coatl.board.tables import Deck
from coatl.board.turns import end_action, end_turn, pass_turn, refill_if_due
from coatl.engine.chance import begin_action
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints


@jit_in_place
def apply_action(state: State, deck: Deck, action: int) -> None:
    """Plays one legal action; the outcomes of chance stand in `state.chance` afterwards."""
    begin_action(state.chance)
    follow_action(state, deck, action)


@jit_in_place
def follow_action(state: State, deck: Deck, action: int) -> None:
    """The same, but outcomes that were given beforehand are followed."""
    player = state.players[state.seat]
    if action == DONE:
        done(state, deck, player)
    elif EXTEND <= action < FULFIL:
        extend(state, player, action)
    elif FULFIL <= action < TEMPLE_PILE:
        fulfil(state, player, action)
    elif TAKE <= action < CHOOSE_ROW:
        take(state, deck, player, taken_cell(action))
    elif CHOOSE_ROW <= action <= CHOOSE_DECK:
        choose(state, player, action)
    elif START <= action < EXTEND:
        start(state, player, action)
    elif TEMPLE_PILE <= action < PICK:
        temple(state, deck, player, action)
    elif PICK <= action < SEE_FUTURE:
        perfect_pick(state, deck, player, action)
    elif action == SEE_FUTURE:
        see_the_future(state, deck, player)
    elif DISCARD <= action < PRIEST:
        discard_from_hand(state, player, place_in_hand(player, discarded_card(action), 0))
    elif PRIEST <= action < STEAL:
        priests_commitment(state, deck, player, priest_pile(action))
    elif action >= STEAL:
        steal(state, deck, player, action)
    elif KEEP_CARD <= action < TAKE:
        keep(player, kept_card(action))
    elif action == ADAM_TURN:
        play_adam(state, deck)
    elif action == PASS:
        pass_turn(state, deck)


@jit_in_place
def done(state: State, deck: Deck, player: Player) -> None:
    """The end of whatever was going on."""
    if state.pending == KEEP:
        end_keeping(state, player)
    elif state.pending == FINISH:
        close_coatl(state, deck, player)
    elif state.pending == TURN:  # the second action of a last turn is left out
        end_turn(state, deck)
    else:
        end_action(state, deck)


# ---------------------------------------------------------------- set-up: the secret choice


@jit_in_place
def keep(player: Player, card: int) -> None:
    """Kept cards stand at the front of the hand."""
    place = place_in_hand(player, card, int(player.kept))
    player.hand[place] = player.hand[player.kept]
    player.hand[player.kept] = card
    player.kept += 1


@jit_in_place
def end_keeping(state: State, player: Player) -> None:
    """The rest is discarded unseen; when all have chosen, play begins (RULES 4.1, 5)."""
    while player.hand_size > player.kept:
        discard_from_hand(state, player, player.hand_size - 1)
    player.ready = 1
    seat = next_unready(state)
    if seat == EMPTY:
        begin_first_turn(state)
    else:
        state.seat = seat


# ---------------------------------------------------------------- the hand


@jit_in_place
def place_in_hand(player: Player, card: int, begin: int) -> int:
    """Where in the hand the card is: an openly known copy before a secret one, so that knowledge stays true."""
    found = EMPTY
    for place in range(begin, player.hand_size):
        if player.hand[place] == card:
            if player.known[place]:
                return place
            if found == EMPTY:
                found = place
    return found


@jit_in_place
def remove_from_hand(player: Player, place: int) -> None:
    last = player.hand_size - 1
    for i in range(place, last):
        player.hand[i] = player.hand[i + 1]
        player.known[i] = player.known[i + 1]
    player.hand[last] = EMPTY
    player.known[last] = 0
    player.hand_size = last


@jit_in_place
def discard_from_hand(state: State, player: Player, place: int) -> None:
    """Discards are not shown, so nobody knows any longer which of the cards are still there (R18)."""
    state.prophecies.hidden[state.seat, player.hand[place]] += 1
    state.prophecies.discard_size += 1
    remove_from_hand(player, place)
    player.known[:] = 0


# ---------------------------------------------------------------- A. take pieces


@jit_in_place
def take(state: State, deck: Deck, player: Player, cell: int) -> None:
    """RULES 4.2 A."""
    supply = state.supply
    if cell < BODY_CELLS:
        for which in range(2):
            player.board[BODY, supply.bodies[cell, which]] += 1
    else:
        end = cell - BODY_CELLS
        piece = HEAD + end // END_CELLS
        player.board[piece, supply.ends[piece, end % END_CELLS]] += 1
    empty_cell(state, cell)
    refill_if_due(state, deck)
    end_action(state, deck)


# ---------------------------------------------------------------- B. choose prophecies


@jit_in_place
def choose(state: State, player: Player, action: int) -> None:
    """RULES 4.2 B: a card from the row is seen by all, one from the deck by its owner alone."""
    if action == CHOOSE_DECK:
        add_to_hand(player, draw_prophecy(state), 0)
    else:
        place = chosen_place(action)
        add_to_hand(player, int(state.prophecies.row[place]), 1)
        state.prophecies.row[place] = EMPTY
    state.pending = CHOOSE


# ---------------------------------------------------------------- C. assemble


@jit_in_place
def start(state: State, player: Player, action: int) -> None:
    """RULES 4.2 C, start."""
    piece, colour = started_piece(action)
    player.board[piece, colour] -= 1
    coatl = player.coatls[player.coatl_count]
    player.coatl_count += 1
    coatl.pieces[0] = colour
    coatl.length = 1
    coatl.head = 1 if piece == HEAD else 0
    coatl.tail = 1 if piece == TAIL else 0
    state.pending = ASSEMBLE


@jit_in_place
def extend(state: State, player: Player, action: int) -> None:
    """RULES 4.2 C, extend; the second end begins the finishing."""
    number, side, colour = extension(action)
    coatl = player.coatls[number]
    piece = HEAD if side == HEAD_SIDE else TAIL if side == TAIL_SIDE else BODY
    player.board[piece, colour] -= 1
    length = int(coatl.length)
    if side == LEFT or side == HEAD_SIDE:
        for i in range(length, 0, -1):
            coatl.pieces[i] = coatl.pieces[i - 1]
        coatl.pieces[0] = colour
    else:
        coatl.pieces[length] = colour
    coatl.length = length + 1
    if piece == HEAD:
        coatl.head = 1
    elif piece == TAIL:
        coatl.tail = 1
    state.pending = ASSEMBLE
    if coatl.head and coatl.tail:
        state.pending = FINISH
        state.coatl = number


@jit_in_place
def fulfil(state: State, player: Player, action: int) -> None:
    """RULES 4.2 C, fulfil; while a coatl is being finished, its finishing goes on."""
    card, number = fulfilment(action)
    coatl = player.coatls[number]
    coatl.cards[coatl.card_count] = card
    coatl.card_count += 1
    remove_from_hand(player, place_in_hand(player, card, 0))
    if state.pending != FINISH:
        state.pending = ASSEMBLE


@jit_in_place
def temple(state: State, deck: Deck, player: Player, action: int) -> None:
    """A temple from hand or from a pile closes the coatl (RULES 4.2, Finishing)."""
    coatl = player.coatls[state.coatl]
    if action >= TEMPLE_HAND:
        coatl.temple = temple_from_hand(action)
        remove_temple(player, temple_from_hand(action))
    else:
        coatl.temple = take_temple(state, temple_pile(action))
    close_coatl(state, deck, player)


@jit_in_place
def remove_temple(player: Player, card: int) -> None:
    last = player.temple_count - 1
    for i in range(player.temple_count):
        if player.temples[i] == card:
            player.temples[i] = player.temples[last]
            player.temple_known[i] = player.temple_known[last]
            break
    player.temples[last] = EMPTY
    player.temple_known[last] = 0
    player.temple_count = last


@jit_in_place
def take_temple(state: State, pile: int) -> int:
    """The top of a pile; the next card is uncovered at once (RULES 4.1, 4)."""
    card = int(state.temples.tops[pile])
    state.temples.sizes[pile] -= 1
    uncover(state, pile)
    return card


@jit_in_place
def close_coatl(state: State, deck: Deck, player: Player) -> None:
    """The coatl is finished; the third one begins the end (RULES 4.3 a), or is the end of a solo game."""
    coatl = player.coatls[state.coatl]
    coatl.closed = 1
    coatl.points = coatl_points(deck, coatl)
    state.coatl = EMPTY
    state.pending = ASSEMBLE
    if closed_coatls(player) == deck.coatls and state.ending == NOT_YET:
        state.ending = THIRD_COATL
        state.ender = state.seat
        state.turns_left = state.options.players - 1
        if state.options.solo:
            state.turns += 1
            state.pending = OVER


@jit_in_place
def closed_coatls(player: Player) -> int:
    closed = 0
    for i in range(player.coatl_count):
        closed += player.coatls[i].closed
    return closed


# ---------------------------------------------------------------- sacrifice tokens


@jit_in_place
def perfect_pick(state: State, deck: Deck, player: Player, action: int) -> None:
    """Pieces of one's choice from the bags; then all empty cells are refilled."""
    bags = state.supply.bags
    player.tokens[PERFECT_PICK] = 0
    if action >= PICK_END:
        piece, colour = picked_end(action)
        bags[piece, colour] -= 1
        player.board[piece, colour] += 1
    else:
        for which in range(2):
            colour = int(PAIR_COLOURS[picked_pair(action), which])
            bags[BODY, colour] -= 1
            player.board[BODY, colour] += 1
    refill_supply(state.supply, deck, state.chance)
    end_action(state, deck)


@jit_in_place
def see_the_future(state: State, deck: Deck, player: Player) -> None:
    """A new row; the old one is among the discards that may have to become the deck."""
    player.tokens[SEE_THE_FUTURE] = 0
    row = state.prophecies.row
    for place in range(deck.row):
        if row[place] != EMPTY:
            state.prophecies.discards[row[place]] += 1
            state.prophecies.discard_size += 1
            row[place] = EMPTY
    refill_row(state, deck)
    state.pending = FUTURE


@jit_in_place
def priests_commitment(state: State, deck: Deck, player: Player, pile: int) -> None:
    """A temple from a pile into hand; everybody saw which."""
    player.tokens[PRIESTS_COMMITMENT] = 0
    player.temples[player.temple_count] = take_temple(state, pile)
    player.temple_known[player.temple_count] = 1
    player.temple_count += 1
    end_action(state, deck)


@jit_in_place
def steal(state: State, deck: Deck, player: Player, action: int) -> None:
    """The Golden Feathers: gold goes out of play, its receiver gets points at the end (RULES 4.6)."""
    player.board[BODY, GOLD] -= 1
    if action >= STEAL_PAIR:
        seat, pair = pair_theft(action)
        victim = state.players[seat]
        for which in range(2):
            move_body(victim, player, int(PAIR_COLOURS[pair, which]))
    else:
        seat, colour = theft(action)
        victim = state.players[seat]
        move_body(victim, player, colour)
    victim.robbed += 1
    end_action(state, deck)


@jit_in_place
def move_body(giver: Player, taker: Player, colour: int) -> None:
    giver.board[BODY, colour] -= 1
    taker.board[BODY, colour] += 1


# ---------------------------------------------------------------- ADAM


@jit
def play_adam(state: State, deck: Deck) -> None:
    """RULES 4.5; the supply is refilled as always, the row if cards were taken."""
    adam_turn(state, deck, new_trace())
    refill_if_due(state, deck)
    end_action(state, deck)


# ---------------------------------------------------------------- from outside


@jit_in_place
def act_as(state: State, seat: int) -> bool:
    """Set-up: the secret choices may be made in any order of seats (RULES 4.1, 5). False if it is not this seat's."""
    if state.pending == KEEP and seat < state.options.players and not state.players[seat].ready:
        state.seat = seat
    return state.seat == seat


@jit
def replay_action(state: State, deck: Deck, action: int, outcomes: Ints) -> bool:
    """Plays an action with the outcomes of a record; false if they could not have happened."""
    begin_action(state.chance)
    state.chance.impossible = 0
    state.chance.outcomes[: len(outcomes)] = outcomes
    state.chance.given = len(outcomes)
    follow_action(state, deck, action)
    return not state.chance.impossible and state.chance.drawn == len(outcomes)
