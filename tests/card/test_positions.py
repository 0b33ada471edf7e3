"""One-line positions that people write: impossible ones are refused with a code, and whatever is read can be played."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.game import Game
from coatl.position import Position
from tests.card.scenes import printed

Change = Callable[[View], View]
DECISIONS = ("play", "head", "tail", "gain", "carl", "over")
SOLO = {"solo": True, "manner": "daring"}


def seat_with(**changes: Any) -> Change:
    """Another seat 1."""
    return lambda view: replace(view, players=(replace(view.players[0], **changes), *view.players[1:]))


def last(**changes: Any) -> Change:
    """The last round: nobody has feathers in hand."""

    def change(view: View) -> View:
        seats = tuple(replace(seat, hand=()) for seat in view.players)
        return replace(view, round=5, players=seats, **changes)

    return change


def first_then(*changes: Change) -> Change:
    def change(view: View) -> View:
        for one in changes:
            view = one(view)
        return view

    return change


@pytest.mark.parametrize(
    ("change", "options"),
    [
        (seat_with(coatl="R" * 31), {}),  # two parts for each of the eight feathers to come, head and tail
        (seat_with(coatl="RG)"), {}),
        (seat_with(coatl="(RG"), {}),
        (seat_with(hand=("RG",) * 5), {}),
        (seat_with(hand=("ZZ",)), {}),
        (seat_with(levels=(4,)), {}),
        (seat_with(levels=()), {}),
        (seat_with(prophecies=("B1", "B1"), levels=(0, 0)), {}),
        (lambda view: replace(view, plays=2), {}),
        (lambda view: replace(view, plays=1), {}),  # four feathers are still in hand
        (lambda view: replace(view, round=6), {}),
        (lambda view: replace(view, rounds=6), {}),
        (lambda view: replace(view, seat=3), {}),
        (lambda view: replace(view, pending="head"), {}),
        (lambda view: replace(view, pending="over"), {}),
        (lambda view: replace(view, pending="revealed"), {}),
        (lambda view: replace(view, pending="gain"), {}),
        (lambda view: replace(view, pending="carl"), {}),
        (lambda view: replace(view, newest=(1, 2)), {}),
        (lambda view: replace(view, pending="gain", newest=(1, 2), players=()), {}),
        (lambda view: replace(view, temple="T9"), {}),
        (lambda view: replace(view, middle=("B1",)), {}),
        (lambda view: replace(view, deck=1), {}),
        (lambda view: replace(view, feathers=1), {}),
        (lambda view: replace(view, discards={"RG": 6}), {}),
        (last(pending="play"), {}),
        (last(pending="tail"), {}),
        (first_then(last(pending="head"), seat_with(coatl="(RG")), {}),
        (first_then(last(pending="head", seat=2), seat_with(hand=("RG",))), {}),
        (lambda view: replace(view, seat=1), SOLO),
        (lambda view: replace(view, pending="play"), SOLO),
        (lambda view: replace(view, carl=None), SOLO),
        (lambda view: replace(view, players=(view.players[0], replace(view.players[1], coatl="RG"))), SOLO),
        (lambda view: replace(view, players=(view.players[0], replace(view.players[1], hand=("RG",)))), SOLO),
    ],
)
def test_impossible_positions_are_refused(change: Change, options: dict[str, Any]) -> None:
    rules = printed(**options)
    view = change(rules.view(Game(rules, "1")._states, "all"))
    with pytest.raises(CoatlError, match=r"\[position\.impossible\]"):
        rules.determinise(view, np.random.default_rng(0))


def test_a_coatl_may_be_as_long_as_the_rounds_to_come_allow() -> None:
    rules = printed()
    view = seat_with(coatl="R" * 30)(rules.view(Game(rules, "1")._states, "all"))
    assert played_out(rules, rules.position(rules.determinise(view, np.random.default_rng(0))))


def played_out(rules: CardRules, line: str) -> bool:
    """Whether the position can be read; if so it is played to its end, with the longest coatl that can be."""
    try:
        states = rules.read_position(line, np.random.default_rng(1))
    except CoatlError:
        return False
    position = Position(rules, states)
    for _ in range(300):
        if position.over:
            return True
        texts = {rules.text(action): action for action in position.legal()}
        position.play(texts[min(texts, key=lambda text: (text.startswith(("discard", "over")), text))])
    raise AssertionError(f"the game does not end: {line}")


def broken(line: str, dice: random.Random) -> str:
    """The line with some of its words changed, doubled or left out."""
    words = re.split(r"( )", line)
    for _ in range(dice.randint(1, 3)):
        place = dice.randrange(len(words))
        number, pending = dice.choice([0, 1, 2, 3, 4, 5, 9, 47, -1]), dice.choice(DECISIONS)
        coatl = f"{dice.choice(['(', ''])}{'RG' * dice.randrange(24)}{dice.choice([')', ''])}"
        changed = [
            re.sub(r"-?\d+", str(number), words[place]),
            re.sub(r"pending:\w+", f"pending:{pending}", words[place]),
            re.sub(r"coatl:\S+", f"coatl:{coatl}", words[place]),
        ]
        words[place] = dice.choice([*changed, words[place] * 2, dice.choice(words), ""])
    return "".join(words)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, SOLO], ids=["2p", "3p", "solo"])
def test_whatever_is_read_can_be_played_to_its_end(options: dict[str, Any]) -> None:
    rules = printed(**options)
    dice = random.Random(f"positions {options}")
    game = Game(rules, "positions")
    read = 0
    while not game.over:
        line = rules.position(game._states, "all")
        assert played_out(rules, line)
        for _ in range(3 if DISABLED else 20):
            read += played_out(rules, broken(line, dice))
        game.play(dice.choice(game.legal()))
    assert read > 10
