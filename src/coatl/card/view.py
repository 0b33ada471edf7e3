"""What a viewer sees (RULES 6, design D4): a new value, built field by field from what is allowed.

Viewers are a seat (1–4), SPECTATOR (None), and ALL, who sees every card: for the end of a game, for analysis
and for tests.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from coatl.card.notation import Row
from coatl.card.options import DRAWN, MANNER_NAMES, OPPONENTS, OptionsView
from coatl.card.state import EMPTY, NOBODY, RANDOM, Player, State
from coatl.card.tables import GODS, Deck
from coatl.engine.patterns import COLOURS, STACKED
from coatl.engine.structs import Ints, bytes_of
from coatl.engine.values import Memo, changed

ALL: Literal["all"] = "all"
Viewer = int | None | Literal["all"]
Names = Mapping[str, tuple[str, ...]]

PENDING = ("play", "revealed", "gain", "head", "tail", "carl", "over")
HIDDEN = "?"


@dataclass(frozen=True)
class PlayerView:
    """A seat. Feathers that the viewer cannot see are `?`; prophecies stand in the order in which they came."""

    coatl: str = ""
    hand: tuple[str, ...] = ()
    prophecies: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    final: bool = False
    points: int = 0  # once final
    goals: int = 0
    protected: int = 0


@dataclass(frozen=True)
class CarlView:
    """CARL's manner, favourites and action cards; `deck` is seen by ALL only."""

    manner: str
    favourites: str = ""
    action: str | None = None
    used: tuple[str, ...] = ()
    backs: Mapping[str, int] = field(default_factory=dict)  # gods of the action deck ahead
    deck: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """A game of Cóatl: The Card Game as one viewer sees it; in the solo game CARL is the second player."""

    viewer: str  # "1" to "4", "spectator" or "all"
    options: OptionsView
    pending: str
    seat: int
    round: int
    rounds: int
    middle: tuple[str | None, ...]
    temple: str | None
    feathers: int  # in the deck
    deck: int  # prophecies
    unseen_feathers: Mapping[str, int]
    unseen_prophecies: tuple[str, ...]
    players: tuple[PlayerView, ...]
    plays: int = 0
    newest: tuple[int, ...] = ()  # places, from 1, of the card just played
    revealed: str | None = None
    stolen: tuple[int, ...] = ()
    turns: int = 0
    discards: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    carl: CarlView | None = None
    legal: tuple[str, ...] = ()  # what the viewer may do now
    can_undo: bool = False

    def to_svg(self, names: Sequence[str] = ()) -> str:
        """The table as a picture; `names` are those of the players."""
        from coatl.drawing.card import picture

        return picture(self, names, self.__dict__.get("_own_deck"))  # no part of what is seen, and not sent

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.to_svg()


@dataclass(frozen=True)
class DeckFacts:
    """What views need of a deck, read once."""

    rounds: tuple[int, ...]  # by the opponent
    middle: tuple[int, ...]  # prophecies, by the number of players
    gods: tuple[str, ...]  # of the prophecies

    @classmethod
    def of(cls, deck: Deck) -> "DeckFacts":
        """Those of a compiled deck."""
        return cls(
            tuple(deck.rounds.tolist()), tuple(deck.middle.tolist()), tuple(GODS[c.god] for c in deck.prophecies)
        )


def view(state: State, deck: DeckFacts, viewer: Viewer, names: Names, shown: View | None = None) -> View:
    """Builds the view of one viewer: what lies open, and the own hand.

    `shown` is what lies open, if the caller has it already; several viewers share it.
    """
    shown = shown or open_view(state, deck, names)
    if viewer is None:
        return changed(shown)
    players, reader = list(shown.players), OpenReader(state, deck, names)
    own = range(state.options.players) if viewer == ALL else (viewer - 1,)
    for seat in own:
        players[seat] = changed(players[seat], hand=reader.hand(seat))
    seen = changed(shown, viewer=str(viewer), players=tuple(players), unseen_feathers=reader.unseen_feathers(own))
    return reader.with_action_deck(seen) if viewer == ALL else seen


