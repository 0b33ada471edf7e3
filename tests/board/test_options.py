"""Options of the table (RULES 4.6; 4.1, 4.5 where they meet), sentence by sentence."""

from collections import Counter
from typing import Any

import pytest

from coatl.board.rules import BoardRules
from coatl.board.view import PlayerView, SupplyView
from coatl.engine.errors import CoatlError
from tests.board.scenes import Scene, coatl, finished, fresh, own, player, printed, supply, table

COLOURS = "RGBYK"


def test_every_option_is_off_unless_chosen() -> None:
    """4.6 and 4.1, 2: only the sacrifice tokens are on."""
    options = printed().table
    assert options.tokens
    assert not any((options.promo, options.fewer_bodies, options.golden_feathers, options.solo))


# ---------------------------------------------------------------- promo cards


def every_card(**options: Any) -> set[str]:
    """The prophecies that are in the game: deck, row and hands."""
    scene = fresh(**options)
    names = scene.rules.names["<prophecy>"]
    hidden = {name for name, count in zip(names, scene.states[0].prophecies.deck, strict=False) if count}
    dealt = {card for seat in scene.now.players for card in seat.hand}
    line = set(scene.now.adam.line) if scene.now.adam else set()
    return hidden | dealt | line | {card for card in scene.now.row if card}


@pytest.mark.parametrize("table_of", [{"players": 3}, {"solo": True}])
def test_promo_cards_join_their_decks(table_of: dict[str, Any]) -> None:
    """4.6: six prophecies and five temples, in the solo game too."""
    promos = {f"P{number}" for number in range(1, 7)}
    assert promos < every_card(promo=True, **table_of)
    assert not promos & every_card(**table_of)
    with_promos, without = fresh(promo=True, **table_of).now, fresh(**table_of).now
    assert (with_promos.deck - without.deck, sum(with_promos.piles) - sum(without.piles)) == (6, 5)


def test_promo_temples_come_to_light() -> None:
    """4.6: among the tops of some shuffles, and never without the option."""
    tops = [{top for seed in range(20) for top in fresh(seed=str(seed), promo=on).now.temples} for on in (True, False)]
    assert any(str(top).startswith("PT") for top in tops[0])
    assert not any(str(top).startswith("PT") for top in tops[1])


def test_a_multiset_is_fulfilled_once_all_its_pieces_are_somewhere_in_the_coatl() -> None:
    """4.6 and RULES 3: P1 is two yellow, two green and one red."""
    assert table(player("P1", coatls=[coatl("GYRBGY")]), promo=True).can("fulfil") == {"fulfil P1 1"}
    assert not table(player("P1", coatls=[coatl("GYRBGG")]), promo=True).can("fulfil")


# ---------------------------------------------------------------- fewer bodies


def bodies(**options: Any) -> Counter[str]:
    """Body segments by colour at the start."""
    laid = fresh(**options).now.supply
    return Counter("".join(filter(None, laid.bodies))) + Counter(laid.bag_bodies)


@pytest.mark.parametrize(("players", "number"), [(2, 14), (3, 18), (4, 24)])
def test_fewer_bodies_by_number_of_players(players: int, number: int) -> None:
    """4.6: heads and tails stay three."""
    assert bodies(players=players, fewer_bodies=True) == dict.fromkeys(COLOURS, number)
    laid = fresh(players=players, fewer_bodies=True).now.supply
    assert sum(laid.bag_heads.values()) == sum(laid.bag_tails.values()) == 13


# ---------------------------------------------------------------- The Golden Feathers

ENDED: dict[str, Any] = {"pending": "over", "ending": "no-bodies", "turns_left": 0}


def golden(*seats: PlayerView, **more: Any) -> Scene:
    """A table with The Golden Feathers."""
    return table(*seats, golden_feathers=True, **more)


@pytest.mark.parametrize(("players", "number", "gold"), [(2, 14, 4), (3, 18, 5), (4, 24, 6)])
def test_the_golden_feathers_have_their_body_segments_and_gold_ones_in_the_same_bag(
    players: int, number: int, gold: int
) -> None:
    """4.6."""
    assert bodies(players=players, golden_feathers=True) == {**dict.fromkeys(COLOURS, number), "*": gold}


def test_a_gold_piece_is_taken_like_any_body_segment_and_fills_a_cell_of_the_board() -> None:
    """4.6."""
    scene = golden(player(bodies="RRRRR"), pieces=supply("*R **")).play("take body1")
    assert scene.me().bodies == "RRRRRR*"
    full = golden(player(bodies="RRRRRR*"), pieces=supply("*R **"))
    assert not full.can("take body")
    assert full.can("take head1")
    assert not golden(player(bodies="RRRRRR**")).can("take")


def test_gold_is_never_built_with() -> None:
    """4.6: neither to start nor to extend."""
    scene = golden(player(bodies="**", coatls=[coatl("RG")]))
    assert not scene.can("start", "extend")


def test_gold_is_never_chosen_by_perfect_pick() -> None:
    """4.6: but Perfect pick's refill may draw it."""
    scene = golden(player(), pieces=supply("RG - - - - -", bag="RR****", bag_heads="", bag_tails=""))
    assert scene.can("pick") == {"pick RR"}
    assert "**" in scene.play("pick RR").now.supply.bodies


def test_gold_is_never_stolen() -> None:
    """4.6."""
    assert not golden(player(bodies="*"), player(bodies="***")).can("steal")


def test_gold_is_worth_nothing_at_the_end() -> None:
    """4.6."""
    scene = golden(player(bodies="****"), player(coatls=[finished(points=1)]), **ENDED)
    assert (scene.result.points, scene.result.winners) == ((0, 1), (2,))


