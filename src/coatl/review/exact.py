"""Costs that are proven: both lines end the game, or differ in nothing but points."""

from coatl.review.board.proof import points_apart
from coatl.review.moment import Moment
from coatl.review.outcome import end_value
from coatl.review.race import Verdict
from coatl.review.report import Cost, Estimate


def exact_cost(moment: Moment, verdict: Verdict) -> Cost | None:
    """What was played lost against the best, without an interval; None if that cannot be proven."""
    best, played = moment.after(moment.best), moment.after(moment.played)
    ends = [end_value(moment.rules, states, moment.seat) for states in (best, played)]
    if ends[0] is not None and ends[1] is not None:
        return certain(ends[0].margin - ends[1].margin, ends[0].win - ends[1].win)
    if moment.rules.game != "board" or verdict.best == verdict.played:
        return None
    apart = points_apart(best, played, moment.seat)
    return None if apart is None else certain(apart, verdict.gap(verdict.played).win.value if apart else 0.0)


def certain(margin: float, win: float) -> Cost:
    """A cost that is known; nothing, if the other line is no better."""
    if margin <= 0.0 and win <= 0.0:
        return Cost()
    return Cost(Estimate(margin, margin, margin), Estimate(win, win, win))
