"""Points (RULES 5.4) and counting (RULES 3), sentence by sentence, and against the slow scorer."""

import random

import numpy as np
import pytest

import coatl
from coatl.card.deck_reader import compile_deck, compile_goal
from coatl.card.notation import Row, part_numbers
from coatl.card.scoring import count_of, destroyed, goal_met, places
from coatl.card.state import COATL_LENGTH, Player, State
from coatl.card.tables import GODS
from coatl.card.view import PlayerView
from coatl.decks.loader import load_card, load_data
from coatl.decks.schema import split_goal
from coatl.engine.jit import DISABLED
from coatl.engine.structs import Records, empties
from tests.card.scenes import Scene, own, player, printed, table
from tests.reference import scorer
from tests.reference.dice import Dice

GODS_LETTERS = {"B": "blue", "Y": "yellow", "P": "pink", "G": "green"}


def finished(*seats: PlayerView, temple: str | None = "T1") -> Scene:
    """A game whose last seat has only its tail to add, a red one, and everybody else has a result."""
    last = len(seats)
    scene = table(*seats, round=5, pending="tail", seat=last, temple=temple)
    return scene.play("tail R", "done")


def points(prophecies: str, coatl: str = "(GK", temple: str | None = "T1") -> int:
    """The points of the last player to add the tail."""
    return finished(player("(GKR)", final=True), player(coatl, "", prophecies), temple=temple).result.points[1]


# ---------------------------------------------------------------- levels


@pytest.mark.parametrize(("level", "worth"), [(0, 0), (1, 2), (2, 5), (3, 6)])
def test_level_1_is_worth_2_level_2_5_level_3_6_points_each_level_0_nothing(level: int, worth: int) -> None:
    """5.4."""
    assert points(f"B1:{level}") == worth
    assert points(f"B1:{level} B2:{level}") == 2 * worth


def test_own_decks_may_have_other_points() -> None:
    """5.4: the printed numbers are data."""
    rules = own({"levels": {"points": [1, 3, 7, 20]}, "temple_points": {"points": [4, 9]}})
    seats = (player("(GKR)", final=True), player("(GK", "", "B1 B2:1 B3:2 B4:3"))
    scene = table(*seats, round=5, pending="tail", seat=2, temple="T5", rules=rules).play("tail R", "done")
    assert scene.result.points == (0, 1 + 3 + 7 + 20 + 4)  # as many red as green


# ---------------------------------------------------------------- temples


def test_a_temple_is_worth_3_points_for_one_goal_7_for_both() -> None:
    """5.4: T4 wants yellow, blue and pink, and at most 12 parts."""
    three = "Y1:1 B1:1 P1:1"
    assert points(three, "(" + "GK" * 6, temple="T4") == 6 + 3
    assert points("Y1:1 B1:1", "(GK", temple="T4") == 4 + 3
    assert points(three, "(GK", temple="T4") == 6 + 7
    assert points("", "(" + "GK" * 6, temple="T4") == 0


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("gods:yellow,green,pink", "Y1:1 G1:2 P1:3", "Y1:1 G1:2 B1:3"),
        ("gods:yellow,green,pink", "P1:1 B1:1 G1:1 Y1:1", "Y1:1 Y2:1 P1:1"),
        ("gods:yellow,green,pink", "Y1:1 Y2 G1:1 P1:1", "Y1:1 G1:1 P1:0"),  # level 1 or more
        ("below:green<yellow", "G1:1 Y1:2", "G1:2 Y1:1"),
        ("below:green<yellow", "G1:2 Y1:1 Y2:3", "G1:2 Y1:2"),  # some of each god
        ("below:green<yellow", "G1:3 G2:1 Y1:2", "G1:3 G2:2 Y1:2"),
        ("below:green<yellow", "G1:2 Y1:3", "G1:0 Y1:3"),  # level 0 is not fulfilled
        ("below:blue<pink", "B1:1 P1:2", "P1:1 B1:2"),
        ("twins", "B1:1 B2:1", "B1:1 B2:2"),
        ("twins", "B1:3 G1:3 G2:3", "B1:1 G1:1 Y1:1 P1:1"),
        ("twins", "B1:1 B2:2 B3:2", "B1:0 B2:0"),
    ],
)
def test_goals_that_look_at_prophecies(goal: str, met: str, missed: str) -> None:
    """5.4: those of level 1 or more, protected ones included."""
    assert [goal_at(goal, "(GK)", held) for held in (met, missed)] == [True, False]


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("parts>=4", "(RG^BK)", "(RG)"),
        ("parts>=4", "(RGBK)", "(RGB)"),
        ("parts<=3", "(RGB)", "(RGBK)"),
        ("run:3", "(KRRR)", "(KRRGR)"),
        ("run:3", "(RRRK)", "(RRKRRK)"),
        ("run:3", "(KRR^RK)", "(KRRK)"),  # only the visible parts count
        ("same:3", "(RGRGR)", "(RGGRK)"),
        ("same:3", "(RR^R^K)", "(RG^R^K)"),
        ("equal:RG", "(RGB)", "(RRG)"),
        ("equal:RG", "(RG^B)", "(RR^G)"),
        ("equal:RG", "(BYK)", "(BYR)"),  # none of either is equal
        ("equal:BY", "(BYYB)", "(BYYG)"),
    ],
)
def test_goals_that_look_at_the_visible_parts_head_and_tail_included(goal: str, met: str, missed: str) -> None:
    """5.4."""
    assert [goal_at(goal, coatl, "") for coatl in (met, missed)] == [True, False]


