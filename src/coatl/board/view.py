"""What a viewer sees (RULES 6, design D4): a new value, built field by field from what is allowed.

Viewers are a seat (1–4), SPECTATOR (None), and ALL, who sees every card: for the end of a game, for analysis
and for tests. `determinise` goes the other way: a state in which everything unseen is dealt at random.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from coatl.board.state import BODY, EMPTY, HEAD, KEEP, TAIL, Coatl, Player, State
from coatl.engine.patterns import COLOURS
from coatl.engine.records import Ints

ALL: Literal["all"] = "all"
SPECTATOR = None
Viewer = int | None | Literal["all"]
Names = Mapping[str, tuple[str, ...]]

LETTERS = COLOURS + "*"  # gold
PENDING = ("keep", "turn", "choose", "future", "assemble", "finish", "adam", "over")
ENDINGS = (None, "third-coatl", "no-bodies", "all-passed")
TOKENS = ("pick", "future", "priest")
HIDDEN = "?"


@dataclass(frozen=True)
class OptionsView:
    """What the table agreed on."""

    players: int
    first: int = 1
    solo: bool = False
    difficulties: tuple[int, ...] = ()
    tokens: bool = True
    promo: bool = False
    fewer_bodies: bool = False
    golden_feathers: bool = False


@dataclass(frozen=True)
class SupplyView:
    """The supply board, and what is left in the bags (R18)."""

    bodies: tuple[str | None, ...]
    heads: tuple[str | None, ...]
    tails: tuple[str | None, ...]
    bag_bodies: Mapping[str, int]
    bag_heads: Mapping[str, int]
    bag_tails: Mapping[str, int]


@dataclass(frozen=True)
class CoatlView:
    """A coatl and the cards beside it; `points` once it is finished."""

    pieces: str
    cards: tuple[str, ...] = ()
    temple: str | None = None
    closed: bool = False
    points: int = 0


@dataclass(frozen=True)
class PlayerView:
    """A seat. Cards of the hand that the viewer cannot see are `?`; `known` are those that everybody saw taken."""

    bodies: str = ""
    heads: str = ""
    tails: str = ""
    hand: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    kept: int = 0
    ready: bool = False
    temples: tuple[str, ...] = ()
    known_temples: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    coatls: tuple[CoatlView, ...] = ()
    robbed: int = 0
    discarded: int = 0  # from hand, unseen by others
    own_discards: Mapping[str, int] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """Points of the finished coatls."""
        return sum(coatl.points for coatl in self.coatls if coatl.closed)


@dataclass(frozen=True)
class AdamView:
    """The automaton's line with the pieces on each card, and the cards it has played."""

    line: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    pile: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class View:
    """A game of Cóatl as one viewer sees it."""

    viewer: str  # "1" to "4", "spectator" or "all"
    options: OptionsView
    pending: str
    seat: int  # who decides; ADAM is 2
    supply: SupplyView
    row: tuple[str | None, ...]
    deck: int
    temples: tuple[str | None, ...]  # tops of the piles
    piles: tuple[int, ...]
    players: tuple[PlayerView, ...]
    coatl: int | None = None  # the one that is being finished
    acted: int = 0
    passes: int = 0
    ending: str | None = None
    ender: int | None = None
    turns_left: int | None = None
    turns: int = 0
    discards: Mapping[str, int] = field(default_factory=dict)  # seen by all
    adam: AdamView | None = None
    legal: tuple[str, ...] = ()  # what the viewer may do now
    can_undo: bool = False


def view(state: State, viewer: Viewer, names: Names) -> View:
    """Builds the view of one viewer; nothing that is not written here can be seen."""
    eyes = Eyes(state, viewer, names)
    options = options_view(state)
    return View(
        viewer="spectator" if viewer is None else str(viewer),
        options=options,
        pending=PENDING[state.pending],
        seat=eyes.deciding(),
        supply=supply_view(state),
        row=tuple(eyes.card(card) for card in state.prophecies.row),
        deck=int(state.prophecies.deck_size),
        temples=tuple(eyes.temple(card) for card in state.temples.tops),
        piles=tuple(int(size) for size in state.temples.sizes),
        players=tuple(eyes.player(seat) for seat in range(options.players)),
        coatl=None if state.coatl == EMPTY else int(state.coatl) + 1,
        acted=int(state.acted),
        passes=int(state.passes),
        ending=ENDINGS[state.ending],
        ender=None if state.ender == EMPTY else int(state.ender) + 1,
        turns_left=None if state.turns_left == EMPTY else int(state.turns_left),
        turns=int(state.turns),
        discards=eyes.counts(state.prophecies.discards),
        adam=eyes.adam() if options.solo else None,
    )


def options_view(state: State) -> OptionsView:
    options = state.options
    return OptionsView(
        players=int(options.players),
        first=int(options.first) + 1,
        solo=bool(options.solo),
        difficulties=tuple(i + 1 for i, on in enumerate(options.difficulties) if on),
        tokens=bool(options.tokens),
        promo=bool(options.promo),
        fewer_bodies=bool(options.fewer_bodies),
        golden_feathers=bool(options.golden_feathers),
    )


