"""Lines of play of the board game: what a seat might do at a decision, and what is to be expected behind it."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import log
from typing import Any

import numpy as np

from coatl.board.apply import closed_coatls
from coatl.board.notation import DONE, keep_action
from coatl.board.rules import BoardRules
from coatl.board.state import KEEP, TURN
from coatl.bots.base import rng_of
from coatl.bots.board.design_table import nothing_found
from coatl.bots.board.judgement import judge
from coatl.bots.board.plans import MOST_PLANS, PLAN
from coatl.bots.board.race import line_up, new_race
from coatl.bots.board.resources import RESOURCES, Context
from coatl.bots.board.search import CANDIDATES, find_plans
from coatl.bots.board.weights import for_table
from coatl.bots.judgement import Judgement
from coatl.bots.weights import Floats
from coatl.engine.structs import Ints, Records, copy_of
from coatl.hints import board as hints
from coatl.position import Position
from coatl.review.board.games import play_lines
from coatl.review.judge import MARGIN, WIN
from coatl.review.outcome import end_value
from coatl.review.race import WIN_POINTS
from coatl.review.report import Value

NEXT = 6  # plans of the next turn that are looked at
BEAM = 8  # coatls that are grown side by side when plans are looked for
REFERENCE = 64  # games that tell how the points of rollouts and the margin of the network belong together
ODDS = 3.6  # points of margin by which the odds of winning change e-fold: so both answers of the networks go together
SURE = 0.001  # no position is judged more certain than this


class BoardLines:
    """The plans of the search, the solver's, and what was played: each is carried out, and rollouts follow.

    Two judges compare the lines: the rollouts, in points, and the network, which knows how games end but is blind to
    details. They err in different ways. Where every line ends the game, its result is the judge.
    """

    def __init__(
        self, rules: BoardRules, view: Any, seat: int, rng: np.random.Generator, played: Sequence[int]
    ) -> None:
        self.rules, self.view, self.seat = rules, view, seat
        self.key = np.frombuffer(rng.bytes(32), "<u4").astype(np.int64)
        self.seed = rng.bytes(16).hex()
        states = rules.determinise(view, rng)
        self.solution = hints.solution(rules, view, seat)
        solved = hints.proposals(rules, states, self.solution)
        found = [*plans_of(rules, states, seat), *map(tuple, solved), tuple(played)]
        self.lines = list(dict.fromkeys(line for line in found if line))
        self.stream = rng.integers(0, 1 << 62, 1)
        self.goal = closed_coatls(states[0].players[seat - 1]) + 1
        self.context = context_of_seat(rules, states, seat)
        self.race = new_race(len(self.lines))
        line_up(self.context, plans_for(self.lines), np.arange(len(self.lines)), self.race, nothing_found())
        self.ends = [self.end_of(states, line) for line in self.lines]
        self.now = judge(rules, states, seat)
        self.level = float(self.points([0], 0, REFERENCE).mean())

    def place(self, line: Sequence[int]) -> int:
        """Where a line of play stands among them."""
        return self.lines.index(tuple(line))

    @property
    def final(self) -> bool:
        """Whether the game is over behind every line."""
        return None not in self.ends

    def end_of(self, states: Records, line: Sequence[int]) -> Value | None:
        """How the game ends with a line; None if it goes on."""
        trial = copy_of(states)
        for action in line:
            self.rules.play(trial, action)
        return end_value(self.rules, trial, self.seat)

    def play(self, chosen: Sequence[int], first: int, count: int) -> Floats:
        """What is to be expected behind the chosen lines: equal numbers meet the same chance."""
        results = np.zeros((len(chosen), count, 2))
        if self.final:
            for place, line in enumerate(chosen):
                end = self.ends[line]
                assert end is not None
                results[place] = end.margin, end.win
            return results
        ahead = self.points(chosen, first, count) - self.level
        results[..., MARGIN] = self.now.margin + ahead
        results[..., WIN] = 1.0 / (1.0 + np.exp(-(log_odds(self.now.win) + ahead / ODDS)))
        return results

    def look(self, chosen: Sequence[int], first: int, count: int) -> Floats | None:
        """What the network says of the table when the turn is over, with what chance may reveal until then."""
        if self.final:
            return None
        results: Floats = np.zeros((len(chosen), count, 2))
        for place in range(count):
            number = first + place
            states = self.rules.determinise(self.view, rng_of(f"review deal {self.seed} {number}"))
            for row, line in zip(results, chosen, strict=True):
                row[place] = self.judged_end(states, self.lines[line], number)
        return results

    def judged_end(self, states: Records, line: Sequence[int], number: int) -> tuple[float, float]:
        """How the seat stands behind a line, and behind the best that it may do in its next turn.

        So what is put off, and can still be done then, costs no more than the time.
        """
        trial = copy_of(states)
        self.rules.seed(trial, self.key, number)
        self.play_turn(trial, line)
        others_turns(self.rules, trial, self.seat)
        if self.rules.over(trial):
            return judge(self.rules, trial, self.seat)
        return max(self.next_turns(trial), key=lambda found: found.margin + WIN_POINTS * found.win)

    def next_turns(self, states: Records) -> Iterator[Judgement]:
        """How the seat stands behind the plans for its next turn that look best."""
        for line in islice(plans_of(self.rules, states, self.seat), NEXT):
            trial = copy_of(states)
            self.play_turn(trial, line)
            yield judge(self.rules, trial, self.seat)

    def play_turn(self, states: Records, line: Sequence[int]) -> None:
        """Plays a line, and what the turn still asks for."""
        turn = self.rules.turns(states)
        for action in line:
            self.rules.play(states, action)
        end_turn(self.rules, states, self.seat, turn)

    def points(self, chosen: Sequence[int], first: int, count: int) -> Floats:
        """The points of rollouts: lines × games."""
        results: Floats = np.zeros((len(chosen), count))
        play_lines(self.context, self.race, np.array(chosen, np.int64), self.stream, self.goal, first, results)
        return results


def end_turn(rules: BoardRules, states: Records, seat: int, turn: int) -> None:
    """Ends a turn that a reveal interrupted: with `done` if that is legal, else by the best plan at a glance."""
    while not rules.over(states) and rules.turns(states) == turn and rules.seat(states) == seat:
        if states[0].pending in (TURN, KEEP):
            return
        legal = Position(rules, states).legal()
        best = next(plans_of(rules, states, seat), (legal[0],))
        rules.play(states, DONE if DONE in legal else best[0])


def others_turns(rules: BoardRules, states: Records, seat: int) -> None:
    """Plays until it is a seat's turn again: the others do what looks best at a glance."""
    while not rules.over(states) and (rules.seat(states) != seat or states[0].pending == KEEP):
        other = rules.seat(states)
        legal = Position(rules, states).legal()
        line = next(plans_of(rules, states, other), ()) if len(legal) > 1 else ()
        for action in line or legal[:1]:
            if action not in Position(rules, states).legal():
                break
            rules.play(states, action)


