"""The search with a network on trial: what the best plans lead to is judged, and that decides beside the rollouts."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from coatl.board.state import OVER
from coatl.bots.board.judgement import features_of
from coatl.bots.board.network import Network, judged, read_network
from coatl.bots.board.search import BoardSearch
from coatl.bots.judgement import outcome
from coatl.bots.search import SearchBot
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Records

FOLDER, SHARE = "COATL_LEARNED", "COATL_SHARE"  # variables: the folder of the network, and its share of a value
WIN = 12.0  # points that winning is worth beside the margin


class JudgedSearch(BoardSearch):
    """A search whose values are partly those of a network; `share` is 1 for the network alone."""

    def __init__(
        self,
        rules: Rules,
        states: Records,
        seat: int,
        legal: Sequence[int],
        rng: np.random.Generator,
        weights: Records | None,
        network: Network,
        share: float,
    ) -> None:
        super().__init__(rules, states, seat, legal, rng, weights)
        self.rules, self.network, self.share = rules, network, share

    def ranked(self) -> list[tuple[int, float, int]]:
        """The plans that were tried, the best first by both values."""
        found = super().ranked()
        if len(found) < 2:
            return found
        places = {int(place): i for i, place in enumerate(self.order)}
        values = {place: self.judged(places[place]) for place, _, tries in found}
        mixed = [(place, (1 - self.share) * value + self.share * values[place], tries) for place, value, tries in found]
        return sorted(mixed, key=lambda option: -option[1])

    def judged(self, place: int) -> float:
        """The margin that the network expects behind a plan, and what winning is worth besides."""
        states, seat = self.race.states[place : place + 1], self.context.seat + 1
        result = self.rules.result(states) if states[0].pending == OVER else None
        if result is not None:
            margin, win = outcome(result, seat)
        else:
            margin, win = judged(self.network, features_of(self.rules, states, seat))
        return float(margin + WIN * (2 * win - 1))


class TrialSearch(SearchBot):
    """The search with a network that is not shipped, for matches: `coatl.learn.judged_search:TrialSearch:600`."""

    title = "Trial"
    sentence = "Searches with a network that is on trial."

    def begun(
        self, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator, lines: Sequence[Sequence[int]]
    ) -> JudgedSearch:
        """A search by rollouts and network."""
        network = trial_network(os.environ.get(FOLDER, "learned"), "solo" if states[0].options.solo else "table")
        share = float(os.environ.get(SHARE, "0.5"))
        return JudgedSearch(self.rules, states, seat, legal, rng, self.evaluation.weights, network, share)


@cache
def trial_network(folder: str, kind: str) -> Network:
    """The network of a kind of table in a folder, read once.

    :raises CoatlError: learn.network, if there is none.
    """
    path = Path(folder) / f"judgement_{kind}.npz"
    if not path.exists():
        raise CoatlError("learn.network", f"There is no network {path}.", ["coatl learn train"])
    return read_network(path)
