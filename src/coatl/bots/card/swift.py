"""Simulated games, played swiftly: the quick player sits in every seat.

Card by card it plays what brings the most points, and a little for a coatl in which many prophecies that are still to
come stand already. It takes whatever a card brings. Two things are simpler than in the rules: of equal prophecies
CARL prefers the first in the deck's order, not the nearest, and feathers that are used up are not shuffled again.
"""

import numpy as np

from coatl.bots.card.marks import Marks, count_places, near
from coatl.bots.card.outlook import Floats
from coatl.bots.card.reach import bits
from coatl.bots.card.table import Seat, Table, draw_feather, refill, stir
from coatl.card.scoring import goals_met
from coatl.card.state import EMPTY, PLAYERS, PROTECTED, Player
from coatl.card.tables import FULFIL, RAISE, STEAL, Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit
from coatl.engine.patterns import STACKED, SYMBOLS
from coatl.engine.records import Ints

RIGHT, OVER_RIGHT, LEFT, OVER_LEFT = 0, 1, 2, 3
WAYS = 4
TIE = 1 << 10
HURT = 0.5  # what a point is worth that a victim loses

# what the quick player likes, by the turns left and the cards of this turn already played
RICH_1, RICH_2, RICH_3, NEAR, CONTENT = 0, 1, 2, 3, 4
TASTE = 5
LEFT_MOST = 5
RICH = np.array([[0, 0, 0], [0.02, 0.02, 0.01], [0.11, 0.1, 0], [0.2, 0.16, 0], [0.26, 0.1, 0], [0.26, 0.1, 0]])
TASTES = np.zeros((PLAYERS, LEFT_MOST + 1, 2, TASTE))
TASTES[:, :, :, :3] = RICH[None, :, None, :]
TASTES[:, :, :, CONTENT] = 2.5
TASTES[:, 1:, :, NEAR] = 0.2


@jit
def survey(marks: Marks, seat: Seat, counts: Ints) -> None:
    """Counts the places in the coatl, and in what is left of it when an end is covered."""
    left, right = int(seat.left), int(seat.right)
    for way in range(WAYS):
        begin = min(left + 1, right) if way == OVER_LEFT else left
        end = max(left, right - 1) if way == OVER_RIGHT else right
        once, twice, thrice = count_places(marks, seat.parts, begin, end)
        counts[way, 0] = once
        counts[way, 1] = twice
        counts[way, 2] = thrice
    counts[OVER_RIGHT, 3] = marks.ending[near(seat.parts[right - 3], seat.parts[right - 2], seat.parts[right - 1])]
    counts[OVER_LEFT, 3] = marks.beginning[near(seat.parts[left], seat.parts[left + 1], seat.parts[left + 2])]


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
        return marks.open_right[inner * SYMBOLS + other] | begin
    inner = other + STACKED * (way - LEFT)
    end = marks.open_right[parts[right - 2] * SYMBOLS + parts[right - 1]] if right > left + 1 + way - LEFT else 0
    return marks.open_left[one * SYMBOLS + inner] | end


@jit
def add_places(once: int, twice: int, thrice: int, found: int) -> tuple[int, int, int]:
    """One more place for each of these."""
    return once | found, twice | once & found, thrice | twice & found


@jit
def gain(table: Table, seat: Seat, steps: Ints, once: int, twice: int, thrice: int, new: int, fallen: int) -> float:
    """The points of what is raised and fulfilled with `new` places, less those of what falls."""
    held = seat.held
    low = (table.wanted | held[0]) & new
    middle = low | held[1] & new
    value = steps[0] * bits(low) + steps[1] * bits(middle & twice) + steps[2] * bits((middle | held[2] & new) & thrice)
    if fallen:
        lost = fallen & ~once
        value -= steps[0] * bits((held[1] | held[2]) & lost) + steps[1] * bits(held[2] & fallen & ~twice)
    return float(value)


