"""Chance (RULES 7): the generator by its standard, fair draws, and draws that follow a record."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coatl.engine.chance import (
    NOTHING_DRAWN,
    OUTCOMES,
    WORD,
    Chance,
    begin_action,
    below,
    chacha_block,
    commitment,
    draw,
    key_of,
    next_word,
    pick,
    quarter_round,
    seed_chance,
    stream_of,
)
from coatl.engine.jit import DISABLED
from coatl.engine.structs import Ints, empty
from tests.effort import times

ROLLS = 6_000 if DISABLED else 60_000
EXAMPLES = times(300, plain=50)

# The chi-square that a fair generator exceeds once in 1000 seeds, by degrees of freedom.
CHI_SQUARE = {1: 10.83, 2: 13.82, 4: 18.47, 5: 20.52, 6: 22.46, 9: 27.88, 23: 49.73, 53: 90.57}


def seeded(seed: str, stream: int = 0) -> Chance:
    chance = empty(Chance)
    seed_chance(chance, key_of(seed), stream)
    return chance


def bag(*counts: int) -> Ints:
    return np.array(counts, np.int16)


def words(text: str) -> Ints:
    return np.array([int(word, 16) for word in text.split()], np.int64)


def assert_fair(seen: Sequence[int], weights: Sequence[int]) -> None:
    """Whether the numbers seen fit the weights."""
    expected = [len(seen) * weight / sum(weights) for weight in weights]
    counted = Counter(seen)
    assert set(counted) <= set(range(len(weights)))
    deviation = sum((counted[i] - expected[i]) ** 2 / expected[i] for i in range(len(weights)))
    assert deviation < CHI_SQUARE[len(weights) - 1]


# ---------------------------------------------------------------- the generator (RFC 8439)


def test_the_quarter_round_of_rfc_8439_section_2_1_1() -> None:
    x = words("11111111 01020304 9b8d6f43 01234567")
    quarter_round(x, 0, 1, 2, 3)
    assert x.tolist() == words("ea2a92f4 cb1cf8ce 4581472e 5881c4bb").tolist()


RFC_2_3_2 = """
e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3
466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2
"""
RFC_A_1 = """
ade0b876 903df1a0 e56a5d40 28bd8653 b819d2bd 1aed8da0 ccef36a8 c70d778b
7c5941da 8d485751 3fe02477 374ad8b8 f4b8436a 1ca11815 69b687c3 8665eeb2
"""


def test_the_block_of_rfc_8439_section_2_3_2() -> None:
    key = np.frombuffer(bytes(range(32)), "<u4").astype(np.int64)
    out = np.zeros(16, np.int64)
    chacha_block(key, 1, words("09000000 4a000000 00000000"), out)
    assert out.tolist() == words(RFC_2_3_2).tolist()


def test_the_first_block_of_rfc_8439_appendix_a_1() -> None:
    out = np.zeros(16, np.int64)
    chacha_block(np.zeros(8, np.int64), 0, np.zeros(3, np.int64), out)
    assert out.tolist() == words(RFC_A_1).tolist()


@pytest.mark.parametrize("stream", [0, 1, 7 + (9 << 32)])
def test_the_words_are_the_blocks_one_after_the_other(stream: int) -> None:
    chance = seeded("feathers", stream)
    nonce = np.array([stream & WORD, stream >> 32, 0], np.int64)
    blocks = np.zeros((3, 16), np.int64)
    for number in range(3):
        chacha_block(key_of("feathers"), number, nonce, blocks[number])
    assert [next_word(chance) for _ in range(48)] == blocks.ravel().tolist()


def test_the_key_is_a_hash_of_the_seed() -> None:
    digest = hashlib.sha256(b"coatl seed \xc3\xb3").digest()
    assert key_of("ó").tolist() == [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 32, 4)]


# ---------------------------------------------------------------- fair numbers


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 10, 54])
def test_every_number_below_a_bound_is_equally_likely(bound: int) -> None:
    chance = seeded("fair")
    assert_fair([below(chance, bound) for _ in range(ROLLS)], [1] * bound)


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    chance = seeded("fair")
    next_word(chance)
    chance.words[1:4] = [WORD, WORD, 5]  # 2**32 - 1 is a multiple of 3, and WORD would be a 0 too many
    assert below(chance, 3) == 2
    assert chance.used == 4


def test_a_large_bound_is_as_fair_as_a_small_one() -> None:
    """Of three quarters of all words, a remainder alone would give the first third half of the time."""
    chance = seeded("fair")
    assert_fair([below(chance, 3 << 30) >> 30 for _ in range(ROLLS)], [1, 1, 1])


def test_a_bound_of_one_leaves_no_choice() -> None:
    chance = seeded("one")
    assert [below(chance, 1) for _ in range(20)] == [0] * 20


def rolls(seed: str, stream: int = 0) -> list[int]:
    chance = seeded(seed, stream)
    return [below(chance, 1000) for _ in range(40)]


def test_the_same_seed_gives_the_same_draws() -> None:
    assert rolls("a", 1) == rolls("a", 1)


def test_another_seed_or_stream_gives_other_draws() -> None:
    games = [("a", 0), ("b", 0), ("", 0), ("A", 0), ("a", 1), ("a", 1 << 32), ("a", -1)]
    assert len({tuple(rolls(*game)) for game in games}) == len(games)


def test_the_draws_of_a_seed_never_change() -> None:
    """A recorded game's seed must give the same game in later versions and on any machine."""
    assert rolls("coatl")[:8] == [53, 527, 300, 57, 822, 780, 741, 226]
    assert rolls("coatl", 3)[:8] == [563, 957, 374, 179, 92, 148, 733, 157]


