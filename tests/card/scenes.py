"""Tables laid by hand: a scenario says only what it is about, the rest is an ordinary table.

>>> scene = table(player("KG", "RB", "B1"))
>>> scene.play("beside RB right", "raise B1").held()
'B1:1'
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from coatl.card.options import OptionsView
from coatl.card.rules import CardRules
from coatl.card.view import ALL, CarlView, PlayerView, View, Viewer
from coatl.decks.loader import load_card, load_data
from coatl.engine.chance import key_of
from coatl.engine.rules import Result
from coatl.engine.structs import Records, copy_of
from coatl.position import Position

OPTIONS = set(OptionsView.__dataclass_fields__)


@cache
def printed(**options: Any) -> CardRules:
    """The printed deck with these options."""
    return CardRules(**options)


def own(sections: Mapping[str, Any], **options: Any) -> CardRules:
    """The rules with an own deck: the printed one but for these sections."""
    return CardRules(load_data("card", {"game": {"id": "card"}, **sections}), **options)


def with_prophecies(*patterns: str, **options: Any) -> CardRules:
    """The printed deck and some blue prophecies more: X1, X2, …"""
    cards = [{"id": f"X{number}", "colour": "blue", "pattern": text} for number, text in enumerate(patterns, 1)]
    return own({"prophecy": [*load_card().model_dump(mode="json")["prophecy"], *cards]}, **options)


# ---------------------------------------------------------------- a table in play


class Scene:
    """A position that is played in notation."""

    def __init__(self, rules: CardRules, states: Records) -> None:
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

    @property
    def gains(self) -> set[str]:
        """What can be fulfilled with the card just played."""
        assert self.now.pending == "gain"
        return self.legal - {"done"}

    def play(self, *actions: str) -> "Scene":
        """Plays the actions one after the other; each must be legal."""
        for action in actions:
            assert action in self.legal, f"{action!r} is not among {sorted(self.legal)}"
            self.rules.play(self.states, self.rules.parse(action))
        return self

    def copy(self) -> "Scene":
        return Scene(self.rules, copy_of(self.states))

    @property
    def drawn(self) -> list[str]:
        """What chance brought in the newest action: cards by name, feathers in lower case."""
        return [self.rules.outcome_text(outcome) for outcome in self.rules.outcomes(self.states)]

    def view(self, viewer: Viewer = ALL) -> View:
        return self.rules.view(self.states, viewer)

    @property
    def now(self) -> View:
        """Everything, the hidden cards too."""
        return self.view()

    def me(self, seat: int = 1) -> PlayerView:
        return self.now.players[seat - 1]

    def coatl(self, seat: int = 1) -> str:
        return self.me(seat).coatl

    def held(self, seat: int = 1) -> str:
        """The prophecies of a seat with their levels, in the order in which they came."""
        me = self.me(seat)
        return " ".join(f"{name}:{level}" for name, level in zip(me.prophecies, me.levels, strict=True))

    @property
    def carl(self) -> CarlView:
        assert self.now.carl is not None
        return self.now.carl

    @property
    def over(self) -> bool:
        return self.rules.over(self.states)

    @property
    def result(self) -> Result:
        result = self.rules.result(self.states)
        assert result is not None, "the game is not over"
        return result


def fresh(rules: CardRules | None = None, seed: str = "1", **options: Any) -> Scene:
    """A table as the set-up leaves it."""
    rules = rules or printed(**options)
    states = rules.blank()
    rules.seed(states, key_of(seed), 0)
    rules.set_up(states)
    return Scene(rules, states)


def quick_turn(scene: Scene) -> Scene:
    """A whole turn without any gain: feathers beside each other, or head and tail, or CARL's."""
    turns = scene.now.turns
    while scene.now.turns == turns and not scene.over:
        scene.play(min(scene.legal, key=lambda action: (action.startswith(("over", "discard")), action)))
    return scene


# ---------------------------------------------------------------- laying a table


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def places(text: str, size: int) -> tuple[str | None, ...]:
    """Cards from left to right; `-` is an empty place, and so is all that is not said."""
    found = [None if word == "-" else word for word in text.split()]
    return tuple(found + [None] * (size - len(found)))


