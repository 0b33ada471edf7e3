"""Rollouts of the card game: simulated games in the fast model, with the rollout policy in every seat.

The policy looks for the cards that bring the most points, at small tables for two of them together. It likes a coatl to
which one more part would bring something, in which prophecies occur before they come, and that serves the temple. It
takes whatever a card brings. Feathers that are used up are not shuffled again.
"""

from typing import NamedTuple

from coatl.bots.card.carl import carl_turn, finish_carl
from coatl.bots.card.endgame import finish, play_ends
from coatl.bots.card.fast_model import FastModel, Seat, draw_feather, refill, seed_stream
from coatl.bots.card.gains import apply_gains, best_theft_value, gain_value, stealable
from coatl.bots.card.occurrence_sets import Counts, OccurrenceSets, add_occurrences, count_occurrences, window
from coatl.bots.card.policy_weights import PolicyWeights
from coatl.bots.card.reach import bit_count
from coatl.bots.card.scratch import COLOURS, TIE, WAYS, Scratch
from coatl.bots.card.temple_value import TempleValue, imbalance, write_temple_value
from coatl.bots.card.weights import MOST_TURNS
from coatl.bots.weights import Floats
from coatl.card.state import EMPTY, PLAYERS
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import STACKED, SYMBOLS
from coatl.engine.structs import Ints, Records

RIGHT, OVER_RIGHT, LEFT, OVER_LEFT = 0, 1, 2, 3
# what is counted of a coatl before a card goes this way; COVERED are the prophecies that occur at the part it covers
ONCE, TWICE, THRICE, COVERED = 0, 1, 2, 3


@jit_in_place
def count_before_card(occurrences: OccurrenceSets, seat: Seat, counts: Ints) -> None:
    """Counts the occurrences in the coatl, and in what is left of it when an end is covered."""
    parts, left, right = seat.parts, int(seat.left), int(seat.right)
    counts[OVER_RIGHT, COVERED] = occurrences.ending[window(parts[right - 3], parts[right - 2], parts[right - 1])]
    counts[OVER_LEFT, COVERED] = occurrences.beginning[window(parts[left], parts[left + 1], parts[left + 2])]
    found = count_occurrences(occurrences, parts, left, max(left, right - 1))
    write_counts(counts[OVER_RIGHT], found)
    found = add_occurrences(found, counts[OVER_RIGHT, COVERED])
    write_counts(counts[RIGHT], found)
    write_counts(counts[LEFT], found)
    write_counts(counts[OVER_LEFT], count_occurrences(occurrences, parts, min(left + 1, right), right))


@jit_in_place
def write_counts(counts: Ints, found: Counts) -> None:
    """Writes the counts for one way to lay a card."""
    counts[ONCE] = found.once
    counts[TWICE] = found.twice
    counts[THRICE] = found.thrice


@jit_in_place
def new_occurrences(occurrences: OccurrenceSets, seat: Seat, one: int, other: int, way: int) -> tuple[int, int]:
    """The prophecies that occur by the inner part of a card, and those that occur by its outer part."""
    parts = seat.parts
    if way <= OVER_RIGHT:
        end = int(seat.right) - way
        inner = one + STACKED * way
        return (
            occurrences.ending[window(parts[end - 2], parts[end - 1], inner)],
            occurrences.ending[window(parts[end - 1], inner, other)],
        )
    begin = int(seat.left) + way - LEFT
    inner = other + STACKED * (way - LEFT)
    return (
        occurrences.beginning[window(inner, parts[begin], parts[begin + 1])],
        occurrences.beginning[window(one, inner, parts[begin])],
    )