def test_a_copy_goes_on_alike() -> None:
    chance = seeded("copy")
    next_word(chance)
    copy = chance.copy()  # type: ignore[attr-defined]
    assert [next_word(chance) for _ in range(40)] == [next_word(copy) for _ in range(40)]


# ---------------------------------------------------------------- draws from bags and decks


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.text(max_size=5))
def test_drawing_everything_gives_what_was_there(counts: list[int], seed: str) -> None:
    chance, left = seeded(seed.encode("utf-8", "replace").decode()), bag(*counts)
    drawn = [draw(chance, left, total, 0) for total in range(sum(counts), 0, -1)]
    assert [drawn.count(kind) for kind in range(len(counts))] == counts
    assert not left.any()
    assert chance.impossible == 0


def test_a_draw_takes_one_thing_that_is_there() -> None:
    chance = seeded("bag")
    for _ in range(200):
        left = bag(0, 2, 0, 1, 0)
        kind = draw(chance, left, 3, 0)
        assert kind in (1, 3)
        assert (bag(0, 2, 0, 1, 0) - left).tolist() == [int(place == kind) for place in range(5)]


def test_from_an_empty_bag_nothing_is_drawn() -> None:
    chance, left = seeded("bag"), bag(0, 0)
    assert draw(chance, left, 0, 0) == NOTHING_DRAWN
    assert left.tolist() == [0, 0]
    assert chance.drawn == 0


def test_every_thing_in_the_bag_is_equally_likely() -> None:
    chance = seeded("weights")
    assert_fair([draw(chance, bag(1, 2, 3, 4, 5), 15, 0) for _ in range(ROLLS)], [1, 2, 3, 4, 5])


