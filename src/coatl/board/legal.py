"""The only source of legality (design D2): the actions that the rules allow in a state, as numbers.

`legal_actions` writes them into an array and returns how many there are; everybody who needs a move asks it.
"""

from coatl.board.completion import can_finish, enough_cards, may_lie_beside, would_finish
from coatl.board.notation import (
    ADAM_TURN,
    CHOOSE_DECK,
    DONE,
    HEAD_SIDE,
    LEFT,
    PASS,
    RIGHT,
    SEE_FUTURE,
    TAIL_SIDE,
    choose_action,
    discard_action,
    extend_action,
    fulfil_action,
    fulfilment,
    keep_action,
    pick_action,
    pick_end_action,
    priest_action,
    start_action,
    steal_action,
    steal_pair_action,
    take_action,
    take_end_action,
    temple_hand_action,
    temple_pile_action,
)
from coatl.board.scoring import goals_met, gods_beside, reaches, room, tally
from coatl.board.setup import hand_limit
from coatl.board.state import (
    ADAM,
    ASSEMBLE,
    BODY,
    BODY_CELLS,
    CHOOSE,
    COATL_LENGTH,
    EMPTY,
    END_CELLS,
    FINISH,
    FUTURE,
    GOLD,
    HEAD,
    KEEP,
    NEEDS_TEMPLE,
    PERFECT_PICK,
    PRIESTS_COMMITMENT,
    SEE_THE_FUTURE,
    TAIL,
    TURN,
    Coatl,
    Player,
    State,
)
from coatl.board.tables import Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints

MOST_LEGAL = 512


@jit_in_place
def legal_actions(state: State, deck: Deck, out: Ints) -> int:
    """Writes what the deciding seat may do into `out`; 0 only when the game is over."""
    pending = state.pending
    if pending == TURN:
        return turn_actions(state, deck, out)
    player = state.players[state.seat]
    if pending == ASSEMBLE:
        out[0] = DONE
        return assemble_steps(state, deck, player, out, 1)
    if pending == CHOOSE:
        out[0] = DONE
        return choices(state, deck, player, out, 1)
    if pending == FINISH:
        return finish_steps(state, deck, player, out)
    if pending == FUTURE:
        return future_steps(state, deck, player, out)
    if pending == KEEP:
        return keep_steps(state, deck, player, out)
    if pending == ADAM:
        out[0] = ADAM_TURN
        return 1
    return 0


@jit_in_place
def turn_actions(state: State, deck: Deck, out: Ints) -> int:
    """RULES 4.2: exactly one action; passing only when there is none (R9)."""
    player = state.players[state.seat]
    count = 0
    if state.acted:  # the second action of a last turn is free to leave (4.3 a)
        out[0] = DONE
        count = 1
    free = room(deck, player)
    count = takes(state, free, out, count)
    count = choices(state, deck, player, out, count)
    count = assemble_steps(state, deck, player, out, count)
    if state.options.tokens:
        count = sacrifices(state, deck, player, free, out, count)
    if state.options.golden_feathers:
        count = steals(state, deck, player, free, out, count)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@jit_in_place
def keep_steps(state: State, deck: Deck, player: Player, out: Ints) -> int:
    """RULES 4.1, 5: up to 3 (R2: from 0 to 3); the human of the solo game keeps exactly 3 (4.5)."""
    most = min(int(deck.adam_kept if state.options.solo else deck.kept), int(player.hand_size))
    count = 0
    if player.kept == most or not state.options.solo:
        out[0] = DONE
        count = 1
    if player.kept < most:
        count = keeps(player, out, count)
    return count


@jit_in_place
def keeps(player: Player, out: Ints, count: int) -> int:
    """Each different card of the hand that is not kept yet (RULES 4.1, 5)."""
    for i in range(player.kept, player.hand_size):
        if first_of_its_kind(player, player.kept, i):
            out[count] = keep_action(int(player.hand[i]))
            count += 1
    return count


@jit_in_place
def discards(player: Player, out: Ints, count: int) -> int:
    """Each different card of the hand."""
    for i in range(player.hand_size):
        if first_of_its_kind(player, 0, i):
            out[count] = discard_action(int(player.hand[i]))
            count += 1
    return count


@jit_in_place
def first_of_its_kind(player: Player, begin: int, place: int) -> bool:
    for i in range(begin, place):
        if player.hand[i] == player.hand[place]:
            return False
    return True


