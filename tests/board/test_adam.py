"""ADAM's turn (RULES 4.5), sentence by sentence: needs, search, place, play, draw."""

from typing import Any

import pytest

from coatl.board.rules import BoardRules
from coatl.decks.loader import load_board
from coatl.describe.automata import steps_at
from tests.board.scenes import (
    adams_turn,
    cells,
    own,
    prophecy,
    supply,
    with_prophecies,
)

COLOURS = "RGBYK"
ROW = "G1 G2 G3 G4 G5 G6"
NO_ENDS = {"heads": "- -", "tails": "- -"}


# ---------------------------------------------------------------- 1. needs


def needs(card: str, rules: BoardRules | None = None, **options: Any) -> str:
    """What ADAM takes for a card: of each colour until it wants no more."""
    found = ""
    for colour in COLOURS:
        count = 0
        while takes(card, colour * count, colour, rules=rules, **options):
            count += 1
        found += colour * count
    return found


def takes(card: str, lying: str, colour: str, **more: Any) -> bool:
    """Whether ADAM puts a piece of this colour onto its only card, where these pieces lie."""
    scene = adams_turn(card, lying, pieces=supply(colour * 2, **NO_ENDS), **more).play("adam")
    return bool(scene.adam.pile) or scene.adam.pieces[0] != lying


@pytest.mark.parametrize(
    ("card", "needed"),
    [
        ("R5", "BBBBBB"),
        ("B1", "GGGYYY"),
        ("K10", "BBBBBB"),
        ("Y1", "RRRGG"),
        ("B8", "BBKK"),
        ("Y8", "RGBYK"),
    ],
)
def test_a_card_needs_the_pieces_of_its_highest_level(card: str, needed: str) -> None:
    """4.5, 1: six of the colour; a sequence as often as it counts."""
    assert needs(card) == needed


@pytest.mark.parametrize(("card", "needed"), [("G1", "RRYYKK"), ("K5", "BBBB"), ("G10", "YYKK")])
def test_a_run_needs_one_piece_and_what_is_absent_or_of_any_colour_nothing(card: str, needed: str) -> None:
    """4.5, 1: Y K+ R and !B B B !B twice, K Y .+ Y K once."""
    assert needs(card) == needed


def test_a_multiset_needs_its_pieces() -> None:
    """4.5, 1: P1 is two yellow, two green, one red."""
    assert needs("P1", promo=True) == "RGGYY"


def test_in_own_decks_any_colour_a_choice_of_colours_and_equal_colours_need_nothing() -> None:
    """4.5, 1."""
    rules = with_prophecies(prophecy("Odd", ". R [GY] [^B] = ="), solo=True)
    assert needs("Odd", rules) == "R"


@pytest.mark.parametrize(
    ("pattern", "needed"), [("[G] Y", "Y"), ("[^RGBY] Y", "Y"), ("[G]+ Y+ ![B]", "Y"), ("[R] [R]", ""), ("G Y", "GY")]
)
def test_a_bracket_of_one_colour_needs_nothing_either(pattern: str, needed: str) -> None:
    """4.5, 1: `[..]` needs nothing, however many colours stand in it."""
    assert needs("Odd", with_prophecies(prophecy("Odd", pattern), solo=True)) == needed


def test_adam_does_not_take_a_piece_for_a_bracket_of_one_colour() -> None:
    """4.5, 1 and 2: green would fill the bracket, yellow alone is needed; it completes the card."""
    rules = with_prophecies(prophecy("Odd", "[G] Y"), solo=True)
    scene = adams_turn("Odd", pieces=supply("GG RY", **NO_ENDS), rules=rules).play("adam")
    assert scene.now.supply.bodies[0] == "GG"
    assert scene.adam.pile == {"Odd": 1}


