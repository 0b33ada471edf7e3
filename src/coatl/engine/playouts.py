"""What random games of both games share: the players' stream, and who won."""

import numpy as np

from coatl.engine.chance import STREAM_BITS, chacha_block
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints


@jit
def seed_stream(stream: Ints, key: Ints, number: int) -> None:
    """The stream of the random players in game `number` of a seed, apart from the chance of the game itself."""
    nonce = np.zeros(3, np.int64)
    nonce[0] = number & 0xFFFFFFFF
    nonce[1] = number >> 32
    nonce[2] = 1  # the game's own chance has 0 here
    words = np.empty(16, np.int64)
    chacha_block(key, 0, nonce, words)
    stream[0] = ((words[0] << 31) ^ words[1]) & STREAM_BITS


@jit_in_place
def wins(ranks: Ints, seats: int, seat: int, solo: int) -> int:
    """1 if nobody stands higher; alone, only with more points than the automaton (RULES 4.4, 4.5, 5.5)."""
    if solo:
        ahead = ranks[0, 0] > ranks[1, 0]
        return 1 if ahead == (seat == 0) else 0
    for other in range(seats):
        if higher(ranks[other], ranks[seat]):
            return 0
    return 1


@jit_in_place
def higher(one: Ints, other: Ints) -> bool:
    """More points; then the first, then the second tie-breaker."""
    for i in range(3):
        if one[i] != other[i]:
            return bool(one[i] > other[i])
    return False