@jit
def level_of(card: int, twice: int, thrice: int) -> int:
    return 1 + (twice >> card & 1) + (thrice >> card & 1)


@jit
def best_theft(table: Table, deck: Deck, victim: int, new: int, twice: int, thrice: int) -> tuple[int, int, float]:
    """The card to steal from a seat, the level that it has there, and what that is worth; -1 if there is none."""
    held = table.seats[victim].held
    best, best_level, best_value = -1, 0, 0.0
    for level in range(PROTECTED):
        cards = held[level] & new
        card = 0
        while cards:
            if cards & 1:
                own = deck.level_points[level_of(card, twice, thrice)]
                value = own + HURT * deck.level_points[level]
                if value > best_value:
                    best, best_level, best_value = card, level, value
            cards >>= 1
            card += 1
    return best, best_level, best_value


@jit
def is_victim(table: Table, deck: Deck, number: int, other: int) -> bool:
    """Whether the seat may still steal from the other in this turn (RULES 5.2, 5.5; R14)."""
    if table.solo:
        return bool(number == 0 and other == 1 and table.stolen[1] < deck.carl_steals)
    apart = (other - number) % table.players
    return bool(other < table.players and (apart == 1 or apart == table.players - 1) and table.stolen[other] == 0)


@jit
def thefts(table: Table, deck: Deck, number: int, new: int, twice: int, thrice: int) -> float:
    """What the best theft is worth."""
    best = 0.0
    for other in range(PLAYERS):
        if is_victim(table, deck, number, other):
            best = max(best, best_theft(table, deck, other, new, twice, thrice)[2])
    return best


@jit
def within_reach(table: Table, deck: Deck, number: int) -> int:
    """All prophecies that the seat may steal now."""
    found = 0
    for other in range(PLAYERS):
        if is_victim(table, deck, number, other):
            held = table.seats[other].held
            found |= held[0] | held[1] | held[2]
    return found


# ---------------------------------------------------------------- one card


@jit
def take(table: Table, deck: Deck, number: int, once: int, twice: int, thrice: int, new: int, fallen: int) -> None:
    """What falls, and everything that the card brings (RULES 5.2)."""
    seat = table.seats[number]
    held = seat.held
    lose(held, once, twice, fallen, int(table.solo))
    risen = (table.wanted | held[0] | held[1] | held[2]) & new
    low = (table.wanted | held[0]) & new & ~twice
    middle = (table.wanted | held[0] | held[1]) & new & twice & ~thrice
    high = risen & thrice
    from_middle(table, table.wanted & new)
    held[0] &= ~(low | middle | high)
    held[1] = held[1] & ~(middle | high) | low
    held[2] = held[2] & ~high | middle
    held[PROTECTED] |= high
    for other in range(PLAYERS):
        while is_victim(table, deck, number, other):
            card, level, _ = best_theft(table, deck, other, new, twice, thrice)
            if card < 0:
                break
            table.seats[other].held[level] &= ~(1 << card)
            held[level_of(card, twice, thrice)] |= 1 << card
            table.stolen[other] += 1


@jit
def lose(held: Ints, once: int, twice: int, fallen: int, solo: int) -> None:
    """Levels fall to the present count; in the solo game a prophecy at level 0 is gone."""
    second = held[2] & fallen & ~twice
    first = (held[1] & fallen | second) & ~once
    held[2] &= ~second
    held[1] = (held[1] | second) & ~first
    if not solo:
        held[0] |= first


@jit
def from_middle(table: Table, cards: int) -> None:
    table.wanted &= ~cards
    for place in range(len(table.middle)):
        if table.middle[place] >= 0 and cards >> int(table.middle[place]) & 1:
            table.middle[place] = EMPTY


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


