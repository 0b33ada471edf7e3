"""The best moment of a game: the turn that brought most points, to look back at (RULES 4.4, 5.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from coatl.card.rules import CardRules
from coatl.describe.actions import read
from coatl.describe.card.reach import GAINS
from coatl.describe.effects import EffectsData
from coatl.engine.record import UNDO, Entry
from coatl.engine.rules import Rules

Step = tuple[int, Entry, EffectsData]  # its place among all entries of the game, from 1


@dataclass(frozen=True)
class Moment:
    """A turn of somebody, and what it brought."""

    seat: int
    step: int  # after so many entries of the record it is there
    points: int
    coatl: int | None = None  # board game: the one that was finished
    cards: tuple[str, ...] = ()  # card game: the prophecies that were raised, fulfilled or stolen


def best_moment(rules: Rules, entries: Sequence[Entry], effects: Sequence[EffectsData]) -> Moment | None:
    """The first of the best; None if nothing brought a point. What an automaton did in its turn is none of them."""
    steps = kept(entries, effects)
    found = [*(gained(rules, steps) if isinstance(rules, CardRules) else finished(steps))]
    best = max(found, key=lambda moment: moment.points, default=None)
    return best if best is not None and best.points > 0 else None


def kept(entries: Sequence[Entry], effects: Sequence[EffectsData]) -> list[Step]:
    """What was played, without what was taken back."""
    steps: list[Step] = []
    for number, (entry, done) in enumerate(zip(entries, effects, strict=True), 1):
        if entry.action == UNDO:
            steps.remove(next(step for step in reversed(steps) if step[1].seat == entry.seat))
        else:
            steps.append((number, entry, done))
    return steps


def finished(steps: Sequence[Step]) -> Iterator[Moment]:
    """Every finished coatl of the board game."""
    for number, entry, done in steps:
        closed = done.get("closed")
        if closed is not None:
            yield Moment(entry.seat, number, closed.points, coatl=closed.coatl)


def gained(rules: CardRules, steps: Sequence[Step]) -> Iterator[Moment]:
    """Every turn of the card game: what its gains brought, less what fell."""
    worth, level = rules.deck.levels.points, dict[tuple[int, str], int]()
    first = int(rules.options["solo"])  # the level of the prophecy that was dealt (RULES 5.1, 5.5)
    for seat, turn in groupby(steps, key=lambda step: step[1].seat):
        points, cards, last = 0, dict[str, None](), 0  # each card once, in order
        for number, entry, done in turn:
            action, reached, last = read("card", entry.action), done.get("level"), number
            for fall in done.get("falls", ()):
                points -= worth[fall.was] - worth[fall.now or 0]
                level[seat, fall.card] = fall.now or 0
            if action.verb in GAINS and action.card is not None and reached is not None:
                was = level.get((seat, action.card), first) if action.verb == "raise" else 0
                points += worth[reached] - worth[was]
                level[seat, action.card] = reached
                cards[action.card] = None
        yield Moment(seat, last, points, cards=tuple(cards))
