"""Whole games of the card game, played by the rules and in the fast model side by side, and compared at every step.

The rules play at random and draw; the fast model does the same things with the same draws. It is written once, at the
beginning of the game, and then follows on its own.
"""

import numba
import numpy as np

from coatl.bots.card.carl import carl_turn, finish_carl
from coatl.bots.card.endgame import play_ends
from coatl.bots.card.fast_model import FastModel, note_arrival, refill, write_model
from coatl.bots.card.rollout import (
    LEFT,
    OVER_LEFT,
    OVER_RIGHT,
    RIGHT,
    count_before_card,
    drop_feather,
    end_turn,
    play_move,
)
from coatl.bots.card.scratch import WAYS, Scratch
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import (
    BESIDE,
    CARL_TURN,
    DISCARD,
    DONE,
    OVER,
    PASS,
    RAISE,
    STEAL,
    discarded_feather,
    gained_card,
    head_action,
    lying_colours,
    placement,
    tail_action,
)
from coatl.card.notation import LEFT as LEFT_SIDE
from coatl.card.state import (
    EMPTY,
    FEATHER_OUTCOME,
    FEATHERS,
    HEAD,
    PLAY,
    PLAYERS,
    PROPHECIES,
    PROPHECY_OUTCOME,
    PROTECTED,
    State,
)
from coatl.card.state import OVER as GAME_OVER
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.structs import Ints, Records

COMPARISONS, FALLS, THEFTS, CARL_TURNS, ENDS, DISCARDS, RESULTS = 0, 1, 2, 3, 4, 5, 6  # what is counted
KINDS = 7
FAULTS = (
    "",
    "whose turn it is",
    "the middle",
    "the middle as a set",
    "the number of thefts",
    "the length of a coatl",
    "a coatl",
    "levels",
    "the size of a hand",
    "a hand",
    "the order of arrival",
    "gains that the model left out",
    "results",
)
NONE, TURN, MIDDLE, MIDDLE_SET, THEFT_COUNT, LENGTH, COATL, LEVELS, HAND_SIZE, HAND, ARRIVAL, LEFT_OVER, RESULT = range(
    13
)

compiled = numba.njit(error_model="numpy")


@compiled  # type: ignore[untyped-decorator]
def play_both(states: Records, decks: Records, scratches: Records, models: Records, stream: Ints, done: Ints) -> int:
    """Plays a game to its end, from the set-up; returns what differs between rules and model, one of FAULTS."""
    state, deck, model, scratch = states[0], decks[0], models[0], scratches[0]
    begin_model(state, deck, model)
    fault = difference(state, deck, model, done)
    while not fault and state.pending != GAME_OVER:
        if state.pending == HEAD:
            fault = play_both_ends(state, deck, model, scratch, done)
        else:
            fault = play_both_actions(state, deck, model, scratch, stream, done)
    return int(fault)


@compiled  # type: ignore[untyped-decorator]
def begin_model(state: State, deck: Deck, model: FastModel) -> None:
    """Writes the model; nothing is dealt, for all draws are taken over."""
    write_model(state, deck, int(state.seat), model)
    model.last_card -= model.last_action
    if model.solo:
        model.seat = 0


