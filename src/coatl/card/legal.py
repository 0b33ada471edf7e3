"""The only source of legality (design D2): the actions that the rules allow in a state, as numbers."""

from coatl.card.notation import (
    CARL_TURN,
    DONE,
    LETTERS,
    PASS,
    beside_action,
    discard_action,
    fulfil_action,
    head_action,
    lying,
    over_action,
    raise_action,
    start_action,
    steal_action,
    tail_action,
)
from coatl.card.scoring import places
from coatl.card.state import (
    CARL,
    EMPTY,
    GAIN,
    HEAD,
    NOBODY,
    PLAY,
    PROTECTED,
    REVEALED,
    TAIL,
    Player,
    State,
)
from coatl.card.tables import Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints

MOST_LEGAL = 256


@jit_in_place
def legal_actions(state: State, deck: Deck, out: Ints) -> int:
    """Writes what the deciding seat may do into `out`; 0 only when the game is over."""
    pending = state.pending
    player = state.players[state.seat]
    if pending == GAIN:
        out[0] = DONE
        return gains(state, deck, player, out, 1)
    if pending == PLAY:
        return plays(deck, player, out)
    if pending == REVEALED:
        return placements(deck, player, int(state.revealed), out, 0)
    if pending == HEAD:
        return heads(deck, out)
    if pending == TAIL:
        return tails(deck, out)
    if pending == CARL:
        out[0] = CARL_TURN
        return 1
    return 0


# ---------------------------------------------------------------- playing a card


@jit_in_place
def plays(deck: Deck, player: Player, out: Ints) -> int:
    """A feather from hand, or a discard for the top of the deck (RULES 5.2)."""
    count = 0
    for i in range(player.hand_size):
        if first_of_its_kind(player, i):
            count = placements(deck, player, int(player.hand[i]), out, count)
    for i in range(player.hand_size):
        if first_of_its_kind(player, i):
            out[count] = discard_action(int(player.hand[i]))
            count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@jit_in_place
def first_of_its_kind(player: Player, place: int) -> bool:
    for i in range(place):
        if player.hand[i] == player.hand[place]:
            return False
    return True


@jit_in_place
def placements(deck: Deck, player: Player, card: int, out: Ints, count: int) -> int:
    """Both ways to turn the card, beside and over on both ends; the first card starts the coatl."""
    one, other = int(deck.pairs[card, 0]), int(deck.pairs[card, 1])
    for turned in range(2):
        feather = lying(other, one) if turned else lying(one, other)
        if player.length == 0:
            out[count] = start_action(feather)
            count += 1
        else:
            for side in range(2):
                out[count] = beside_action(feather, side)
                out[count + 1] = over_action(feather, side)
                count += 2
    return count


@jit_in_place
def heads(deck: Deck, out: Ints) -> int:
    """Any colour of the own set (RULES 5.3)."""
    count = 0
    for colour in range(len(LETTERS)):
        if deck.heads[colour]:
            out[count] = head_action(colour)
            count += 1
    return count


@jit_in_place
def tails(deck: Deck, out: Ints) -> int:
    """Any colour of the own set (RULES 5.3)."""
    count = 0
    for colour in range(len(LETTERS)):
        if deck.heads[colour]:
            out[count] = tail_action(colour)
            count += 1
    return count


# ---------------------------------------------------------------- fulfilling


@jit_in_place
def gains(state: State, deck: Deck, player: Player, out: Ints, count: int) -> int:
    """Face-up prophecies that stand at a place which uses a part of the card just played (RULES 5.2, 2)."""
    for i in range(player.prophecy_count):
        if player.levels[i] < PROTECTED and reached(state, deck, player, int(player.prophecies[i])) > player.levels[i]:
            out[count] = raise_action(int(player.prophecies[i]))
            count += 1
    for place in range(deck.middle[state.options.players]):
        card = int(state.middle[place])
        if card != EMPTY and reached(state, deck, player, card) > 0:
            out[count] = fulfil_action(card)
            count += 1
    if state.options.carl != NOBODY:
        return steals(state, deck, player, 1, int(deck.carl_steals), out, count)
    right = (state.seat + 1) % state.options.players
    left = (state.seat - 1) % state.options.players
    count = steals(state, deck, player, right, 1, out, count)
    if left != right:  # two players are one neighbour each (R14)
        count = steals(state, deck, player, left, 1, out, count)
    return count


@jit_in_place
def reached(state: State, deck: Deck, player: Player, card: int) -> int:
    """The level that the prophecy would get from the newest card; 0 or less if no place uses one of its parts."""
    found = places(deck.prophecies[card], player.parts, int(player.length), int(state.newest[0]), int(state.newest[1]))
    return min(found, PROTECTED)


@jit_in_place
def steals(state: State, deck: Deck, player: Player, seat: int, most: int, out: Ints, count: int) -> int:
    """From one neighbour, so many in a round (RULES 5.2, 5.5); protected ones cannot be stolen."""
    if state.stolen[seat] >= most:
        return count
    victim = state.players[seat]
    for i in range(victim.prophecy_count):
        card = int(victim.prophecies[i])
        if victim.levels[i] < PROTECTED and reached(state, deck, player, card) > 0:
            out[count] = steal_action(card)
            count += 1
    return count
