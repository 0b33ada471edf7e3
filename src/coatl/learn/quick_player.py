"""The quick player of the board game: a narrow search with few rollouts in every seat, to label positions with."""

from collections.abc import Iterator

import numpy as np

from coatl.board.apply import closed_coatls
from coatl.board.state import CHOOSE, TURN
from coatl.bots.board.design_table import nothing_found
from coatl.bots.board.plans import MOST_PLANS, PLAN
from coatl.bots.board.race import line_up, new_race
from coatl.bots.board.resources import RESOURCES, Context
from coatl.bots.board.search import BoardSearch, cuts_for, find_plans
from coatl.bots.board.weights import WEIGHTS, for_table
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

WIDTH, CANDIDATES, ROLLOUTS = 8, 16, 200  # a quarter of the time of the search; it beats ADAM in 72 of 100 games
LIKELY = 6  # plans among which it chooses at random when it explores


class QuickSearch(BoardSearch):
    """A search among few plans, found in a narrow beam."""

    def __init__(self, rules: Rules, states: Records, rng: np.random.Generator, weights: Records) -> None:
        seat = rules.seat(states) - 1
        self.stream = rng.integers(0, 1 << 62, 1)
        self.context = Context(
            states, rules.decks, np.zeros(1, RESOURCES), copy_of(for_table(states, weights)["designs"]), seat
        )
        self.plans = np.zeros(MOST_PLANS, PLAN)
        known = nothing_found()
        count = find_plans(self.context, self.plans, known)
        best = np.argsort(-self.plans["value"][:count], kind="stable")
        self.order = best[: CANDIDATES if states[0].pending in (TURN, CHOOSE) else 1].astype(np.int64)
        self.cuts = cuts_for(len(self.order), ROLLOUTS)
        self.goal = closed_coatls(states[0].players[seat]) + 1
        self.race = new_race(len(self.order))
        if len(self.order) > 1:
            line_up(self.context, self.plans, self.order, self.race, known)


class QuickPlayer:
    """Plays turns of any seat, by what that seat may know; now and then some other plan that looks good."""

    def __init__(self, rules: Rules, rng: np.random.Generator) -> None:
        self.rules, self.rng = rules, rng
        self.weights = copy_of(WEIGHTS)
        self.weights["designs"]["width"] = WIDTH
        self.legal_actions = np.empty(rules.most_legal, np.int16)

    def legal(self, states: Records) -> list[int]:
        """The legal actions of whoever decides."""
        return list(map(int, self.legal_actions[: self.rules.legal(states, self.legal_actions)]))

    def step(self, states: Records, explore: float = 0.0) -> bool:
        """Plays one plan of the deciding seat, or what is forced; false at the end of the game."""
        line = self.choose(states, explore)
        for _ in self.follow(states, line):
            pass
        return bool(line)

    def choose(self, states: Records, explore: float = 0.0) -> list[int]:
        """The steps of a plan of the deciding seat, or what is forced; none at the end of the game."""
        legal = self.legal(states)
        if len(legal) < 2:
            return legal
        search = self.search(states)
        if explore and self.rng.random() < explore:
            ranked = search.ranked()[:LIKELY]
            return search.steps(ranked[int(self.rng.integers(len(ranked)))][0])
        return search.line()

    def search(self, states: Records) -> BoardSearch:
        """A search for the deciding seat, done."""
        search = QuickSearch(self.rules, states, self.rng, self.weights)
        search.simulate(ROLLOUTS)
        return search

    def follow(self, states: Records, line: list[int]) -> Iterator[int]:
        """Plays the steps of a plan while they are legal; gives each of them."""
        for number, action in enumerate(line):
            if number and action not in self.legal(states):
                break
            self.rules.play(states, action)
            yield action

    def finish(self, states: Records) -> None:
        """Plays the game to its end."""
        while self.step(states):
            pass
