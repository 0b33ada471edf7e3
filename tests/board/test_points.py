"""Points and ties (RULES 4.4), sentence by sentence."""

from typing import Any

import pytest

import coatl as package
from coatl.board.view import CoatlView, PlayerView
from coatl.decks.loader import load_board
from tests.board.scenes import Scene, coatl, finished, player, table
from tests.reference import scorer


def over(*seats: PlayerView, **more: Any) -> Scene:
    """The game has just ended."""
    return table(*seats, pending="over", ending="third-coatl", ender=1, turns_left=0, **more)


def closing(pieces: str, cards: str, tail: str, temple: str = "", **more: Any) -> CoatlView:
    """The coatl that this tail finishes, with the cards that lie there and the temple in hand, once it is closed."""
    scene = table(player(tails=tail, temples=temple, coatls=[coatl(pieces, cards)]), **more)
    scene.play(f"extend 1 tail {tail}", f"temple {temple}" if temple else "done")
    return scene.me().coatls[0]


# ---------------------------------------------------------------- what scores


def test_only_finished_coatls_score() -> None:
    """4.4: an unfinished one is worth nothing, whatever lies beside it."""
    scene = over(player(coatls=[finished("(BBYY)", "Y4", points=4), coatl("(BBBBBB", "R5 K10")]), player())
    assert scene.result.points == (4, 0)


def test_all_finished_coatls_score() -> None:
    """4.4."""
    coatls = [finished("(BBYY)", "Y4", points=4), finished("(RGB)", points=0), finished("(BBB)", "R5", "T1", 5)]
    assert over(player(coatls=coatls)).result.points == (9, 0)


@pytest.mark.parametrize(
    ("pieces", "points"), [("(BBB", 2), ("(BBBB", 3), ("(BBBBB", 4), ("(BBBBBB", 5), ("(BBBBBBB", 5)]
)
def test_a_prophecy_scores_at_its_level_and_only_one_level_counts(pieces: str, points: int) -> None:
    """4.4 and RULES 3: R5 for three, four, five and six blue pieces."""
    assert closing(pieces, "R5", "K").points == points


@pytest.mark.parametrize(("pieces", "points"), [("(GYGYG", 2), ("(GYGGYG", 6), ("(GGGYGGGYG", 6), ("(RGYK", 0)])
def test_a_sequence_counts_as_often_as_it_stands_without_sharing_a_piece(pieces: str, points: int) -> None:
    """RULES 3: G8 is green, yellow pieces, green."""
    assert closing(pieces, "G8", "R").points == points


def test_each_of_the_prophecies_scores() -> None:
    """4.4: a piece serves several cards."""
    assert closing("(BBYYB", "R5 Y4 K1 K5", "R").points == 2 + 4 + 2 + 2


@pytest.mark.parametrize(
    ("pieces", "tail", "points"),
    [("(BBYYB", "R", 3), ("(BBRRBB", "B", 3), ("(BBRRRB", "K", 3), ("(BBRRBRR", "B", 7)],
)
def test_a_temple_scores_by_its_number_of_goals_met(pieces: str, tail: str, points: int) -> None:
    """4.4: T11 asks for no black, and for as many blue as red."""
    assert closing(pieces, "G1", tail, "T11").points == points


def test_as_many_of_two_colours_are_at_least_one_of_each() -> None:
    """4.4: with neither red nor green, T9 is not met."""
    scene = table(player(tails="B", temples="T9", coatls=[coatl("(BBB", "G1")])).play("extend 1 tail B")
    assert "temple T9" not in scene.legal


@pytest.mark.parametrize(("pieces", "tail", "points"), [("(BBBBB", "B", 3), ("(GBBYY", "G", 7), ("(GBBY", "B", 3)])
def test_the_length_of_a_coatl_counts_head_and_tail(pieces: str, tail: str, points: int) -> None:
    """4.4: T7 asks for six pieces, and for as many yellow as green."""
    assert closing(pieces, "G1", tail, "T7").points == points


@pytest.mark.parametrize(("cards", "points"), [("G1 K2", 10), ("G1 B2", 6), ("B2 K2", 6)])
def test_a_temple_without_a_god_looks_at_the_prophecies_beside_the_coatl(cards: str, points: int) -> None:
    """4.4, promo: PT1 asks for no blue card, as many red as blue, ten pieces; none of these cards scores here."""
    assert closing("(BRBYRBYYR", cards, "Y", "PT1", promo=True).points == points


