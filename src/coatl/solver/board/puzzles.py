"""Puzzles of the board game: positions in which exactly one way to assemble brings the most points.

One way means: whatever else is finished, be it one piece in another place, one card more or less, brings fewer points.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.board.state import EMPTY, State
from coatl.board.view import CoatlView, PlayerView, SupplyView, View
from coatl.describe.board.scores import scored
from coatl.engine import oneline
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Records
from coatl.solver.board.assembly import Solution, answer, solved
from coatl.solver.board.greedy import greedy_points
from coatl.solver.board.positions import numbers, question_of
from coatl.validation import check_seed

ROW = 6


@dataclass(frozen=True)
class Level:
    """How large the positions of a level are, and how much better than a hasty player one must be."""

    name: str
    coatls: tuple[int, int]  # how many are begun, from … to …
    lengths: tuple[int, int]
    bodies: tuple[int, int]
    ends: tuple[int, int]
    cards: tuple[int, int]  # in hand
    finishes: int  # coatls that the solution finishes, at least
    points: int  # that it brings, at least
    gap: tuple[int, int]  # points that one loses by finishing the best single coatl first


LEVELS = {
    level.name: level
    for level in (
        Level("easy", (1, 1), (2, 4), (2, 3), (1, 2), (2, 3), finishes=1, points=4, gap=(0, 0)),
        Level("medium", (1, 2), (3, 5), (3, 5), (2, 3), (3, 4), finishes=1, points=8, gap=(0, 99)),
        Level("hard", (2, 2), (3, 6), (4, 5), (3, 3), (4, 5), finishes=2, points=12, gap=(1, 99)),
    )
}


@dataclass(frozen=True)
class Puzzle:
    """A position for one player, and its one best solution."""

    seed: str
    level: str
    rules: BoardRules
    view: View
    tries: int  # positions that were thrown away on the way

    @property
    def player(self) -> PlayerView:
        """The one who is to assemble."""
        return self.view.players[0]

    @property
    def line(self) -> str:
        """The position in one line, for `coatl solve board --position`."""
        return oneline.write(self.view)

    @cached_property
    def solution(self) -> Solution:
        """The best way."""
        return solved(self.rules, question_of(self.rules, self.view, 1), *numbers(self.view, 1))

    def states(self) -> Records:
        """The position, to be played with; what would be uncovered on the temple piles is not part of it."""
        states = self.rules.determinise(self.view, np.random.default_rng(0))
        state: State = states[0]
        state.temples.below[:] = 0
        state.temples.sizes[:] = [top != EMPTY for top in state.temples.tops]
        return states

    def data(self) -> dict[str, Any]:
        """Plain data for JSON, without the solution."""
        me = self.player
        return {
            "seed": self.seed,
            "level": self.level,
            "heads": me.heads,
            "bodies": me.bodies,
            "tails": me.tails,
            "coatls": [{"coatl": coatl.pieces, "cards": list(coatl.cards)} for coatl in me.coatls],
            "cards": list(me.hand),
            "temples": list(me.temples),
            "piles": list(self.view.temples),
            "position": self.line,
        }


def level_called(name: str) -> Level:
    """A level by its name."""
    if name not in LEVELS:
        raise CoatlError("puzzle.level", f"There is no level {name[:20]!r}.", list(LEVELS))
    return LEVELS[name]


def make(seed: str | int, level: str = "medium", progress: Callable[[], None] = lambda: None) -> Puzzle:
    """The puzzle of a seed and a level; `progress` is called for every position that is tried.

    >>> puzzle = make(1, "easy")
    >>> puzzle.solution.unique, puzzle.view == make("1", "easy").view
    (True, True)
    """
    wanted, text = level_called(level), check_seed(seed)
    rules = BoardRules(players=2, tokens=False)
    maker = Maker(rules, wanted, Random(f"coatl puzzle {level} {text}"))
    tries = 0
    while True:
        progress()
        view = maker.position()
        if maker.is_good(view):
            return Puzzle(text, level, rules, view, tries)
        tries += 1


class Maker:
    """Deals positions of a level, and judges them."""

    def __init__(self, rules: BoardRules, level: Level, random: Random) -> None:
        self.rules = rules
        self.level = level
        self.random = random
        self.temples = [card.id for card in rules.deck.temple if card.set != "promo"]
        self.prophecies = [card.id for card in rules.deck.prophecy if card.set != "promo" for _ in range(card.copies)]

    def between(self, bounds: tuple[int, int]) -> int:
        return self.random.randint(*bounds)

    def letters(self, number: int, colours: Sequence[str]) -> str:
        return "".join(sorted(self.random.choices(colours, k=number), key=COLOURS.index))

    def position(self) -> View:
        """A table on which one player has something to assemble with; few colours, so that cards can be reached."""
        colours = self.random.sample(COLOURS, self.random.choice((3, 4, 5)))
        cards = self.random.sample(self.prophecies, len(self.prophecies))
        temples = self.random.sample(self.temples, len(self.temples))
        coatls = [self.coatl(colours, cards) for _ in range(self.between(self.level.coatls))]
        ends = [self.random.choice(("heads", "tails")) for _ in range(self.between(self.level.ends))]
        player = PlayerView(
            bodies=self.letters(self.between(self.level.bodies), colours),
            heads=self.letters(ends.count("heads"), colours),
            tails=self.letters(ends.count("tails"), colours),
            hand=tuple(cards.pop() for _ in range(self.between(self.level.cards))),
            ready=True,
            temples=(temples.pop(),),
            coatls=tuple(coatls),
        )
        return self.table(player, cards, temples)

    def coatl(self, colours: Sequence[str], cards: list[str]) -> CoatlView:
        """The beginning of a coatl; the first card that it reaches may lie beside it."""
        pieces = "".join(self.random.choices(colours, k=self.between(self.level.lengths)))
        sides = self.random.choice((("", ""), ("(", ""), ("", ")")))
        row = f"{sides[0]}{pieces}{sides[1]}"
        laid = [card for card in cards[:8] if self.reaches(row, card)][: self.random.choice((0, 1, 1))]
        for card in laid:
            cards.remove(card)
        return CoatlView(row, tuple(laid))

    def reaches(self, row: str, card: str) -> bool:
        return scored(self.rules, row, [card]).total > 0

    def table(self, player: PlayerView, cards: list[str], temples: list[str]) -> View:
        """The rest of the table: an empty supply board, a row that does not matter, an opponent who has nothing."""
        row = tuple(cards.pop() for _ in range(ROW))
        bags = dict.fromkeys(COLOURS, 1)
        return View(
            viewer="1",
            options=self.rules.table,
            pending="turn",
            seat=1,
            supply=SupplyView((None,) * 6, (None,) * 2, (None,) * 2, bags, bags, bags),
            row=row,
            deck=len(cards),
            temples=(temples[0], temples[1]),
            piles=((len(temples) + 1) // 2, len(temples) // 2),
            players=(player, PlayerView(ready=True)),
        )

    def is_good(self, view: View) -> bool:
        """One best solution, worth the trouble, and as far from the hasty one as the level asks."""
        questions = question_of(self.rules, view, 1)
        found = answer(self.rules, questions, 2)
        best = found.points(0)
        finishes = int((found.ways[0]["place"] >= 0).sum())
        if best < self.level.points or finishes < self.level.finishes or not found.alone[0]:
            return False
        if found.count > 1 and found.points(1) == best:
            return False
        least, most = self.level.gap
        return least <= best - greedy_points(self.rules, questions) <= most