def log_odds(chance: float) -> float:
    """The logarithm of the odds."""
    sure = min(max(chance, SURE), 1.0 - SURE)
    return log(sure / (1.0 - sure))


def context_of_seat(rules: BoardRules, states: Records, seat: int) -> Context:
    """What the search's evaluation needs; here points are points, and winning is judged apart from them."""
    weights = copy_of(for_table(states)["designs"])
    weights["win"], weights["width"] = 0.0, BEAM
    return Context(states, rules.decks, np.zeros(1, RESOURCES), weights, seat - 1)


def plans_for(lines: Sequence[Sequence[int]]) -> Records:
    """Lines of play as the search holds them."""
    plans = np.zeros(len(lines), PLAN)
    for plan, line in zip(plans, lines, strict=True):
        plan["steps"][: len(line)] = line
        plan["count"] = len(line)
    return plans


def plans_of(rules: BoardRules, states: Records, seat: int) -> Iterator[tuple[int, ...]]:
    """The plans of the search, the best at a glance first; at the set-up, all ways to keep cards."""
    if states[0].pending == KEEP:
        yield from ways_to_keep(rules, states, seat)
        return
    plans = np.zeros(MOST_PLANS, PLAN)
    count = find_plans(context_of_seat(rules, states, seat), plans, nothing_found())
    for place in np.argsort(-plans["value"][:count], kind="stable")[:CANDIDATES]:
        yield tuple(int(step) for step in plans[place]["steps"][: plans[place]["count"]])


def ways_to_keep(rules: BoardRules, states: Records, seat: int) -> Iterator[tuple[int, ...]]:
    """Every set of cards that may be kept, as many as possible first (RULES 4.1, 4.5)."""
    player, deck = states[0].players[seat - 1], rules.decks[0]
    most = int(deck.adam_kept if states[0].options.solo else deck.kept) - int(player.kept)
    cards: Ints = player.hand[int(player.kept) : int(player.hand_size)]
    fewest = most if states[0].options.solo else 0
    for size in range(most, fewest - 1, -1):
        for kept in combinations(cards.tolist(), size):
            yield (*(keep_action(card) for card in kept), DONE)
