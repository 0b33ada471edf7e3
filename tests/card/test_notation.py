"""The notation of coatls and actions (RULES 2): every text parses back, and every fault is named."""

import random

import pytest

from coatl.card import notation
from coatl.card.notation import ACTIONS, Row
from coatl.card.state import COATL_LENGTH
from coatl.engine.errors import CoatlError, UnknownAction
from tests.card.scenes import player, printed, table

# ---------------------------------------------------------------- coatls


@pytest.mark.parametrize("text", ["R", "RG^B", "R^G", "RG^", "(RG", "RG)", "(RG)", "(RG^B^K)", "RGBYK" * 9])
def test_a_coatl_parses_back(text: str) -> None:
    """RULES 2: `(` is a head, `)` a tail, `^` a part that lies on another."""
    assert str(Row.parse(text)) == text


def test_what_a_coatl_tells() -> None:
    """RULES 2."""
    assert Row.parse("(RG^BY)") == Row("RGBY", (1,), True, True)
    assert Row.parse("R^G^") == Row("RG", (0, 1), False, False)


def test_small_letters_and_blanks_around_are_forgiven() -> None:
    """RULES 2: people type it."""
    assert Row.parse("  (rg^b ") == Row.parse("(RG^B")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "coatl.empty"),
        ("  ", "coatl.empty"),
        ("()", "coatl.empty"),
        ("(R)", "coatl.short"),
        ("^R", "coatl.letter"),
        ("(^R", "coatl.letter"),
        ("R^^", "coatl.letter"),
        ("RXB", "coatl.letter"),
        ("R G", "coatl.letter"),
        ("R(G", "coatl.letter"),
        ("R)G", "coatl.letter"),
        ("((R", "coatl.letter"),
        ("RG))", "coatl.letter"),
        ("R*", "coatl.letter"),
        ("ß", "coatl.letter"),
        ("(R^G", "coatl.end"),
        ("RG^)", "coatl.end"),
        ("R" * (COATL_LENGTH + 1), "coatl.long"),
    ],
)
def test_every_fault_of_a_coatl_is_named(text: str, code: str) -> None:
    """RULES 2 and 5.3: head and tail go beside, so they are no stacks."""
    with pytest.raises(CoatlError) as error:
        Row.parse(text)
    assert error.value.code == code


def test_the_longest_coatl_is_read() -> None:
    """5.1: own decks with eight rounds and three plays make 44 parts."""
    assert len(Row.parse("R" * COATL_LENGTH).colours) == COATL_LENGTH


def test_random_coatls_parse_back() -> None:
    """RULES 2."""
    dice = random.Random(2)
    for _ in range(300):
        parts = "".join(dice.choice("RGBYK") + dice.choice(["", "", "^"]) for _ in range(dice.randint(1, 40)))
        text = f"{dice.choice(['', '(R'])}{parts}{dice.choice(['', 'K)'])}"
        assert str(Row.parse(text)) == text


# ---------------------------------------------------------------- actions


@pytest.mark.parametrize("options", [{"players": 4}, {"solo": True}])
def test_every_action_parses_back(options: dict[str, int]) -> None:
    """RULES 2: numbers and texts are inverse, and no text stands for two."""
    rules = printed(**options)
    texts = [text for number in range(ACTIONS) if (text := rules.texts.get(number))]
    assert [rules.text(rules.parse(text)) for text in texts] == texts
    assert len(set(texts)) == len(texts) == 3 + 25 + 50 + 50 + 10 + 3 * 40 + 5 + 5


