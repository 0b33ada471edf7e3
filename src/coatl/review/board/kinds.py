"""What kind of slip a decision of the board game was."""

from dataclasses import replace

from coatl.board.rules import BoardRules
from coatl.bots.board.evaluation import turns_ahead
from coatl.hints.aims import best_reading
from coatl.review.board.lines import context_of_seat
from coatl.review.moment import Moment
from coatl.review.report import LessonKind

TOKENS = ("pick", "future", "priest")
LATE = 2.0  # turns


def kind_of(moment: Moment) -> LessonKind:
    """By what both lines close, use and take."""
    played, best = verbs(moment.played), verbs(moment.best)
    if "keep" in played | best:
        kept = len(moment.played) == len(moment.best)
        return "conflict" if kept else "cards"
    closed, could_close = points_closed(moment, moment.played), points_closed(moment, moment.best)
    if closed != could_close:
        return closing_kind(moment, closed, could_close)
    if ("steal" in played) != ("steal" in best):
        return "theft"
    tokens = played & {*TOKENS}, best & {*TOKENS}
    if bool(tokens[0]) != bool(tokens[1]):
        return "token-early" if tokens[0] else "token-unused"
    if is_late(moment):
        return "ignored-end"
    if "choose" in played | best:
        return "cards"
    if "take" in played:
        return "useless" if is_useless(moment) else "pieces"
    return "pieces" if "take" in best else "building"


def closing_kind(moment: Moment, closed: int | None, could_close: int | None) -> LessonKind:
    """One line closes a coatl, or for more points than the other."""
    if closed is None:
        return "ignored-end" if is_late(moment) else "waited"
    if could_close is None or could_close < closed:
        return "closed-early"
    return "left-points"


def verbs(line: tuple[str, ...]) -> set[str]:
    """The first words of its steps."""
    return {step.partition(" ")[0] for step in line}


def points_closed(moment: Moment, line: tuple[str, ...]) -> int | None:
    """The points of the coatls that a line closes; None if it closes none."""
    before = moment.view.players[moment.seat - 1].coatls
    after = moment.rules.view(moment.after(line), moment.seat).players[moment.seat - 1].coatls
    open_before = [place >= len(before) or not before[place].closed for place in range(len(after))]
    closed = [coatl.points for coatl, was_open in zip(after, open_before, strict=True) if was_open and coatl.closed]
    return sum(closed) if closed else None


def is_late(moment: Moment) -> bool:
    """Whether there is hardly any later."""
    assert isinstance(moment.rules, BoardRules)
    context = context_of_seat(moment.rules, moment.states, moment.seat)
    left = turns_ahead(moment.states[0], context.decks[0], moment.seat - 1, context.weights[0])
    return bool(left <= LATE)


def is_useless(moment: Moment) -> bool:
    """Whether the coatl that the seat works towards lacks as much as before."""
    before, after = (best_reading(replace(moment.judgement(moment.played), line=line)) for line in ((), moment.played))
    if before is None or after is None:
        return before is None and after is None
    first, then = before.aim(), after.aim()
    lacks = [len(aim.lacks) + bool(aim.head) + bool(aim.tail) for aim in (first, then)]
    return lacks[1] >= lacks[0] and then.points <= first.points
