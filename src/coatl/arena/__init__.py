"""Many games: simulations, and matches between bots with ratings."""

from coatl.arena.matches import Match, match
from coatl.arena.plan import Plan

__all__ = ["Match", "Plan", "match"]