def test_numbers_without_an_action_have_no_text() -> None:
    """RULES 2: beyond the space, or a card that is not in this deck."""
    rules = printed()
    nameless = [number for number in range(ACTIONS) if number not in rules.texts]
    for number in (-1, ACTIONS, *nameless):
        with pytest.raises(UnknownAction):
            rules.text(number)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("BESIDE rg LEFT", "beside RG left"),
        ("  over   gr right ", "over GR right"),
        ("discard GR", "discard RG"),
        ("discard gr", "discard RG"),
        ("Discard Rg", "discard RG"),
        ("raise b1", "raise B1"),
        ("HEAD k", "head K"),
    ],
)
def test_actions_are_read_as_people_write_them(written: str, meant: str) -> None:
    """RULES 2: a feather to discard has no order; one to play has."""
    rules = printed()
    assert rules.text(rules.parse(written)) == meant


def test_a_feather_to_play_is_written_as_it_lies() -> None:
    """RULES 2: turned round it is another action."""
    rules = printed()
    assert rules.parse("beside RG left") != rules.parse("beside GR left")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "beside RG",
        "beside RX left",
        "over RG up",
        "raise",
        "raise Z1",
        "discard RR",
        "head",
        "head RG",
        "done now",
    ],
)
def test_what_is_no_action_is_refused_with_a_code(text: str) -> None:
    """RULES 2: and the forms that are allowed."""
    with pytest.raises(UnknownAction) as error:
        printed().parse(text)
    assert error.value.code == "action.unknown"
    assert error.value.allowed


def test_every_outcome_of_chance_parses_back() -> None:
    """RULES 7: prophecies, feathers in small letters, temples and manners."""
    rules = printed(solo=True)
    numbers = list(rules.outcome_names)
    assert [rules.parse_outcome(rules.outcome_text(number)) for number in numbers] == numbers
    assert len(numbers) == 40 + 10 + 6 + 3
    with pytest.raises(CoatlError, match=r"\[record\.outcome\]"):
        rules.parse_outcome("RG")


def test_the_texts_of_a_turn() -> None:
    """RULES 2: what the legal actions are called."""
    scene = table(player("KG", "RB", "B1"), player(prophecies="B4"), middle="G3").play("beside RB right")
    assert scene.legal == {"done", "raise B1", "steal B4", "fulfil G3"}


# ---------------------------------------------------------------- numbers, and what they name

CARD = printed(players=2).names["<prophecy>"].index("B3")
FEATHER = printed(players=2).names["<feather>"].index("RB")
RED, BLUE = notation.LETTERS.index("R"), notation.LETTERS.index("B")
NUMBERS = {
    "start RB": notation.start_action(notation.lying(RED, BLUE)),
    "beside BR right": notation.beside_action(notation.lying(BLUE, RED), notation.RIGHT),
    "over RB left": notation.over_action(notation.lying(RED, BLUE), notation.LEFT),
    "discard RB": notation.discard_action(FEATHER),
    "raise B3": notation.raise_action(CARD),
    "fulfil B3": notation.fulfil_action(CARD),
    "steal B3": notation.steal_action(CARD),
    "head B": notation.head_action(BLUE),
    "tail R": notation.tail_action(RED),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_made_from_what_the_notation_names(text: str) -> None:
    assert printed(players=2).text(NUMBERS[text]) == text


def test_a_number_tells_what_it_names() -> None:
    """Each of these is the inverse of the one that makes the number."""
    assert notation.lying_colours(notation.lying(BLUE, RED)) == (BLUE, RED)
    assert notation.placement(NUMBERS["start RB"]) == (notation.lying(RED, BLUE), notation.LEFT)
    assert notation.placement(NUMBERS["beside BR right"]) == (notation.lying(BLUE, RED), notation.RIGHT)
    assert notation.placement(NUMBERS["over RB left"]) == (notation.lying(RED, BLUE), notation.LEFT)
    assert notation.discarded_feather(NUMBERS["discard RB"]) == FEATHER
    assert {notation.gained_card(NUMBERS[f"{verb} B3"]) for verb in ("raise", "fulfil", "steal")} == {CARD}
    assert [notation.end_colour(NUMBERS[end]) for end in ("head B", "tail R")] == [BLUE, RED]
