"""The levels for people above the novice: the bots of the registry with a name, a sentence and a time of their own."""

from coatl.bots.base import Limit
from coatl.bots.greedy import GreedyBot
from coatl.bots.search import SearchBot


class Artisan(GreedyBot):
    """Knows the craft of a turn."""

    title = "Artisan"
    level = 2
    sentence = "Makes the most of every turn, but plans no further than that."


class Priest(SearchBot):
    """Searches, but not for long."""

    title = "Priest"
    level = 3
    sentence = "Looks ahead into hundreds of possible games before it acts."
    limit = Limit(simulations=800)


class HighPriest(SearchBot):
    """Searches as long as people like to wait."""

    title = "High priest"
    level = 5
    sentence = "Thinks for a second about every decision: the strongest opponent."
    limit = Limit(seconds=1.0)
