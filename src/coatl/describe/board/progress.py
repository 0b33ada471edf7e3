"""Points so far in the board game, and the turns that its end still allows (RULES 4.3, 4.4, 4.5)."""

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.describe.board.scores import pile
from coatl.describe.progress import Progress


def progress(rules: BoardRules, view: View) -> Progress:
    """Points of finished coatls, of thefts suffered (4.6) and of ADAM's pile; turns once the end has begun."""
    consolation = rules.deck.golden_feathers.points_for_victim if rules.deck.golden_feathers else 0
    points = [player.points + consolation * player.robbed for player in view.players]
    if view.adam is not None:
        points.append(sum(cards.points for cards in pile(rules, view.adam.pile).values()))
    if view.ending is None or view.turns_left is None or view.pending == "over":
        return Progress(tuple(points))
    seats = range(1, len(points) + 1)
    coming = [(view.seat - 1 + i) % len(points) + 1 for i in range(view.turns_left + 1)]
    return Progress(
        tuple(points),
        turns=tuple(coming.count(seat) for seat in seats),
        actions=tuple(actions(view, seat) for seat in seats),
        remaining=len(coming),
    )


def actions(view: View, seat: int) -> int:
    """Up to 2 for who comes later in the round than the one who finished a third coatl (RULES 4.3 a)."""
    if view.ending != "third-coatl" or view.ender is None or seat == view.ender:
        return 1
    first, players = view.options.first, view.options.players
    return 2 if (seat - first) % players > (view.ender - first) % players else 1