def seat_with(coatl: str, prophecies: str) -> Player:
    """Seat 1 of a table, with this coatl and these prophecies."""
    seat: Player = table(player(coatl, "", prophecies), round=5, pending="over").states[0].players[0]
    return seat


def is_met(goal: str, seat: Player) -> bool:
    return bool(goal_met(np.array(compile_goal(*split_goal(goal)), np.int8), printed().decks[0], seat))


def goal_at(goal: str, coatl: str, prophecies: str) -> bool:
    return is_met(goal, seat_with(coatl, prophecies))


def test_goals_of_random_tables_are_those_of_the_slow_scorer() -> None:
    """5.4: every goal of every printed temple, and others that own decks may have."""
    dice = random.Random(54)
    on_cards = [goal for temple in load_card().temple for goal in temple.goals]
    goals = [*on_cards, "below:pink<pink", "gods:blue", "parts>=3", "parts<=9", "run:4", "same:4", "equal:KR"]
    met = 0
    for _ in range(60 if DISABLED else 600):
        ids = dice.sample([card.id for card in load_card().prophecy], dice.randrange(7))
        held = [(name, dice.randrange(4)) for name in ids]
        parts = "".join(
            dice.choice("RGBYK"[: dice.randint(2, 5)]) + dice.choice(["", "^"]) for _ in range(dice.randrange(1, 19))
        )
        coatl = f"({dice.choice('RGBYK')}{parts}{dice.choice('RGBYK')})"
        gods = [(GODS_LETTERS[name[0]], level) for name, level in held]
        text = " ".join(f"{name}:{level}" for name, level in held)
        seat = seat_with(coatl, text)
        for goal in goals:
            expected = scorer.card_goal_met(goal, coatl, gods)
            met += expected
            assert is_met(goal, seat) == expected, (goal, coatl, text)
    assert met > 100


# ---------------------------------------------------------------- ties


def result_of(*seats: tuple[int, int, int]) -> tuple[int, ...]:
    """Who wins with these points, goals and protected prophecies."""
    players = [player("(GKR)", "", "", final=True, points=p, goals=g, protected=s) for p, g, s in seats]
    scene = table(*players, round=5, pending="over", seat=len(seats))
    return scene.result.winners


def test_more_points_win() -> None:
    """5.4: whatever breaks ties."""
    assert result_of((20, 0, 0), (19, 2, 5)) == (1,)
    assert result_of((19, 2, 5), (20, 0, 0), (18, 2, 9)) == (2,)


def test_ties_more_temple_goals() -> None:
    """5.4."""
    assert result_of((20, 1, 5), (20, 2, 0)) == (2,)