# ---------------------------------------------------------------- A. take pieces


@jit_in_place
def takes(state: State, free: int, out: Ints, count: int) -> int:
    """All of one cell, if there is room for all of it (RULES 4.2 A)."""
    supply = state.supply
    if free >= 2:
        for cell in range(BODY_CELLS):
            if supply.bodies[cell, 0] != EMPTY:
                out[count] = take_action(cell)
                count += 1
    if free >= 1:
        for piece in range(HEAD, TAIL + 1):
            for cell in range(END_CELLS):
                if supply.ends[piece, cell] != EMPTY:
                    out[count] = take_end_action(piece, cell)
                    count += 1
    return count


# ---------------------------------------------------------------- B. choose prophecies


@jit_in_place
def choices(state: State, deck: Deck, player: Player, out: Ints, count: int) -> int:
    """From the row or the top of the deck, never above the hand limit (RULES 4.2 B)."""
    if player.hand_size >= hand_limit(state.options, deck):
        return count
    prophecies = state.prophecies
    for place in range(deck.row):
        if prophecies.row[place] != EMPTY:
            out[count] = choose_action(place)
            count += 1
    if prophecies.deck_size > 0 or prophecies.discard_size > 0:  # R4
        out[count] = CHOOSE_DECK
        count += 1
    return count


# ---------------------------------------------------------------- C. assemble


@jit_in_place
def assemble_steps(state: State, deck: Deck, player: Player, out: Ints, count: int) -> int:
    """Start, extend, fulfil: in any order, on any of one's coatls (RULES 4.2 C)."""
    unfinished = 0
    for number in range(player.coatl_count):
        coatl = player.coatls[number]
        if not coatl.closed:
            unfinished += 1
            count = extensions(state, deck, player, number, out, count)
            count = fulfilments(state, deck, player, number, out, count)
    if unfinished < deck.unfinished and player.coatl_count < deck.coatls:  # R5
        for piece in range(3):
            for colour in range(5):
                if player.board[piece, colour]:
                    out[count] = start_action(piece, colour)
                    count += 1
    return count


@jit_in_place
def extensions(state: State, deck: Deck, player: Player, number: int, out: Ints, count: int) -> int:
    """A head only on the left, a tail only on the right, nothing beyond them (RULES 4.2 C; R28)."""
    coatl = player.coatls[number]
    if coatl.length >= COATL_LENGTH:
        return count
    for colour in range(5):
        if player.board[BODY, colour]:
            if not coatl.head:
                out[count] = extend_action(number, LEFT, colour)
                count += 1
            if not coatl.tail:
                out[count] = extend_action(number, RIGHT, colour)
                count += 1
    if not coatl.head:
        count = end_pieces(state, deck, player, number, HEAD, out, count)
    if not coatl.tail:
        count = end_pieces(state, deck, player, number, TAIL, out, count)
    return count


@jit_in_place
def end_pieces(state: State, deck: Deck, player: Player, number: int, piece: int, out: Ints, count: int) -> int:
    """Heads or tails: never directly on the other end, and finishing only if it can be finished (R6, R19)."""
    coatl = player.coatls[number]
    finishes = coatl.tail if piece == HEAD else coatl.head
    if finishes and coatl.length < 2:
        return count
    side = HEAD_SIDE if piece == HEAD else TAIL_SIDE
    for colour in range(5):
        if player.board[piece, colour] and (not finishes or would_finish(state, deck, player, coatl, piece, colour)):
            out[count] = extend_action(number, side, colour)
            count += 1
    return count


@jit_in_place
def fulfilments(state: State, deck: Deck, player: Player, number: int, out: Ints, count: int) -> int:
    """Prophecies from hand that this coatl reaches (RULES 4.2 C)."""
    coatl = player.coatls[number]
    if coatl.card_count >= deck.most_cards:
        return count
    have = tally(coatl.pieces, coatl.length)
    for i in range(player.hand_size):
        card = int(player.hand[i])
        if (
            reaches(deck.prophecies[card], coatl.pieces, coatl.length, have)
            and first_of_its_kind(player, 0, i)
            and may_lie_beside(state, deck, coatl, card)
        ):
            out[count] = fulfil_action(card, number)
            count += 1
    return count