def test_only_colour_and_number_matter_not_shape_or_order() -> None:
    """4.5, 1: heads and tails serve like body segments, and the colours of Y8 may come in any order."""
    scene = adams_turn("Y8", "BGRY", pieces=supply("- - - - - -", "- -", "- K")).play("adam")
    assert scene.adam.pile == {"Y8": 1}


def test_what_already_lies_on_the_card_is_taken_off() -> None:
    """4.5, 1: with three yellow pieces B1 needs green alone."""
    scene = adams_turn("B1", "YYY", pieces=supply("YY RG", **NO_ENDS)).play("adam")
    assert scene.adam.pieces[0] == "GYYY"


# ---------------------------------------------------------------- 2. search


def test_for_its_leftmost_card_adam_takes_the_first_cell_that_holds_a_needed_piece() -> None:
    """4.5, 2: R2 would find red in cell 3, but R1 comes first and finds yellow in cell 4."""
    scene = adams_turn("R1 R2 R3", pieces=supply("GG GB RG YB KK YY")).play("adam")
    assert scene.now.supply.bodies == ("GG", "GB", "RG", None, "KK", "YY")
    assert scene.adam.pieces == ("Y", "", "")


def test_one_needed_piece_of_the_two_is_enough_and_adam_takes_all_of_the_cell() -> None:
    """4.5, 2: the needed one may be the second."""
    scene = adams_turn("R1 R2 R3", pieces=supply("GB GY YY")).play("adam")
    assert scene.now.supply.bodies[:3] == ("GB", None, "YY")


@pytest.mark.parametrize(
    ("bodies", "heads", "tails", "taken"),
    [
        ("GG - - - - RR", "R R", "R R", "body6"),
        ("GG - - - - -", "R R", "R R", "head1"),
        ("GG - - - - -", "G R", "R R", "tail1"),
        ("GG - - - - -", "G R", "G R", "head2"),
        ("GG - - - - -", "G G", "G R", "tail2"),
    ],
)
def test_adam_goes_through_the_cells_1_to_10(bodies: str, heads: str, tails: str, taken: str) -> None:
    """4.5, 2: `adam.search_order` is body 1 to 6, head 1, tail 1, head 2, tail 2."""
    scene = adams_turn("R2", pieces=supply(bodies, heads, tails))
    before = cells(scene)
    after = cells(scene.play("adam"))
    assert [cell for cell in before if before[cell] != after[cell]] == [taken]


def test_an_own_deck_may_number_the_cells_otherwise() -> None:
    """4.5, 2: for the search and for the discard."""
    adam = load_board().model_dump(mode="json")["adam"]
    rules = own({"adam": adam | {"search_order": adam["search_order"][::-1]}}, solo=True)
    found = adams_turn("R2", pieces=supply("RR RG", "R R", "G R"), rules=rules).play("adam")
    assert (found.now.supply.tails, found.now.supply.bodies[0]) == (("G", None), "RR")
    missed = adams_turn("R2", pieces=supply("GG BB", "- -", "- -"), rules=rules).play("adam")
    assert missed.now.supply.bodies[0] == "GG"


@pytest.mark.parametrize(
    ("bodies", "taken", "placed"),
    [("GG BB RR KK", 3, ("", "RR", "")), ("GG BB KK GG", 3, ("", "", "KK"))],
)
def test_if_no_cell_serves_its_first_card_adam_tries_its_second_then_its_third(
    bodies: str, taken: int, placed: tuple[str, ...]
) -> None:
    """4.5, 2."""
    scene = adams_turn("R1 R2 R3", pieces=supply(bodies, "G G", "G G")).play("adam")
    assert scene.now.supply.bodies[taken - 1] is None
    assert scene.adam.pieces == placed


def test_a_fourth_card_is_tried_too() -> None:
    """4.5, 2 and difficulty 5."""
    scene = adams_turn("R1 R2 R3 R4", pieces=supply("BB GB", "B B", "B B"), difficulties=(5,)).play("adam")
    assert scene.adam.pieces == ("", "", "", "G")