@jit
def play_card(table: Table, deck: Deck, marks: Marks, number: int, only: int, stream: Ints, counts: Ints, tastes: Floats) -> bool:
    """Plays the best card of the hand, or this one; false if a discard seems better."""
    seat = table.seats[number]
    survey(marks, seat, counts)
    steps = np.empty(3, np.int64)
    for level in range(3):
        steps[level] = deck.level_points[level + 1] - deck.level_points[level]
    reach = within_reach(table, deck, number)
    rich = tastes[number, min(int(table.rounds - table.round_number), LEFT_MOST), min(int(table.plays), 1)]
    nearness = rich[NEAR]
    plain = rich[0] * bits(counts[0, 0] & table.unseen) + rich[1] * bits(counts[0, 1] & table.unseen)
    plain += rich[2] * bits(counts[0, 2] & table.unseen)
    ways = WAYS if seat.right > seat.left else 1
    best, best_value = -1, -1e9
    for place in range(1 if only >= 0 else int(seat.hand_size)):
        pair = deck.pairs[only if only >= 0 else seat.hand[place]]
        for turned in range(2):
            one, other = int(pair[turned]), int(pair[1 - turned])
            for way in range(ways):
                inner, outer = touched(marks, seat, one, other, way)
                once, twice, thrice = add_places(counts[way, 0], counts[way, 1], counts[way, 2], inner)
                once, twice, thrice = add_places(once, twice, thrice, outer)
                new = inner | outer
                value = gain(table, seat, steps, once, twice, thrice, new, counts[way, 3])
                value += rich[0] * bits(once & table.unseen) + rich[1] * bits(twice & table.unseen)
                value += rich[2] * bits(thrice & table.unseen) + 0.01 * pick(stream, TIE) / TIE
                if new & reach:
                    value += thefts(table, deck, number, new & reach, twice, thrice)
                if nearness:
                    ahead = opened(marks, seat, one, other, way)
                    first, second, third = add_places(once, twice, thrice, ahead)
                    more = gain(table, seat, steps, first, second, third, new | ahead, 0)
                    value += nearness * (more - gain(table, seat, steps, once, twice, thrice, new, 0))
                if value > best_value:
                    best, best_value = (place * 2 + turned) * WAYS + way, value
    if only < 0 and best_value - plain < rich[CONTENT] and ways > 1 and table.next_feather < table.last_feather:
        return False
    way, turned, place = best % WAYS, best // WAYS % 2, best // WAYS // 2
    feather = only
    if only < 0:
        feather = int(seat.hand[place])
        drop(seat, place)
    one, other = int(deck.pairs[feather, turned]), int(deck.pairs[feather, 1 - turned])
    inner, outer = touched(marks, seat, one, other, way)
    once, twice, thrice = add_places(counts[way, 0], counts[way, 1], counts[way, 2], inner)
    once, twice, thrice = add_places(once, twice, thrice, outer)
    lay(seat, one, other, way)
    take(table, deck, number, once, twice, thrice, inner | outer, counts[way, 3])
    return True


@jit
def drop(seat: Seat, place: int) -> None:
    """A feather leaves the hand."""
    seat.hand_size -= 1
    for i in range(place, seat.hand_size):
        seat.hand[i] = seat.hand[i + 1]


@jit
def reveal(table: Table) -> int:
    """The feather that a discard reveals."""
    table.last_feather -= 1
    return int(table.feathers[table.last_feather])


# ---------------------------------------------------------------- the last round


