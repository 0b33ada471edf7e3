"""The solo game against CARL and CARL 2.0 (RULES 5.5), sentence by sentence."""

from collections import Counter

import pytest

from coatl.decks.loader import load_card
from tests.card.scenes import (
    Scene,
    against_carl,
    carls_turn,
    fresh,
    own,
    player,
    quick_turn,
    with_prophecies,
)

GOD_OF = {card.id: card.colour for card in load_card().prophecy}
MANNERS = [
    ("daring", "carl", {"blue": 3, "yellow": 1, "pink": 1}),
    ("domineering", "carl", {"blue": 1, "yellow": 3, "pink": 1}),
    ("greedy", "carl", {"blue": 1, "yellow": 1, "pink": 3}),
    ("daring", "carl2", {"blue": 4, "yellow": 1, "pink": 1}),
    ("domineering", "carl2", {"blue": 1, "yellow": 4, "pink": 1}),
    ("greedy", "carl2", {"blue": 1, "yellow": 1, "pink": 4}),
]


# ---------------------------------------------------------------- set-up


def test_one_prophecy_each_for_carl_and_the_human_both_at_level_1() -> None:
    """5.5, Set-up."""
    scene = fresh(solo=True)
    assert [seat.levels for seat in scene.now.players] == [(1,), (1,)]


def test_a_middle_of_3() -> None:
    """5.5, Set-up."""
    now = fresh(solo=True).now
    assert len([card for card in now.middle if card]) == len(now.middle) == 3


def test_the_human_has_4_feathers_and_an_own_set_of_heads_and_tails() -> None:
    """5.5, Set-up: CARL has neither."""
    scene = fresh(solo=True)
    assert [len(seat.hand) for seat in scene.now.players] == [4, 0]
    last = against_carl(player("RG"), round=5, pending="head")
    assert last.legal == {f"head {colour}" for colour in "RGBYK"}
    assert last.play("head R", "done").legal == {f"tail {colour}" for colour in "RGBYK"}


def test_there_is_no_temple_card() -> None:
    """R16."""
    assert {fresh(solo=True, seed=str(seed)).now.temple for seed in range(6)} == {None}


@pytest.mark.parametrize(("manner", "opponent", "backs"), MANNERS)
def test_the_action_deck_has_as_many_cards_of_each_god_as_the_manner_says(
    manner: str, opponent: str, backs: dict[str, int]
) -> None:
    """5.5, Set-up: one card a round."""
    for seed in range(4):
        carl = fresh(solo=True, manner=manner, opponent=opponent, seed=str(seed)).carl
        assert Counter(GOD_OF[card] for card in carl.deck) == backs == carl.backs
        assert carl.manner == manner


def test_the_action_deck_is_made_first_from_all_40_prophecies() -> None:
    """5.5, Set-up: before anything is dealt."""
    scene = fresh(solo=True, manner="daring")
    assert set(scene.drawn[:5]) == set(scene.carl.deck)
    seen = {card for seed in range(60) for card in fresh(solo=True, manner="daring", seed=str(seed)).carl.deck}
    assert {card for card in seen if card[0] == "B"} == {f"B{number}" for number in range(1, 11)}
    assert not {card for card in seen if card[0] == "G"}


def test_its_cards_take_no_other_part_in_the_game() -> None:
    """5.5, Set-up: neither ahead nor turned up."""
    scene = fresh(solo=True, manner="greedy", opponent="carl2")
    actions = set(scene.carl.deck)
    while not scene.over:
        now = scene.now
        elsewhere = {*now.middle, *now.unseen_prophecies, *now.lost, *now.players[0].prophecies}
        assert not actions & (elsewhere | set(now.players[1].prophecies))
        assert actions == {*scene.carl.deck, *scene.carl.used}
        quick_turn(scene)