def test_every_order_is_equally_likely() -> None:
    chance = seeded("orders")
    orders = {order: number for number, order in enumerate(permutations(range(4)))}
    seen = []
    for _ in range(ROLLS // 4):
        left = bag(1, 1, 1, 1)
        seen.append(orders[tuple(draw(chance, left, total, 0) for total in (4, 3, 2, 1))])
    assert_fair(seen, [1] * 24)


# ---------------------------------------------------------------- outcomes and replays


def give(chance: Chance, outcomes: Sequence[int]) -> None:
    begin_action(chance)
    chance.outcomes[: len(outcomes)] = outcomes
    chance.given = len(outcomes)


def draw_all(chance: Chance, counts: Ints, base: int = 0) -> list[int]:
    return [draw(chance, counts, int(counts.sum()), base) for _ in range(int(counts.sum()))]


def test_outcomes_are_noted_until_the_next_action() -> None:
    chance = seeded("notes")
    drawn = draw_all(chance, bag(3, 3, 3))
    assert chance.drawn == 9
    assert chance.outcomes[:9].tolist() == drawn
    begin_action(chance)
    assert chance.drawn == 0


def test_outcomes_are_noted_above_their_base() -> None:
    chance = seeded("base")
    drawn = draw_all(chance, bag(2, 2), 50)
    noted = chance.outcomes[:4].tolist()
    assert noted == [50 + kind for kind in drawn]
    give(chance, noted)
    assert draw_all(chance, bag(2, 2), 50) == drawn
    assert chance.impossible == 0


def test_an_outcome_of_another_base_is_flagged() -> None:
    chance = seeded("base")
    give(chance, [1])
    draw(chance, bag(2, 2), 4, 50)
    assert chance.impossible == 1


def test_given_outcomes_are_forgotten_at_the_next_action() -> None:
    chance = seeded("notes")
    give(chance, [5, 5, 5])
    begin_action(chance)
    draw_all(chance, bag(2, 2))
    assert chance.impossible == 0


def test_draws_follow_given_outcomes_whatever_the_seed() -> None:
    drawn = draw_all(seeded("record"), bag(4, 4, 4))
    replay = seeded("another seed")
    give(replay, drawn)
    assert draw_all(replay, bag(4, 4, 4)) == drawn
    assert replay.impossible == 0
    assert replay.outcomes[: replay.drawn].tolist() == drawn
    assert next_word(replay) == next_word(seeded("another seed"))  # the generator has not moved


def test_behind_the_given_outcomes_the_generator_draws() -> None:
    chance, left = seeded("both"), bag(2, 2, 2)
    give(chance, [2, 2])
    drawn = draw_all(chance, left)
    assert drawn[:2] == [2, 2]
    assert sorted(drawn[2:]) == [0, 0, 1, 1]
    assert chance.drawn == 6


@pytest.mark.parametrize("outcome", [0, 3, 100, -1, -128])
def test_an_outcome_that_cannot_be_drawn_is_flagged(outcome: int) -> None:
    chance, left = seeded("flag"), bag(0, 2, 1)
    give(chance, [1, outcome, 1])
    assert draw_all(chance, left) == [1, 1, 2]  # something that is there comes instead
    assert chance.impossible == 1
    assert left.tolist() == [0, 0, 0]


def test_the_last_of_a_kind_is_drawn_once() -> None:
    chance, left = seeded("last"), bag(1, 1)
    give(chance, [0, 0])
    assert draw(chance, left, 2, 0) == 0
    assert chance.impossible == 0
    assert draw(chance, left, 1, 0) == 1
    assert chance.impossible == 1


def test_more_draws_than_can_be_noted_harm_nothing() -> None:
    chance = seeded("many")
    drawn = draw_all(chance, bag(OUTCOMES, 10))
    assert chance.drawn == OUTCOMES
    assert chance.outcomes.tolist() == drawn[:OUTCOMES]


# ---------------------------------------------------------------- commitment


def test_a_commitment_can_be_checked_by_hand() -> None:
    assert commitment("abc", 2) == hashlib.sha256(b"coatl commitment 2 abc").hexdigest()


def test_a_commitment_binds_seed_and_stream() -> None:
    promises = [commitment(seed, stream) for seed in ("a", "b", "1 a", "") for stream in (0, 1, 11)]
    assert len(set(promises)) == len(promises)


def test_a_commitment_is_not_the_key() -> None:
    key = key_of("abc").astype("<u4").tobytes().hex()
    assert commitment("abc") != key


# ---------------------------------------------------------------- streams of searches and random players


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(1, 1 << 30), st.integers(0, 1 << 40))
def test_a_pick_is_below_its_bound(bound: int, number: int) -> None:
    stream = stream_of("bounds", number)
    assert all(0 <= pick(stream, bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 10, 54])
def test_picks_are_roughly_uniform(bound: int) -> None:
    stream = stream_of("picks")
    assert_fair([pick(stream, bound) for _ in range(ROLLS)], [1] * bound)


def test_pairs_of_picks_are_roughly_uniform() -> None:
    stream = stream_of("pairs")
    assert_fair([pick(stream, 2) * 12 + pick(stream, 12) for _ in range(ROLLS)], [1] * 24)


def test_first_picks_of_neighbouring_streams_are_roughly_uniform() -> None:
    assert_fair([pick(stream_of("many", number), 10) for number in range(ROLLS // 10)], [1] * 10)


def picks(seed: str, number: int = 0) -> list[int]:
    stream = stream_of(seed, number)
    return [pick(stream, 1000) for _ in range(40)]


def test_a_stream_is_its_seed_and_number() -> None:
    assert picks("a", 1) == picks("a", 1)
    assert len({tuple(picks(seed, number)) for seed in ("a", "b", "") for number in range(20)}) == 60


def test_the_picks_of_a_stream_never_change() -> None:
    assert picks("coatl")[:8] == [688, 861, 135, 704, 984, 458, 82, 951]
