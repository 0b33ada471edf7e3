"""Assembling (RULES 4.2 C), sentence by sentence."""

import pytest

from tests.board.scenes import coatl, finished, player, prophecy, table, with_prophecies

# ---------------------------------------------------------------- the action


def test_assembling_takes_any_number_of_steps_in_any_order_on_any_of_ones_coatls() -> None:
    """4.2 C."""
    scene = table(player("K5", bodies="BBYR", heads="G", coatls=[coatl("BY")]))
    scene.play("extend 1 left B", "start head G", "fulfil K5 1", "extend 2 right B", "extend 1 right R", "done")
    assert [(serpent.pieces, serpent.cards) for serpent in scene.me().coatls] == [("BBYR", ("K5",)), ("(GB", ())]
    assert scene.now.seat == 2


@pytest.mark.parametrize("step", ["start R", "extend 1 right R", "fulfil R5 1"])
def test_one_step_is_enough(step: str) -> None:
    """4.2 C."""
    scene = table(player("R5", bodies="R", coatls=[coatl("BBB")])).play(step, "done")
    assert scene.now.seat == 2


def test_there_is_no_empty_assemble() -> None:
    """R10: at least one step."""
    scene = table(player("R5", bodies="R", coatls=[coatl("BBB")]))
    assert "done" not in scene.legal
    assert "done" in scene.play("start R").legal


def test_while_assembling_there_is_no_other_action() -> None:
    """4.2: exactly one action."""
    scene = table(player("R5", bodies="RG", coatls=[coatl("BBB")])).play("start R")
    assert scene.can("done", "start", "extend", "fulfil") == scene.legal


# ---------------------------------------------------------------- start


def test_a_coatl_starts_with_any_piece_from_the_board() -> None:
    """4.2 C, start."""
    scene = table(player(bodies="RG", heads="B", tails="Y"))
    assert scene.can("start") == {"start R", "start G", "start head B", "start tail Y"}
    pieces = {action: scene.copy().play(action).me() for action in scene.can("start")}
    assert {action: me.coatls[0].pieces for action, me in pieces.items()} == {
        "start R": "R",
        "start G": "G",
        "start head B": "(B",
        "start tail Y": "Y)",
    }
    assert pieces["start head B"].heads == pieces["start tail Y"].tails == ""
    assert pieces["start R"].bodies == "G"


def test_there_are_never_more_than_2_unfinished_coatls() -> None:
    """4.2 C, start."""
    assert table(player(bodies="R", coatls=[coatl("B")])).can("start")
    assert not table(player(bodies="R", coatls=[coatl("B"), coatl("(G")])).can("start")


def test_a_finished_coatl_makes_room_for_a_new_one() -> None:
    """4.2 C, start: only the unfinished count for the two."""
    assert table(player(bodies="R", coatls=[finished(), coatl("B")])).can("start")
    assert table(player(bodies="R", coatls=[finished(), finished()])).can("start")


def test_there_are_never_more_than_3_coatls_in_all() -> None:
    """R5."""
    assert not table(player(bodies="R", coatls=[finished(), finished(), coatl("B")])).can("start")
    last = table(player(bodies="R", coatls=[finished()] * 3), ending="no-bodies", turns_left=1)
    assert not last.can("start")


# ---------------------------------------------------------------- extend


def test_a_coatl_is_extended_at_either_end() -> None:
    """4.2 C, extend."""
    scene = table(player(bodies="BR", coatls=[coatl("GY")]))
    scene.play("extend 1 left B", "extend 1 right R")
    assert (scene.me().coatls[0].pieces, scene.me().bodies) == ("BGYR", "")


def test_only_pieces_of_the_own_board_extend_a_coatl() -> None:
    """4.2 C, extend."""
    scene = table(player(bodies="B", coatls=[coatl("GY")]), player(bodies="RRR", heads="R", tails="R"))
    assert scene.can("extend") == {"extend 1 left B", "extend 1 right B"}


