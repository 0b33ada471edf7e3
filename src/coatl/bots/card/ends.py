"""The last round of simulated games: head, tail and the result (RULES 5.3, 5.4)."""

from coatl.bots.card.desk import COLOURS, TIE, Desk
from coatl.bots.card.gains import gain, take, thefts
from coatl.bots.card.marks import add_places, count_places, near
from coatl.bots.card.reach import bits, lowest
from coatl.bots.card.table import Seat, Table
from coatl.card.scoring import goals_met
from coatl.card.state import EMPTY, PROTECTED, Player
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit


@jit
def play_ends(table: Table, deck: Deck, desk: Desk, number: int) -> None:
    """The head that brings the most together with a tail; then the best tail, the goals of the temple included."""
    marks, seat = desk.marks, table.seats[number]
    counts = count_places(marks, seat.parts, int(seat.left), int(seat.right))
    if table.temple != EMPTY:
        seat.left -= 1
        seat.right += 1
        copy_seat(seat, desk.spare)
        seat.left += 1
        seat.right -= 1
    head, best = 0, -1.0
    for colour in range(COLOURS):
        if deck.heads[colour]:
            value = head_value(table, deck, desk, number, counts, colour) + TIE * pick(desk.stream, 1 << 10)
            if value > best:
                head, best = colour, value
    new = marks.beginning[near(head, seat.parts[seat.left], seat.parts[seat.left + 1])]
    once, twice, thrice = add_places(counts[0], counts[1], counts[2], new)
    seat.left -= 1
    seat.parts[seat.left] = head
    take(table, deck, desk.ending, number, once, twice, thrice, new, 0)
    add_tail(table, deck, desk, number, (once, twice, thrice))


@jit
def head_value(table: Table, deck: Deck, desk: Desk, number: int, counts: tuple[int, int, int], colour: int) -> float:
    """What a head brings, and then the best tail."""
    seat, marks, habit = table.seats[number], desk.marks, desk.ending
    new = marks.beginning[near(colour, seat.parts[seat.left], seat.parts[seat.left + 1])]
    once, twice, thrice = add_places(counts[0], counts[1], counts[2], new)
    best = 0.0
    spare = desk.spare
    spare.parts[0] = colour
    for tail in range(COLOURS):
        if deck.heads[tail]:
            late = marks.ending[near(seat.parts[seat.right - 2], seat.parts[seat.right - 1], tail)]
            first, second, third = add_places(once, twice, thrice, late)
            value = gain(table, seat, habit, first, second, third, late & ~new, 0)
            if table.temple != EMPTY:
                spare.parts[spare.length - 1] = tail
                value += deck.temple_points[goals_met(deck.temples[table.temple], deck, spare)]
            best = max(best, value)
    best += gain(table, seat, habit, once, twice, thrice, new, 0)
    return best + thefts(table, deck, habit, number, new, twice, thrice)


@jit
def add_tail(table: Table, deck: Deck, desk: Desk, number: int, counts: tuple[int, int, int]) -> None:
    """The tail that brings the most."""
    marks, seat, habit = desk.marks, table.seats[number], desk.ending
    before, last = seat.parts[seat.right - 2], seat.parts[seat.right - 1]
    seat.right += 1
    best, best_value = 0, -1.0
    for colour in range(COLOURS):
        if deck.heads[colour]:
            new = marks.ending[near(before, last, colour)]
            once, twice, thrice = add_places(counts[0], counts[1], counts[2], new)
            seat.parts[seat.right - 1] = colour
            value = gain(table, seat, habit, once, twice, thrice, new, 0)
            value += deck.temple_points[goals(table, deck, seat, desk.spare)]
            value += thefts(table, deck, habit, number, new, twice, thrice)
            if value > best_value:
                best, best_value = colour, value
    seat.parts[seat.right - 1] = best
    new = marks.ending[near(before, last, best)]
    once, twice, thrice = add_places(counts[0], counts[1], counts[2], new)
    take(table, deck, desk.ending, number, once, twice, thrice, new, 0)


@jit
def goals(table: Table, deck: Deck, seat: Seat, spare: Player) -> int:
    """How many goals of the temple are met."""
    if table.temple == EMPTY or seat.right == seat.left:
        return 0
    copy_seat(seat, spare)
    return goals_met(deck.temples[table.temple], deck, spare)


@jit
def copy_seat(seat: Seat, spare: Player) -> None:
    """The seat as the rules know it."""
    spare.length = seat.right - seat.left
    for i in range(spare.length):
        spare.parts[i] = seat.parts[seat.left + i]
    count = 0
    for level in range(1, PROTECTED + 1):
        cards = seat.held[level]
        while cards:
            spare.prophecies[count] = lowest(cards)
            spare.levels[count] = level
            count += 1
            cards &= cards - 1
    spare.prophecy_count = count


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
