"""The solver of the card game: the best way to play this turn, from a view or from a table in notation."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from coatl.card.rules import CardRules
from coatl.card.view import ALL, HIDDEN, PlayerView, View
from coatl.describe.card.scores import find_prophecy
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.registry import rules_of
from coatl.solver.card.best_turn import ALTERNATIVES, TurnSolution, solved

DECISIONS = ("play", "revealed", "gain", "head", "tail")


def solve(rules: CardRules, view: View, seat: int | None = None, alternatives: int = ALTERNATIVES) -> TurnSolution:
    """The way to play the rest of the viewer's turn with the most points when it is over."""
    chosen = seat_of(view, seat)
    if view.pending not in DECISIONS or view.seat != chosen:
        raise CoatlError("solve.turn", f"It is not the turn of seat {chosen}: there is nothing to play now.")
    if HIDDEN in view.players[chosen - 1].hand:
        raise CoatlError("solve.hidden", f"This view does not show the feathers of seat {chosen}.", [view.viewer])
    return solved(rules, rules.determinise(view, np.random.default_rng(0)), alternatives)


def seat_of(view: View, seat: int | None) -> int:
    """The seat that asks: the one that is named, else the viewer, else whoever decides."""
    if seat is not None:
        if not 1 <= seat <= len(view.players):
            raise CoatlError(
                "seat.unknown", f"Nobody sits on seat {seat}.", [str(i + 1) for i in range(len(view.players))]
            )
        return seat
    return view.seat if view.viewer in (ALL, "spectator") else int(view.viewer)


def warm_up(rules: CardRules) -> None:
    """Compiles, or loads, what the solver needs."""
    states = rules.blank()
    rules.seed(states, key_of("warm up"), 0)
    rules.set_up(states)
    if rules.table.solo:
        rules.play(states, rules.parse("carl"))
    solved(rules, states, 0)


def card_rules(rules: Rules) -> CardRules:
    """The rules of the card game, or an error for those of another game."""
    if not isinstance(rules, CardRules):
        raise CoatlError("game.unknown", f"This is asked of the card game, not of {rules.game!r}.", ["card"])
    return rules


# ---------------------------------------------------------------- a table in notation


@dataclass(frozen=True)
class Laid:
    """A table for two, seen by the first seat, of which only this is said; without feathers it is the last round."""

    coatl: str = ""
    hand: Sequence[str] = ()
    own: Sequence[str] = ()  # prophecies with their levels, `B1:2`
    middle: Sequence[str] = ()
    theirs: Sequence[str] = ()
    temple: str | None = None
    second: bool = False  # only the second card of the turn is left

    def view(self, rules: CardRules) -> View:
        """All cards that are not named are in the decks."""
        me, other = player(rules, self.own, self.coatl, self.hand), player(rules, self.theirs)
        middle = [card_name(rules, name) for name in self.middle]
        size, rounds = int(rules.decks[0].middle[2]), int(rules.decks[0].rounds[0])
        if len(middle) > size:
            raise CoatlError("solve.middle", f"In the middle lie at most {size} prophecies, not {len(middle)}.")
        copies = (card.copies for card in rules.deck.feather)
        pile = Counter(dict(zip(rules.names["<feather>"], copies, strict=True)))
        pile.subtract(me.hand)
        return View(
            viewer="1",
            options=rules.table,
            pending="play" if self.hand else "tail" if self.coatl.startswith("(") else "head",
            seat=1,
            round=rounds - bool(self.hand),
            rounds=rounds,
            middle=(*middle, *[None] * (size - len(middle))),
            temple=None if self.temple is None else self.temple.upper(),
            feathers=pile.total(),
            deck=len(rules.names["<prophecy>"]) - len({*middle, *me.prophecies, *other.prophecies}),
            unseen_feathers=dict(+pile),
            unseen_prophecies=(),
            players=(me, other),
            plays=int(self.second),
        )


def best_turn(
    coatl: str = "",
    hand: Sequence[str] = (),
    own: Sequence[str] = (),
    middle: Sequence[str] = (),
    theirs: Sequence[str] = (),
    temple: str | None = None,
    second: bool = False,
    deck: str | Path | None = None,
) -> TurnSolution:
    """The best turn at a table for two, of which only this is said; without feathers it is the last round.

    >>> best_turn("KG", ["RB"], ["B1"], second=True).actions[:2]
    ('beside RB right', 'raise B1')
    """
    rules = card_rules(rules_of("card", deck=deck, players=2))
    return solve(rules, Laid(coatl, hand, own, middle, theirs, temple, second).view(rules))


def player(rules: CardRules, held: Sequence[str], coatl: str = "", hand: Sequence[str] = ()) -> PlayerView:
    """A seat; prophecies are written with their levels, `B1:2`, level 0 can be left out."""
    levels: list[Any] = [name.partition(":") for name in held]
    for name, _, level in levels:
        if level not in ("", "0", "1", "2", "3"):
            raise CoatlError("solve.level", f"{name[:20]} has no level {level[:20]!r}.", ["B1", "B1:1", "B1:2", "B1:3"])
    return PlayerView(
        coatl=coatl.upper(),
        hand=tuple(feather_name(rules, name) for name in hand),
        prophecies=tuple(card_name(rules, name) for name, _, _ in levels),
        levels=tuple(int(level or 0) for _, _, level in levels),
    )


def card_name(rules: CardRules, name: str) -> str:
    return find_prophecy(rules, name)


def feather_name(rules: CardRules, name: str) -> str:
    """A feather in hand has no order: GR is RG."""
    known = rules.names["<feather>"]
    for word in (name.upper(), name.upper()[::-1]):
        if word in known:
            return word
    raise CoatlError("feather.unknown", f"There is no feather {name[:20]!r}.", list(known))