@jit
def play_ends(table: Table, deck: Deck, marks: Marks, number: int, stream: Ints, counts: Ints, spare: Player) -> None:
    """The head and the tail that bring the most together; then the tail again with the goals of the temple."""
    seat = table.seats[number]
    steps = np.empty(3, np.int64)
    for level in range(3):
        steps[level] = deck.level_points[level + 1] - deck.level_points[level]
    survey(marks, seat, counts)
    reach = within_reach(table, deck, number)
    head, best = 0, -1.0
    for colour in range(5):
        if not deck.heads[colour]:
            continue
        new = marks.beginning[near(colour, seat.parts[seat.left], seat.parts[seat.left + 1])]
        once, twice, thrice = add_places(counts[0, 0], counts[0, 1], counts[0, 2], new)
        value = gain(table, seat, steps, once, twice, thrice, new, 0) + 0.01 * pick(stream, TIE) / TIE
        if new & reach:
            value += thefts(table, deck, number, new & reach, twice, thrice)
        more = 0.0
        for end in range(5):
            if deck.heads[end]:
                late = marks.ending[near(seat.parts[seat.right - 2], seat.parts[seat.right - 1], end)]
                once_, twice_, thrice_ = add_places(once, twice, thrice, late)
                more = max(more, gain(table, seat, steps, once_, twice_, thrice_, late & ~new, 0))
        if value + more > best:
            head, best = colour, value + more
    new = marks.beginning[near(head, seat.parts[seat.left], seat.parts[seat.left + 1])]
    once, twice, thrice = add_places(counts[0, 0], counts[0, 1], counts[0, 2], new)
    seat.left -= 1
    seat.parts[seat.left] = head
    take(table, deck, number, once, twice, thrice, new, 0)
    add_tail(table, deck, marks, number, once, twice, thrice, spare)


@jit
def add_tail(
    table: Table, deck: Deck, marks: Marks, number: int, once: int, twice: int, thrice: int, spare: Player
) -> None:
    """The tail that brings the most, the goals of the temple included."""
    seat = table.seats[number]
    before, last = seat.parts[seat.right - 2], seat.parts[seat.right - 1]
    steps = np.empty(3, np.int64)
    for level in range(3):
        steps[level] = deck.level_points[level + 1] - deck.level_points[level]
    reach = within_reach(table, deck, number)
    best, best_value = 0, -1.0
    goal_points = np.zeros(5)
    if table.temple != EMPTY:
        tail_goals(table, deck, number, goal_points, spare)
    for colour in range(5):
        if deck.heads[colour]:
            new = marks.ending[near(before, last, colour)]
            first, second, third = add_places(once, twice, thrice, new)
            value = gain(table, seat, steps, first, second, third, new, 0) + goal_points[colour]
            if new & reach:
                value += thefts(table, deck, number, new & reach, second, third)
            if value > best_value:
                best, best_value = colour, value
    new = marks.ending[near(before, last, best)]
    once, twice, thrice = add_places(once, twice, thrice, new)
    seat.parts[seat.right] = best
    seat.right += 1
    take(table, deck, number, once, twice, thrice, new, 0)


@jit
def tail_goals(table: Table, deck: Deck, number: int, points: Ints, spare: Player) -> None:
    """What the temple would bring with each tail, with the prophecies as they are."""
    seat = table.seats[number]
    seat.right += 1
    for colour in range(5):
        seat.parts[seat.right - 1] = colour
        points[colour] = deck.temple_points[goals(table, deck, seat, spare)]
    seat.right -= 1


@jit
def goals(table: Table, deck: Deck, seat: Seat, spare: Player) -> int:
    """How many goals of the temple are met."""
    if table.temple == EMPTY or seat.right == seat.left:
        return 0
    spare.length = seat.right - seat.left
    for i in range(spare.length):
        spare.parts[i] = seat.parts[seat.left + i]
    count = 0
    for level in range(1, PROTECTED + 1):
        cards = seat.held[level]
        card = 0
        while cards:
            if cards & 1:
                spare.prophecies[count] = card
                spare.levels[count] = level
                count += 1
            cards >>= 1
            card += 1
    spare.prophecy_count = count
    return goals_met(deck.temples[table.temple], deck, spare)


@jit
def finish(table: Table, deck: Deck, seat: Seat, spare: Player) -> None:
    """The result stands (RULES 5.3, 5.4)."""
    met = goals(table, deck, seat, spare)
    points = int(deck.temple_points[met])
    for level in range(1, PROTECTED + 1):
        points += deck.level_points[level] * bits(seat.held[level])
    seat.result[0] = points
    seat.result[1] = met
    seat.result[2] = bits(seat.held[PROTECTED])


