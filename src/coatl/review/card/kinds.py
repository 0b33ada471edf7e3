"""What kind of slip a decision of the card game was."""

from coatl.review.card.thefts import stolen_points
from coatl.review.moment import Moment
from coatl.review.report import LessonKind

ONE = 1.0  # point


def kind_of(moment: Moment) -> LessonKind:
    """By discards, thefts, the points behind both turns, what they lay open to others, and the cards that they gain."""
    played, best = moment.played, moment.best
    if uses(played, "discard") != uses(best, "discard"):
        return "discard"
    more = moment.best_facts.points - moment.played_facts.points
    if gained(played, "steal") != gained(best, "steal"):
        return "theft"
    if stolen_points(moment, played) - stolen_points(moment, best) >= max(ONE, more):
        return "exposed"
    if more >= ONE:
        return "left-points"
    if moment.view.round == moment.view.rounds:
        return "ignored-end"
    if gained(played, "fulfil") != gained(best, "fulfil"):
        return "cards"
    return "building"


def uses(line: tuple[str, ...], verb: str) -> bool:
    """Whether a step of the line begins so."""
    return any(step.partition(" ")[0] == verb for step in line)


def gained(line: tuple[str, ...], verb: str) -> set[str]:
    """The cards that a line gains in this way."""
    return {step for step in line if step.partition(" ")[0] == verb}
