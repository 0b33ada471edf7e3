"""The search of version 0.1, which trusts its rollouts alone: what a new search is measured against.

coatl arena search:2100 coatl.learn.rollout_search:RolloutSearch:2100
"""

from collections.abc import Sequence

import numpy as np

from coatl.bots.board.search import BoardSearch
from coatl.bots.search import Search, SearchBot
from coatl.engine.structs import Records


class RolloutSearch(SearchBot):
    """Plays the plan that does best in rollouts, without looking on behind it."""

    title = "Search 0.1"
    sentence = "Searches as version 0.1 did."

    def begun(
        self, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator, lines: Sequence[Sequence[int]]
    ) -> Search:
        """A search by rollouts alone; in the card game nothing has changed."""
        if self.rules.game != "board":
            return super().begun(states, seat, legal, rng, lines)
        return BoardSearch(self.rules, states, seat, legal, rng, self.evaluation.weights, lines)