def test_the_player_chooses_the_manner() -> None:
    """5.5, Set-up: or has it drawn at random, and is told which it is."""
    assert [fresh(solo=True, manner=name).carl.manner for name in ("daring", "greedy")] == ["daring", "greedy"]
    scenes = [fresh(solo=True, manner="random", seed=str(seed)) for seed in range(30)]
    assert {scene.view(1).options.manner for scene in scenes} == {"daring", "domineering", "greedy"}
    assert all(scene.drawn[0] == scene.carl.manner for scene in scenes)


# ---------------------------------------------------------------- CARL's turn


def test_carl_plays_first_in_each_round() -> None:
    """5.5: then the human."""
    scene = fresh(solo=True)
    order = []
    while not scene.over:
        order.append((scene.now.round, scene.now.seat))
        quick_turn(scene)
    assert order == [(number, seat) for number in range(1, 6) for seat in (2, 1)]


def test_carl_has_nothing_to_decide() -> None:
    """5.5."""
    assert fresh(solo=True).legal == {"carl"}


def test_reveal_the_top_feather_its_two_colours_are_carls_favourites() -> None:
    """5.5, 1."""
    assert carls_turn(favourites="GY").play("carl").carl.favourites == "GY"


def test_the_feather_is_then_discarded() -> None:
    """5.5, 1: seen by all."""
    scene = carls_turn(favourites="GY").play("carl")
    assert (scene.now.feathers, scene.view(1).discards) == (0, {"GY": 1})


def test_the_discards_become_the_deck_for_carl_too() -> None:
    """R15."""
    scene = carls_turn(favourites="", discards="GY").play("carl")
    assert (scene.carl.favourites, scene.now.discards) == ("GY", {"GY": 1})


def test_without_a_feather_carl_has_no_favourites() -> None:
    """R15: the actions are done all the same."""
    scene = carls_turn("B1:1 B2:2").play("carl")
    assert (scene.carl.favourites, scene.held(2)) == ("", "B1:1 B2:3")


def favoured(card: str, favourites: str, *patterns: str) -> bool:
    """Whether CARL raises this card rather than a nearer one without any colour."""
    rules = with_prophecies(". .", *patterns, solo=True, manner="daring")
    scene = carls_turn(f"X1:1 {card}:1", favourites=favourites, rules=rules).play("carl")
    raised = scene.held(2).endswith(":2") and scene.held(2).split()[-1].split(":")[0]
    return raised == card


@pytest.mark.parametrize(
    ("card", "favourites", "named"),
    [
        ("B1", "GB", True),  # G R
        ("B1", "RY", True),
        ("B1", "BY", False),
        ("G1", "BK", True),  # B . R
        ("G1", "GK", False),  # . names none
        ("G6", "GR", True),  # [GY] names both
        ("G6", "YK", True),
        ("G6", "RK", False),
        ("Y1", "BK", True),  # B [^B] B
        ("Y1", "RK", False),  # [^B] names none
        ("Y6", "GK", True),  # = G =
        ("Y6", "RK", False),  # = names none
        ("P1", "YK", True),  # Y^
        ("P6", "GK", True),  # G [^G]^
        ("P6", "RK", False),
    ],
)
def test_a_prophecy_has_a_favourite_colour_if_its_pattern_names_it_as_a_thing_to_match(
    card: str, favourites: str, named: bool
) -> None:
    """5.5, 1."""
    favourites = "".join(sorted(favourites, key="RGBYK".index))
    assert favoured(card, favourites) is named


@pytest.mark.parametrize(
    ("pattern", "named"), [("R+ B", True), ("!R B", False), ("B !R", False), (".+ B", False), ("[RG]^", True)]
)
def test_what_must_not_be_there_is_not_named(pattern: str, named: bool) -> None:
    """5.5, 1, with own decks: black and red are the favourites."""
    assert favoured("X2", "RK", pattern) is named


# ---------------------------------------------------------------- the human's turn


def test_the_human_then_plays_a_normal_turn() -> None:
    """5.5: two feathers, gains after each, then two are drawn and the middle is refilled."""
    human = player("KG", "RB YK BK", "B7:1")
    scene = against_carl(human, middle="B1 - B6", deck="G5", feathers="RG RG").play(
        "beside RB right", "fulfil B1", "done"
    )
    scene.play("beside YK right")
    assert scene.gains == {"fulfil B6"}
    scene.play("done")
    assert (scene.me().hand, scene.now.middle, scene.now.pending) == (("BK", "RG", "RG"), ("G5", None, "B6"), "carl")


