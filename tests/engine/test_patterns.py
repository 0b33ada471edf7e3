"""The pattern language (RULES 3): every sentence of it, and the engine against the slow scorer."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coatl.decks
from coatl.engine import patterns
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.engine.patterns import COLOURS, MOST_TOKENS, STACKED, Pattern
from coatl.engine.structs import Ints, empty
from tests import effort
from tests.reference import scorer
from tests.reference.dice import MOST_PIECES, PARTS, Dice
from tests.reference.scorer import Place, fits

COMPARISONS = effort.times(40_000, plain=4_000)
EXAMPLES = effort.times(300, plain=100)


def sequences(file: str) -> list[str]:
    """The patterns of all cards of a game that ask for a sequence."""
    cards = tomllib.loads(Path(coatl.decks.__file__).with_name(file).read_text("utf-8"))
    return [card["pattern"] for card in cards["prophecy"] if card.get("kind", "sequence") == "sequence"]


PRINTED = sequences("board.toml") + sequences("card.toml")


@cache
def compiled(text: str) -> Pattern:
    pattern = empty(Pattern)
    patterns.compile_pattern(patterns.parse(text), pattern)
    return pattern


def symbols(coatl: str) -> Ints:
    """The coatl as the engine reads it: a colour is a number, a stacked part's is higher by STACKED."""
    parts = scorer.read_coatl(coatl).parts
    return np.array([COLOURS.index(part[0]) + STACKED * (len(part) - 1) for part in parts], np.int8)


def times(pattern: str, coatl: str) -> int:
    row = symbols(coatl)
    return int(patterns.times(compiled(pattern), row, len(row)))


def spans(pattern: str, coatl: str) -> list[Place]:
    row = symbols(coatl)
    return patterns.spans(compiled(pattern), row, len(row))


def all_places(pattern: str, coatl: str) -> list[Place]:
    """Every (start, end) at which the engine says that the pattern stands."""
    row = symbols(coatl)
    return [
        (start, end)
        for start in range(len(row))
        for end in range(start + 1, len(row) + 1)
        if patterns.stands(compiled(pattern), row, len(row), start, end)
    ]


# ---------------------------------------------------------------- the table of tokens, row by row


@pytest.mark.parametrize("colour", COLOURS)
def test_a_letter_matches_one_piece_of_that_colour(colour: str) -> None:
    assert [times(colour, other) for other in COLOURS] == [int(other == colour) for other in COLOURS]


def test_a_dot_matches_one_piece_of_any_colour() -> None:
    assert all(times("R . B", f"R{colour}B") == 1 for colour in COLOURS)
    assert times("R . B", "RB") == times("R . B", "RGGB") == 0


def test_a_plus_matches_one_or_more_pieces_of_that_colour() -> None:
    assert [times("Y K+ R", coatl) for coatl in ("YR", "YKR", "YKKKKR", "YKBKR")] == [0, 1, 1, 0]


def test_dot_plus_matches_one_or_more_pieces_of_any_colours() -> None:
    assert [times("K Y .+ Y K", coatl) for coatl in ("KYYK", "KYBYK", "KYRGBYYK")] == [0, 1, 1]


def test_a_forbidden_colour_uses_nothing_up() -> None:
    assert spans("!B B B !B", "RBBRBBR") == [(1, 3), (4, 6)]  # the red piece between serves as neighbour of both
    assert times("R !R", "RGRG") == 2


def test_the_place_next_to_the_match_must_not_hold_that_colour() -> None:
    assert [times("!R G", coatl) for coatl in ("RG", "BG", "GR")] == [0, 1, 1]
    assert [times("G !R", coatl) for coatl in ("RG", "GB", "GR")] == [1, 1, 0]
    assert times("!B B B !B", "BBB") == times("!B B B !B", "BBBB") == 0


def test_another_colour_or_no_piece_at_all_is_fine() -> None:
    assert all(times("!B B B !B", coatl) == 1 for coatl in ("BB", "RBB", "BBR", "RBBR"))


