"""The quick player of the board game: a narrow search with few rollouts in every seat, to play games on."""

from collections.abc import Iterator

import numpy as np

from coatl.bots.board.search import BoardSearch
from coatl.bots.board.weights import WEIGHTS
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

WIDTH, CANDIDATES, ROLLOUTS = 8, 16, 200  # a quarter of the time of the search; it beats ADAM in 72 of 100 games
LIKELY = 6  # plans among which it chooses at random when it explores


class QuickPlayer:
    """Plays turns of any seat, by what that seat may know; now and then some other plan that looks good."""

    def __init__(
        self,
        rules: "Rules",
        rng: np.random.Generator,
        width: int = WIDTH,
        candidates: int = CANDIDATES,
        rollouts: int = ROLLOUTS,
    ) -> None:
        self.rules, self.rng, self.candidates, self.rollouts = rules, rng, candidates, rollouts
        self.weights = copy_of(WEIGHTS)
        self.weights["designs"]["width"] = width
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
        search = self.search(states, legal)
        if explore and self.rng.random() < explore:
            ranked = search.ranked()[:LIKELY]
            return search.steps(ranked[int(self.rng.integers(len(ranked)))][0])
        return search.line()

    def search(self, states: Records, legal: list[int]) -> BoardSearch:
        """A search for the deciding seat, done."""
        seat = self.rules.seat(states)
        search = BoardSearch(self.rules, states, seat, legal, self.rng, self.weights, candidates=self.candidates)
        search.expect(self.rollouts)
        search.simulate(self.rollouts)
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