def test_for_refills_gold_is_a_body_segment() -> None:
    """4.6: it keeps the board from being refilled, and refills it."""
    waiting = golden(player(), pieces=supply("RG ** - - - -")).play("take body1")
    assert waiting.drawn == []
    filled = golden(player(), pieces=supply("RG - - - - -", bag="***")).play("take body1")
    assert filled.now.supply.bodies[:2] == ("**", None)


@pytest.mark.parametrize(
    ("laid", "ending"),
    [
        (supply("RG ** - - - -", bag=""), None),
        (supply("RG - - - - -", bag="**"), None),
        (supply("RG - - - - -", bag="*"), "no-bodies"),
    ],
)
def test_for_the_end_gold_is_a_body_segment(laid: SupplyView, ending: str | None) -> None:
    """4.6 and R27."""
    assert golden(player(), pieces=laid).play("take body1").now.ending == ending


def test_steal_gives_up_one_gold_piece_for_1_or_2_body_segments_of_one_opponent() -> None:
    """4.6: of any colours that are there; no heads, no tails, nothing of two opponents at once."""
    scene = golden(player(bodies="**R"), player(bodies="BBY", heads="K"), player(bodies="G", tails="K"))
    assert scene.can("steal") == {"steal 2 B", "steal 2 Y", "steal 2 BB", "steal 2 BY", "steal 3 G"}
    scene.play("steal 2 BY")
    assert (scene.me(1).bodies, scene.me(2).bodies, scene.me(3).bodies) == ("RBY*", "B", "G")


def test_steal_of_one_segment() -> None:
    """4.6: at least 1."""
    scene = golden(player(bodies="*"), player(bodies="BBY")).play("steal 2 B")
    assert (scene.me(1).bodies, scene.me(2).bodies) == ("B", "BY")


def test_steal_is_an_action() -> None:
    """4.6: the turn ends with it; without gold there is none, nor without the option."""
    assert golden(player(bodies="*"), player(bodies="B")).play("steal 2 B").now.seat == 2
    assert not golden(player(bodies="R"), player(bodies="B")).can("steal")
    assert not table(player(bodies="R"), player(bodies="B")).can("steal")


def test_nobody_steals_from_themselves() -> None:
    """4.6: of one opponent."""
    assert not golden(player(bodies="*RR"), player()).can("steal")


def test_there_must_be_room_once_the_gold_is_gone() -> None:
    """4.6: a full board has room for one, a board with one free cell for two."""
    full = golden(player(bodies="*RRRRRRR"), player(bodies="BB"))
    assert full.can("steal") == {"steal 2 B"}
    free = golden(player(bodies="*RRRRRR"), player(bodies="BB"))
    assert free.can("steal") == {"steal 2 B", "steal 2 BB"}


def test_that_opponent_receives_the_gold_out_of_play_and_2_points_at_the_end() -> None:
    """4.6: no cell of the opponent's board is filled."""
    scene = golden(player(bodies="**"), player(bodies="BB"), ending="no-bodies", turns_left=0)
    scene.play("steal 2 BB")
    assert (scene.me(2).bodies, scene.me(2).robbed) == ("", 1)
    assert (scene.result.points, scene.result.winners) == ((0, 2), (2,))


def test_every_theft_brings_its_2_points() -> None:
    """4.6: they are no card, and no coatl."""
    scene = golden(player(robbed=3), player(coatls=[finished(points=6)]), **ENDED)
    assert (scene.result.points, scene.result.winners) == ((6, 6), (2,))


# ---------------------------------------------------------------- what does not go together


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 1}, "options.players"),
        ({"players": 5}, "options.players"),
        ({"players": "2"}, "options.players"),
        ({"players": True}, "options.players"),
        ({"players": 2, "first": 3}, "options.first"),
        ({"first": 0}, "options.first"),
        ({"first": "1"}, "options.first"),
        ({"solo": True, "players": 2}, "options.contradict"),
        ({"solo": True, "tokens": True}, "options.contradict"),
        ({"solo": True, "fewer_bodies": True}, "options.contradict"),
        ({"solo": True, "golden_feathers": True}, "options.contradict"),
        ({"difficulties": [1]}, "options.contradict"),
        ({"fewer_bodies": True, "golden_feathers": True}, "options.contradict"),
        ({"solo": True, "difficulties": [6]}, "options.difficulties"),
        ({"solo": True, "difficulties": [True]}, "options.difficulties"),
        ({"solo": True, "difficulties": 3}, "options.difficulties"),
        ({"promo": 1}, "options.value"),
        ({"tokens": "no"}, "options.value"),
        ({"dragons": True}, "options.unknown"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options: dict[str, Any], code: str) -> None:
    """4.6: with a stable code."""
    with pytest.raises(CoatlError) as refused:
        BoardRules(**options)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("section", "options"),
    [
        ("adam", {"solo": True}),
        ("golden_feathers", {"golden_feathers": True}),
        ("fewer_bodies", {"fewer_bodies": True}),
    ],
)
def test_an_option_that_an_own_deck_gives_up_is_refused(section: str, options: dict[str, Any]) -> None:
    """4.6."""
    with pytest.raises(CoatlError) as refused:
        own({section: False}, **options)
    assert refused.value.code == "options.deck"


def test_the_difficulties_may_come_in_any_order_and_twice() -> None:
    """4.5: any combination."""
    assert BoardRules(solo=True, difficulties=[5, 1, 5]).table.difficulties == (1, 5)