def test_several_forbidden_colours_stand_at_one_end() -> None:
    assert [times("!R !G Y", f"{colour}Y") for colour in "RGBK"] == [0, 0, 1, 1]
    assert [times("Y !R !G", f"Y{colour}") for colour in "RGBK"] == [0, 0, 1, 1]


def test_a_pair_of_brackets_matches_one_part_of_the_named_colours() -> None:
    assert [times("[GY] B [GY]", coatl) for coatl in ("GBY", "YBY", "GBB", "GB", "GGB")] == [1, 1, 0, 0, 0]


def test_brackets_with_a_caret_match_one_part_of_another_colour() -> None:
    assert [times("B [^B] B", f"B{colour}B") for colour in COLOURS] == [1, 1, 0, 1, 1]
    assert times("[^RG]", "RGBYK") == 3


def test_every_equals_sign_of_the_pattern_has_the_same_colour() -> None:
    assert [times("= G =", coatl) for coatl in ("RGR", "RGB", "GGG", "KGK")] == [1, 0, 1, 1]
    assert [times("= = . =", coatl) for coatl in ("RRBR", "RBRR", "YYYY", "RRBB")] == [1, 0, 1, 0]


def test_a_stack_matches_one_part_that_lies_on_another_part() -> None:
    assert [times("Y^", coatl) for coatl in ("Y", "Y^", "R^", "Y^Y^")] == [0, 1, 0, 2]
    assert [times("G [^G]^", coatl) for coatl in ("GR^", "GR", "GG^", "G^R^")] == [1, 0, 0, 1]
    assert times("=^ =", "R^R") == 1
    assert times("=^ =", "R^B") == times("=^ =", "RR") == 0


def test_any_piece_can_match_head_and_tail_included() -> None:
    assert times("R G B", "(RGB)") == 1


def test_only_the_visible_part_of_a_stack_counts() -> None:
    assert times("R G", "R^G^") == 1
    assert times("!R G", "R^G") == times("G !R", "GR^") == 0


# ---------------------------------------------------------------- counting, sentence by sentence


def test_the_largest_number_of_matches_that_share_no_piece() -> None:
    assert times("K B K B", "KBKBKB") == 1
    assert times("K B K B", "KBKBKBKB") == 2
    assert times("Y Y Y", "YYYYYYYY") == 2


def test_a_forbidden_colour_on_an_open_end_is_satisfied() -> None:
    assert times("!B B B !B", "(RBB") == 1


def test_a_later_piece_can_break_it_again() -> None:
    assert times("!B B B !B", "(RBBB") == 0


def test_the_match_that_ends_first_gives_the_largest_number() -> None:
    assert times("G Y+ G", "GGGYGGGYG") == 2
    assert times("G Y+ G", "GYGYG") == 1
    assert spans("G Y+ G", "GGGYGGGYG") == [(2, 5), (6, 9)]


def test_taking_the_longest_match_may_not() -> None:
    assert all_places("K Y .+ Y K", "KYBYKKYRYK") == [(0, 5), (0, 10), (5, 10)]
    assert times("K Y .+ Y K", "KYBYKKYRYK") == 2


def test_the_card_game_counts_every_place() -> None:
    assert all_places("R R R", "RRRR") == [(0, 3), (1, 4)]
    assert all_places("= G =", "GGGGRG") == [(0, 3), (1, 4)]


def test_the_rulebooks_example() -> None:
    assert spans("B B Y Y", "(BBRBBYKBBYY)") == [(7, 11)]
    assert spans("!B B B !B", "(BBRBBYKBBYY)") == [(0, 2), (3, 5), (7, 9)]


def test_a_coatl_without_pieces_holds_nothing() -> None:
    assert times("R", "") == times("!R .+ !R", "") == 0
    assert spans("R", "") == []


