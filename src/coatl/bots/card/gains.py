"""What a card brings on the table of simulated games: raised, fulfilled, stolen and fallen prophecies (RULES 5.2)."""

from coatl.bots.card.habits import Habit
from coatl.bots.card.reach import bits, lowest
from coatl.bots.card.table import Seat, Table, arrive
from coatl.card.state import EMPTY, PLAYERS, PROTECTED
from coatl.card.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.records import Ints


@jit
def gain(table: Table, seat: Seat, habit: Habit, once: int, twice: int, thrice: int, new: int, fallen: int) -> float:
    """What it is worth that prophecies are raised and fulfilled with `new` places, less what falls."""
    held = seat.held
    low = (table.wanted | held[0]) & new
    middle = low | held[1] & new
    points = habit.points
    value = points[1] * bits(low) + (points[2] - points[1]) * bits(middle & twice)
    value += (points[3] - points[2]) * bits((middle | held[2] & new) & thrice)
    if fallen:
        lost = fallen & ~once
        value -= points[1] * bits((held[1] | held[2]) & lost)
        value -= (points[2] - points[1]) * bits(held[2] & fallen & ~twice)
    return float(value)


@jit
def level_of(card: int, twice: int, thrice: int) -> int:
    return 1 + (twice >> card & 1) + (thrice >> card & 1)


@jit
def best_theft(table: Table, habit: Habit, victim: int, new: int, twice: int, thrice: int) -> tuple[int, int, float]:
    """The card to steal from a seat, the level that it has there, and what that is worth; -1 if there is none."""
    held = table.seats[victim].held
    best, best_level, best_value = -1, 0, 0.0
    for level in range(PROTECTED):
        cards = held[level] & new
        while cards:
            card = lowest(cards)
            value = habit.points[level_of(card, twice, thrice)] + habit.hurt[level]
            if value > best_value:
                best, best_level, best_value = card, level, value
            cards &= cards - 1
    return best, best_level, best_value


@jit
def is_victim(table: Table, deck: Deck, number: int, other: int) -> bool:
    """Whether the seat may still steal from the other in this turn (RULES 5.2, 5.5; R14)."""
    if table.solo:
        return bool(number == 0 and other == 1 and table.stolen[1] < deck.carl_steals)
    apart = (other - number) % table.players
    return bool(other < table.players and (apart == 1 or apart == table.players - 1) and table.stolen[other] == 0)


@jit
def thefts(table: Table, deck: Deck, habit: Habit, number: int, new: int, twice: int, thrice: int) -> float:
    """What the best theft is worth."""
    best = 0.0
    for other in range(PLAYERS):
        if is_victim(table, deck, number, other):
            best = max(best, best_theft(table, habit, other, new, twice, thrice)[2])
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


@jit
def take(
    table: Table, deck: Deck, habit: Habit, number: int, once: int, twice: int, thrice: int, new: int, fallen: int
) -> None:
    """What falls, and everything that the card brings (RULES 5.2)."""
    seat = table.seats[number]
    held = seat.held
    if table.solo:
        arrive(table, held[2] & fallen & ~twice)  # R24: those that fall come before the others
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
    stolen = steal(table, deck, habit, number, new, twice, thrice)
    if table.solo:  # the order in which a card brings them is free (R24)
        arrive(table, low | middle | stolen)


@jit
def steal(table: Table, deck: Deck, habit: Habit, number: int, new: int, twice: int, thrice: int) -> int:
    """The best thefts, as many as are allowed; returns the cards."""
    stolen = 0
    for other in range(PLAYERS):
        while is_victim(table, deck, number, other):
            card, level, _ = best_theft(table, habit, other, new, twice, thrice)
            if card < 0:
                break
            table.seats[other].held[level] &= ~(1 << card)
            table.seats[number].held[level_of(card, twice, thrice)] |= 1 << card
            table.stolen[other] += 1
            stolen |= 1 << card
    return stolen


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
