"""The questions that people ask in notation, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import coatl
from coatl.engine.errors import CoatlError
from coatl.solver import best_assembly, best_cells, best_coatl, solve
from coatl.solver.board.positions import read_pieces
from tests.board.scenes import coatl as laid
from tests.board.scenes import player, supply, table
from tests.solver.positions import own_rules


def test_the_best_coatl_uses_what_scores_and_leaves_the_rest() -> None:
    found = best_coatl("(B B Y Y K G R)", ["Y4"])
    assert (found.points, found.coatls[0].coatl) == (4, "(BBYYR)")
    assert found.steps[0] == "start head B"
    assert found.steps[-2:] == ("fulfil Y4 1", "done")


def test_reasons_tell_card_by_card_how_often_which_points_and_which_pieces() -> None:
    found = best_coatl("(B B Y Y R)", ["Y4", "K5"], ["T3"])
    assert found.reasons == [
        "coatl 1, Y4: B B Y Y stands once (pieces 1–4); level 1: 4 points",
        "coatl 1, K5: !B B B !B stands once (pieces 1–2); level 1: 2 points",
        "coatl 1, T3: no green piece: yes; exactly 9 pieces: no; 1 of 2 goals: 3 points",
    ]


def test_a_beginning_and_its_cards_are_built_on() -> None:
    found = best_coatl("Y Y R)", ["R1"], begin="(BBY K5")
    assert found.coatls[0].was == "(BBY"
    assert found.coatls[0].laid == ("K5",)
    assert (found.points, found.coatls[0].cards) == (2 + 2, ("R1",))


def test_a_broken_card_still_counts_so_that_a_temple_can_be_had() -> None:
    """RULES 4.2 C: K5 is laid while two blue ones stand; the third breaks it, and makes the length right for T1."""
    found = best_coatl("B R)", ["K5"], ["T1"], begin="(KKKBB")
    assert (found.points, found.coatls[0].coatl) == (7, "(KKKBBBR)")
    assert found.steps == ("fulfil K5 1", "extend 1 right B", "extend 1 tail R", "temple T1")
    assert "no level reached: 0 points" in found.reasons[0]


def test_several_coatls_are_finished_in_one_assemble() -> None:
    found = best_assembly("R) G) BB", ["R5"], coatls=["(BBK K5", "(YYK K1"])
    assert [(made.number, made.points) for made in found.coatls] == [(1, 5 + 3), (2, 2)]
    assert found.points == 10


def test_a_new_coatl_waits_until_one_of_two_is_finished() -> None:
    """RULES 4.2 C: never more than two unfinished ones."""
    pieces, cards = "(B B Y Y R)", ["Y4"]
    assert best_assembly(pieces, cards).points == 4
    assert best_assembly(pieces, cards, coatls=["(K", "(K"]).points == 0
    freed = best_assembly("(B B Y Y R) R)", ["Y4", "R3"], coatls=["(KKK", "(K"])
    assert [made.was for made in freed.coatls] == ["(KKK", ""]
    assert freed.points == 2 + 4


def test_difficulties_count() -> None:
    assert best_coatl("(B B Y Y R)", ["Y4"]).points == 4
    assert best_coatl("(B B Y Y R)", ["Y4"], difficulties=[1]).points == 0
    assert best_coatl("(B B Y Y R)", ["Y4"], ["T3"], difficulties=[1]).points == 7
    assert best_coatl("(B B Y Y R)", ["Y4", "K5"], difficulties=[4]).points == 0
    both = best_coatl("(B B B B Y Y R)", ["K10", "K5"])
    assert best_coatl("(B B B B Y Y R)", ["K10", "K5"], difficulties=[3]).points <= both.points


def test_an_answer_is_plain_data_too() -> None:
    data = json.loads(json.dumps(best_coatl("(B B Y Y R)", ["Y4", "K5"]).data()))
    assert data["points"] == 6
    assert data["coatls"][0]["reasons"]["Y4"].startswith("B B Y Y stands once")


@pytest.mark.parametrize(
    ("code", "pieces", "cards", "more"),
    [
        ("pieces.unknown", "RX", [], {}),
        ("pieces.unknown", "(R)", [], {}),
        ("pieces.many", "R" * 13, [], {}),
        ("card.unknown", "R", ["Z9"], {}),
        ("card.kind", "R", ["T3"], {}),
        ("card.kind", "R", [], {"temples": ["K5"]}),
        ("cards.many", "R", ["R1", "R2", "R3", "R4", "R5", "K1", "K2", "K3", "K4"], {}),
        ("position.impossible", "R", ["K5", "K5"], {}),
        ("position.impossible", "R", [], {"temples": ["T1", "T1"]}),
        ("position.impossible", "(R(R(R(R", [], {}),
        ("position.impossible", "R", [], {"begin": "(RGB)"}),
        ("position.impossible", "R", [], {"begin": "RG R1 R1"}),
        ("position.impossible", "R", [], {"begin": "RG R1 R2 R3 R4 R5"}),
        ("position.impossible", "R", [], {"begin": "RG R1 R2", "difficulties": [3]}),
        ("coatl.letter", "R", [], {"begin": "RXG"}),
        ("options.difficulties", "R", [], {"difficulties": [6]}),
    ],
)
def test_what_cannot_be_is_refused(code: str, pieces: str, cards: list[str], more: dict[str, object]) -> None:
    with pytest.raises(CoatlError) as refusal:
        best_coatl(pieces, cards, **more)  # type: ignore[arg-type]
    assert refusal.value.code == code


def test_at_most_two_coatls_are_unfinished() -> None:
    with pytest.raises(CoatlError) as refusal:
        best_assembly("R", [], coatls=["R", "G", "B"])
    assert refusal.value.code == "position.impossible"


def test_pieces_may_stand_together_or_apart() -> None:
    assert read_pieces("(RGB)") == read_pieces("(r, g; b)")


@given(st.text("RGBYKrgbyk()., ;xß0\n\u0130", max_size=30))
def test_any_text_is_pieces_or_refused(text: str) -> None:
    code, found = "", []
    try:
        found = read_pieces(text)
    except CoatlError as refusal:
        code = refusal.code
    assert code in ("", "pieces.unknown", "pieces.many")
    assert code or len(found) == sum(letter.upper() in "RGBYK" for letter in text)


# ---------------------------------------------------------------- from views


def test_a_view_of_another_seat_is_refused() -> None:
    game = coatl.new("board", players=2, seed=7)
    with pytest.raises(CoatlError) as refusal:
        solve(game.view(1), game.rules, seat=2)
    assert refusal.value.code == "solve.hidden"
    for seat in (0, 3):
        with pytest.raises(CoatlError) as refusal:
            solve(game.view(1), game.rules, seat=seat)
        assert refusal.value.code == "seat.unknown"


def test_what_a_seat_cannot_see_changes_nothing() -> None:
    """Two games that differ only in the other hand."""
    views = []
    for hidden in ("K1 K2", "G1 G2"):
        me = player(bodies="BBYY", heads="B", tails="R", hand="Y4 K5", temples="T3")
        views.append(table(me, player(hand=hidden), row="R1 R2 R3 R4 G3 G4", tops="T5 T6").view(1))
    first, second = (solve(view) for view in views)
    assert first == second
    assert first.points > 0


def test_only_the_tops_of_the_piles_count() -> None:
    me = player(bodies="BBYY", heads="B", tails="R", hand="Y4", temples="")
    scene = table(me, tops="T3 T12")
    found = solve(scene.view(1), scene.rules)
    assert found.steps[-1] == "temple pile1"
    assert found.points == 4 + 3


def test_cells_are_ranked_by_what_they_bring() -> None:
    me = player(bodies="BYY", heads="B", hand="Y4", coatls=[laid("(BB")])
    scene = table(me, pieces=supply(bodies="GG KK - - - -", heads="- -", tails="R -"))
    cells = best_cells(scene.view(1), scene.rules)
    assert cells[0].action == "take tail1"
    assert cells[0].solution.points == 4
    assert {cell.action for cell in cells} == {"take tail1", "take body1", "take body2"}
    assert all(cell.solution.points == 0 for cell in cells[1:])
    assert all(cell.promise.points == 4 for cell in cells)


def test_a_full_board_takes_no_cell() -> None:
    scene = table(player(bodies="BBBBYYY", heads="B"), pieces=supply(bodies="GG KK - - - -", heads="R -", tails="R -"))
    assert best_cells(scene.view(1), scene.rules) == []


def test_the_card_game_has_no_cells() -> None:
    with pytest.raises(CoatlError) as refusal:
        best_cells(coatl.new("card", players=2, seed=1))
    assert refusal.value.code == "game.unknown"


def test_own_decks_are_solved_with_their_rules() -> None:
    rules = own_rules(1, 4, 2, 3, players=2)
    scene = table(player(bodies="RG", heads="R", tails="G", hand="X6"), rules=rules, tops="T0 T4")
    found = solve(scene.view(1), rules)
    assert (found.points, found.coatls[0].coatl) == (3 + 5, "(RGRG)")  # R G twice; no red prophecy, 4 pieces


def test_the_beginning_and_the_end_of_a_game_can_be_asked_about() -> None:
    game = coatl.new("board", players=2, seed=7)
    assert solve(game).points == 0
    position = game.position()
    while not position.over:
        position.play(position.legal()[-1])
    assert solve(game.rules.view(position.states, 1), game.rules).points >= 0