def test_no_match_crosses_the_copies_for_the_colours() -> None:
    """The longest pattern with `=`: five copies side by side, and a match in one must not run on into the next."""
    longest = " ".join(["=", *["."] * (MOST_TOKENS - 2), "="])
    for first, last in product(COLOURS, repeat=2):
        assert times(longest, first + "RGBYKRGBYK" + last) == int(first == last)
    assert times("!Y = = !K", "YYKK") == 0  # YY may not end before black, and KK may not begin behind yellow


# ---------------------------------------------------------------- the engine against the slow scorer


def compare(pattern: str, coatl: str) -> int:
    """The number of times, after the slow scorer has agreed."""
    standing = scorer.places(pattern, coatl)
    counted = times(pattern, coatl)
    assert counted == scorer.largest_disjoint(standing), (pattern, coatl)
    return counted


def compare_places(pattern: str, coatl: str) -> None:
    standing = scorer.places(pattern, coatl)
    shown = spans(pattern, coatl)
    assert all_places(pattern, coatl) == standing, (pattern, coatl)
    assert set(shown) <= set(standing), (pattern, coatl)
    assert all(one[1] <= other[0] for one, other in pairwise(shown)), (pattern, coatl)
    assert len(shown) == times(pattern, coatl), (pattern, coatl)


def test_the_count_agrees_with_the_slow_scorer_in_many_random_coatls() -> None:
    dice = Dice(1)
    counts: list[int] = []
    while len(counts) < COMPARISONS:
        pattern = dice.random.choice(PRINTED) if dice.random.random() < 0.5 else dice.pattern()
        counts += [compare(pattern, dice.coatl(pattern)) for _ in range(40)]
    assert sum(count >= 1 for count in counts) > len(counts) / 2  # the coatls are worth looking at
    assert sum(count >= 2 for count in counts) > len(counts) / 6


def test_every_printed_pattern_in_every_short_coatl() -> None:
    for length in range(1, 3 if DISABLED else 5):
        for letters in product(COLOURS, repeat=length):
            for pattern in PRINTED:
                compare(pattern, "".join(letters))


def test_every_coatl_of_two_colours_and_the_printed_patterns_of_these() -> None:
    for pattern in PRINTED:
        named = set(pattern) & set(COLOURS)
        if len(named) == 2:
            for length in range(5, 7 if DISABLED else 10):
                for letters in product(sorted(named), repeat=length):
                    compare(pattern, "".join(letters))


