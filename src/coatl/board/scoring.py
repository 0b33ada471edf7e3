"""What cards are worth (RULES 3 and 4.4)."""

from coatl.board.state import GOLD, Coatl, Player, State
from coatl.board.tables import EQUAL, LENGTH, MULTISET, NO_CARD, SEQUENCE, TALLY_BITS, WITHOUT, Deck, Prophecy, Temple
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import times
from coatl.engine.structs import Ints

TALLY_GUARDS = sum(0x80 << (TALLY_BITS * colour) for colour in range(5))


@jit_in_place
def colour_count(pieces: Ints, length: int, colour: int) -> int:
    count = 0
    for i in range(length):
        if pieces[i] == colour:
            count += 1
    return count


@jit_in_place
def tally(pieces: Ints, length: int) -> int:
    """How many pieces of each colour, packed into one number: eight bits a colour."""
    packed = 0
    for i in range(length):
        packed += 1 << (TALLY_BITS * int(pieces[i]))
    return packed


@jit_in_place
def covers(have: int, want: int) -> bool:
    """Whether one tally has at least as many of every colour as another: no colour borrows from the guards."""
    return (((have | TALLY_GUARDS) - want) & TALLY_GUARDS) == TALLY_GUARDS


@jit_in_place
def times_of(card: Prophecy, pieces: Ints, length: int) -> int:
    """How many times a prophecy stands in these pieces."""
    if card.kind == MULTISET:
        return 1 if covers(tally(pieces, length), card.least) else 0
    return times(card.pattern, pieces, length)


@jit_in_place
def prophecy_points(card: Prophecy, pieces: Ints, length: int) -> int:
    return int(card.points[times_of(card, pieces, length)])


@jit_in_place
def reaches(card: Prophecy, pieces: Ints, length: int, have: int) -> bool:
    """Whether the pieces reach at least the lowest level; `have` is their tally, which settles most cases."""
    if not covers(have, card.least):
        return False
    return card.kind != SEQUENCE or times(card.pattern, pieces, length) >= card.lowest


@jit_in_place
def goal_met(goal: Ints, pieces: Ints, length: int, gods: int) -> bool:
    """One goal of a temple; `gods` has the bit of every god whose prophecy lies beside the coatl."""
    kind, first, second = goal[0], goal[1], goal[2]
    if kind == WITHOUT:
        return colour_count(pieces, length, first) == 0
    if kind == LENGTH:
        return bool(length == first)
    if kind == EQUAL:
        count = colour_count(pieces, length, first)
        return count > 0 and count == colour_count(pieces, length, second)
    return bool(kind == NO_CARD and not (gods >> first) & 1)


@jit_in_place
def goals_met(temple: Temple, pieces: Ints, length: int, gods: int) -> int:
    met = 0
    for i in range(temple.goal_count):
        if goal_met(temple.goals[i], pieces, length, gods):
            met += 1
    return met


@jit_in_place
def gods_beside(deck: Deck, coatl: Coatl) -> int:
    """The gods of the prophecies that lie beside the coatl, one bit each."""
    gods = 0
    for i in range(coatl.card_count):
        gods |= 1 << int(deck.prophecies[coatl.cards[i]].god)
    return gods


@jit_in_place
def coatl_points(deck: Deck, coatl: Coatl) -> int:
    """What the coatl would score as it is now: each prophecy at its level, the temple by its goals."""
    points = 0
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], coatl.pieces, coatl.length)
    if coatl.temple >= 0:
        temple = deck.temples[coatl.temple]
        points += int(temple.points[goals_met(temple, coatl.pieces, coatl.length, gods_beside(deck, coatl))])
    return points


@jit_in_place
def player_points(deck: Deck, player: Player) -> int:
    """Only finished coatls score; a robbed player is consoled (RULES 4.4, 4.6)."""
    points = int(player.robbed) * int(deck.robbed_points)
    for i in range(player.coatl_count):
        if player.coatls[i].closed:
            points += int(player.coatls[i].points)
    return points


@jit_in_place
def cards_at_finished(player: Player) -> int:
    """The first tie-breaker: prophecy and temple cards at finished coatls."""
    cards = 0
    for i in range(player.coatl_count):
        coatl = player.coatls[i]
        if coatl.closed:
            cards += int(coatl.card_count) + (1 if coatl.temple >= 0 else 0)
    return cards


@jit_in_place
def best_coatl(player: Player) -> int:
    """The second tie-breaker: the single coatl with the most points."""
    best = 0
    for i in range(player.coatl_count):
        if player.coatls[i].closed:
            best = max(best, int(player.coatls[i].points))
    return best


@jit_in_place
def adam_points(deck: Deck, state: State) -> int:
    """ADAM scores the highest level of each card that it played (RULES 4.5)."""
    points = 0
    for card in range(deck.prophecy_count):
        points += int(state.adam.pile[card]) * int(deck.prophecies[card].highest)
    return points


@jit_in_place
def standing(deck: Deck, state: State, out: Ints) -> None:
    """For each seat: points, cards at finished coatls, best coatl. In the solo game ADAM is seat 1."""
    for seat in range(state.options.players):
        player = state.players[seat]
        out[seat, 0] = player_points(deck, player)
        out[seat, 1] = cards_at_finished(player)
        out[seat, 2] = best_coatl(player)
    if state.options.solo:
        out[1, 0] = adam_points(deck, state)


@jit_in_place
def room(deck: Deck, player: Player) -> int:
    """Free cells of a player's board; gold fills one too (RULES 4.6)."""
    filled = 0
    for piece in range(3):
        for colour in range(GOLD + 1):
            filled += int(player.board[piece, colour])
    return int(deck.board_cells) - filled
