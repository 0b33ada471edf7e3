"""Simulated games, played swiftly: the quick player sits in every seat.

It looks for the cards that bring the most points, at small tables for two of them together. It likes a coatl to which
one more part would bring something, in which prophecies stand before they come, and that serves the temple. It takes
whatever a card brings.
Feathers that are used up are not shuffled again.
"""

from coatl.bots.card.automaton import carl_turn, finish_carl
from coatl.bots.card.desk import COLOURS, TIE, WAYS, Desk
from coatl.bots.card.ends import finish, play_ends
from coatl.bots.card.gains import gain, take, thefts, within_reach
from coatl.bots.card.habits import TURNS, Habit
from coatl.bots.card.lure import Lure, imbalance, write_lure
from coatl.bots.card.marks import Marks, add_places, count_places, near
from coatl.bots.card.outlook import Floats
from coatl.bots.card.reach import bits
from coatl.bots.card.table import Seat, Table, draw_feather, refill, stir
from coatl.card.state import EMPTY, PLAYERS
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit
from coatl.engine.patterns import STACKED, SYMBOLS
from coatl.engine.records import Ints, Records

RIGHT, OVER_RIGHT, LEFT, OVER_LEFT = 0, 1, 2, 3
# what is counted of a coatl before a card goes this way; ENDING are the prophecies with a place at the end it covers
ONCE, TWICE, THRICE, ENDING = 0, 1, 2, 3


@jit
def survey(marks: Marks, seat: Seat, counts: Ints) -> None:
    """Counts the places in the coatl, and in what is left of it when an end is covered."""
    parts, left, right = seat.parts, int(seat.left), int(seat.right)
    counts[OVER_RIGHT, ENDING] = marks.ending[near(parts[right - 3], parts[right - 2], parts[right - 1])]
    counts[OVER_LEFT, ENDING] = marks.beginning[near(parts[left], parts[left + 1], parts[left + 2])]
    once, twice, thrice = count_places(marks, parts, left, max(left, right - 1))
    note(counts[OVER_RIGHT], once, twice, thrice)
    once, twice, thrice = add_places(once, twice, thrice, counts[OVER_RIGHT, ENDING])
    note(counts[RIGHT], once, twice, thrice)
    note(counts[LEFT], once, twice, thrice)
    once, twice, thrice = count_places(marks, parts, min(left + 1, right), right)
    note(counts[OVER_LEFT], once, twice, thrice)


@jit
def note(counts: Ints, once: int, twice: int, thrice: int) -> None:
    counts[ONCE] = once
    counts[TWICE] = twice
    counts[THRICE] = thrice


@jit
def touched(marks: Marks, seat: Seat, one: int, other: int, way: int) -> tuple[int, int]:
    """The prophecies that get a place by the inner part of a card, and those that get one by its outer part too."""
    parts = seat.parts
    if way <= OVER_RIGHT:
        end = int(seat.right) - way
        inner = one + STACKED * way
        return (
            marks.ending[near(parts[end - 2], parts[end - 1], inner)],
            marks.ending[near(parts[end - 1], inner, other)],
        )
    begin = int(seat.left) + way - LEFT
    inner = other + STACKED * (way - LEFT)
    return (
        marks.beginning[near(inner, parts[begin], parts[begin + 1])],
        marks.beginning[near(one, inner, parts[begin])],
    )


@jit
def opened(marks: Marks, seat: Seat, one: int, other: int, way: int) -> int:
    """The prophecies that one more part on either end would bring behind this card."""
    parts = seat.parts
    left, right = int(seat.left), int(seat.right)
    if way <= OVER_RIGHT:
        inner = one + STACKED * way
        begin = marks.open_left[parts[left] * SYMBOLS + parts[left + 1]] if right > left + 1 + way else 0
        return int(marks.open_right[inner * SYMBOLS + other] | begin)
    inner = other + STACKED * (way - LEFT)
    end = marks.open_right[parts[right - 2] * SYMBOLS + parts[right - 1]] if right > left + 1 + way - LEFT else 0
    return int(marks.open_left[one * SYMBOLS + inner] | end)


