"""Puzzles of the card game: turns of real games in which exactly one way brings the most points.

One way means: whatever else is laid or gained brings fewer points, and so does a discard on average. The order in which
cards are laid or gained does not make another way.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from coatl.card.notation import DISCARD, DONE, HEAD, RAISE
from coatl.card.rules import CardRules
from coatl.card.view import PlayerView, View
from coatl.engine import oneline
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.structs import Records, copy_of
from coatl.position import Position
from coatl.solver.card.best_turn import PLACES, TurnSolution, solved, weighed
from coatl.solver.card.turn import points_at
from coatl.validation import check_seed

SEAT = 1
MOST_ENDS = 400  # best ways that are followed; one with more is not unique anyway


@dataclass(frozen=True)
class Level:
    """Which turns belong to a level, and how much there must be to find."""

    name: str
    cards: int  # that are still to be played in the turn
    rounds: tuple[int, int]  # from … to …; the last one is head and tail
    gain: int  # points that the turn brings, at least
    gap: int  # points that one loses by taking the best first card alone, at least


LEVELS = {
    level.name: level
    for level in (
        Level("easy", cards=1, rounds=(2, 4), gain=4, gap=0),
        Level("medium", cards=2, rounds=(2, 5), gain=5, gap=0),
        Level("hard", cards=2, rounds=(3, 5), gain=7, gap=2),
    )
}


@dataclass(frozen=True)
class Puzzle:
    """A turn of one player, and its one best way."""

    seed: str
    level: str
    rules: CardRules
    view: View
    tries: int  # positions that were thrown away on the way

    @property
    def player(self) -> PlayerView:
        """The one whose turn it is."""
        return self.view.players[SEAT - 1]

    @property
    def line(self) -> str:
        """The position in one line, for `coatl solve card --position`."""
        return oneline.write(self.view)

    @cached_property
    def solution(self) -> TurnSolution:
        """The best way."""
        return solved(self.rules, self.states())

    def states(self) -> Records:
        """The position, to be played with; what nobody sees does not matter, since nothing is drawn in a puzzle."""
        return self.rules.determinise(self.view, np.random.default_rng(0))

    def data(self) -> dict[str, Any]:
        """Plain data for JSON, without the solution."""
        me, other = self.player, self.view.players[1]
        return {
            "seed": self.seed,
            "level": self.level,
            "coatl": me.coatl,
            "hand": list(me.hand),
            "own": levelled(me),
            "middle": [card for card in self.view.middle if card is not None],
            "theirs": levelled(other),
            "temple": self.view.temple,
            "position": self.line,
        }


def levelled(player: PlayerView) -> list[str]:
    """The prophecies of a seat with their levels: `B1:2`."""
    return [f"{card}:{level}" for card, level in zip(player.prophecies, player.levels, strict=True)]


def level_called(name: str) -> Level:
    """A level by its name."""
    if name not in LEVELS:
        raise CoatlError("puzzle.level", f"There is no level {name[:20]!r}.", list(LEVELS))
    return LEVELS[name]


def make(seed: str | int, level: str = "medium", progress: Callable[[], None] = lambda: None) -> Puzzle:
    """The puzzle of a seed and a level; `progress` is called for every position that is tried.

    >>> puzzle = make(1, "easy")
    >>> puzzle.view == make("1", "easy").view, puzzle.solution.points > puzzle.solution.before
    (True, True)
    """
    wanted, text = level_called(level), check_seed(seed)
    rules = CardRules(players=2)
    maker = Maker(rules, wanted, Random(f"coatl card puzzle {level} {text}"))
    tries = 0
    while True:
        progress()
        view = maker.position()
        if maker.is_good(view):
            return Puzzle(text, level, rules, view, tries)
        tries += 1


class Maker:
    """Plays games up to a turn of a level, and judges that turn."""

    def __init__(self, rules: CardRules, level: Level, random: Random) -> None:
        self.rules, self.level, self.random = rules, level, random
        self.last = int(rules.decks[0].rounds[0])

    def position(self) -> View:
        """A turn of the first seat in a real game, whose cards were laid at random and took what they brought."""
        states = self.rules.blank()
        self.rules.seed(states, key_of(str(self.random.getrandbits(64))), 0)
        self.rules.set_up(states)
        position = Position(self.rules, states)
        wanted = self.random.randint(*self.level.rounds)
        first = 2 - self.level.cards if wanted < self.last else 0
        while True:
            state = states[0]
            here = state.seat == SEAT - 1 and state.round_number == wanted and state.plays == first
            if here and self.begins(states):
                return self.rules.view(states, SEAT)
            position.play(self.next(position.legal()))

    def begins(self, states: Records) -> bool:
        """Whether a card is to be laid."""
        return self.rules.view(states, SEAT).pending in ("play", "head")

    def next(self, legal: list[int]) -> int:
        """Some card, somewhere; every gain is taken."""
        gains = [action for action in legal if RAISE <= action < HEAD]
        laid = [action for action in legal if not DISCARD <= action < RAISE]
        return self.random.choice(gains or laid)

    def is_good(self, view: View) -> bool:
        """One best way without a discard, worth the trouble, and as far from the hasty one as the level asks."""
        states = self.rules.determinise(view, np.random.default_rng(0))
        actions, values = weighed(self.rules, states)
        best = max(values)
        if best - points_at(states, self.rules.decks) < self.level.gain:
            return False
        chance = [value for action, value in zip(actions, values, strict=True) if DISCARD <= action < RAISE]
        if round(max(chance, default=-1.0), PLACES) >= round(best, PLACES):
            return False
        if len(best_ends(self.rules, states)) != 1:
            return False
        return best - hasty_points(self.rules, states) >= self.level.gap


def best_ends(rules: CardRules, states: Records) -> set[tuple[str, frozenset[tuple[str, int]]]]:
    """How the turn ends in all ways that bring the most points: the coatl, and the prophecies with their levels.

    The order in which cards are laid or gained does not make another end.
    """
    turn = int(states[0].turns)
    ends: set[tuple[str, frozenset[tuple[str, int]]]] = set()
    known: set[bytes] = set()
    waiting = [states]
    while waiting and len(known) < MOST_ENDS and len(ends) < 2:
        now = waiting.pop()
        actions, values = weighed(rules, now)
        top = round(max(values), PLACES)
        for action, value in zip(actions, values, strict=True):
            if round(value, PLACES) < top:
                continue
            after = copy_of(now)
            rules.play(after, action)
            if int(after[0].turns) != turn:
                ends.add(end_of(rules, now))
            elif after.tobytes() not in known:
                known.add(after.tobytes())
                waiting.append(after)
    return ends


def end_of(rules: CardRules, states: Records) -> tuple[str, frozenset[tuple[str, int]]]:
    """The coatl and the levels of the deciding seat."""
    player = rules.view(states, SEAT).players[SEAT - 1]
    return player.coatl, frozenset(zip(player.prophecies, player.levels, strict=True))


def hasty_points(rules: CardRules, states: Records) -> int:
    """What one scores who takes the most with each card alone, and looks no further."""
    now, turn = copy_of(states), int(states[0].turns)
    while int(now[0].turns) == turn:
        action = max(Position(rules, now).legal(), key=lambda each: (at_once(rules, now, each), -each))
        if action == DONE and ends_turn(rules, now):
            return points_of(rules, now)
        rules.play(now, action)
    raise AssertionError("a turn ends with done")


def at_once(rules: CardRules, states: Records, action: int) -> int:
    """The points right after an action and all that it lets one gain."""
    if DISCARD <= action < RAISE or action == DONE:
        return points_of(rules, states) - (action != DONE)
    after = copy_of(states)
    rules.play(after, action)
    while gains := [each for each in Position(rules, after).legal() if RAISE <= each < HEAD]:
        rules.play(after, gains[0])
    return points_of(rules, after)


def ends_turn(rules: CardRules, states: Records) -> bool:
    """Whether `done` is the end of the turn."""
    after = copy_of(states)
    rules.play(after, DONE)
    return bool(after[0].turns != states[0].turns)


def points_of(rules: CardRules, states: Records) -> int:
    """The points of the deciding seat as they stand."""
    return int(points_at(states, rules.decks))
