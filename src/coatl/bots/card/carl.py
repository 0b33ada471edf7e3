"""CARL's turn in the fast model (RULES 5.5)."""

from coatl.bots.card.fast_model import FastModel, note_arrival
from coatl.bots.card.gains import from_middle
from coatl.bots.card.reach import bit_count, lowest_bit
from coatl.card.state import PROTECTED
from coatl.card.tables import FULFIL, RAISE, STEAL, Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints


@jit_in_place
def carl_turn(model: FastModel, deck: Deck) -> None:
    """Plays CARL's turn: favourites, an action card, then raise, steal, fulfil (RULES 5.5)."""
    favourites = 0
    if model.next_feather < model.last_feather:
        pair = deck.pairs[model.feathers[model.next_feather]]
        favourites = 1 << int(pair[0]) | 1 << int(pair[1])
        model.next_feather += 1
    doubled = -1
    if model.next_action < model.last_action:
        doubled = int(model.actions[model.next_action])
        model.next_action += 1
    carl, human = model.seats[1].held, model.seats[0].held
    for kind in (RAISE, STEAL, FULFIL):
        for _ in range(2 if kind == doubled else 1):
            if kind == FULFIL:
                carl_fulfils(model, deck, favourites)
                continue
            card, level = preferred(model, deck, carl if kind == RAISE else human, favourites)
            if card >= 0:
                (carl if kind == RAISE else human)[level] &= ~(1 << card)
                carl[level + (kind == RAISE)] |= 1 << card
                note_arrival(model, 1 << card)


@jit_in_place
def preferred(model: FastModel, deck: Deck, held: Ints, favourites: int) -> tuple[int, int]:
    """The card with the highest level below 3, with a favourite colour if there is one, and its level; -1 for none."""
    for wanted in range(2):
        for level in range(PROTECTED - 1, -1, -1):
            best = -1
            cards = held[level]
            while cards:
                card = lowest_bit(cards)
                cards &= cards - 1
                if wanted or deck.prophecies[card].names & favourites:
                    if best < 0 or model.since[card] < model.since[best]:
                        best = card
            if best >= 0:
                return best, level
    return -1, 0


@jit_in_place
def carl_fulfils(model: FastModel, deck: Deck, favourites: int) -> None:
    """Takes the first prophecy of the middle with a favourite colour, or the first of all."""
    chosen = -1
    for place in range(len(model.middle)):
        card = int(model.middle[place])
        if card >= 0 and (chosen < 0 or deck.prophecies[card].names & favourites):
            chosen = place
            if deck.prophecies[card].names & favourites:
                break
    if chosen >= 0:
        card = int(model.middle[chosen])
        from_middle(model, 1 << card)
        model.seats[1].held[1] |= 1 << card
        note_arrival(model, 1 << card)


@jit_in_place
def finish_carl(model: FastModel, deck: Deck) -> None:
    """Writes CARL's result: it has no coatl and scores levels only."""
    seat = model.seats[1]
    seat.result[0] = 0
    for level in range(1, PROTECTED + 1):
        seat.result[0] += deck.level_points[level] * bit_count(seat.held[level])
