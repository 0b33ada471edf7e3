"""CARL's turn on the table of simulated games (RULES 5.5)."""

from coatl.bots.card.gains import from_middle
from coatl.bots.card.reach import bits, lowest
from coatl.bots.card.table import Table, arrive
from coatl.card.state import PROPHECIES, PROTECTED
from coatl.card.tables import FULFIL, RAISE, Deck
from coatl.engine.jit import jit
from coatl.engine.records import Ints


@jit
def carl_turn(table: Table, deck: Deck) -> None:
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
            card = preferred(table, deck, carl if action == RAISE else human, favourites)
            if card >= 0:
                level = card // PROPHECIES
                card %= PROPHECIES
                (carl if action == RAISE else human)[level] &= ~(1 << card)
                carl[level + (action == RAISE)] |= 1 << card
                arrive(table, 1 << card)


@jit
def preferred(table: Table, deck: Deck, held: Ints, favourites: int) -> int:
    """The one with the highest level below 3 with a favourite colour, else of all, as PROPHECIES × level + card."""
    for wanted in range(2):
        for level in range(PROTECTED - 1, -1, -1):
            best = -1
            cards = held[level]
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                if wanted or deck.prophecies[card].names & favourites:
                    if best < 0 or table.since[card] < table.since[best]:
                        best = card
            if best >= 0:
                return level * PROPHECIES + best
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
        arrive(table, 1 << card)


@jit
def finish_carl(table: Table, deck: Deck) -> None:
    """CARL has no coatl and scores levels only."""
    seat = table.seats[1]
    seat.result[0] = 0
    for level in range(1, PROTECTED + 1):
        seat.result[0] += deck.level_points[level] * bits(seat.held[level])
