"""The solver of the card game: the best way to play this turn, from a view or from a table in notation."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from coatl.card.notation import Row
from coatl.card.rules import CardRules
from coatl.card.view import ALL, HIDDEN, PlayerView, View
from coatl.card.words import find_card
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.game import rules_of
from coatl.solver.hints import Hint
from coatl.solver.playing import ALTERNATIVES, TurnSolution, solved

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


def hint(rules: CardRules, view: View, seat: int | None = None) -> Hint:
    """Advice for the rest of the turn, with reasons in words."""
    if view.pending not in DECISIONS or view.seat != seat_of(view, seat):
        return Hint(None, "It is not your turn: there is nothing to play now.")
    best = solve(rules, view, seat)
    others = tuple(f"otherwise {', '.join(other.actions[:1])}: {shown(other.points)}" for other in best.alternatives)
    return Hint(best.actions[0], headline(best), best.actions, best.reasons, others, int(best.points))


def headline(best: TurnSolution) -> str:
    """What the turn brings, and what to type."""
    when = "in the end" if best.final else "when your turn is over"
    mean = " on average" if best.reveals else ""
    return f"{shown(best.points)}{mean} {when}, {shown(best.before)} now. Type: {', '.join(best.actions)}."


def shown(points: float) -> str:
    """Points for people: whole ones without a fraction."""
    number = f"{points:.2f}".rstrip("0").rstrip(".")
    return f"{number} point{'s' * (number != '1')}"


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
    return solve(rules, laid(rules, coatl, hand, own, middle, theirs, temple, second))


def laid(
    rules: CardRules,
    coatl: str,
    hand: Sequence[str],
    own: Sequence[str],
    middle: Sequence[str],
    theirs: Sequence[str],
    temple: str | None,
    second: bool,
) -> View:
    """The view of such a table: all cards that are not named are in the decks."""
    row = Row.parse(coatl) if coatl else None
    last = not hand
    me, other = player(rules, own, coatl, hand), player(rules, theirs)
    size = int(rules.decks[0].middle[2])
    cards = [card_name(rules, name) for name in middle]
    if len(cards) > size:
        raise CoatlError("solve.middle", f"In the middle lie at most {size} prophecies, not {len(cards)}.")
    pile = Counter(dict(zip(rules.names["<feather>"], (card.copies for card in rules.deck.feather), strict=True)))
    pile.subtract(me.hand)
    taken = len(cards) + len(me.prophecies) + len(other.prophecies)
    rounds = int(rules.decks[0].rounds[0])
    return View(
        viewer="1",
        options=rules.table,
        pending="play" if not last else "tail" if row and row.head else "head",
        seat=1,
        round=rounds - (not last),
        rounds=rounds,
        middle=(*cards, *[None] * (size - len(cards))),
        temple=None if temple is None else temple.upper(),
        feathers=pile.total(),
        deck=len(rules.names["<prophecy>"]) - taken,
        unseen_feathers=dict(+pile),
        unseen_prophecies=(),
        players=(me, other),
        plays=int(second),
    )


def player(rules: CardRules, held: Sequence[str], coatl: str = "", hand: Sequence[str] = ()) -> PlayerView:
    """A seat; prophecies are written with their levels, `B1:2`, level 0 can be left out."""
    levels: list[Any] = [name.partition(":") for name in held]
    for name, _, level in levels:
        if level not in ("", "0", "1", "2", "3"):
            raise CoatlError("solve.level", f"{name[:20]} has no level {level[:20]!r}.", ["B1", "B1:1", "B1:2", "B1:3"])
    feathers = []
    for name in hand:
        word = name.upper()
        known = rules.names["<feather>"]
        if word not in known and word[::-1] not in known:
            raise CoatlError("feather.unknown", f"There is no feather {name[:20]!r}.", list(known))
        feathers.append(word if word in known else word[::-1])
    return PlayerView(
        coatl=coatl.upper(),
        hand=tuple(feathers),
        prophecies=tuple(card_name(rules, name) for name, _, _ in levels),
        levels=tuple(int(level or 0) for _, _, level in levels),
    )


def card_name(rules: CardRules, name: str) -> str:
    names = rules.names["<prophecy>"]
    return names[find_card(list(names), name)]