def test_ties_then_more_protected_prophecies() -> None:
    """5.4."""
    assert result_of((20, 1, 3), (20, 1, 2), (20, 0, 4)) == (1,)


def test_ties_then_the_win_is_shared() -> None:
    """5.4."""
    assert result_of((20, 1, 3), (5, 0, 0), (20, 1, 3), (20, 1, 3)) == (1, 3, 4)


def test_goals_and_protected_prophecies_are_counted_at_the_end_of_the_last_turn() -> None:
    """5.4."""
    scene = finished(player("(GKR)", final=True), player("(GK", "", "B1:3 B2:3 B3:2 Y1:3"), temple="T5")
    assert scene.result.details == {"goals": [0, 1], "protected": [0, 3]}


# ---------------------------------------------------------------- the rulebook's examples


def test_the_rulebooks_example_2_5_5_6_6_3_is_27() -> None:
    """5.4: levels 1, 2, 2, 3, 3 and the upper goal of T1."""
    assert points("B1:1 Y1:2 G1:2 P1:3 G2:3", "(GKBY", temple="T1") == 2 + 5 + 5 + 6 + 6 + 3 == 27


def test_parts_1_2_3_and_2_3_4_are_two() -> None:
    """RULES 3, card game: overlaps included."""
    assert coatl.score("card", "BRBR", ["Y1", "Y2"]).cards["Y1"].times == 1
    found = coatl.score("card", "GBYBG", ["G6", "Y8"]).cards
    assert (found["G6"].times, found["G6"].where) == (2, ((1, 3), (3, 5)))
    three = own({"prophecy": [*load_card().model_dump(mode="json")["prophecy"], RUN]})
    assert count(three.decks, len(three.deck.prophecy) - 1, "RRRR") == 2


RUN = {"id": "X1", "colour": "blue", "pattern": "R R R"}


def test_three_or_more_places_are_level_3() -> None:
    """5.2, 2 and 5.4."""
    scores = [coatl.score("card", "GR" * times + "K", ["B1"]).cards["B1"] for times in range(5)]
    assert [(card.times, card.level, card.points) for card in scores] == [
        (0, 0, 0),
        (1, 1, 2),
        (2, 2, 5),
        (3, 3, 6),
        (4, 3, 6),
    ]


# ---------------------------------------------------------------- the rulebook's seven shapes


@pytest.mark.parametrize(
    ("card", "coatl_text", "times"),
    [
        ("B1", "GRGGR", 2),  # green, red
        ("B1", "RG", 0),
        ("G1", "BKRBBR", 2),  # blue, any, red
        ("G6", "GBYBGB", 2),  # green or yellow, blue, green or yellow
        ("Y1", "BBBKB", 1),  # blue, not blue, blue
        ("Y6", "KGKGGGK", 2),  # any colour, green, the same: black, then green itself
        ("P1", "YY^RY^", 2),  # a stack with yellow on top
        ("P6", "GR^GG^GB", 1),  # green, then a stack without green on top
    ],
)
def test_the_shapes_of_the_rulebook(card: str, coatl_text: str, times: int) -> None:
    """RULES 3: only the visible part of a stack counts."""
    assert coatl.score("card", coatl_text, [card]).cards[card].times == times


# ---------------------------------------------------------------- against the slow scorer


def count(decks: Records, card: int, text: str) -> int:
    return int(count_of(decks[0].prophecies[card], part_numbers(Row.parse(text)), len(scorer.read_coatl(text).parts)))


def deck_of(patterns: list[str]) -> Records:
    """The tables of a deck with these patterns."""
    cards = [{"id": f"X{i}", "colour": GODS[i % 4], "pattern": pattern} for i, pattern in enumerate(patterns)]
    return compile_deck(load_data("card", {"game": {"id": "card"}, "carl": False, "prophecy": cards}))


def random_patterns(dice: Dice, number: int) -> list[str]:
    """Patterns as own decks may have them, among them many with `+`."""
    found: list[str] = []
    while len(found) < number:
        pattern = dice.pattern()
        if len(pattern) <= 80:
            found.append(pattern)
    return found


