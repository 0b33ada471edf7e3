"""The levels for people, the weakest first: each is meant to beat the one below in some seven games of ten."""

from coatl.bots.base import Limit
from coatl.bots.failings import Failings, FallibleGreedy, FallibleSearch
from coatl.bots.search import SearchBot


class Novice(FallibleGreedy):
    """Somebody in the first games."""

    title = "Novice"
    level = 1
    sentence = "Sees what shines; often overlooks tokens, thefts, the far end and its other coatl."
    board_failings = Failings(1.0, 1.0, 0.6)
    card_failings = Failings(1.0, 1.0, 0.8)


class Apprentice(FallibleGreedy):
    """Somebody who knows the rules by heart."""

    title = "Apprentice"
    level = 2
    sentence = "Sees most of its turn; still forgets a token or a theft, and overrates heads and tails."
    board_failings = Failings(0.5, 0.6, 0.4)
    card_failings = Failings(0.5, 0.5, 0.5)


class Artisan(FallibleGreedy):
    """Knows the craft of a turn."""

    title = "Artisan"
    level = 3
    sentence = "Makes the most of its turn and seldom overlooks anything in it, but plans no further."
    board_failings = Failings(0.0, 0.0, 0.0)
    card_failings = Failings(0.3, 0.35, 0.35)


class Astronomer(FallibleSearch):
    """Looks ahead, through mist."""

    title = "Astronomer"
    level = 4
    sentence = "Looks ahead into some possible games; many a plan escapes it, and it judges roughly."
    limit = Limit(simulations=60)
    board_failings = Failings(0.8, 0.8, 2.4, 6.0)
    card_failings = Failings(0.3, 0.3, 0.6)


class Priest(FallibleSearch):
    """Looks ahead with practice."""

    title = "Priest"
    level = 5
    sentence = "Looks ahead into hundreds of possible games; now and then it overlooks a plan."
    limit = Limit(simulations=300)
    board_failings = Failings(0.3, 0.3, 1.0, 6.0)
    card_failings = Failings(0.1, 0.15, 0.25)


class HighPriest(SearchBot):
    """Searches as long as people like to wait."""

    title = "High priest"
    level = 6
    sentence = "Thinks for a second about every decision and overlooks nothing: the strongest opponent."
    limit = Limit(seconds=1.0)
