"""Tables laid by hand: a scenario says only what it is about, the rest is an ordinary table.

>>> scene = table(player(bodies="BBYY", heads="B"))
>>> scene.play("start head B", "extend 1 right B", "done").me(1).coatls[0].pieces
'(BB'
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from coatl.board.options import OptionsView
from coatl.board.rules import BoardRules
from coatl.board.state import EMPTY
from coatl.board.view import ALL, AdamView, CoatlView, PlayerView, SupplyView, View, Viewer
from coatl.decks.loader import load_board, load_data
from coatl.engine.chance import key_of
from coatl.engine.rules import Result
from coatl.engine.structs import Records
from coatl.position import Position

OPTIONS = set(OptionsView.__dataclass_fields__)
EVERY_TOKEN = "pick future priest"
FULL_BAG = "RRRRRGGGGGBBBBBYYYYYKKKKK"


@cache
def printed(**options: Any) -> BoardRules:
    """The printed deck with these options."""
    return BoardRules(**options)


def own(sections: Mapping[str, Any], **options: Any) -> BoardRules:
    """The rules with an own deck: the printed one but for these sections."""
    return BoardRules(load_data("board", {"game": {"id": "board"}, **sections}), **options)


def with_prophecies(*cards: dict[str, Any], **options: Any) -> BoardRules:
    """The printed deck and some cards more."""
    return own({"prophecy": [*load_board().model_dump(mode="json")["prophecy"], *cards]}, **options)


def prophecy(name: str, pattern: str, points: int = 1, god: str = "red", kind: str = "sequence") -> dict[str, Any]:
    """A card of an own deck."""
    return {"id": name, "colour": god, "kind": kind, "pattern": pattern, "levels": {1: points}}


# ---------------------------------------------------------------- a table in play


class Scene:
    """A position that is played in notation."""

    def __init__(self, rules: BoardRules, states: Records) -> None:
        self.rules = rules
        self.states = states

    @property
    def legal(self) -> set[str]:
        """Everything that may be done now."""
        numbers = Position(self.rules, self.states).legal()
        found = {self.rules.text(number) for number in numbers}
        assert len(found) == len(numbers), "an action stands twice in the list"
        return found

    def can(self, *words: str) -> set[str]:
        """The legal actions that begin with one of these words."""
        return {action for action in self.legal if action.startswith(words)}

    def play(self, *actions: str) -> "Scene":
        """Plays the actions one after the other; each must be legal."""
        for action in actions:
            assert action in self.legal, f"{action!r} is not among {sorted(self.legal)}"
            self.rules.play(self.states, self.rules.parse(action))
        return self

    def copy(self) -> "Scene":
        return Scene(self.rules, self.states.copy())

    @property
    def drawn(self) -> list[str]:
        """What chance brought in the newest action: cards by name, pieces by colour."""
        return [self.rules.outcome_text(outcome) for outcome in self.rules.outcomes(self.states)]

    def view(self, viewer: Viewer = ALL) -> View:
        return self.rules.view(self.states, viewer)

    @property
    def now(self) -> View:
        """Everything, the hidden cards too."""
        return self.view()

    def me(self, seat: int = 1) -> PlayerView:
        return self.now.players[seat - 1]

    @property
    def adam(self) -> AdamView:
        assert self.now.adam is not None
        return self.now.adam

    @property
    def result(self) -> Result:
        result = self.rules.result(self.states)
        assert result is not None, "the game is not over"
        return result

    @property
    def over(self) -> bool:
        return self.rules.over(self.states)


def fresh(rules: BoardRules | None = None, seed: str = "1", **options: Any) -> Scene:
    """A table as the set-up leaves it: the secret choices are open."""
    rules = rules or printed(**options)
    states = rules.blank()
    rules.seed(states, key_of(seed), 0)
    rules.set_up(states)
    return Scene(rules, states)


def begun(rules: BoardRules | None = None, seed: str = "1", **options: Any) -> Scene:
    """The first turn of an ordinary game: every hand is the first cards that were dealt."""
    scene = fresh(rules, seed, **options)
    while scene.now.pending == "keep":
        keeps = sorted(scene.can("keep"))
        scene.play(keeps[0] if keeps else "done")
    return scene


# ---------------------------------------------------------------- laying a table


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def places(text: str, size: int) -> tuple[str | None, ...]:
    """Cells or cards from left to right; `-` is an empty place, and so is all that is not said."""
    found = [None if word == "-" else word for word in text.split()]
    return tuple(found + [None] * (size - len(found)))


def player(hand: str = "", tokens: str = EVERY_TOKEN, coatls: Sequence[CoatlView] = (), **more: Any) -> PlayerView:
    """A seat; cards and tokens are words, pieces are letters, `discards` were laid down from this hand."""
    for name in ("temples", "known", "known_temples"):
        more[name] = words(more.get(name, ""))
    discards = Counter(words(more.pop("discards", "")))
    return PlayerView(
        hand=words(hand),
        tokens=words(tokens),
        coatls=tuple(coatls),
        ready=True,
        own_discards=dict(discards),
        discarded=discards.total(),
        **more,
    )


def coatl(pieces: str, cards: str = "") -> CoatlView:
    """An unfinished coatl with the prophecies beside it."""
    return CoatlView(pieces, words(cards))


def finished(pieces: str = "(RGB)", cards: str = "", temple: str | None = None, points: int = 0) -> CoatlView:
    """A closed coatl."""
    return CoatlView(pieces, words(cards), temple, closed=True, points=points)


def supply(
    bodies: str = "RG BY KR GB YK RG",
    heads: str = "R G",
    tails: str = "B Y",
    bag: str = FULL_BAG,
    bag_heads: str = "RGBYK",
    bag_tails: str = "RGBYK",
) -> SupplyView:
    """The supply board and the bags; `-` is an empty cell."""
    bags = [dict(Counter(pieces)) for pieces in (bag, bag_heads, bag_tails)]
    return SupplyView(places(bodies, 6), places(heads, 2), places(tails, 2), *bags)


def table(
    *seats: PlayerView,
    row: str | None = None,
    deck: str | None = None,
    discards: str = "",
    tops: str | None = None,
    below: str | None = None,
    adam: AdamView | None = None,
    pieces: SupplyView | None = None,
    rules: BoardRules | None = None,
    **more: Any,
) -> Scene:
    """Seat 1 is about to act, unless `more` says otherwise (fields of the view, or options of the table).

    Without `row` and `tops` cards lie there that are named nowhere else; without `deck` and `below` all other cards
    are there.
    """
    given = {name: more.pop(name) for name in OPTIONS & set(more)}
    if not given.get("solo") and len(seats) > 2:
        given.setdefault("players", len(seats))
    rules = rules or printed(**given)
    everyone = [*seats, *[player(tokens="")] * (rules.table.players - len(seats))]
    adam = (adam or AdamView()) if rules.table.solo else None
    laid = [*words(discards), *(card for seat in everyone for card in cards_of(seat))]
    laid += [*adam.line, *Counter(adam.pile).elements()] if adam else []
    left = Counter({card.id: card.copies for card in rules.deck.prophecy if in_play(rules, card.set)})
    left.subtract(laid)
    cards = [card for card in words(row) if card != "-"] if row is not None else spare(left, deck, 6)
    shown = spare_temples(rules, everyone, below)
    view = View(
        viewer=ALL,
        options=rules.table,
        row=places(" ".join(cards) if row is None else row, 6),
        deck=left.total() - len(cards),
        temples=places(" ".join(shown[-2:]), 2),
        piles=((len(shown) + 1) // 2, len(shown) // 2),
        players=tuple(replace(seat, tokens=seat.tokens if rules.table.tokens else ()) for seat in everyone),
        supply=pieces or supply(),
        discards=dict(Counter(words(discards))),
        adam=adam,
        pending=more.pop("pending", "turn"),
        seat=more.pop("seat", 1),
        **more,
    )
    scene = Scene(rules, rules.determinise(view, np.random.default_rng(0)))
    if deck is not None:
        lay_deck(scene, words(deck))
    if tops is not None or below is not None:
        lay_temples(scene, places(tops or " ".join(shown[-2:]), 2), shown if below is None else words(below))
    return scene


def spare(left: Counter[str], deck: str | None, number: int) -> list[str]:
    """Cards that are named nowhere."""
    unnamed = left - Counter(words(deck or ""))
    return list(unnamed.elements())[-number:]


def spare_temples(rules: BoardRules, seats: Iterable[PlayerView], below: str | None) -> list[str]:
    """The temples that no player has; those that shall lie below come first."""
    every = [card.id for card in rules.deck.temple if in_play(rules, card.set)]
    held = {temple for seat in seats for temple in temples_of(seat)}
    covered = words(below or "")
    return [*covered, *(card for card in every if card not in held and card not in covered)]


def in_play(rules: BoardRules, card_set: str) -> bool:
    return rules.table.promo or card_set != "promo"


def cards_of(seat: PlayerView) -> Iterable[str]:
    yield from seat.hand
    yield from Counter(seat.own_discards).elements()
    for serpent in seat.coatls:
        yield from serpent.cards


def temples_of(seat: PlayerView) -> Iterable[str]:
    yield from seat.temples
    yield from (serpent.temple for serpent in seat.coatls if serpent.temple is not None)


def lay_deck(scene: Scene, cards: Sequence[str]) -> None:
    """The deck is exactly these cards."""
    prophecies = scene.states[0].prophecies
    prophecies.deck[:] = 0
    for card in cards:
        prophecies.deck[scene.rules.names["<prophecy>"].index(card)] += 1
    prophecies.deck_size = len(cards)


def lay_temples(scene: Scene, tops: Sequence[str | None], below: Sequence[str]) -> None:
    """The temple piles: their tops, and what lies below, all of it in the first pile that has a top."""
    temples, names = scene.states[0].temples, scene.rules.names["<temple>"]
    temples.tops[:] = [EMPTY if top is None else names.index(top) for top in tops]
    temples.sizes[:] = [top is not None for top in tops]
    temples.below[:] = 0
    covered = [card for card in below if card not in tops]
    if tops != (None, None):
        temples.sizes[int(tops[0] is None)] += len(covered)
        temples.below[[names.index(card) for card in covered]] = 1


# ---------------------------------------------------------------- ADAM


def adams_turn(line: str, *on_cards: str, human: PlayerView | None = None, **more: Any) -> Scene:
    """ADAM is about to move, with this line and these pieces on its cards, from left to right."""
    cards = words(line)
    pile = dict(Counter(words(more.pop("pile", ""))))
    adam = AdamView(cards, (*on_cards, *[""] * (len(cards) - len(on_cards))), pile)
    more.setdefault("pending", "adam")
    more.setdefault("seat", 2)
    return table(human or player(tokens=""), adam=adam, solo=True, **more)


def against_adam(human: PlayerView, line: str = "", **more: Any) -> Scene:
    """The human of the solo game is about to act."""
    more.setdefault("pending", "turn")
    more.setdefault("seat", 1)
    return adams_turn(line, human=human, **more)


def cells(scene: Scene) -> dict[str, str | None]:
    """The supply board by cell."""
    laid = scene.now.supply
    kinds = {"body": laid.bodies, "head": laid.heads, "tail": laid.tails}
    return {f"{kind}{number}": cell for kind, row in kinds.items() for number, cell in enumerate(row, 1)}