def test_up_to_2_steals_from_carl_in_a_turn() -> None:
    """5.5: with one card or with both; each at the human's own count."""
    scene = against_carl(player("KG", "RB GK"), "B1:2 B4:2 G3:1 B7:1").play("beside RB right")
    assert scene.gains == {"steal B1", "steal B4", "steal G3"}
    scene.play("steal B1", "steal B4")
    assert (scene.gains, scene.held(1), scene.held(2)) == (set(), "B1:1 B4:1", "G3:1 B7:1")
    assert not scene.play("done", "beside KG right").gains
    split = against_carl(player("KG", "RB GK"), "B1:2 B4:2 B7:1 B9:1").play("beside RB right", "steal B1", "done")
    assert split.play("beside KG right").gains == {"steal B7", "steal B9"}
    assert not split.play("steal B7").gains


def test_in_the_next_turn_2_steals_again() -> None:
    """5.5."""
    human = player("KG", "RB RK GK BK")
    scene = against_carl(human, "P1:2 B1:2 B4:2 B7:2 B9:2", feathers="RG RG", deck="")
    scene.play("beside RB right", "steal B1", "steal B4", "done", "beside RK left", "done", "carl")
    scene.play("beside KG right", "steal B7", "steal B9")
    assert scene.me().prophecies == ("B4", "B7", "B9")  # CARL took B1


def test_what_carl_protects_cannot_be_stolen() -> None:
    """5.5 and 5.2, 2."""
    assert against_carl(player("KG", "RB"), "B1:3 B4:2").play("beside RB right").gains == {"steal B4"}


@pytest.mark.parametrize("order", [("fulfil B1", "steal B4", "raise G3"), ("raise G3", "steal B4", "fulfil B1")])
def test_several_cards_that_come_to_a_level_at_once_are_ordered_as_the_player_likes(order: tuple[str, ...]) -> None:
    """5.5: the order in which they are fulfilled; behind those that lie there already."""
    scene = against_carl(player("KG", "RB", "G3:0 B9:1"), "B4:2", middle="B1").play("beside RB right", *order)
    assert scene.held() == " ".join(["B9:1", *(f"{action.split()[1]}:1" for action in order)])


def test_cards_that_fall_go_before_them_in_the_order_in_which_they_lay() -> None:
    """R24: B1 and G1 lose one of two places, B5 comes to the same level."""
    scene = against_carl(player("BGRBGR", "BY", "G1:2 B1:2 B6:1"), middle="B5")
    scene.play("over YB right", "fulfil B5")
    assert scene.held() == "B6:1 G1:1 B1:1 B5:1"


def test_carl_steals_the_nearest_by_that_order() -> None:
    """5.5, R24: the first that fell."""
    scene = against_carl(player("BGRBGR", "BY RK", "G1:2 B1:2"), middle="B5", feathers="RG RG RG", deck="")
    scene.play("over YB right", "fulfil B5", "done", "beside RK left", "done", "carl")
    assert scene.held(2).split()[0] == "G1:1"


def test_a_prophecy_that_falls_to_level_0_is_discarded() -> None:
    """5.5: it does not come back."""
    scene = against_carl(player("KGR", "BY RK", "B1:1"), feathers="RG RG", deck="").play("over YB right")
    assert (scene.held(), scene.now.lost) == ("", ("B1",))
    scene.play("done", "beside RK left", "done")
    assert scene.now.middle == (None, None, None)
    assert scene.view(None).lost == ("B1",)


def test_the_first_prophecy_falls_only_when_a_place_is_destroyed() -> None:
    """5.2, 1: it stands at level 1 without being earned."""
    assert against_carl(player("KKB", "RY", "B1:1")).play("over RY right").held() == "B1:1"