# ---------------------------------------------------------------- CARL


@jit
def carl_turn(table: Table, deck: Deck, spare: Player) -> None:
    """RULES 5.5: favourites, an action card, then raise, steal, fulfil."""
    favourites = 0
    if table.next_feather < table.last_feather:
        pair = deck.pairs[table.feathers[table.next_feather]]
        favourites = 1 << int(pair[0]) | 1 << int(pair[1])
        table.next_feather += 1
    doubled = -1
    if table.next_action < table.last_action:
        doubled = int(table.actions[table.next_action])
        table.next_action += 1
    carl, human = table.seats[1].held, table.seats[0].held
    for action in range(RAISE, FULFIL + 1):
        for _ in range(2 if action == doubled else 1):
            if action == FULFIL:
                carl_fulfils(table, deck, favourites)
                continue
            card = preferred(deck, carl if action == RAISE else human, favourites)
            if card >= 0:
                level = card // 64
                card %= 64
                (carl if action == RAISE else human)[level] &= ~(1 << card)
                carl[level + (action == RAISE)] |= 1 << card


@jit
def preferred(deck: Deck, held: Ints, favourites: int) -> int:
    """The one with the highest level below 3 with a favourite colour, else of all: 64 times its level, plus its number."""
    for wanted in range(2):
        for level in range(PROTECTED - 1, -1, -1):
            cards = held[level]
            card = 0
            while cards:
                if cards & 1 and (wanted or deck.prophecies[card].names & favourites):
                    return level * 64 + card
                cards >>= 1
                card += 1
    return -1


@jit
def carl_fulfils(table: Table, deck: Deck, favourites: int) -> None:
    chosen = -1
    for place in range(len(table.middle)):
        card = int(table.middle[place])
        if card >= 0 and (chosen < 0 or deck.prophecies[card].names & favourites):
            chosen = place
            if deck.prophecies[card].names & favourites:
                break
    if chosen >= 0:
        card = int(table.middle[chosen])
        from_middle(table, 1 << card)
        table.seats[1].held[1] |= 1 << card


# ---------------------------------------------------------------- turns


@jit
def play_feathers(table: Table, deck: Deck, marks: Marks, number: int, stream: Ints, counts: Ints, tastes: Floats) -> None:
    """The rest of a turn."""
    seat = table.seats[number]
    while table.plays < deck.plays and seat.hand_size > 0:
        if not play_card(table, deck, marks, number, EMPTY, stream, counts, tastes):
            drop(seat, pick(stream, int(seat.hand_size)))
            play_card(table, deck, marks, number, reveal(table), stream, counts, tastes)
        table.plays += 1


@jit
def end_turn(table: Table, deck: Deck, number: int, spare: Player) -> None:
    """Draw feathers, or the result; refill the middle; next player."""
    seat = table.seats[number]
    last = table.round_number == table.rounds
    if last:
        finish(table, deck, seat, spare)
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
def play_on(table: Table, deck: Deck, marks: Marks, seed: int, stream: Ints, counts: Ints, spare: Player, tastes: Floats) -> None:
    """From the beginning of a turn to the end of the game."""
    while table.round_number <= table.rounds:
        number = int(table.seat)
        stir(stream, seed + int(table.round_number) * PLAYERS + number)
        if table.solo:
            carl_turn(table, deck, spare)
            refill(table, int(deck.middle[table.players]))
            if table.round_number == table.rounds:
                finish_carl(table, deck)
        if table.round_number == table.rounds:
            play_ends(table, deck, marks, number, stream, counts, spare)
        else:
            play_feathers(table, deck, marks, number, stream, counts, tastes)
        end_turn(table, deck, number, spare)


@jit
def finish_carl(table: Table, deck: Deck) -> None:
    """CARL has no coatl and scores levels only."""
    seat = table.seats[1]
    seat.result[0] = 0
    for level in range(1, PROTECTED + 1):
        seat.result[0] += deck.level_points[level] * bits(seat.held[level])