@jit
def places_after(marks: Marks, seat: Seat, counts: Ints, card: int, way: int) -> tuple[int, int, int, int]:
    """The prophecies that stand once, twice, thrice when a card lies, and those with a place that uses it."""
    inner, outer = touched(marks, seat, card // COLOURS, card % COLOURS, way)
    once, twice, thrice = add_places(counts[way, ONCE], counts[way, TWICE], counts[way, THRICE], inner)
    once, twice, thrice = add_places(once, twice, thrice, outer)
    return once, twice, thrice, inner | outer


@jit
def lay(seat: Seat, one: int, other: int, way: int) -> None:
    """Puts a card with these parts, from left to right, onto the coatl."""
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


@jit
def richness(table: Table, habit: Habit, once: int, twice: int, thrice: int) -> float:
    """What it is worth that prophecies stand in the coatl before they come."""
    rich = habit.rich[min(int(table.rounds - table.round_number), TURNS - 1)]
    unseen = table.unseen
    return float(rich[0] * bits(once & unseen) + rich[1] * bits(twice & unseen) + rich[2] * bits(thrice & unseen))


@jit
def judge(
    table: Table, deck: Deck, desk: Desk, number: int, counts: Ints, reach: int, card: int, way: int, ahead: float
) -> float:
    """What a card, as 5 × left + right, is worth in this place; `reach` may be stolen."""
    seat, marks, habit = table.seats[number], desk.marks, desk.habit
    once, twice, thrice, new = places_after(marks, seat, counts, card, way)
    points = gain(table, seat, habit, once, twice, thrice, new, counts[way, ENDING])
    value = points + richness(table, habit, once, twice, thrice)
    if new & reach:
        value += thefts(table, deck, habit, number, new & reach, twice, thrice)
    value += lured(table, desk.lure, seat, new, card, way)
    soon = opened(marks, seat, card // COLOURS, card % COLOURS, way)
    once, twice, thrice = add_places(once, twice, thrice, soon)
    more = gain(table, seat, habit, once, twice, thrice, new | soon, counts[way, ENDING])
    return float(value + ahead * (more - points))


@jit
def lured(table: Table, lure: Lure, seat: Seat, new: int, card: int, way: int) -> float:
    """What the goals of the temple make of a card."""
    over = way & 1
    value = lure.over if over else lure.beside
    if lure.missing:
        value += lure.god * bits((table.wanted | seat.held[0]) & new & lure.missing)
    if lure.even > 0.0:
        change = lure.weight[card // COLOURS] + lure.weight[card % COLOURS]
        if over:
            change -= lure.weight[seat.parts[seat.right - 1 if way == OVER_RIGHT else seat.left] % STACKED]
        value += imbalance(lure, 0) - imbalance(lure, change)
    return float(value)


@jit
def choose(
    table: Table,
    deck: Deck,
    desk: Desk,
    number: int,
    revealed: int,
    counts: Ints,
    values: Floats,
    moves: Ints,
) -> int:
    """Writes the best ways to play a card of the hand, or the revealed one, the best first; returns how many.

    A move is place in hand, card and way in one number. The coatl is counted on the way.
    """
    seat, habit = table.seats[number], desk.habit
    survey(desk.marks, seat, counts)
    write_lure(table, deck, seat, desk.marks.gods, desk.lure)
    reach = within_reach(table, deck, number)
    before = richness(table, habit, counts[RIGHT, ONCE], counts[RIGHT, TWICE], counts[RIGHT, THRICE])
    ahead = habit.early if table.plays == 0 and beam_of(desk, number) > 1 else habit.ahead
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
                value = judge(table, deck, desk, number, counts, reach, card, way, ahead) - before
                value += TIE * pick(desk.stream, 1 << 10)
                move = (place * COLOURS * COLOURS + card) * WAYS + way
                found = enter(values, moves, found, value, move)
    return found


@jit
def enter(values: Floats, moves: Ints, found: int, value: float, move: int) -> int:
    """Puts a move among the best, if it is one of them; returns how many there are."""
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


@jit
def put(table: Table, deck: Deck, desk: Desk, number: int, move: int, counts: Ints) -> None:
    """Lays a card as chosen and takes what it brings; `counts` are those of the coatl before it."""
    seat = table.seats[number]
    card, way = move // WAYS % (COLOURS * COLOURS), move % WAYS
    once, twice, thrice, new = places_after(desk.marks, seat, counts, card, way)
    lay(seat, card // COLOURS, card % COLOURS, way)
    take(table, deck, desk.habit, number, once, twice, thrice, new, counts[way, ENDING])


@jit
def place_of(move: int) -> int:
    """The place in hand of the card that a move plays."""
    return move // (WAYS * COLOURS * COLOURS)


@jit
def beam_of(desk: Desk, number: int) -> int:
    """The first cards behind which a seat looks for the second one: the seat that plans plays its own turns well."""
    return int(desk.habit.beam if number == desk.viewer else desk.habit.others)


@jit
def best_of(tables: Records, deck: Deck, desk: Desk, number: int, found: int) -> int:
    """The first of two cards that is best together with the second; `tables[1]` is for trying."""
    best, best_value = 0, -1e9
    for i in range(found):
        tables[1] = tables[0]
        trial = tables[1]
        drop(trial.seats[number], place_of(desk.moves[i]))
        put(trial, deck, desk, number, int(desk.moves[i]), desk.first)
        trial.plays += 1
        choose(trial, deck, desk, number, EMPTY, desk.second, desk.value, desk.move)
        if desk.values[i] + desk.value[0] > best_value:
            best, best_value = i, desk.values[i] + desk.value[0]
            desk.planned = desk.move[0]
            desk.hoped[0] = desk.value[0]
    return best


# ---------------------------------------------------------------- one card


@jit
def play_card(tables: Records, deck: Deck, desk: Desk, number: int) -> None:
    """Plays the best card of the hand, or discards one and plays the top of the deck."""
    table = tables[0]
    seat = table.seats[number]
    more = table.plays + 1 < deck.plays and seat.hand_size > 1
    found = 0
    if desk.planned != EMPTY:
        survey(desk.marks, seat, desk.first)
        desk.values[0], desk.moves[0] = desk.hoped[0], desk.planned
        desk.planned = EMPTY
    else:
        most = beam_of(desk, number) if more else 1
        found = choose(table, deck, desk, number, EMPTY, desk.first, desk.values[:most], desk.moves[:most])
    content = desk.habit.content
    if desk.values[0] < content and seat.right > seat.left and table.next_feather < table.last_feather:
        drop(seat, pick(desk.stream, int(seat.hand_size)))
        play_revealed(table, deck, desk, number)
        return
    best = best_of(tables, deck, desk, number, found) if found > 1 and more else 0
    drop(seat, place_of(desk.moves[best]))
    put(table, deck, desk, number, int(desk.moves[best]), desk.first)


@jit
def play_revealed(table: Table, deck: Deck, desk: Desk, number: int) -> None:
    """Plays the feather that a discard reveals: the last one, so that the others come to whom they would have come."""
    table.last_feather -= 1
    choose(table, deck, desk, number, int(table.feathers[table.last_feather]), desk.first, desk.value, desk.move)
    put(table, deck, desk, number, int(desk.move[0]), desk.first)


@jit
def drop(seat: Seat, place: int) -> None:
    """A feather leaves the hand."""
    seat.hand_size -= 1
    for i in range(place, seat.hand_size):
        seat.hand[i] = seat.hand[i + 1]


# ---------------------------------------------------------------- turns


@jit
def play_feathers(tables: Records, deck: Deck, desk: Desk, number: int) -> None:
    """The rest of a turn of feathers."""
    table = tables[0]
    desk.planned = EMPTY
    while table.plays < deck.plays and table.seats[number].hand_size > 0:
        play_card(tables, deck, desk, number)
        table.plays += 1


@jit
def end_turn(table: Table, deck: Deck, desk: Desk, number: int) -> None:
    """Draw feathers, or note the result; refill the middle; next player."""
    seat = table.seats[number]
    if table.round_number == table.rounds:
        finish(table, deck, seat, desk.spare)
    else:
        for _ in range(deck.plays):
            draw_feather(table, seat)
    refill(table, int(deck.middle[table.players]))
    table.plays = 0
    table.stolen[:] = 0
    table.seat = number if table.solo else (number + 1) % table.players
    if table.seat == table.first:
        table.round_number += 1


@jit
def play_on(tables: Records, deck: Deck, desk: Desk, seed: int) -> None:
    """The first table from the beginning of a turn to the end of the game; every turn has a stream of its own."""
    table = tables[0]
    while table.round_number <= table.rounds:
        number = int(table.seat)
        stir(desk.stream, seed + int(table.round_number) * PLAYERS + number)
        if table.solo:
            carl_turn(table, deck)
            refill(table, int(deck.middle[table.players]))
            if table.round_number == table.rounds:
                finish_carl(table, deck)
        if table.round_number == table.rounds:
            play_ends(table, deck, desk, number)
        else:
            play_feathers(tables, deck, desk, number)
        end_turn(table, deck, desk, number)
