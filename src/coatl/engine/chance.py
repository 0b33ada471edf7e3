"""All chance of a game (RULES 7, design D3).

Bags and face-down decks are multisets; a card or piece is drawn when it is revealed. The draws come from
ChaCha20 (RFC 8439), keyed by the game's seed and kept in the state record: whoever sees every outcome so far
cannot predict the next one, and the same seed gives the same game on every machine.

Every draw is also noted in `outcomes`, for the record. A replay does the reverse: it gives the outcomes, and
the draws follow them instead of the generator.

Searches and random players use a `Stream` of their own, fast and not secret.
"""

import hashlib
from typing import Annotated

import numpy as np

from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Int8, Int16, Int64, Ints

WORD = 0xFFFFFFFF
OUTCOMES = 96  # no action draws more; the set-up of four players draws 60
ROUNDS = 20
NOTHING_DRAWN = -1

CHACHA = np.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], np.int64)


class Chance:
    """The generator of one game and the outcomes of its newest action."""

    key: Annotated[Ints, np.uint32, 8]
    stream: Int64  # which of the seed's games this is: the nonce
    block: Int64  # the number of blocks used
    words: Annotated[Ints, np.uint32, 16]  # the present block
    used: Int8  # words of it that are gone
    outcomes: Annotated[Ints, np.int8, OUTCOMES]
    drawn: Int16  # outcomes since the newest action began
    given: Int16  # outcomes that a replay laid down beforehand
    impossible: Int8  # 1 if a given outcome could not have been drawn


def key_of(seed: str) -> Ints:
    """The generator's key for a seed, which may be any text."""
    digest = hashlib.sha256(b"coatl seed " + seed.encode()).digest()
    return np.frombuffer(digest, "<u4").astype(np.int64)


def commitment(seed: str, stream: int = 0) -> str:
    """What a table shows before the first move, so that the seed cannot be changed later."""
    return hashlib.sha256(f"coatl commitment {stream} {seed}".encode()).hexdigest()


@jit_in_place
def quarter_round(x: Ints, a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) & WORD
    x[d] ^= x[a]
    x[d] = ((x[d] << 16) | (x[d] >> 16)) & WORD
    x[c] = (x[c] + x[d]) & WORD
    x[b] ^= x[c]
    x[b] = ((x[b] << 12) | (x[b] >> 20)) & WORD
    x[a] = (x[a] + x[b]) & WORD
    x[d] ^= x[a]
    x[d] = ((x[d] << 8) | (x[d] >> 24)) & WORD
    x[c] = (x[c] + x[d]) & WORD
    x[b] ^= x[c]
    x[b] = ((x[b] << 7) | (x[b] >> 25)) & WORD


@jit
def chacha_block(key: Ints, block: int, nonce: Ints, out: Ints) -> None:
    """One block of ChaCha20, sixteen words."""
    start = np.empty(16, np.int64)
    start[:4] = CHACHA
    start[4:12] = key
    start[12] = block & WORD
    start[13:] = nonce
    x = start.copy()
    for _ in range(ROUNDS // 2):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)
    for i in range(16):
        out[i] = (x[i] + start[i]) & WORD


@jit
def seed_chance(chance: Chance, key: Ints, stream: int) -> None:
    """A fresh generator; the first draw makes the first block."""
    chance.key[:] = key
    chance.stream = stream
    chance.block = 0
    chance.used = 16


@jit
def next_word(chance: Chance) -> int:
    if chance.used == 16:
        nonce = np.zeros(3, np.int64)
        nonce[0] = chance.stream & WORD
        nonce[1] = (chance.stream >> 32) & WORD
        chacha_block(chance.key, chance.block, nonce, chance.words)
        chance.block += 1
        chance.used = 0
    word = int(chance.words[chance.used])
    chance.used += 1
    return word


@jit_in_place
def below(chance: Chance, bound: int) -> int:
    """A number from 0 to bound - 1, each equally likely: words that would favour the small ones are skipped."""
    size = int(bound)
    fair = (WORD + 1) - (WORD + 1) % size
    while True:
        word = next_word(chance)
        if word < fair:
            return word % size


@jit_in_place
def begin_action(chance: Chance) -> None:
    """Forgets the outcomes of the action before."""
    chance.drawn = 0
    chance.given = 0


@jit_in_place
def draw(chance: Chance, counts: Ints, total: int, base: int) -> int:
    """Takes one of the `total` things in the multiset and says which kind it is; NOTHING_DRAWN if it is empty.

    The outcome is noted as `base` + kind, so that a record can tell a card from a piece.
    """
    if total <= 0:
        return NOTHING_DRAWN
    if chance.drawn < chance.given:
        kind = int(chance.outcomes[chance.drawn]) - base
        if kind < 0 or kind >= len(counts) or counts[kind] <= 0:
            chance.impossible = 1
            kind = first_kind(counts)
    else:
        kind = kind_at(counts, below(chance, total))
    counts[kind] -= 1
    if chance.drawn < OUTCOMES:
        chance.outcomes[chance.drawn] = base + kind
        chance.drawn += 1
    return kind


@jit_in_place
def kind_at(counts: Ints, place: int) -> int:
    """The kind of the thing at this place, the things laid out kind by kind."""
    kind = 0
    while place >= counts[kind]:
        place -= counts[kind]
        kind += 1
    return kind


@jit_in_place
def first_kind(counts: Ints) -> int:
    return kind_at(counts, 0)


# ---------------------------------------------------------------- streams of searches and random players

STREAM_BITS = 0x7FFFFFFFFFFFFFFF


def stream_of(seed: str, number: int = 0) -> Ints:
    """A fast random stream, as an array of one number that `pick` moves on."""
    digest = hashlib.sha256(f"coatl stream {seed} {number}".encode()).digest()
    return np.array([int.from_bytes(digest[:8], "little") & STREAM_BITS], np.int64)


@jit_in_place
def pick(stream: Ints, bound: int) -> int:
    """A number from 0 to bound - 1 from a fast stream (a linear congruence, of which the high bits are used)."""
    moved = (int(stream[0]) * 6364136223846793005 + 1442695040888963407) & STREAM_BITS
    stream[0] = moved
    return ((moved >> 31) * bound) >> 32
