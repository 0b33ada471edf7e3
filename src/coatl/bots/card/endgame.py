"""The last round in the fast model: head, tail and the result (RULES 5.3, 5.4)."""

from coatl.bots.card.fast_model import FastModel, Seat
from coatl.bots.card.gains import apply_gains, best_theft_value, gain_value
from coatl.bots.card.occurrence_sets import Counts, add_occurrences, count_occurrences, window
from coatl.bots.card.reach import bit_count, lowest_bit
from coatl.bots.card.scratch import COLOURS, TIE, Scratch
from coatl.card.scoring import goals_met
from coatl.card.state import EMPTY, PROTECTED, Player
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit_in_place


@jit_in_place
def play_ends(model: FastModel, deck: Deck, scratch: Scratch, number: int) -> None:
    """Plays the head that brings the most together with a tail; then the best tail, the temple's goals included."""
    occurrences, seat = scratch.occurrences, model.seats[number]
    counts = count_occurrences(occurrences, seat.parts, int(seat.left), int(seat.right))
    if model.temple != EMPTY:
        seat.left -= 1
        seat.right += 1
        copy_seat(seat, scratch.spare)
        seat.left += 1
        seat.right -= 1
    head, best = 0, -1.0
    for colour in range(COLOURS):
        if deck.heads[colour]:
            value = head_value(model, deck, scratch, number, counts, colour) + TIE * pick(scratch.stream, 1 << 10)
            if value > best:
                head, best = colour, value
    new = occurrences.beginning[window(head, seat.parts[seat.left], seat.parts[seat.left + 1])]
    counts = add_occurrences(counts, new)
    seat.left -= 1
    seat.parts[seat.left] = head
    apply_gains(model, deck, scratch.last_policy, number, counts, new, 0)
    add_tail(model, deck, scratch, number, counts)


@jit_in_place
def head_value(model: FastModel, deck: Deck, scratch: Scratch, number: int, counts: Counts, colour: int) -> float:
    """What a head brings, and then the best tail."""
    seat, occurrences, policy = model.seats[number], scratch.occurrences, scratch.last_policy
    new = occurrences.beginning[window(colour, seat.parts[seat.left], seat.parts[seat.left + 1])]
    counts = add_occurrences(counts, new)
    best = 0.0
    spare = scratch.spare
    spare.parts[0] = colour
    for tail in range(COLOURS):
        if deck.heads[tail]:
            late = occurrences.ending[window(seat.parts[seat.right - 2], seat.parts[seat.right - 1], tail)]
            value = gain_value(model, seat, policy, add_occurrences(counts, late), late & ~new, 0)
            if model.temple != EMPTY:
                spare.parts[spare.length - 1] = tail
                value += deck.temple_points[goals_met(deck.temples[model.temple], deck, spare)]
            best = max(best, value)
    best += gain_value(model, seat, policy, counts, new, 0)
    return best + best_theft_value(model, deck, policy, number, new, counts)


@jit_in_place
def add_tail(model: FastModel, deck: Deck, scratch: Scratch, number: int, counts: Counts) -> None:
    """Plays the tail that brings the most."""
    occurrences, seat, policy = scratch.occurrences, model.seats[number], scratch.last_policy
    before, last = seat.parts[seat.right - 2], seat.parts[seat.right - 1]
    seat.right += 1
    best, best_value = 0, -1.0
    for colour in range(COLOURS):
        if deck.heads[colour]:
            new = occurrences.ending[window(before, last, colour)]
            after = add_occurrences(counts, new)
            seat.parts[seat.right - 1] = colour
            value = gain_value(model, seat, policy, after, new, 0)
            value += deck.temple_points[goals(model, deck, seat, scratch.spare)]
            value += best_theft_value(model, deck, policy, number, new, after)
            if value > best_value:
                best, best_value = colour, value
    seat.parts[seat.right - 1] = best
    new = occurrences.ending[window(before, last, best)]
    apply_gains(model, deck, scratch.last_policy, number, add_occurrences(counts, new), new, 0)


@jit_in_place
def goals(model: FastModel, deck: Deck, seat: Seat, spare: Player) -> int:
    """How many goals of the temple are met."""
    if model.temple == EMPTY or seat.right == seat.left:
        return 0
    copy_seat(seat, spare)
    return goals_met(deck.temples[model.temple], deck, spare)


@jit_in_place
def copy_seat(seat: Seat, spare: Player) -> None:
    """Writes the seat as the struct of the rules, for those of their functions that read one."""
    spare.length = seat.right - seat.left
    for i in range(spare.length):
        spare.parts[i] = seat.parts[seat.left + i]
    count = 0
    for level in range(1, PROTECTED + 1):
        cards = seat.held[level]
        while cards:
            spare.prophecies[count] = lowest_bit(cards)
            spare.levels[count] = level
            count += 1
            cards &= cards - 1
    spare.prophecy_count = count


@jit_in_place
def finish(model: FastModel, deck: Deck, seat: Seat, spare: Player) -> None:
    """Writes the result of a seat: points, goals and protected prophecies (RULES 5.3, 5.4)."""
    met = goals(model, deck, seat, spare)
    points = int(deck.temple_points[met])
    for level in range(1, PROTECTED + 1):
        points += deck.level_points[level] * bit_count(seat.held[level])
    seat.result[0] = points
    seat.result[1] = met
    seat.result[2] = bit_count(seat.held[PROTECTED])
