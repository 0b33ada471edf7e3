"""What a line of play of the card game invites: the points of own cards that rivals are likely to steal behind it."""

from collections.abc import Sequence

from coatl.bots.base import Limit, rng_of
from coatl.bots.greedy import GreedyBot
from coatl.card.rules import CardRules
from coatl.engine.structs import Records
from coatl.position import Position
from coatl.review.moment import Moment

DEALS = 4  # of what the seat cannot see


def stolen_points(moment: Moment, line: Sequence[str]) -> float:
    """The points of own cards that the others steal until the seat's next turn, if they play greedily: a mean."""
    rules = moment.rules
    assert isinstance(rules, CardRules)
    lost = 0
    for number in range(DEALS):
        states = rules.determinise(moment.view, rng_of(f"review theft {number}"))
        for step in line:
            rules.play(states, rules.parse(step))
        before = rules.view(states, moment.seat).players[moment.seat - 1]
        if before.final:  # later thefts move the card but not the points (RULES 5.3)
            return 0.0
        others_turns(rules, states, moment.seat)
        left = rules.view(states, moment.seat).players[moment.seat - 1].prophecies
        cards = zip(before.prophecies, before.levels, strict=True)
        lost += sum(rules.deck.levels.points[level] for card, level in cards if card not in left)
    return lost / DEALS


def others_turns(rules: CardRules, states: Records, seat: int) -> None:
    """Plays until it is a seat's turn again, or the game is over: the others greedily, by what they see."""
    bot, rng = GreedyBot(rules), rng_of("review greedy")
    while not rules.over(states) and (other := rules.seat(states)) != seat:
        names = [rules.text(action) for action in Position(rules, states).legal()]
        choice = bot.choose(rules.view(states, other), names, Limit(), rng) if names[1:] else names[0]
        rules.play(states, rules.parse(choice))
