"""Points so far in the card game, and who still has a turn in its last round (RULES 5.3, 5.4)."""

from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.describe.progress import Progress


def progress(rules: CardRules, view: View) -> Progress:
    """The result of who has finished, else the points of the levels; turns in the last round."""
    worth = rules.deck.levels.points
    points = tuple(
        player.points if player.final else sum(worth[level] for level in player.levels) for player in view.players
    )
    if view.round < view.rounds or view.pending == "over":
        return Progress(points)
    turns = tuple(int(not player.final) for player in view.players)
    return Progress(points, turns, actions=(1,) * len(points), remaining=sum(turns))
