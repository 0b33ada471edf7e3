"""What a card brings in the fast model: raised, fulfilled, stolen and fallen prophecies (RULES 5.2)."""

from coatl.bots.card.fast_model import FastModel, Seat, note_arrival
from coatl.bots.card.occurrence_sets import Counts
from coatl.bots.card.policy_weights import PolicyWeights
from coatl.bots.card.reach import bit_count, lowest_bit
from coatl.card.state import EMPTY, PLAYERS, PROTECTED
from coatl.card.tables import Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints


@jit_in_place
def gain_value(model: FastModel, seat: Seat, policy: PolicyWeights, counts: Counts, new: int, fallen: int) -> float:
    """What raising and fulfilling is worth where `new` cards occur, less what the cards of `fallen` lose."""
    held = seat.held
    low = (model.wanted | held[0]) & new
    middle = low | held[1] & new
    points = policy.points
    value = points[1] * bit_count(low) + (points[2] - points[1]) * bit_count(middle & counts.twice)
    value += (points[3] - points[2]) * bit_count((middle | held[2] & new) & counts.thrice)
    if fallen:
        lost = fallen & ~counts.once
        value -= points[1] * bit_count((held[1] | held[2]) & lost)
        value -= (points[2] - points[1]) * bit_count(held[2] & fallen & ~counts.twice)
    return float(value)


@jit_in_place
def level_of(card: int, counts: Counts) -> int:
    """The level of a card that occurs: how often it does, up to three times."""
    return 1 + (counts.twice >> card & 1) + (counts.thrice >> card & 1)


@jit_in_place
def best_theft(
    model: FastModel, policy: PolicyWeights, victim: int, new: int, counts: Counts
) -> tuple[int, int, float]:
    """The card to steal from a seat, the level that it has there, and what that is worth; -1 if there is none."""
    held = model.seats[victim].held
    best, best_level, best_value = -1, 0, 0.0
    for level in range(PROTECTED):
        cards = held[level] & new
        while cards:
            card = lowest_bit(cards)
            value = policy.points[level_of(card, counts)] + policy.hurt[level]
            if value > best_value:
                best, best_level, best_value = card, level, value
            cards &= cards - 1
    return best, best_level, best_value


@jit_in_place
def is_victim(model: FastModel, deck: Deck, number: int, other: int) -> bool:
    """Whether the seat may still steal from the other in this turn (RULES 5.2, 5.5; R14)."""
    if model.solo:
        return bool(number == 0 and other == 1 and model.stolen[1] < deck.carl_steals)
    apart = (other - number) % model.players
    return bool(other < model.players and (apart == 1 or apart == model.players - 1) and model.stolen[other] == 0)


@jit_in_place
def best_theft_value(
    model: FastModel, deck: Deck, policy: PolicyWeights, number: int, new: int, counts: Counts
) -> float:
    """What the best theft of a card of `new` is worth."""
    best = 0.0
    for other in range(PLAYERS):
        if is_victim(model, deck, number, other):
            best = max(best, best_theft(model, policy, other, new, counts)[2])
    return best


@jit_in_place
def stealable(model: FastModel, deck: Deck, number: int) -> int:
    """The set of all prophecies that the seat may steal now."""
    found = 0
    for other in range(PLAYERS):
        if is_victim(model, deck, number, other):
            held = model.seats[other].held
            found |= held[0] | held[1] | held[2]
    return found


@jit_in_place
def apply_gains(
    model: FastModel, deck: Deck, policy: PolicyWeights, number: int, counts: Counts, new: int, fallen: int
) -> None:
    """Lets the cards of `fallen` fall, and takes everything that the cards of `new` bring (RULES 5.2)."""
    seat = model.seats[number]
    held = seat.held
    if model.solo:
        note_arrival(model, held[2] & fallen & ~counts.twice)  # R24: those that fall come before the others
    lose(held, counts, fallen, int(model.solo))
    risen = (model.wanted | held[0] | held[1] | held[2]) & new
    low = (model.wanted | held[0]) & new & ~counts.twice
    middle = (model.wanted | held[0] | held[1]) & new & counts.twice & ~counts.thrice
    high = risen & counts.thrice
    from_middle(model, model.wanted & new)
    held[0] &= ~(low | middle | high)
    held[1] = held[1] & ~(middle | high) | low
    held[2] = held[2] & ~high | middle
    held[PROTECTED] |= high
    stolen = steal(model, deck, policy, number, new, counts)
    if model.solo:  # the order in which a card brings them is free (R24)
        note_arrival(model, low | middle | stolen)


@jit_in_place
def steal(model: FastModel, deck: Deck, policy: PolicyWeights, number: int, new: int, counts: Counts) -> int:
    """Steals the best cards of `new`, as many as are allowed; returns their set."""
    stolen = 0
    for other in range(PLAYERS):
        while is_victim(model, deck, number, other):
            card, level, _ = best_theft(model, policy, other, new, counts)
            if card < 0:
                break
            model.seats[other].held[level] &= ~(1 << card)
            model.seats[number].held[level_of(card, counts)] |= 1 << card
            model.stolen[other] += 1
            stolen |= 1 << card
    return stolen


@jit_in_place
def lose(held: Ints, counts: Counts, fallen: int, solo: int) -> None:
    """Levels fall to the present count; in the solo game a prophecy at level 0 is gone."""
    second = held[2] & fallen & ~counts.twice
    first = (held[1] & fallen | second) & ~counts.once
    held[2] &= ~second
    held[1] = (held[1] | second) & ~first
    if not solo:
        held[0] |= first


@jit_in_place
def from_middle(model: FastModel, cards: int) -> None:
    """Takes a set of cards from the middle."""
    model.wanted &= ~cards
    for place in range(len(model.middle)):
        if model.middle[place] >= 0 and cards >> int(model.middle[place]) & 1:
            model.middle[place] = EMPTY