def test_a_head_goes_only_on_the_left_and_a_tail_only_on_the_right() -> None:
    """4.2 C, extend."""
    scene = table(player(heads="B", tails="Y", coatls=[coatl("GR")]))
    assert scene.can("extend") == {"extend 1 head B", "extend 1 tail Y"}
    assert scene.copy().play("extend 1 head B").me().coatls[0].pieces == "(BGR"
    assert scene.copy().play("extend 1 tail Y").me().coatls[0].pieces == "GRY)"


def test_nothing_goes_beyond_a_head_and_there_is_one_at_most() -> None:
    """4.2 C, extend."""
    scene = table(player(bodies="B", heads="B", coatls=[coatl("(GR", "R5")]))
    assert scene.can("extend") == {"extend 1 right B"}


def test_nothing_goes_beyond_a_tail_and_there_is_one_at_most() -> None:
    """4.2 C, extend."""
    scene = table(player(bodies="B", tails="B", coatls=[coatl("GR)", "R5")]))
    assert scene.can("extend") == {"extend 1 left B"}


@pytest.mark.parametrize(("bare", "grown"), [("(G", "(GR"), ("G)", "RG)")])
def test_a_tail_never_goes_directly_on_a_head_nor_a_head_on_a_tail(bare: str, grown: str) -> None:
    """4.2 C, extend: a coatl needs a body segment before it gets its second end."""
    both = {"heads": "B", "tails": "B"}
    assert not table(player("R5", **both, coatls=[coatl(bare, "R1")])).can("extend")
    assert table(player("R5", **both, coatls=[coatl(grown, "R1")])).can("extend")


def test_a_finished_coatl_is_not_extended() -> None:
    """4.2 C, extend: an unfinished one."""
    assert not table(player(bodies="B", heads="B", tails="B", coatls=[finished("(RGB)", "R5")])).can("extend")


def test_a_coatl_has_at_most_60_pieces() -> None:
    """R28."""
    pieces = {"bodies": "B", "heads": "B", "tails": "B"}
    assert table(player(**pieces, coatls=[coatl("RG" * 29 + "R")])).can("extend")
    assert not table(player(**pieces, coatls=[coatl("RG" * 30)])).can("extend")


def test_the_sixtieth_piece_can_finish_a_coatl() -> None:
    """R28."""
    scene = table(player(tails="B", coatls=[coatl("(" + "RG" * 29 + "R", "R2")])).play("extend 1 tail B", "done")
    assert len(scene.me().coatls[0].pieces) == 62  # with its two brackets
    assert scene.me().coatls[0].points == 5


def test_pieces_once_placed_are_never_moved_taken_back_or_turned_round_and_coatls_are_never_joined() -> None:
    """4.2 C: no step changes what lies there already."""
    scene = table(player("R5", bodies="BR", heads="G", tails="G", coatls=[coatl("BBBR"), coatl("YK")]))
    for step in scene.can("start", "extend", "fulfil"):
        after = [serpent.pieces for serpent in scene.copy().play(step).me().coatls]
        assert "BBBR" in after[0]
        assert "YK" in after[1]
        assert sum(len(pieces.strip("()")) for pieces in after) == 6 + (not step.startswith("fulfil"))


# ---------------------------------------------------------------- fulfil


def test_a_prophecy_from_hand_is_laid_beside_a_coatl_that_reaches_at_least_its_lowest_level() -> None:
    """4.2 C, fulfil."""
    scene = table(player("R5 K10", coatls=[coatl("BB"), coatl("BRBB")]))
    assert scene.can("fulfil") == {"fulfil R5 2"}
    me = scene.play("fulfil R5 2").me()
    assert (me.hand, me.coatls[0].cards, me.coatls[1].cards) == (("K10",), (), ("R5",))


@pytest.mark.parametrize(
    ("card", "short", "enough"),
    [
        ("R5", "BB", "BBB"),
        ("K10", "BBRB", "BBB"),
        ("B9", "YRY", "YRYR"),
        ("G5", "RB", "RKKB"),
        ("G14", "RBBR", "RBYBR"),
    ],
)
def test_a_coatl_that_does_not_reach_the_lowest_level_takes_no_prophecy(card: str, short: str, enough: str) -> None:
    """4.2 C, fulfil."""
    assert not table(player(card, coatls=[coatl(short)])).can("fulfil")
    assert table(player(card, coatls=[coatl(enough)])).can("fulfil")