# ---------------------------------------------------------------- finishing


@jit_in_place
def finish_steps(state: State, deck: Deck, player: Player, out: Ints) -> int:
    """More prophecies, then a temple or none (RULES 4.2, Finishing; R29)."""
    number = int(state.coatl)
    coatl = player.coatls[number]
    enough = enough_cards(state, deck, int(coatl.card_count))
    count = 0
    if enough and not state.options.difficulties[NEEDS_TEMPLE]:
        out[0] = DONE
        count = 1
    if enough:
        count = temples_for(state, deck, player, coatl, out, count)
    before = count
    count = fulfilments(state, deck, player, number, out, count)
    if not enough or state.options.difficulties[NEEDS_TEMPLE]:  # R19: a choice must not close the way
        kept = before
        for i in range(before, count):
            card, _ = fulfilment(int(out[i]))
            if can_finish(state, deck, player, coatl, coatl.pieces, int(coatl.length), card):
                out[kept] = out[i]
                kept += 1
        count = kept
    return count


@jit_in_place
def temples_for(state: State, deck: Deck, player: Player, coatl: Coatl, out: Ints, count: int) -> int:
    """From hand or the top of a pile, with at least one goal met (R7)."""
    gods = gods_beside(deck, coatl)
    for i in range(player.temple_count):
        if goals_met(deck.temples[player.temples[i]], coatl.pieces, coatl.length, gods) > 0:
            out[count] = temple_hand_action(int(player.temples[i]))
            count += 1
    for pile in range(deck.piles):
        top = state.temples.tops[pile]
        if top != EMPTY and goals_met(deck.temples[top], coatl.pieces, coatl.length, gods) > 0:
            out[count] = temple_pile_action(pile)
            count += 1
    return count


# ---------------------------------------------------------------- sacrifice tokens


@jit_in_place
def sacrifices(state: State, deck: Deck, player: Player, free: int, out: Ints, count: int) -> int:
    """Each token once, instead of an action (RULES 4.2)."""
    if player.tokens[PERFECT_PICK]:
        count = perfect_picks(state, free, out, count)
    if player.tokens[SEE_THE_FUTURE]:
        out[count] = SEE_FUTURE
        count += 1
    if player.tokens[PRIESTS_COMMITMENT]:
        for pile in range(deck.piles):
            if state.temples.tops[pile] != EMPTY:
                out[count] = priest_action(pile)
                count += 1
    return count


@jit_in_place
def perfect_picks(state: State, free: int, out: Ints, count: int) -> int:
    """1 head, or 1 tail, or exactly 2 body segments, of any colours that are in the bags; never gold."""
    bags = state.supply.bags
    if free >= 1:
        for piece in range(HEAD, TAIL + 1):
            for colour in range(5):
                if bags[piece, colour]:
                    out[count] = pick_end_action(piece, colour)
                    count += 1
    if free >= 2:
        pair = 0
        for first in range(5):
            for second in range(first, 5):
                if bags[BODY, first] and bags[BODY, second] >= (2 if first == second else 1):
                    out[count] = pick_action(pair)
                    count += 1
                pair += 1
    return count


@jit_in_place
def future_steps(state: State, deck: Deck, player: Player, out: Ints) -> int:
    """Discards from hand, then the first prophecy; none only if none can be had (R8)."""
    count = discards(player, out, 0)
    before = count
    count = choices(state, deck, player, out, count)
    if count == before:
        out[count] = DONE
        count += 1
    return count


# ---------------------------------------------------------------- The Golden Feathers


@jit_in_place
def steals(state: State, deck: Deck, player: Player, free: int, out: Ints, count: int) -> int:
    """Gold against 1 or 2 body segments of one opponent, if there is room once the gold is gone (RULES 4.6)."""
    if not player.board[BODY, GOLD]:
        return count
    for seat in range(state.options.players):
        if seat == state.seat:
            continue
        theirs = state.players[seat].board[BODY]
        pair = 0
        for first in range(5):
            if theirs[first]:
                out[count] = steal_action(seat, first)
                count += 1
            for second in range(first, 5):
                if (
                    deck.steal_up_to >= 2
                    and free >= 1
                    and theirs[first]
                    and theirs[second] >= (2 if first == second else 1)
                ):
                    out[count] = steal_pair_action(seat, pair)
                    count += 1
                pair += 1
    return count