@compiled  # type: ignore[untyped-decorator]
def play_both_actions(state: State, deck: Deck, model: FastModel, scratch: Scratch, stream: Ints, done: Ints) -> int:
    """One random action, and whatever it brings."""
    legal = np.empty(MOST_LEGAL, np.int16)
    action = int(legal[pick(stream, legal_actions(state, deck, legal))])
    number = int(state.seat)
    if action == CARL_TURN:
        apply_action(state, deck, action)
        carl_follows(state, deck, model)
        done[CARL_TURNS] += 1
        return int(difference(state, deck, model, done))
    if action == PASS:
        apply_action(state, deck, action)
        return int(turn_ends(state, deck, model, scratch, number, done))
    seat = model.seats[number]
    if DISCARD <= action < RAISE:
        drop_feather(seat, place_of(seat.hand, discarded_feather(action)))
        model.last_feather -= 1
        apply_action(state, deck, action)
        done[DISCARDS] += 1
        return NONE
    if state.pending == PLAY:
        drop_feather(seat, place_of(seat.hand, feather_of(deck, action)))
    before = seat.held[1] | seat.held[2]
    high = seat.held[2]
    count_before_card(scratch.occurrences, seat, scratch.first)
    play_move(model, deck, scratch, number, move_of(action), scratch.first)
    done[FALLS] += bool(before & ~(seat.held[1] | seat.held[2] | seat.held[PROTECTED]) or high & seat.held[1])
    apply_action(state, deck, action)
    done[THEFTS] += take_gains(state, deck, model)
    fault = difference(state, deck, model, done)
    if fault:
        return int(fault)
    if legal_actions(state, deck, legal) > 1:
        return LEFT_OVER
    apply_action(state, deck, DONE)
    if state.seat == number and state.pending == PLAY and state.plays > 0:
        model.plays += 1
        return NONE
    return int(turn_ends(state, deck, model, scratch, number, done))


@compiled  # type: ignore[untyped-decorator]
def play_both_ends(state: State, deck: Deck, model: FastModel, scratch: Scratch, done: Ints) -> int:
    """The last turn of a seat: the model chooses head and tail, and the rules follow."""
    number = int(state.seat)
    play_ends(model, deck, scratch, number)
    seat = model.seats[number]
    apply_action(state, deck, head_action(int(seat.parts[seat.left])))
    done[THEFTS] += take_gains(state, deck, model)
    apply_action(state, deck, DONE)
    apply_action(state, deck, tail_action(int(seat.parts[seat.right - 1])))
    done[THEFTS] += take_gains(state, deck, model)
    done[ENDS] += 1
    fault = difference(state, deck, model, done)
    if fault:
        return int(fault)
    apply_action(state, deck, DONE)
    return int(turn_ends(state, deck, model, scratch, number, done))


@compiled  # type: ignore[untyped-decorator]
def take_gains(state: State, deck: Deck, model: FastModel) -> int:
    """Takes by the rules all that a card brings, and steals what the model stole; returns the number of thefts."""
    legal = np.empty(MOST_LEGAL, np.int16)
    held = model.seats[state.seat].held
    thefts, found = 0, True
    while found:
        found = False
        for i in range(1, legal_actions(state, deck, legal)):
            action = int(legal[i])
            if action < STEAL or (held[0] | held[1] | held[2] | held[PROTECTED]) >> gained_card(action) & 1:
                thefts += action >= STEAL
                apply_action(state, deck, action)
                found = True
                break
    return thefts


@compiled  # type: ignore[untyped-decorator]
def turn_ends(state: State, deck: Deck, model: FastModel, scratch: Scratch, number: int, done: Ints) -> int:
    """The end of a turn in the model, with what the rules have drawn."""
    take_over_draws(state, model, 0)
    end_turn(model, deck, scratch, number)
    if state.pending != GAME_OVER:  # the rules do not refill the middle after the last turn
        return int(difference(state, deck, model, done))
    for other in range(2 if model.solo else int(model.players)):
        player, result = state.players[other], model.seats[other].result
        done[RESULTS] += 1
        if result[0] != player.points or result[1] != player.goals or result[2] != player.protected:
            return RESULT
    return NONE


@compiled  # type: ignore[untyped-decorator]
def carl_follows(state: State, deck: Deck, model: FastModel) -> None:
    """CARL's turn in the model, with the feather and the action card that the rules have drawn."""
    acts = state.carl.action != EMPTY
    if acts and model.next_action < model.last_action:
        model.actions[model.next_action] = deck.actions[deck.prophecies[state.carl.action].god]
    take_over_draws(state, model, 1 if acts else 0)
    carl_turn(model, deck)
    refill(model, int(deck.middle[model.players]))
    if model.round_number == model.rounds:
        finish_carl(model, deck)
        model.seats[1].result[2] = state.players[1].protected  # nobody asks for it