def supply_view(state: State) -> SupplyView:
    supply = state.supply

    def cell(*colours: int) -> str | None:
        return None if colours[0] == EMPTY else "".join(LETTERS[colour] for colour in colours)

    def bag(piece: int) -> dict[str, int]:
        return {LETTERS[i]: int(count) for i, count in enumerate(supply.bags[piece]) if count}

    return SupplyView(
        bodies=tuple(cell(*pair) for pair in supply.bodies),
        heads=tuple(cell(colour) for colour in supply.ends[HEAD]),
        tails=tuple(cell(colour) for colour in supply.ends[TAIL]),
        bag_bodies=bag(BODY),
        bag_heads=bag(HEAD),
        bag_tails=bag(TAIL),
    )


class Eyes:
    """One viewer looking at one state."""

    def __init__(self, state: State, viewer: Viewer, names: Names) -> None:
        self.state = state
        self.viewer = viewer
        self.prophecies = names["<prophecy>"]
        self.temples = names["<temple>"]

    def sees(self, seat: int) -> bool:
        """Whether the hand of this seat (from 0) is open to the viewer."""
        return self.viewer == ALL or self.viewer == seat + 1

    def deciding(self) -> int:
        """Who decides. The secret choices of the set-up are made at once: who is still at it is not shown."""
        if self.state.pending != KEEP or self.viewer == ALL:
            return int(self.state.seat) + 1
        if isinstance(self.viewer, int) and not self.state.players[self.viewer - 1].ready:
            return self.viewer
        first = int(self.state.options.first) + 1
        return first if first != self.viewer else first % int(self.state.options.players) + 1

    def card(self, card: int) -> str | None:
        return None if card == EMPTY else self.prophecies[card]

    def temple(self, card: int) -> str | None:
        return None if card == EMPTY else self.temples[card]

    def counts(self, cards: Ints) -> dict[str, int]:
        return {self.prophecies[i]: int(count) for i, count in enumerate(cards) if count}

    def adam(self) -> AdamView:
        adam = self.state.adam
        return AdamView(
            line=tuple(self.prophecies[card] for card in adam.line[: adam.line_size]),
            pieces=tuple(letters(on) for on in adam.pieces[: adam.line_size]),
            pile=self.counts(adam.pile),
        )

    def player(self, seat: int) -> PlayerView:
        player = self.state.players[seat]
        choosing = self.state.pending == KEEP and not self.sees(seat)  # all choose at once, unseen (RULES 4.1, 5)
        hidden = self.state.prophecies.hidden[seat]
        return PlayerView(
            bodies=letters(player.board[BODY]),
            heads=letters(player.board[HEAD]),
            tails=letters(player.board[TAIL]),
            hand=self.hand(player, seat),
            known=tuple(sorted(self.prophecies[c] for c, k in zip(player.hand, player.known, strict=True) if k)),
            kept=0 if choosing or self.state.pending != KEEP else int(player.kept),
            ready=bool(self.state.pending != KEEP or (player.ready and not choosing)),
            temples=self.temples_in_hand(player, seat),
            known_temples=tuple(
                sorted(self.temples[c] for c, k in zip(player.temples, player.temple_known, strict=True) if k)
            ),
            tokens=tuple(name for name, there in zip(TOKENS, player.tokens, strict=True) if there),
            coatls=tuple(self.coatl(player.coatls[i]) for i in range(player.coatl_count)),
            robbed=int(player.robbed),
            discarded=0 if choosing else int(hidden.sum()),
            own_discards=self.counts(hidden) if self.sees(seat) else {},
        )

    def hand(self, player: Player, seat: int) -> tuple[str, ...]:
        size = int(player.hand_size)
        if self.sees(seat):
            return tuple(self.prophecies[card] for card in player.hand[:size])
        if self.state.pending == KEEP:
            size += int(self.state.prophecies.hidden[seat].sum())  # as many as were dealt
        known = sorted(self.prophecies[player.hand[i]] for i in range(player.hand_size) if player.known[i])
        return (*known, *[HIDDEN] * (size - len(known)))

    def temples_in_hand(self, player: Player, seat: int) -> tuple[str, ...]:
        held = range(player.temple_count)
        if self.sees(seat):
            return tuple(self.temples[player.temples[i]] for i in held)
        known = sorted(self.temples[player.temples[i]] for i in held if player.temple_known[i])
        return (*known, *[HIDDEN] * (len(held) - len(known)))

    def coatl(self, coatl: Coatl) -> CoatlView:
        colours = "".join(COLOURS[piece] for piece in coatl.pieces[: coatl.length])
        return CoatlView(
            pieces=f"{'(' if coatl.head else ''}{colours}{')' if coatl.tail else ''}",
            cards=tuple(self.prophecies[card] for card in coatl.cards[: coatl.card_count]),
            temple=self.temple(coatl.temple),
            closed=bool(coatl.closed),
            points=int(coatl.points),
        )


def letters(counts: Ints) -> str:
    """A multiset of colours as its letters."""
    return "".join(LETTERS[i] * int(count) for i, count in enumerate(counts))


def as_data(value: Any) -> Any:
    """A view as plain data for JSON."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: as_data(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {key: as_data(content) for key, content in value.items()}
    if isinstance(value, tuple):
        return [as_data(content) for content in value]
    return value