def open_view(state: State, deck: DeckFacts, names: Names) -> View:
    """What everybody sees, and a spectator sees no more; nothing that is not written here can be seen."""
    reader = OpenReader(state, deck, names)
    solo = state.options.carl != NOBODY
    seats = 2 if solo else int(state.options.players)
    return View(
        viewer="spectator",
        options=options_view(state),
        pending=PENDING[state.pending],
        seat=int(state.seat) + 1,
        round=int(state.round_number),
        rounds=deck.rounds[state.options.carl],
        middle=tuple([reader.card(card) for card in state.middle[: deck.middle[state.options.players]]]),
        temple=None if state.temple == EMPTY else names["<temple>"][state.temple],
        feathers=int(state.feather_count),
        deck=int(state.deck_count),
        unseen_feathers=reader.unseen_feathers(()),
        unseen_prophecies=reader.cards(state.deck + state.carl.deck if solo else state.deck),
        players=tuple([reader.player(seat) for seat in range(seats)]),
        plays=int(state.plays),
        newest=() if state.newest[0] == EMPTY else tuple([int(place) + 1 for place in state.newest]),
        revealed=None if state.revealed == EMPTY else names["<feather>"][state.revealed],
        stolen=tuple([int(number) for number in state.stolen[:seats]]) if any(state.stolen) else (),
        turns=int(state.turns),
        discards=reader.feathers(state.discards),
        lost=reader.cards(state.lost),
        carl=reader.carl() if solo else None,
    )


def options_view(state: State) -> OptionsView:
    options = state.options
    if options.carl == NOBODY:
        return OptionsView(int(options.players), int(options.first) + 1)
    manner = DRAWN if options.manner == RANDOM else MANNER_NAMES[options.manner]
    return OptionsView(1, 1, True, OPPONENTS[options.carl - 1], manner)


@lru_cache(maxsize=256)
def players_of(prophecies: tuple[str, ...]) -> Memo[PlayerView]:
    """The seats that were read with the cards of these names."""
    return Memo()


class OpenReader:
    """Reads what lies open in a state; and a hand, for who may see it."""

    def __init__(self, state: State, deck: DeckFacts, names: Names) -> None:
        self.state = state
        self.deck = deck
        self.prophecy_names = names["<prophecy>"]
        self.feather_names = names["<feather>"]
        self.players = players_of(self.prophecy_names)

    def card(self, card: int) -> str | None:
        return None if card == EMPTY else self.prophecy_names[card]

    def cards(self, counts: Ints) -> tuple[str, ...]:
        return tuple([self.prophecy_names[i] for i, count in enumerate(counts) if count])

    def feathers(self, counts: Ints) -> dict[str, int]:
        return {self.feather_names[i]: int(count) for i, count in enumerate(counts) if count}

    def hand(self, seat: int) -> tuple[str, ...]:
        player = self.state.players[seat]
        return tuple([self.feather_names[card] for card in player.hand[: player.hand_size]])

    def unseen_feathers(self, own: Iterable[int]) -> dict[str, int]:
        """Everything that is neither on the table nor in the hands of these seats: known by elimination."""
        counts = self.state.feathers.copy()
        for seat in range(self.state.options.players):
            if seat not in own:
                player = self.state.players[seat]
                for card in player.hand[: player.hand_size]:
                    counts[card] += 1
        return self.feathers(counts)

    def player(self, seat: int) -> PlayerView:
        """A seat as the others see it."""
        player = self.state.players[seat]
        return self.players.get(bytes_of(player), lambda: self.read_player(player))

    def read_player(self, player: Player) -> PlayerView:
        held = int(player.prophecy_count)
        return PlayerView(
            coatl=coatl_text(player),
            hand=(HIDDEN,) * int(player.hand_size),
            prophecies=tuple([self.prophecy_names[card] for card in player.prophecies[:held]]),
            levels=tuple([int(level) for level in player.levels[:held]]),
            final=bool(player.final),
            points=int(player.points),
            goals=int(player.goals),
            protected=int(player.protected),
        )

    def carl(self) -> CarlView:
        carl = self.state.carl
        backs: dict[str, int] = {}
        for card, count in enumerate(carl.deck):
            if count:
                god = self.deck.gods[card]
                backs[god] = backs.get(god, 0) + int(count)
        return CarlView(
            manner=MANNER_NAMES[self.state.options.manner],
            favourites="".join(COLOURS[colour] for colour in carl.favourites if colour != EMPTY),
            action=self.card(carl.action),
            used=self.cards(carl.used),
            backs=dict(sorted(backs.items())),
        )

    def with_action_deck(self, seen: View) -> View:
        """For ALL: the action deck lies apart from the prophecies that may still come."""
        cards = self.cards(self.state.carl.deck)
        carl = None if seen.carl is None else changed(seen.carl, deck=cards)
        return changed(seen, carl=carl, unseen_prophecies=self.cards(self.state.deck))


def coatl_text(player: Player) -> str:
    """A player's coatl in the notation of RULES 2; nothing before the first card."""
    parts = player.parts[: player.length]
    colours = "".join(COLOURS[part % STACKED] for part in parts)
    stacks = tuple(i for i, part in enumerate(parts) if part >= STACKED)
    return str(Row(colours, stacks, bool(player.head), bool(player.tail))) if colours else ""