def test_the_places_agree_with_the_slow_scorer() -> None:
    dice = Dice(2)
    for _ in range(COMPARISONS // 40):
        pattern = dice.random.choice([dice.random.choice(PRINTED), dice.pattern()])
        compare_places(pattern, dice.coatl(pattern))


def test_the_longest_coatls() -> None:
    dice = Dice(3)
    for pattern in PRINTED[::12] if DISABLED else PRINTED * 4:
        parts = [part for _ in range(MOST_PIECES) for part in dice.planted(pattern, COLOURS)]
        coatl = "".join(parts[:MOST_PIECES])
        compare(pattern, coatl)
        compare_places(pattern, coatl)


def test_what_lies_behind_the_length_is_not_read() -> None:
    row = symbols("RRBBKK")
    assert patterns.times(compiled("R R !B"), row, 2) == 1
    assert patterns.times(compiled("B B"), row, 3) == 0
    assert patterns.spans(compiled("B !B"), row, 3) == [(2, 3)]


letters = st.sampled_from(COLOURS)
named = st.text(COLOURS, min_size=1, max_size=6)
excluding = named.filter(lambda letters: set(letters) != set(COLOURS)).map("[^{}]".format)
single = st.one_of(letters, st.sampled_from(".="), named.map("[{}]".format), excluding)
many = st.one_of(letters, st.just(".")).map("{}+".format)
token = st.one_of(single, single, single.map("{}^".format), many)
absents = st.lists(letters.map("!{}".format), max_size=3)
served = st.lists(token, min_size=1, max_size=6)
any_pattern = st.tuples(absents, served, absents).map(lambda words: " ".join(words[0] + words[1] + words[2]))
pattern_texts = st.one_of(st.sampled_from(PRINTED), any_pattern)
coatl_texts = st.lists(st.sampled_from(PARTS), min_size=1, max_size=12).map("".join)


@settings(max_examples=EXAMPLES, deadline=None)
@given(pattern_texts, coatl_texts)
def test_any_pattern_in_any_coatl_agrees_with_the_slow_scorer(pattern: str, coatl: str) -> None:
    compare(pattern, coatl)
    compare_places(pattern, coatl)


@settings(max_examples=EXAMPLES, deadline=None)
@given(pattern_texts, coatl_texts, coatl_texts)
def test_coatls_side_by_side_hold_no_less_than_each(pattern: str, left: str, right: str) -> None:
    if "!" not in pattern:
        assert times(pattern, left + right) >= times(pattern, left) + times(pattern, right)


# ---------------------------------------------------------------- parsing


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("", "pattern.empty"),
        (" \t ", "pattern.empty"),
        ("!R", "pattern.empty"),
        ("!R !G", "pattern.empty"),
        ("R !G B", "pattern.inner"),
        ("!R R !R R !R", "pattern.inner"),
        (" ".join(["R"] * (MOST_TOKENS + 1)), "pattern.long"),
        *((word, "pattern.token") for word in ("X", "r", "RG", "R,G", "+", "^", "!", "!!R", "R++", "R^^", "R^+")),
        *(
            (word, "pattern.token")
            for word in ("=+", "!=", "!.", "[]", "[^]", "[", "]", "[R", "R]", "[X]", "[^^R]", "[.]", "[^RGBYK]")
        ),
        ("R X", "pattern.token"),
    ],
)
def test_what_is_no_pattern(pattern: str, code: str) -> None:
    with pytest.raises(CoatlError) as caught:
        patterns.parse(pattern)
    assert caught.value.code == code
    assert bool(caught.value.allowed) == (code == "pattern.token")


@pytest.mark.parametrize("word", ["R+^", ".+^", "!R+", "!R^", "!R+^"])
def test_two_signs_that_do_not_go_together_are_no_token(word: str) -> None:
    with pytest.raises(CoatlError) as caught:
        patterns.parse(f"G {word}")
    assert caught.value.code == "pattern.token"


def test_the_longest_pattern_is_one() -> None:
    assert times(" ".join(["!R", *["R"] * MOST_TOKENS, "!R"]), "R" * MOST_TOKENS) == 1


@pytest.mark.parametrize("pattern", PRINTED)
def test_the_words_of_a_printed_pattern_are_its_tokens(pattern: str) -> None:
    assert " ".join(token.text for token in patterns.parse(pattern)) == pattern


def test_blanks_between_tokens_do_not_matter() -> None:
    assert patterns.parse("  !R   R\tG+\n") == patterns.parse("!R R G+")


@contextmanager
def suppress_pattern_errors() -> Iterator[None]:
    """Lets pass what the parser refuses, and nothing else."""
    try:
        yield
    except CoatlError as error:
        if not error.code.startswith("pattern."):
            raise


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.one_of(st.text(), st.text("RGBYK.=+^![] ", max_size=30)))
def test_parsing_any_text_gives_tokens_or_an_error_with_a_code(text: str) -> None:
    with suppress_pattern_errors():
        tokens = patterns.parse(text)
        assert [token.text for token in tokens] == text.split()
        patterns.compile_pattern(tokens, empty(Pattern))


@settings(max_examples=EXAMPLES, deadline=None)
@given(any_pattern)
def test_parsing_a_pattern_gives_its_tokens(pattern: str) -> None:
    tokens = patterns.parse(pattern)
    assert [token.text for token in tokens] == pattern.split()
    for token in tokens:
        assert token.absent == token.text.startswith("!")
        assert token.same == ("=" in token.text)
        assert token.many == token.text.endswith("+")
        assert token.stacked == token.text.endswith("^")
        wanted = token.text.removeprefix("!").replace("=", ".")
        assert [token.accepts(int(symbols(part)[0])) for part in PARTS] == [fits(wanted, part) for part in PARTS]
