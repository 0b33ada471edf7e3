"""What a viewer sees (RULES 6, design D4): a new value, built field by field from what is allowed.

Viewers are a seat (1–4), SPECTATOR (None), and ALL, who sees every card: for the end of a game, for analysis
and for tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from coatl.card.notation import Row
from coatl.card.state import EMPTY, NOBODY, RANDOM, Player, State
from coatl.card.tables import GODS, MANNER_NAMES, OPPONENTS, Deck
from coatl.engine.patterns import COLOURS, STACKED
from coatl.engine.records import Ints

ALL: Literal["all"] = "all"
Viewer = int | None | Literal["all"]
Names = Mapping[str, tuple[str, ...]]

PENDING = ("play", "revealed", "gain", "head", "tail", "carl", "over")
HIDDEN = "?"


@dataclass(frozen=True)
class OptionsView:
    """What the table agreed on."""

    players: int
    first: int = 1
    solo: bool = False
    opponent: str | None = None  # carl or carl2
    manner: str | None = None


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


def view(state: State, deck: Deck, viewer: Viewer, names: Names) -> View:
    """Builds the view of one viewer; nothing that is not written here can be seen."""
    eyes = Eyes(state, deck, viewer, names)
    solo = state.options.carl != NOBODY
    seats = 2 if solo else int(state.options.players)
    return View(
        viewer="spectator" if viewer is None else str(viewer),
        options=options_view(state),
        pending=PENDING[state.pending],
        seat=int(state.seat) + 1,
        round=int(state.round_number),
        rounds=int(deck.rounds[state.options.carl]),
        middle=tuple(eyes.card(card) for card in state.middle[: deck.middle[state.options.players]]),
        temple=None if state.temple == EMPTY else names["<temple>"][state.temple],
        feathers=int(state.feather_count),
        deck=int(state.deck_count),
        unseen_feathers=eyes.unseen_feathers(),
        unseen_prophecies=eyes.cards(state.deck + (state.carl.deck if viewer != ALL else 0)),
        players=tuple(eyes.player(seat) for seat in range(seats)),
        plays=int(state.plays),
        newest=() if state.newest[0] == EMPTY else tuple(int(place) + 1 for place in state.newest),
        revealed=None if state.revealed == EMPTY else names["<feather>"][state.revealed],
        stolen=tuple(int(number) for number in state.stolen[:seats]) if state.stolen.any() else (),
        turns=int(state.turns),
        discards=eyes.feathers(state.discards),
        lost=eyes.cards(state.lost),
        carl=eyes.carl() if solo else None,
    )


def options_view(state: State) -> OptionsView:
    options = state.options
    if options.carl == NOBODY:
        return OptionsView(int(options.players), int(options.first) + 1)
    manner = "random" if options.manner == RANDOM else MANNER_NAMES[options.manner]
    return OptionsView(1, 1, True, OPPONENTS[options.carl - 1], manner)


class Eyes:
    """One viewer looking at one state."""

    def __init__(self, state: State, deck: Deck, viewer: Viewer, names: Names) -> None:
        self.state = state
        self.deck = deck
        self.viewer = viewer
        self.prophecy_names = names["<prophecy>"]
        self.feather_names = names["<feather>"]

    def sees(self, seat: int) -> bool:
        """Whether the hand of this seat (from 0) is open to the viewer."""
        return self.viewer == ALL or self.viewer == seat + 1

    def card(self, card: int) -> str | None:
        return None if card == EMPTY else self.prophecy_names[card]

    def cards(self, counts: Ints) -> tuple[str, ...]:
        return tuple(self.prophecy_names[i] for i, count in enumerate(counts) if count)

    def feathers(self, counts: Ints) -> dict[str, int]:
        return {self.feather_names[i]: int(count) for i, count in enumerate(counts) if count}

    def unseen_feathers(self) -> dict[str, int]:
        """Everything that is neither on the table nor in an open hand: known by elimination."""
        counts = self.state.feathers.copy()
        for seat in range(self.state.options.players):
            player = self.state.players[seat]
            if not self.sees(seat):
                for i in range(player.hand_size):
                    counts[player.hand[i]] += 1
        return self.feathers(counts)

    def player(self, seat: int) -> PlayerView:
        player = self.state.players[seat]
        held = range(player.prophecy_count)
        size = int(player.hand_size)
        hand = tuple(self.feather_names[card] for card in player.hand[:size]) if self.sees(seat) else (HIDDEN,) * size
        return PlayerView(
            coatl=coatl_text(player),
            hand=hand,
            prophecies=tuple(self.prophecy_names[player.prophecies[i]] for i in held),
            levels=tuple(int(player.levels[i]) for i in held),
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
                god = GODS[self.deck.prophecies[card].god]
                backs[god] = backs.get(god, 0) + int(count)
        return CarlView(
            manner=MANNER_NAMES[self.state.options.manner],
            favourites="".join(COLOURS[colour] for colour in carl.favourites if colour != EMPTY),
            action=self.card(carl.action),
            used=self.cards(carl.used),
            backs=dict(sorted(backs.items())),
            deck=self.cards(carl.deck) if self.viewer == ALL else (),
        )


def coatl_text(player: Player) -> str:
    """A player's coatl in the notation of RULES 2; nothing before the first card."""
    parts = player.parts[: player.length]
    colours = "".join(COLOURS[part % STACKED] for part in parts)
    stacks = tuple(i for i, part in enumerate(parts) if part >= STACKED)
    return str(Row(colours, stacks, bool(player.head), bool(player.tail))) if colours else ""