def short_coatl(dice: Dice, pattern: str, most: int = COATL_LENGTH) -> str:
    return "".join(scorer.read_coatl(dice.coatl(pattern)).parts[:most])


def test_the_printed_prophecies_count_as_the_slow_scorer_does() -> None:
    """RULES 3: on very many random coatls, stacks included."""
    dice, deck = Dice(1), load_card()
    decks = compile_deck(deck)
    seen = set()
    for number, card in enumerate(deck.prophecy):
        for _ in range(25 if DISABLED else 500):
            text = short_coatl(dice, card.pattern)
            times = scorer.overlapping_times(card.pattern, text)
            assert count(decks, number, text) == times, (card.pattern, text)
            seen.add(min(times, 4))
    assert seen == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("seed", range(2 if DISABLED else 16))
def test_random_patterns_count_as_the_slow_scorer_does(seed: int) -> None:
    """RULES 3: `+`, `!`, `[..]`, `[^.]`, `=`, `.` and `^` in any mix; each start and end is a place."""
    dice = Dice(100 + seed)
    patterns = random_patterns(dice, 64)
    assert any("+" in pattern for pattern in patterns)
    decks = deck_of(patterns)
    for number, pattern in enumerate(patterns):
        for _ in range(10 if DISABLED else 60):
            text = short_coatl(dice, pattern)
            assert count(decks, number, text) == scorer.overlapping_times(pattern, text), (pattern, text)


@pytest.mark.parametrize("seed", range(2 if DISABLED else 8))
def test_places_of_the_newest_card_are_those_of_the_slow_scorer(seed: int) -> None:
    """5.2, 2: whether one of the places uses a part of the card just played."""
    dice = Dice(200 + seed)
    patterns = random_patterns(dice, 64)
    decks = deck_of(patterns)
    used = 0
    for number, pattern in enumerate(patterns):
        for _ in range(8 if DISABLED else 40):
            text = short_coatl(dice, pattern)
            length = len(scorer.read_coatl(text).parts)
            low = dice.random.randrange(length)
            high = min(length - 1, low + dice.random.randrange(2))
            found = scorer.places(pattern, text)
            touched = any(start <= high and low < end for start, end in found)
            parts = part_numbers(Row.parse(text))
            times = int(places(decks[0].prophecies[number], parts, length, low, high))
            assert times == (len(found) if touched else -len(found)), (pattern, text, low, high)
            used += touched
    assert used > 20


@pytest.mark.parametrize("seed", range(2 if DISABLED else 8))
def test_places_that_covering_an_end_destroys_are_those_of_the_slow_scorer(seed: int) -> None:
    """R21: places that stood there before and do not match any more when the whole card lies."""
    dice = Dice(300 + seed)
    patterns = random_patterns(dice, 64)
    decks = deck_of(patterns)
    lost = 0
    for number, pattern in enumerate(patterns):
        for _ in range(8 if DISABLED else 40):
            before = scorer.read_coatl(short_coatl(dice, pattern, COATL_LENGTH - 1)).parts
            one, other = dice.random.choice("RGBYK"), dice.random.choice("RGBYK")
            left = dice.random.random() < 0.5
            after = (one, f"{other}^", *before[1:]) if left else (*before[:-1], f"{one}^", other)
            old, new = (set(scorer.places(pattern, "".join(parts))) for parts in (before, after))
            gone = {(start + left, end + left) for start, end in old} - new
            symbols = [part_numbers(Row.parse("".join(parts))) for parts in (before, after)]
            card = decks[0].prophecies[number]
            assert destroyed(card, symbols[0], len(before), symbols[1], int(left)) == bool(gone), (
                pattern,
                before,
                after,
            )
            lost += bool(gone)
    assert lost > 20


def test_an_empty_coatl_holds_nothing() -> None:
    """RULES 3."""
    state: State = empties(State, 1)[0]
    assert count_of(compile_deck(load_card())[0].prophecies[0], state.players[0].parts, 0) == 0