@compiled  # type: ignore[untyped-decorator]
def take_over_draws(state: State, model: FastModel, skipped: int) -> None:
    """Puts the feathers and prophecies that the rules have just drawn on top of the model's decks."""
    feathers, cards = 0, -skipped
    for i in range(state.chance.drawn):
        outcome = int(state.chance.outcomes[i])
        if FEATHER_OUTCOME <= outcome < FEATHER_OUTCOME + FEATHERS:
            model.feathers[model.next_feather + feathers] = outcome - FEATHER_OUTCOME
            feathers += 1
        elif PROPHECY_OUTCOME <= outcome < PROPHECY_OUTCOME + PROPHECIES:
            if cards >= 0:
                model.cards[model.next_card + cards] = outcome - PROPHECY_OUTCOME
            cards += 1
    model.last_feather = max(model.last_feather, model.next_feather + feathers)  # the rules shuffle again


@compiled  # type: ignore[untyped-decorator]
def difference(state: State, deck: Deck, model: FastModel, done: Ints) -> int:
    """What differs between the state and the model, one of FAULTS."""
    done[COMPARISONS] += 1
    if model.round_number != state.round_number or (not model.solo and model.seat != state.seat):
        return TURN
    middle = 0
    for place in range(len(state.middle)):
        if model.middle[place] != state.middle[place]:
            return MIDDLE
        if state.middle[place] != EMPTY:
            middle |= 1 << int(state.middle[place])
    if model.wanted != middle:
        return MIDDLE_SET
    for number in range(PLAYERS):
        player, seat = state.players[number], model.seats[number]
        if model.stolen[number] != state.stolen[number]:
            return THEFT_COUNT
        if seat.right - seat.left != player.length:
            return LENGTH
        for i in range(player.length):
            if seat.parts[seat.left + i] != player.parts[i]:
                return COATL
        for level in range(PROTECTED + 1):
            held = 0
            for i in range(player.prophecy_count):
                if player.levels[i] == level:
                    held |= 1 << int(player.prophecies[i])
            if seat.held[level] != held:
                return LEVELS
        if number < model.players and model.round_number < model.rounds:  # the rules clear hands before the last round
            if seat.hand_size != player.hand_size:
                return HAND_SIZE
            for i in range(player.hand_size):
                if seat.hand[i] != player.hand[i]:
                    return HAND
    if model.solo and not in_order(state, model):
        return ARRIVAL
    return NONE


@compiled  # type: ignore[untyped-decorator]
def in_order(state: State, model: FastModel) -> bool:
    """Whether the model knows which of the prophecies on a level came first; then takes over the order of equal ones.

    The order in which one card brings them is free (R24).
    """
    for number in range(2):
        player = state.players[number]
        for level in range(1, PROTECTED):
            since = -1
            for i in range(player.prophecy_count):
                if player.levels[i] == level:
                    if model.since[player.prophecies[i]] < since:
                        return False
                    since = int(model.since[player.prophecies[i]])
    for number in range(2):
        player = state.players[number]
        for i in range(player.prophecy_count):
            note_arrival(model, 1 << int(player.prophecies[i]))
    return True


@compiled  # type: ignore[untyped-decorator]
def place_of(hand: Ints, feather: int) -> int:
    """Where a feather is in a hand."""
    place = 0
    while hand[place] != feather:
        place += 1
    return place


@compiled  # type: ignore[untyped-decorator]
def feather_of(deck: Deck, action: int) -> int:
    """The feather that a placement plays."""
    left, right = lying_colours(placement(action)[0])
    feather = 0
    while deck.pairs[feather, 0] != min(left, right) or deck.pairs[feather, 1] != max(left, right):
        feather += 1
    return feather


@compiled  # type: ignore[untyped-decorator]
def move_of(action: int) -> int:
    """A placement as a move of the rollout policy."""
    feather, side = placement(action)
    if action < BESIDE:
        return feather * WAYS + RIGHT
    if side == LEFT_SIDE:
        return feather * WAYS + (OVER_LEFT if action >= OVER else LEFT)
    return feather * WAYS + (OVER_RIGHT if action >= OVER else RIGHT)