def player(coatl: str = "", hand: str = "", prophecies: str = "", **more: Any) -> PlayerView:
    """A seat; prophecies are written with their levels, `B1:2`, level 0 can be left out."""
    cards = [card.partition(":") for card in words(prophecies)]
    names, levels = tuple(name for name, _, _ in cards), tuple(int(level or 0) for _, _, level in cards)
    return PlayerView(coatl=coatl, hand=words(hand), prophecies=names, levels=levels, **more)


def table(
    *seats: PlayerView,
    middle: str = "",
    temple: str | None = "T1",
    feathers: str | None = None,
    discards: str = "",
    deck: str | None = None,
    carl: CarlView | None = None,
    rules: CardRules | None = None,
    **more: Any,
) -> Scene:
    """Seat 1 is about to play a feather, unless `more` says otherwise (fields of the view, or options of the table).

    The middle is empty unless said; without `feathers` and `deck` all other cards are in the decks.
    """
    given = {name: more.pop(name) for name in OPTIONS & set(more)}
    if len(seats) > 2:
        given.setdefault("players", len(seats))
    rules = rules or printed(**given)
    acting = 2 if rules.table.solo else rules.table.players
    everyone = (*seats, *[player()] * (acting - len(seats)))
    laid = [*words(middle), *more.get("lost", ()), *(card for seat in everyone for card in seat.prophecies)]
    laid += [*carl.deck, *carl.used] if carl else []
    size = int(rules.decks[0].middle[rules.table.players])
    pile = feather_pile(rules, everyone, words(discards), more) if feathers is None else Counter(words(feathers))
    view = View(
        viewer=ALL,
        options=rules.table,
        pending=more.pop("pending", "play"),
        seat=more.pop("seat", 1),
        round=more.pop("round", 1),
        rounds=int(rules.decks[0].rounds[carl_number(rules)]),
        middle=places(middle, size),
        temple=None if rules.table.solo else temple,
        feathers=pile.total(),
        deck=len(rules.deck.prophecy) - len([card for card in laid if card != "-"]),
        unseen_feathers=dict(pile),
        unseen_prophecies=(),
        players=everyone,
        discards=dict(Counter(words(discards))),
        carl=carl,
        **more,
    )
    scene = Scene(rules, rules.determinise(view, np.random.default_rng(0)))
    if deck is not None:
        lay_deck(scene, words(deck))
    return scene


def carl_number(rules: CardRules) -> int:
    """Which opponent sits there, as the deck counts them."""
    return {None: 0, "carl": 1, "carl2": 2}[rules.table.opponent]


def feather_pile(
    rules: CardRules, seats: Iterable[PlayerView], discards: Sequence[str], more: Mapping[str, Any]
) -> Counter[str]:
    """All feathers that are neither in a hand nor discarded nor revealed."""
    copies = (card.copies for card in rules.deck.feather)
    pile = Counter(dict(zip(rules.names["<feather>"], copies, strict=True)))
    pile.subtract([*discards, *(card for seat in seats for card in seat.hand), *words(more.get("revealed", ""))])
    return +pile


def lay_deck(scene: Scene, cards: Sequence[str]) -> None:
    """The prophecy deck is exactly these cards."""
    state = scene.states[0]
    state.deck[:] = 0
    for card in cards:
        state.deck[scene.rules.names["<prophecy>"].index(card)] = 1
    state.deck_count = len(cards)


# ---------------------------------------------------------------- CARL


def carls_turn(
    carl: str = "", human: PlayerView | None = None, action: str = "G10", favourites: str | None = None, **more: Any
) -> Scene:
    """CARL is about to play: its prophecies, and the action card and the feather that it will turn up.

    An action card of the green god doubles nothing; without favourites no feather can be revealed.
    """
    more.setdefault("pending", "carl")
    more.setdefault("seat", 2)
    more.setdefault("deck", "")
    more.setdefault("feathers", favourites or "")
    seen = CarlView("daring", deck=words(action), used=words(more.pop("used", "")))
    options: dict[str, Any] = {"solo": True, "manner": "daring"}
    return table(human or player(), player(prophecies=carl), carl=seen, **(options | more))


def against_carl(human: PlayerView, carl: str = "", **more: Any) -> Scene:
    """The human of the solo game is about to play a feather."""
    more.setdefault("pending", "play")
    more.setdefault("feathers", None)
    return carls_turn(carl, human, seat=1, action="G7 G8 G9 G10", deck=more.pop("deck", None), **more)