def scorer_points(pieces: str, cards: str, temple: str = "") -> int:
    """The same by the slow scorer."""
    deck = load_board()
    levels = {card.id: {str(level): points for level, points in card.levels.items()} for card in deck.prophecy}
    prophecies = [
        scorer.Prophecy(card.colour, card.kind, card.pattern, levels[card.id])
        for card in deck.prophecy
        if card.id in cards.split()
    ]
    temples = [scorer.Temple(card.goals, card.points) for card in deck.temple if card.id == temple]
    return scorer.coatl_points(pieces, prophecies, temples[0] if temples else None)


# ---------------------------------------------------------------- the rulebook's example

EXAMPLE = "(BBRBBKYBBYY)"


def test_the_coatl_of_the_rulebooks_example_is_as_it_says() -> None:
    """4.4: 11 pieces, blue at 1, 2, 4, 5, 8, 9, no green, the last four B B Y Y."""
    colours = EXAMPLE.strip("()")
    assert len(colours) == 11
    assert [place for place, colour in enumerate(colours, 1) if colour == "B"] == [1, 2, 4, 5, 8, 9]
    assert ("G" in colours, colours[-4:]) == (False, "BBYY")


def test_the_rulebooks_example_scores_4_and_5_and_5_and_3_which_is_17() -> None:
    """4.4."""
    score = package.score("board", EXAMPLE, ["Y4", "K5", "R5", "T3"])
    assert {card: told.points for card, told in score.cards.items()} == {"Y4": 4, "K5": 5, "R5": 5, "T3": 3}
    assert score.total == 17
    assert scorer_points(EXAMPLE, "Y4 K5 R5", "T3") == 17


def test_the_rulebooks_example_scores_17_in_a_game() -> None:
    """4.4: its tail is placed, then the last card and the temple are laid."""
    me = player("Y4", tails="Y", temples="T3", coatls=[coatl("(BBRBBKYBBY", "K5 R5")])
    scene = table(me).play("extend 1 tail Y", "fulfil Y4 1", "temple T3")
    assert scene.me().coatls[0] == finished(EXAMPLE, "K5 R5 Y4", "T3", 17)


# ---------------------------------------------------------------- ties


def test_more_points_win() -> None:
    """4.4: whatever the number of cards."""
    one = player(coatls=[finished(points=9)])
    other = player(coatls=[finished(cards="R5 Y4 K5", temple="T3", points=8)])
    assert over(one, other).result.winners == (1,)


def test_a_tie_goes_to_more_prophecy_and_temple_cards_at_finished_coatls() -> None:
    """4.4: cards beside an unfinished coatl and in hand do not count."""
    one = player(coatls=[finished(cards="R5 Y4", points=9), coatl("(YYY", "R1 K6 K1")])
    other = player("R2 R3", coatls=[finished(cards="K5 B1", temple="T3", points=9)])
    result = over(one, other).result
    assert (result.points, result.winners) == ((9, 9), (2,))


def test_a_temple_card_counts_as_one_card() -> None:
    """4.4: two prophecies and a temple are as many as three prophecies."""
    one = player(coatls=[finished(cards="R5 Y4", temple="T3", points=9)])
    other = player(coatls=[finished(cards="K5 B1 K1", points=9)])
    assert over(one, other).result.winners == (1, 2)


def test_a_prophecy_that_scores_nothing_still_breaks_a_tie() -> None:
    """4.4 and 4.2 C: it counts as a card of that coatl."""
    scene = table(
        player("K5", bodies="B", tails="R", coatls=[coatl("(RBB", "R4"), finished("(KKK)", points=3)]),
        player(coatls=[finished("(KKK)", "R3", points=3)]),
        ending="no-bodies",
        turns_left=0,
    )
    scene.play("fulfil K5 1", "extend 1 right B", "extend 1 tail R", "done", "done")
    assert (scene.result.points, scene.result.winners) == ((3, 3), (1,))


def test_then_the_single_coatl_with_the_most_points_breaks_a_tie() -> None:
    """4.4."""
    even = player(coatls=[finished(cards="R5", points=5), finished(cards="Y4", points=5)])
    uneven = player(coatls=[finished(cards="K5", points=3), finished(cards="B1", points=7)])
    assert over(even, uneven).result.winners == (2,)


def test_more_cards_count_before_the_best_coatl() -> None:
    """4.4."""
    many = player(coatls=[finished(cards="R5 K1", points=5), finished(cards="Y4", points=5)])
    best = player(coatls=[finished(cards="K5", points=3), finished(cards="B1", points=7)])
    assert over(many, best).result.winners == (1,)


def test_then_the_win_is_shared() -> None:
    """4.4: by all who are level, and by nobody else."""
    one = player(coatls=[finished(cards="R5", points=5)])
    two = player(coatls=[finished(cards="Y4", points=4)])
    three = player(coatls=[finished(cards="K5", points=5)])
    assert over(one, two, three).result.winners == (1, 3)
