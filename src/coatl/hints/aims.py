"""The coatl that a line of play of the board game works towards: the best design of the search behind it."""

from typing import Any

import numpy as np

from coatl.board.state import EMPTY
from coatl.board.view import LETTERS, PlayerView, View
from coatl.bots.board.design_table import MOST_DESIGNS, find_designs
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.evaluation import turns_ahead
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, gather
from coatl.bots.board.weights import for_table
from coatl.describe.board.scores import scored
from coatl.engine.structs import copy_of
from coatl.hints.facts import Aim
from coatl.hints.judgement import Judgement


def aim_of(found: Judgement) -> tuple[Aim, list[str]] | None:
    """The aim, and the cards that score there; None if the seat has no cards to work with."""
    best = best_reading(found)
    return None if best is None else (best.aim(), best.cards)


def best_reading(found: Judgement) -> "Reading | None":
    """The best design behind the line.

    Only cards in hand and temples in sight count: what comes behind a reveal is not known.
    """
    states = found.after()
    if found.rules.over(states):
        return None
    me, before = found.rules.view(states, found.seat).players[found.seat - 1], found.view.players[found.seat - 1]
    row = (taken_card(found.view, step) for step in found.line)
    hand = set(me.hand) & {*before.hand, *filter(None, row)}
    temples = {*before.temples, *filter(None, found.view.temples)}
    aims = [Reading(found, context, design, me) for context, design in designs_behind(found)]
    known = [aim for aim in aims if aim.cards and hand.issuperset(aim.new_cards) and temples.issuperset(aim.temple)]
    return max(known, key=lambda aim: aim.value, default=None)


def designs_behind(found: Judgement) -> list[tuple[Context, Any]]:
    """What the search might build behind the line."""
    states, decks, seat = found.after(), found.rules.decks, found.seat - 1
    context = Context(states, decks, np.zeros(1, RESOURCES), copy_of(for_table(states)["designs"]), seat)
    holdings, designs = np.zeros(1, HOLDINGS), np.empty(MOST_DESIGNS, DESIGN)
    turns = turns_ahead(states[0], decks[0], seat, context.weights[0])
    gather(context.resources[0], holdings[0], states[0], decks[0], seat, turns)
    return [(context, design) for design in designs[: find_designs(context, holdings, designs)]]


def taken_card(view: View, action: str) -> str | None:
    """The card of the row that an action takes into hand."""
    place = action.removeprefix("choose row")
    return view.row[int(place) - 1] if place != action else None


class Reading:
    """A design in words: its pieces, its cards and what it still lacks."""

    def __init__(self, found: Judgement, context: Context, design: Any, me: PlayerView) -> None:
        self.rules, self.design, self.me = found.rules, design, me
        self.number, self.value = int(design.slot) + 1, float(design.value)
        self.begun = me.coatls[design.slot] if design.slot < len(me.coatls) else None
        resources, names = context.resources[0], found.rules.names
        places = (i for i in range(resources.card_count) if (int(design.cards) >> i) & 1)
        self.new_cards = [names["<prophecy>"][resources.cards[i]] for i in places]
        temple = None if design.temple == EMPTY else names["<temple>"][resources.temples[design.temple]]
        self.temple = [temple] if temple else []

    @property
    def cards(self) -> list[str]:
        """All that score there: those that lie there already, those from hand, the temple."""
        return [*(self.begun.cards if self.begun else ()), *self.new_cards, *self.temple]

    def aim(self) -> Aim:
        """The design as facts."""
        pieces = "".join(LETTERS[colour] for colour in self.design.pieces[: self.design.length])
        coatl = f"({pieces})"
        return Aim(
            number=self.number,
            was=self.begun.pieces if self.begun else "",
            coatl=coatl,
            points=scored(self.rules, coatl, self.cards).total,
            lacks=self.missing_bodies(),
            head=self.missing_end(int(self.design.head), self.me.heads),
            tail=self.missing_end(int(self.design.tail), self.me.tails),
        )

    def missing_bodies(self) -> str:
        """Body segments that neither lie there nor on the seat's board."""
        needed = enumerate(self.design.bodies)
        return "".join(LETTERS[i] * max(0, int(count) - self.me.bodies.count(LETTERS[i])) for i, count in needed)

    def missing_end(self, colour: int, owned: str) -> str:
        return "" if colour == EMPTY or LETTERS[colour] in owned else LETTERS[colour]