def test_heads_and_tails_count_like_any_piece() -> None:
    """RULES 3."""
    scene = table(player("R5 Y4", coatls=[coatl("(BBYY"), coatl("RBBB)")]))
    assert scene.can("fulfil") == {"fulfil Y4 1", "fulfil R5 2"}


def test_an_open_end_holds_no_piece_that_could_be_forbidden() -> None:
    """R1: two blue pieces at the end of an unfinished coatl have no blue neighbour there."""
    assert table(player("K5", coatls=[coatl("RBB")])).can("fulfil") == {"fulfil K5 1"}
    assert not table(player("K5", coatls=[coatl("RBBB")])).can("fulfil")


def test_only_an_unfinished_coatl_takes_a_prophecy() -> None:
    """4.2 C, fulfil."""
    assert not table(player("R5", coatls=[finished("(BBBB)", "K10")])).can("fulfil")


def test_only_prophecies_of_the_own_hand_are_fulfilled() -> None:
    """4.2 C, fulfil."""
    assert not table(player(coatls=[coatl("BBB")]), player("R5"), row="K10 R5").can("fulfil")


def test_at_most_4_prophecies_lie_at_one_coatl() -> None:
    """4.2 C, fulfil: a second coatl has four of its own."""
    three, four = "R5 K10 B7", "R5 K10 B7 K2"
    assert table(player("Y5", coatls=[coatl("RRBBB", three)])).can("fulfil")
    scene = table(player("Y5", coatls=[coatl("RRBBB", four), coatl("RRBB")]))
    assert scene.can("fulfil") == {"fulfil Y5 2"}


def test_two_identical_prophecies_never_lie_at_one_coatl() -> None:
    """4.2 C, fulfil: at another coatl the second copy may lie."""
    scene = table(player("R5", coatls=[coatl("BBBB", "R5"), coatl("BBB")]))
    assert scene.can("fulfil") == {"fulfil R5 2"}


def test_prophecies_with_the_same_pattern_and_points_are_identical_whatever_they_are_called() -> None:
    """4.2 C, fulfil: another god makes no difference; other points or another pattern do."""
    rules = with_prophecies(
        prophecy("Twin", "B  B", 3, god="green"),
        prophecy("First", "B B", 3),
        prophecy("Richer", "B B", 4),
        prophecy("Longer", "B B B", 3),
    )
    scene = table(player("Twin Richer Longer", coatls=[coatl("BBB", "First")]), rules=rules)
    assert scene.can("fulfil") == {"fulfil Richer 1", "fulfil Longer 1"}


def test_one_piece_serves_several_prophecies() -> None:
    """RULES 3: every piece serves a card once, and other cards too."""
    scene = table(player("R5 K10 B7", coatls=[coatl("RBBB")]))
    scene.play("fulfil R5 1", "fulfil K10 1", "fulfil B7 1")
    assert scene.me().coatls[0].cards == ("R5", "K10", "B7")


def test_a_prophecy_is_scored_at_the_end_with_the_coatl_as_it_is_then() -> None:
    """4.2 C, fulfil: pieces that came later raise its level."""
    scene = table(player("R5", bodies="BB", tails="B", coatls=[coatl("(BBB")]))
    scene.play("fulfil R5 1", "extend 1 right B", "extend 1 right B", "extend 1 tail B", "done")
    assert scene.me().coatls[0].points == 5


def test_a_prophecy_that_a_later_piece_broke_scores_0_and_still_counts_as_a_card_of_that_coatl() -> None:
    """4.2 C, fulfil."""
    scene = table(player("K5", bodies="B", tails="R", coatls=[coatl("(RBB")]))
    scene.play("fulfil K5 1", "extend 1 right B", "extend 1 tail R", "done")
    assert scene.me().coatls[0] == finished("(RBBBR)", "K5", points=0)