@jit_in_place
def occurrences_ahead(occurrences: OccurrenceSets, seat: Seat, one: int, other: int, way: int) -> int:
    """The prophecies that would occur by one more part on either end behind this card."""
    parts = seat.parts
    left, right = int(seat.left), int(seat.right)
    if way <= OVER_RIGHT:
        inner = one + STACKED * way
        begin = occurrences.open_left[parts[left] * SYMBOLS + parts[left + 1]] if right > left + 1 + way else 0
        return int(occurrences.open_right[inner * SYMBOLS + other] | begin)
    inner = other + STACKED * (way - LEFT)
    end = occurrences.open_right[parts[right - 2] * SYMBOLS + parts[right - 1]] if right > left + 1 + way - LEFT else 0
    return int(occurrences.open_left[one * SYMBOLS + inner] | end)


@jit_in_place
def occurrences_after(occurrences: OccurrenceSets, seat: Seat, counts: Ints, card: int, way: int) -> tuple[Counts, int]:
    """The counts of the coatl when a card lies, and the prophecies with an occurrence that uses it."""
    inner, outer = new_occurrences(occurrences, seat, card // COLOURS, card % COLOURS, way)
    before = Counts(counts[way, ONCE], counts[way, TWICE], counts[way, THRICE])
    return add_occurrences(add_occurrences(before, inner), outer), inner | outer


@jit_in_place
def lay_card(seat: Seat, one: int, other: int, way: int) -> None:
    """Lays a card with these parts, from left to right, onto the coatl."""
    if way <= OVER_RIGHT:
        end = int(seat.right) - way
        seat.parts[end] = one + STACKED * way
        seat.parts[end + 1] = other
        seat.right = end + 2
    else:
        begin = int(seat.left) + way - LEFT - 2
        seat.parts[begin] = one
        seat.parts[begin + 1] = other + STACKED * (way - LEFT)
        seat.left = begin


# ---------------------------------------------------------------- choosing cards


@jit_in_place
def richness(model: FastModel, policy: PolicyWeights, counts: Counts) -> float:
    """What it is worth that prophecies occur in the coatl before they come."""
    rich = policy.rich[min(int(model.rounds - model.round_number), MOST_TURNS)]
    once, twice, thrice = counts.once & model.unseen, counts.twice & model.unseen, counts.thrice & model.unseen
    return float(rich[0] * bit_count(once) + rich[1] * bit_count(twice) + rich[2] * bit_count(thrice))


class Choice(NamedTuple):
    """What all moves of a choice share: the coatl's counts, what may be stolen, how much one more part counts."""

    counts: Ints
    stealable: int
    ahead: float


@jit_in_place
def move_value(
    model: FastModel, deck: Deck, scratch: Scratch, number: int, choice: Choice, card: int, way: int
) -> float:
    """What a card, as it lies, is worth when it is laid this way."""
    seat, occurrences, policy = model.seats[number], scratch.occurrences, scratch.policy
    counts, new = occurrences_after(occurrences, seat, choice.counts, card, way)
    covered = choice.counts[way, COVERED]
    points = gain_value(model, seat, policy, counts, new, covered)
    value = points + richness(model, policy, counts)
    if new & choice.stealable:
        value += best_theft_value(model, deck, policy, number, new & choice.stealable, counts)
    value += temple_gain(model, scratch.temple_value, seat, new, card, way)
    soon = occurrences_ahead(occurrences, seat, card // COLOURS, card % COLOURS, way)
    more = gain_value(model, seat, policy, add_occurrences(counts, soon), new | soon, covered)
    return float(value + choice.ahead * (more - points))


@jit_in_place
def temple_gain(model: FastModel, temple_value: TempleValue, seat: Seat, new: int, card: int, way: int) -> float:
    """What a card is worth for the goals of the temple."""
    over = way & 1
    value = temple_value.over if over else temple_value.beside
    if temple_value.missing:
        value += temple_value.god * bit_count((model.wanted | seat.held[0]) & new & temple_value.missing)
    if temple_value.even > 0.0:
        change = temple_value.weight[card // COLOURS] + temple_value.weight[card % COLOURS]
        if over:
            change -= temple_value.weight[seat.parts[seat.right - 1 if way == OVER_RIGHT else seat.left] % STACKED]
        value += imbalance(temple_value, 0) - imbalance(temple_value, change)
    return float(value)


@jit_in_place
def best_moves(
    model: FastModel,
    deck: Deck,
    scratch: Scratch,
    number: int,
    revealed: int,
    counts: Ints,
    values: Floats,
    moves: Ints,
) -> int:
    """Writes the best ways to play a card of the hand, or the revealed one, the best first; returns how many.

    A move is place in hand, card and way in one number. The coatl is counted on the way.
    """
    seat, policy = model.seats[number], scratch.policy
    count_before_card(scratch.occurrences, seat, counts)
    write_temple_value(model, deck, seat, scratch.occurrences.gods, scratch.temple_value)
    now = Counts(counts[RIGHT, ONCE], counts[RIGHT, TWICE], counts[RIGHT, THRICE])
    before = richness(model, policy, now)
    ahead = policy.early if model.plays == 0 and beam_of(scratch, number) > 1 else policy.ahead
    choice = Choice(counts, stealable(model, deck, number), ahead)
    found = 0
    seen = 0
    for place in range(1 if revealed >= 0 else int(seat.hand_size)):
        feather = revealed if revealed >= 0 else int(seat.hand[place])
        if seen >> feather & 1:  # a hand often holds the same feather twice
            continue
        seen |= 1 << feather
        pair = deck.pairs[feather]
        for turned in range(2):
            card = COLOURS * int(pair[turned]) + int(pair[1 - turned])
            for way in range(WAYS if seat.right > seat.left else 1):
                value = move_value(model, deck, scratch, number, choice, card, way) - before
                value += TIE * pick(scratch.stream, 1 << 10)
                move = (place * COLOURS * COLOURS + card) * WAYS + way
                found = insert_move(values, moves, found, value, move)
    return found


@jit_in_place
def insert_move(values: Floats, moves: Ints, found: int, value: float, move: int) -> int:
    """Inserts a move among the best, if it is one of them; returns how many there are."""
    most = len(values)
    if found == most and value <= values[most - 1]:
        return found
    place = min(found, most - 1)
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        moves[place] = moves[place - 1]
        place -= 1
    values[place] = value
    moves[place] = move
    return min(found + 1, most)


@jit_in_place
def play_move(model: FastModel, deck: Deck, scratch: Scratch, number: int, move: int, counts: Ints) -> None:
    """Lays a card and takes what it brings; `counts` are those of the coatl before it."""
    seat = model.seats[number]
    card, way = move // WAYS % (COLOURS * COLOURS), move % WAYS
    after, new = occurrences_after(scratch.occurrences, seat, counts, card, way)
    lay_card(seat, card // COLOURS, card % COLOURS, way)
    apply_gains(model, deck, scratch.policy, number, after, new, counts[way, COVERED])


@jit_in_place
def place_of(move: int) -> int:
    """The place in hand of the card that a move plays."""
    return move // (WAYS * COLOURS * COLOURS)


@jit_in_place
def beam_of(scratch: Scratch, number: int) -> int:
    """How many first cards are tried with a second one: more for the seat that plans its turn."""
    return int(scratch.policy.beam if number == scratch.viewer else scratch.policy.others)


@jit_in_place
def best_first_card(models: Records, deck: Deck, scratch: Scratch, number: int, found: int) -> int:
    """The place of the first card that is best together with a second; `models[1]` is for trying."""
    best, best_value = 0, -1e9
    for i in range(found):
        models[1] = models[0]
        trial = models[1]
        drop_feather(trial.seats[number], place_of(scratch.moves[i]))
        play_move(trial, deck, scratch, number, int(scratch.moves[i]), scratch.first)
        trial.plays += 1
        best_moves(trial, deck, scratch, number, EMPTY, scratch.second, scratch.value, scratch.move)
        if scratch.values[i] + scratch.value[0] > best_value:
            best, best_value = i, scratch.values[i] + scratch.value[0]
            scratch.planned = scratch.move[0]
            scratch.hoped[0] = scratch.value[0]
    return best


# ---------------------------------------------------------------- one card


@jit_in_place
def play_card(models: Records, deck: Deck, scratch: Scratch, number: int) -> None:
    """Plays the best card of the hand, or discards one and plays the top of the deck."""
    model = models[0]
    seat = model.seats[number]
    more = model.plays + 1 < deck.plays and seat.hand_size > 1
    found = 0
    if scratch.planned != EMPTY:
        count_before_card(scratch.occurrences, seat, scratch.first)
        scratch.values[0], scratch.moves[0] = scratch.hoped[0], scratch.planned
        scratch.planned = EMPTY
    else:
        most = beam_of(scratch, number) if more else 1
        found = best_moves(
            model, deck, scratch, number, EMPTY, scratch.first, scratch.values[:most], scratch.moves[:most]
        )
    content = scratch.policy.content
    if scratch.values[0] < content and seat.right > seat.left and model.next_feather < model.last_feather:
        drop_feather(seat, pick(scratch.stream, int(seat.hand_size)))
        play_revealed(model, deck, scratch, number)
        return
    best = best_first_card(models, deck, scratch, number, found) if found > 1 and more else 0
    drop_feather(seat, place_of(scratch.moves[best]))
    play_move(model, deck, scratch, number, int(scratch.moves[best]), scratch.first)


@jit_in_place
def play_revealed(model: FastModel, deck: Deck, scratch: Scratch, number: int) -> None:
    """Plays the feather that a discard reveals: the last one, so that the others come to whom they would have come."""
    model.last_feather -= 1
    best_moves(
        model,
        deck,
        scratch,
        number,
        int(model.feathers[model.last_feather]),
        scratch.first,
        scratch.value,
        scratch.move,
    )
    play_move(model, deck, scratch, number, int(scratch.move[0]), scratch.first)


@jit_in_place
def drop_feather(seat: Seat, place: int) -> None:
    """Removes a feather from the hand."""
    seat.hand_size -= 1
    for i in range(place, seat.hand_size):
        seat.hand[i] = seat.hand[i + 1]


# ---------------------------------------------------------------- turns


@jit_in_place
def play_feathers(models: Records, deck: Deck, scratch: Scratch, number: int) -> None:
    """Plays the rest of a turn of feathers."""
    model = models[0]
    scratch.planned = EMPTY
    while model.plays < deck.plays and model.seats[number].hand_size > 0:
        play_card(models, deck, scratch, number)
        model.plays += 1


@jit_in_place
def end_turn(model: FastModel, deck: Deck, scratch: Scratch, number: int) -> None:
    """Ends a turn: feathers are drawn or the result written, the middle is refilled, the next seat has its turn."""
    seat = model.seats[number]
    if model.round_number == model.rounds:
        finish(model, deck, seat, scratch.spare)
    else:
        for _ in range(deck.plays):
            draw_feather(model, seat)
    refill(model, int(deck.middle[model.players]))
    model.plays = 0
    model.stolen[:] = 0
    model.seat = number if model.solo else (number + 1) % model.players
    if model.seat == model.first:
        model.round_number += 1


@jit_in_place
def play_rollout(models: Records, deck: Deck, scratch: Scratch, seed: int) -> None:
    """Plays the first model from the beginning of a turn to the end of the game; every turn has its own stream."""
    model = models[0]
    while model.round_number <= model.rounds:
        number = int(model.seat)
        seed_stream(scratch.stream, seed + int(model.round_number) * PLAYERS + number)
        if model.solo:
            carl_turn(model, deck)
            refill(model, int(deck.middle[model.players]))
            if model.round_number == model.rounds:
                finish_carl(model, deck)
        if model.round_number == model.rounds:
            play_ends(model, deck, scratch, number)
        else:
            play_feathers(models, deck, scratch, number)
        end_turn(model, deck, scratch, number)
