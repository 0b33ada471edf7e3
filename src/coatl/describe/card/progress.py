"""Points so far in the card game, and who still has a turn in its last round (RULES 5.3, 5.4)."""

from coatl.card.rules import CardRules
from coatl.card.view import PlayerView, View
from coatl.describe.card.matches import goals_met, temple_ladder
from coatl.describe.progress import Progress


def progress(rules: CardRules, view: View) -> Progress:
    """The result of who has finished, else levels and temple as they stand; turns in the last round."""
    points = tuple(player.points if player.final else points_now(rules, view, player) for player in view.players)
    if view.round < view.rounds or view.pending == "over":
        return Progress(points)
    turns = tuple(int(not player.final) for player in view.players)
    return Progress(points, turns, actions=(1,) * len(points), remaining=sum(turns))


def points_now(rules: CardRules, view: View, player: PlayerView) -> int:
    """What levels and coatl bring as they stand; against CARL there is no temple (R16)."""
    levels = sum(rules.deck.levels.points[level] for level in player.levels)
    if view.temple is None or not player.coatl:
        return levels
    return levels + temple_ladder(rules, view.temple)[sum(goals_met(rules, player, view.temple))]