@pytest.mark.parametrize(
    ("bodies", "heads", "tails", "gone"),
    [
        ("- GB BB - - -", "B B", "B B", "body2"),
        ("BB GB - - - -", "B B", "B B", "body1"),
    ],
)
def test_if_that_fails_too_it_discards_the_content_of_the_lowest_numbered_occupied_cell(
    bodies: str, heads: str, tails: str, gone: str
) -> None:
    """4.5, 2: the pieces leave the game."""
    scene = adams_turn("R1 R2 R3", pieces=supply(bodies, heads, tails, bag="R"))
    before = cells(scene)
    after = cells(scene.play("adam"))
    assert {cell for cell in before if before[cell] != after[cell]} == {gone}
    assert (scene.adam.pieces, scene.now.supply.bag_bodies) == (("", "", ""), {"R": 1})


def test_with_that_its_turn_ends() -> None:
    """4.5, 2: it draws no card, though its line is short, and the row stays."""
    scene = adams_turn("R1", pieces=supply("GB BB", "B B", "B B"), row=ROW).play("adam")
    assert (scene.adam.line, scene.now.row) == (("R1",), tuple(ROW.split()))


def test_after_such_a_discard_comes_the_refill_as_always() -> None:
    """4.5, 2."""
    scene = adams_turn("R1", pieces=supply("- GB - - - -", "B -", "- B")).play("adam")
    assert None not in cells(scene).values()


# ---------------------------------------------------------------- 3. place


def test_each_taken_piece_goes_onto_the_leftmost_card_that_still_needs_its_colour() -> None:
    """4.5, 3: B3 has its blue ones already."""
    scene = adams_turn("B3 R1 R5", "BBB", pieces=supply("YB")).play("adam")
    assert scene.adam.pieces == ("BBBY", "", "B")


def test_the_other_piece_goes_to_a_card_further_right_that_needs_it() -> None:
    """4.5, 3: R1 finds yellow; the red piece beside it goes past R5 to R2."""
    scene = adams_turn("R1 R5 R2", pieces=supply("GG RY", **NO_ENDS)).play("adam")
    assert scene.adam.pieces == ("Y", "", "R")


def test_two_pieces_of_one_colour_may_go_to_two_cards() -> None:
    """4.5, 3: B7 needs one more blue piece, R5 takes the other."""
    scene = adams_turn("B7 R5 R1", "BB", pieces=supply("BB")).play("adam")
    assert scene.adam.pieces == ("BBB", "B", "")


def test_a_piece_that_no_card_needs_is_discarded() -> None:
    """4.5, 3: it leaves the game."""
    scene = adams_turn("R1 R2 R3", pieces=supply("YB GG")).play("adam")
    assert scene.adam.pieces == ("Y", "", "")
    assert scene.now.supply.bag_bodies["B"] == 5


# ---------------------------------------------------------------- 4. play


def test_a_card_whose_highest_level_is_complete_is_played_onto_adams_pile() -> None:
    """4.5, 4."""
    scene = adams_turn("R1 R5 R2", "", "BBBBB", pieces=supply("BG", "G G", "G G"), row=ROW, pile="Y1").play("adam")
    assert scene.adam.pile == {"Y1": 1, "R5": 1}
    assert scene.adam.line == ("R1", "R2", "G6")


def test_a_lower_level_plays_no_card() -> None:
    """4.5, 4: three blue pieces would do for a player."""
    scene = adams_turn("R5", "BB", pieces=supply("BG")).play("adam")
    assert (scene.adam.pieces[0], scene.adam.pile) == ("BBB", {})


def test_its_pieces_go_one_by_one_to_the_leftmost_of_the_remaining_cards_that_need_them() -> None:
    """4.5, 4: of the six blue pieces of R5, B3 lacks two, then B4 three."""
    scene = adams_turn("R5 B3 B4", "BBBBB", "B", pieces=supply("BK"), row=ROW).play("adam")
    assert (scene.adam.line, scene.adam.pieces) == (("B3", "B4", "G6"), ("BBB", "BBB", ""))


