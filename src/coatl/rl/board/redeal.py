"""What a seat cannot see, dealt anew inside compiled code: other hands, hidden discards, covered temples, chance."""

from coatl.board.state import State
from coatl.engine.chance import kind_at, pick
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints


@jit_in_place
def redeal(state: State, seat: int, stream: Ints) -> None:
    """Another deal that looks the same to the seat; the chance to come is new as well."""
    for i in range(len(state.chance.key)):
        state.chance.key[i] = pick(stream, 1 << 31)
    state.chance.used = 16
    redeal_prophecies(state, seat, stream)
    redeal_temples(state, seat, stream)


@jit_in_place
def redeal_prophecies(state: State, seat: int, stream: Ints) -> None:
    """The deck, cards in other hands that nobody saw taken, and what others discarded unseen change places."""
    deck = state.prophecies.deck
    for other in range(state.options.players):
        if other != seat:
            player = state.players[other]
            for card in range(len(deck)):
                deck[card] += state.prophecies.hidden[other, card]
            for i in range(player.hand_size):
                if not player.known[i]:
                    deck[player.hand[i]] += 1
    for other in range(state.options.players):
        if other != seat:
            player = state.players[other]
            for i in range(player.hand_size):
                if not player.known[i]:
                    player.hand[i] = drawn(deck, stream)
            hidden = state.prophecies.hidden[other]
            discarded = total_of(hidden)
            hidden[:] = 0
            for _ in range(discarded):
                hidden[drawn(deck, stream)] += 1


@jit_in_place
def redeal_temples(state: State, seat: int, stream: Ints) -> None:
    """Covered temples, and those in other hands that nobody saw taken, change places."""
    below = state.temples.below
    for other in range(state.options.players):
        if other != seat:
            player = state.players[other]
            for i in range(player.temple_count):
                if not player.temple_known[i]:
                    below[player.temples[i]] += 1
    for other in range(state.options.players):
        if other != seat:
            player = state.players[other]
            for i in range(player.temple_count):
                if not player.temple_known[i]:
                    player.temples[i] = drawn(below, stream)


@jit_in_place
def total_of(counts: Ints) -> int:
    total = 0
    for count in counts:
        total += int(count)
    return total


@jit_in_place
def drawn(counts: Ints, stream: Ints) -> int:
    """Takes one of the cards in a multiset, each as likely as any other."""
    kind = kind_at(counts, pick(stream, total_of(counts)))
    counts[kind] -= 1
    return kind
