"""The quick player of the board game: a narrow search with few rollouts in every seat, to label positions with."""

import numpy as np

from coatl.board.apply import closed_coatls
from coatl.board.state import CHOOSE, NEEDS_FOUR, TURN
from coatl.bots.board.network import Network, no_network
from coatl.bots.board.plans import MOST_PLANS, PLAN
from coatl.bots.board.race import line_up, new_race
from coatl.bots.board.resources import RESOURCES, Context
from coatl.bots.board.search import BoardSearch, cuts_for, find_plans
from coatl.bots.board.weights import WEIGHTS, for_difficulty_four
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

WIDTH, CANDIDATES, ROLLOUTS = 8, 16, 200  # a quarter of the time of the search; it beats ADAM in 72 of 100 games
LIKELY = 6  # plans among which it chooses at random when it explores


class QuickSearch(BoardSearch):
    """A search among few plans, found in a narrow beam."""

    def __init__(
        self, rules: Rules, states: Records, rng: np.random.Generator, weights: Records, network: Network
    ) -> None:
        seat = rules.seat(states) - 1
        if states[0].options.difficulties[NEEDS_FOUR]:
            weights = for_difficulty_four(weights)
        self.network = network
        self.stream = rng.integers(0, 1 << 62, 1)
        self.context = Context(states, rules.decks, np.zeros(1, RESOURCES), copy_of(weights["designs"]), seat)
        self.plans = np.zeros(MOST_PLANS, PLAN)
        count = find_plans(self.context, self.plans)
        best = np.argsort(-self.plans["value"][:count], kind="stable")
        self.order = best[: CANDIDATES if states[0].pending in (TURN, CHOOSE) else 1].astype(np.int64)
        self.cuts = cuts_for(len(self.order), ROLLOUTS)
        self.goal = closed_coatls(states[0].players[seat]) + 1
        self.race = new_race(len(self.order))
        if len(self.order) > 1:
            line_up(self.context, self.plans, self.order, self.race)


class QuickPlayer:
    """Plays turns of any seat, by what that seat may know; now and then some other plan that looks good."""

    def __init__(self, rules: Rules, rng: np.random.Generator, network: Network | None = None) -> None:
        self.rules, self.rng = rules, rng
        self.network = no_network() if network is None else network
        self.weights = copy_of(WEIGHTS)
        self.weights["designs"]["width"] = WIDTH
        self.legal_actions = np.empty(rules.most_legal, np.int16)

    def legal(self, states: Records) -> list[int]:
        """The legal actions of whoever decides."""
        return list(map(int, self.legal_actions[: self.rules.legal(states, self.legal_actions)]))

    def step(self, states: Records, explore: float = 0.0) -> bool:
        """Plays one plan of the deciding seat, or what is forced; false at the end of the game."""
        legal = self.legal(states)
        if not legal:
            return False
        if len(legal) == 1:
            self.rules.play(states, legal[0])
            return True
        search = self.search(states)
        line = search.line()
        if explore and self.rng.random() < explore:
            place = search.ranked()[:LIKELY][int(self.rng.integers(min(LIKELY, len(search.order))))][0]
            plan = search.plans[place]
            line = [int(action) for action in plan["steps"][: plan["count"]]]
        self.follow(states, line)
        return True

    def search(self, states: Records) -> BoardSearch:
        """A search for the deciding seat, done."""
        search = QuickSearch(self.rules, states, self.rng, self.weights, self.network)
        search.simulate(ROLLOUTS)
        return search

    def follow(self, states: Records, line: list[int]) -> None:
        """Plays the steps of a plan while they are legal."""
        for number, action in enumerate(line):
            if number and action not in self.legal(states):
                break
            self.rules.play(states, action)

    def finish(self, states: Records) -> None:
        """Plays the game to its end."""
        while self.step(states):
            pass

    def closed(self, states: Records, seat: int) -> int:
        """How many coatls a seat (from 0) has finished."""
        return closed_coatls(states[0].players[seat])


def outcome(rules: Rules, states: Records, seat: int) -> tuple[float, float]:
    """Of a finished game: by how much a seat (from 0) is ahead of the best other, and its share of the win."""
    result = rules.result(states)
    assert result is not None
    others = [points for place, points in enumerate(result.points) if place != seat]
    won = (seat + 1 in result.winners) / len(result.winners)
    return float(result.points[seat] - max(others)), won
