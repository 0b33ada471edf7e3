"""An opponent in thirty lines, and a match against another."""

import argparse
from collections.abc import Sequence
from typing import Any

from coatl.arena import match
from coatl.bots.base import Bot, Limit


class Builder(Bot):
    """Fulfils what it can, builds what it has, and otherwise takes at random."""

    title = "Builder"
    sentence = "Builds at once."
    likes = ("fulfil", "temple", "raise", "steal", "extend", "start", "beside", "choose")

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: Any) -> str:
        """One of the legal actions; all chance comes from `rng`, so that a game can be repeated."""
        for verb in self.likes:
            wanted = [action for action in legal if action.startswith(verb)]
            if wanted:
                return wanted[int(rng.integers(len(wanted)))]
        return legal[int(rng.integers(len(legal)))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    found = match("bot_in_30_lines:Builder", "random", game="card", games=parser.parse_args().games, seed=1)
    for line in found.statistics.lines:
        print(f"{line.name}: {line.wins.mean:.0%} of the games")