def test_its_pieces_go_to_a_card_on_its_left_too() -> None:
    """4.5, 4: B3 is completed by yellow and gives its blue pieces to R5."""
    scene = adams_turn("R5 B3 R2", "", "BBBYY", pieces=supply("YG", "G G", "G G"), row=ROW).play("adam")
    assert (scene.adam.line, scene.adam.pieces) == (("R5", "R2", "G6"), ("BBB", "", ""))


def test_the_rest_of_its_pieces_are_discarded() -> None:
    """4.5, 4: of six blue pieces B3 takes three; the others lie on no card and in no bag."""
    scene = adams_turn("R5 B3 R1", "BBBBB", pieces=supply("BG YY"), row=ROW).play("adam")
    assert scene.adam.pieces == ("BBB", "", "")
    assert scene.now.supply.bag_bodies["B"] == 5


def test_that_can_complete_the_next_card() -> None:
    """4.5, 4: R5 gives K5 its four, then K10 two; K5 gives K10 four."""
    scene = adams_turn("R5 K5 K10", "BBBBB", pieces=supply("BG"), row=ROW).play("adam")
    assert scene.adam.pile == {"R5": 1, "K5": 1, "K10": 1}
    assert (scene.adam.line, scene.adam.pieces) == (("G6", "G5", "G4"), ("", "", ""))


def test_two_cards_may_be_completed_by_one_cell() -> None:
    """4.5, 4: one blue piece for each."""
    scene = adams_turn("B3 B4 R1", "YYYBB", "GGGBB", pieces=supply("BB")).play("adam")
    assert scene.adam.pile == {"B3": 1, "B4": 1}


# ---------------------------------------------------------------- 5. draw


def test_adam_takes_the_rightmost_card_of_the_row_to_the_right_end_of_its_line() -> None:
    """4.5, 5."""
    scene = adams_turn("R5 R1 R2", "BBBBB", pieces=supply("BG"), row=ROW).play("adam")
    assert scene.adam.line == ("R1", "R2", "G6")


def test_adam_repeats_that_until_its_line_is_full_again() -> None:
    """4.5, 5."""
    scene = adams_turn("B3 B4 R1", "YYYBB", "GGGBB", pieces=supply("BB"), row=ROW).play("adam")
    assert scene.adam.line == ("R1", "G6", "G5")


def test_or_until_the_row_is_empty() -> None:
    """4.5, 5: the row has one card, and gaps beside it."""
    scene = adams_turn("B3 B4 R1", "YYYBB", "GGGBB", pieces=supply("BB"), row="- - - G4 - -", deck="").play("adam")
    assert scene.adam.line == ("R1", "G4")
    assert scene.now.row == (None,) * 6


def test_pieces_that_were_discarded_do_not_go_onto_a_card_that_is_drawn() -> None:
    """4.5, 4 and 5: the draw comes after."""
    scene = adams_turn("R5", "BBBBB", pieces=supply("BG"), row="- - - - - K10", deck="").play("adam")
    assert (scene.adam.line, scene.adam.pieces) == (("K10",), ("",))


# ---------------------------------------------------------------- in words


def test_adams_turn_is_explained_step_by_step() -> None:
    """4.5: which card, which cell, and why; nothing is played by telling it."""
    scene = adams_turn("R5 R1 R2", "BBBBB", pieces=supply("BG"), row=ROW)
    before = scene.states.copy()
    words = [step["words"] for step in steps_at(scene.rules, scene.states)]
    assert scene.states.tobytes() == before.tobytes()
    for step, word in zip(words[:5], ("body1", "R5", "green", "plays", "6 pieces of the played card"), strict=True):
        assert word in step
    assert "G6" in words[-1]