def test_a_prophecy_that_falls_to_level_1_stays() -> None:
    """5.5."""
    scene = against_carl(player("GRKGR", "BY", "B1:2")).play("over YB right")
    assert (scene.held(), scene.now.lost) == ("B1:1", ())


# ---------------------------------------------------------------- rounds and the end


@pytest.mark.parametrize(("opponent", "rounds"), [("carl", 5), ("carl2", 6)])
def test_against_carl_5_rounds_against_carl_2_0_6(opponent: str, rounds: int) -> None:
    """5.5: all but the last of feathers, then head and tail."""
    scene = fresh(solo=True, opponent=opponent)
    turns = []
    while not scene.over:
        turns.append((scene.now.round, scene.now.pending))
        quick_turn(scene)
    assert turns == [(n, what) for n in range(1, rounds) for what in ("carl", "play")] + [
        (rounds, "carl"),
        (rounds, "head"),
    ]
    assert not scene.carl.deck
    assert len(scene.carl.used) == rounds


def test_in_the_last_round_carl_takes_a_normal_turn_and_is_then_scored() -> None:
    """5.5: levels only, final."""
    scene = carls_turn("B1:1 B3:2", favourites="RY", middle="B4", round=5).play("carl")
    assert scene.held(2) == "B1:1 B3:3 B4:1"
    assert (scene.me(2).final, scene.me(2).points, scene.me(2).protected) == (True, 2 + 6 + 2, 1)
    assert (scene.now.seat, scene.now.pending) == (1, "head")


def test_carl_is_not_scored_before() -> None:
    """5.5."""
    scene = carls_turn("B1:1 B3:2", round=4).play("carl")
    assert (scene.me(2).final, scene.me(2).points) == (False, 0)


def test_feathers_are_discarded_before_carls_last_turn() -> None:
    """5.3 and 5.5: when the last round begins."""
    scene = quick_turn(against_carl(player("RG", "RG RG BY"), round=4, feathers="RK RK"))
    assert (scene.now.pending, scene.me().hand) == ("carl", ())
    assert scene.now.discards == {"RG": 1, "RK": 2}


def human_ends(human: str, carl_points: int, action: str = "done") -> Scene:
    """The human has played its tail, and CARL is scored."""
    scene = against_carl(player("(KG", "", human), "B1:1", round=5, pending="tail")
    scene.states[0].players[1].points, scene.states[0].players[1].final = carl_points, 1
    scene.play("tail R")
    return scene.play(action, "done") if action != "done" else scene.play("done")


def test_then_the_human_plays_head_and_tail_and_is_scored() -> None:
    """5.5: by levels, for there is no temple."""
    scene = human_ends("B7:1 B8:2 B9:3", 4)
    assert scene.over
    assert scene.result.points == (2 + 5 + 6, 4)


def test_a_late_theft_moves_the_card_but_not_carls_points() -> None:
    """5.3 and 5.5."""
    scene = human_ends("B7:1", 2, "steal B1")
    assert (scene.held(2), scene.result.points) == ("", (4, 2))


@pytest.mark.parametrize(("points", "winner"), [(6, 1), (7, 2), (8, 2)])
def test_the_human_wins_only_with_more_points(points: int, winner: int) -> None:
    """5.5: with as many CARL wins."""
    assert human_ends("B7:1 B8:2", points).result.winners == (winner,)


def test_players_may_also_start_with_carl_2_0() -> None:
    """5.5: nothing has to be won before."""
    now = fresh(solo=True, opponent="carl2").now
    assert (now.rounds, now.options.opponent) == (6, "carl2")


def test_an_own_deck_may_give_the_solo_game_a_temple() -> None:
    """R16 holds for the printed deck; CARL, who has no coatl, still scores levels only."""
    carl = load_card().model_dump(mode="json")["carl"] | {"temple": True}
    scene = fresh(own({"carl": carl}, solo=True))
    assert scene.now.temple is not None
    while not scene.over:
        quick_turn(scene)
    assert scene.result.details["goals"][1] == 0
