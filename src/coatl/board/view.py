"""What a viewer sees (RULES 6, design D4): a new value, built field by field from what is allowed.

Viewers are a seat (1–4), SPECTATOR (None), and ALL, who sees every card: for the end of a game, for analysis
and for tests. `determinise` goes the other way: a state in which everything unseen is dealt at random.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from coatl.board.options import OptionsView
from coatl.board.state import BODY, EMPTY, HEAD, KEEP, TAIL, Coatl, Player, State, Supply
from coatl.engine.options import options_in
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Ints, bytes_of
from coatl.engine.values import Memo, changed

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

    def to_svg(self, names: Sequence[str] = ()) -> str:
        """The table as a picture; `names` are those of the players."""
        from coatl.drawing.board import picture

        return picture(self, names, self.__dict__.get("_own_deck"))  # no part of what is seen, and not sent

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.to_svg()


def view(state: State, viewer: Viewer, names: Names, shown: View | None = None) -> View:
    """Builds the view of one viewer: what lies open, and what this viewer alone sees of the own seat.

    `shown` is what lies open, if the caller has it already; several viewers share it.
    """
    shown = shown or open_view(state, names)
    if viewer is None:
        return changed(shown)
    players = list(shown.players)
    for seat in range(len(players)) if viewer == ALL else (viewer - 1,):
        players[seat] = own_side(players[seat], state, seat, names)
    return changed(shown, viewer=str(viewer), seat=deciding(state, viewer), players=tuple(players))


def own_side(shown: PlayerView, state: State, seat: int, names: Names) -> PlayerView:
    """A seat (from 0) as it sees itself: with its cards, and with its choices of the set-up."""
    player, hidden, keeping = state.players[seat], state.prophecies.hidden[seat], state.pending == KEEP
    prophecies, temples = names["<prophecy>"], names["<temple>"]
    return changed(
        shown,
        hand=tuple([prophecies[card] for card in player.hand[: player.hand_size]]),
        temples=tuple([temples[card] for card in player.temples[: player.temple_count]]),
        kept=int(player.kept) if keeping else 0,
        ready=bool(player.ready) if keeping else True,
        discarded=int(hidden.sum()),
        own_discards=counts_of(hidden, prophecies),
    )


def deciding(state: State, viewer: Viewer) -> int:
    """Who decides. The secret choices of the set-up are made at once: who is still at it is not shown."""
    if state.pending != KEEP or viewer == ALL:
        return int(state.seat) + 1
    if viewer is not None and not state.players[viewer - 1].ready:
        return viewer
    first = int(state.options.first) + 1
    return first if first != viewer else first % int(state.options.players) + 1


def open_view(state: State, names: Names) -> View:
    """What everybody sees, and a spectator sees no more; nothing that is not written here can be seen."""
    reader = OpenReader(state, names)
    options = options_in(OptionsView, state.options)
    return View(
        viewer="spectator",
        options=options,
        pending=PENDING[state.pending],
        seat=deciding(state, SPECTATOR),
        supply=SUPPLIES.get(bytes_of(state.supply), lambda: supply_view(state.supply)),
        row=tuple([reader.prophecy(card) for card in state.prophecies.row]),
        deck=int(state.prophecies.deck_size),
        temples=tuple([reader.temple(card) for card in state.temples.tops]),
        piles=tuple([int(size) for size in state.temples.sizes]),
        players=tuple([reader.player(seat) for seat in range(options.players)]),
        coatl=None if state.coatl == EMPTY else int(state.coatl) + 1,
        acted=int(state.acted),
        passes=int(state.passes),
        ending=ENDINGS[state.ending],
        ender=None if state.ender == EMPTY else int(state.ender) + 1,
        turns_left=None if state.turns_left == EMPTY else int(state.turns_left),
        turns=int(state.turns),
        discards=counts_of(state.prophecies.discards, reader.prophecies),
        adam=reader.adam() if options.solo else None,
    )


SUPPLIES: Memo[SupplyView] = Memo()


def supply_view(supply: Supply) -> SupplyView:
    def cell(*colours: int) -> str | None:
        return None if colours[0] == EMPTY else "".join([LETTERS[colour] for colour in colours])

    def bag(piece: int) -> dict[str, int]:
        return counts_of(supply.bags[piece], LETTERS)

    return SupplyView(
        bodies=tuple([cell(*pair) for pair in supply.bodies]),
        heads=tuple([cell(colour) for colour in supply.ends[HEAD]]),
        tails=tuple([cell(colour) for colour in supply.ends[TAIL]]),
        bag_bodies=bag(BODY),
        bag_heads=bag(HEAD),
        bag_tails=bag(TAIL),
    )


@lru_cache(maxsize=256)
def players_of(prophecies: tuple[str, ...], temples: tuple[str, ...]) -> Memo[PlayerView]:
    """The seats that were read with the cards of these names."""
    return Memo()


class OpenReader:
    """Reads what lies open in a state."""

    def __init__(self, state: State, names: Names) -> None:
        self.state = state
        self.prophecies = names["<prophecy>"]
        self.temples = names["<temple>"]
        self.players = players_of(self.prophecies, self.temples)

    def prophecy(self, card: int) -> str | None:
        return None if card == EMPTY else self.prophecies[card]

    def temple(self, card: int) -> str | None:
        return None if card == EMPTY else self.temples[card]

    def adam(self) -> AdamView:
        adam = self.state.adam
        return AdamView(
            line=tuple([self.prophecies[card] for card in adam.line[: adam.line_size]]),
            pieces=tuple([letters(on) for on in adam.pieces[: adam.line_size]]),
            pile=counts_of(adam.pile, self.prophecies),
        )

    def player(self, seat: int) -> PlayerView:
        """A seat as the others see it. All choose at once, unseen (RULES 4.1, 5): meanwhile the hand is as dealt."""
        player, choosing = self.state.players[seat], self.state.pending == KEEP
        discarded = int(self.state.prophecies.hidden[seat].sum())
        key = bytes_of(player), choosing, discarded
        return self.players.get(key, lambda: self.read_player(player, choosing, discarded))

    def read_player(self, player: Player, choosing: bool, discarded: int) -> PlayerView:
        known = taken_openly(player.hand, player.known, self.prophecies)
        temples = taken_openly(player.temples, player.temple_known, self.temples)
        unseen = int(player.hand_size) + (discarded if choosing else 0) - len(known)
        return PlayerView(
            bodies=letters(player.board[BODY]),
            heads=letters(player.board[HEAD]),
            tails=letters(player.board[TAIL]),
            hand=(*known, *[HIDDEN] * unseen),
            known=known,
            kept=0,
            ready=not choosing,
            temples=(*temples, *[HIDDEN] * (int(player.temple_count) - len(temples))),
            known_temples=temples,
            tokens=tuple([name for name, there in zip(TOKENS, player.tokens, strict=True) if there]),
            coatls=tuple([self.coatl(coatl) for coatl in player.coatls[: player.coatl_count]]),
            robbed=int(player.robbed),
            discarded=0 if choosing else discarded,
        )

    def coatl(self, coatl: Coatl) -> CoatlView:
        colours = "".join([COLOURS[piece] for piece in coatl.pieces[: coatl.length]])
        return CoatlView(
            pieces=f"{'(' if coatl.head else ''}{colours}{')' if coatl.tail else ''}",
            cards=tuple([self.prophecies[card] for card in coatl.cards[: coatl.card_count]]),
            temple=self.temple(coatl.temple),
            closed=bool(coatl.closed),
            points=int(coatl.points),
        )


def taken_openly(cards: Ints, known: Ints, names: Sequence[str]) -> tuple[str, ...]:
    """The cards of a hand that everybody saw taken."""
    return tuple(sorted([names[card] for card, seen in zip(cards, known, strict=True) if seen]))


def counts_of(counts: Ints, names: Sequence[str]) -> dict[str, int]:
    """A multiset by name."""
    return {names[i]: int(count) for i, count in enumerate(counts) if count}


def letters(counts: Ints) -> str:
    """A multiset of colours as its letters."""
    return "".join([LETTERS[i] * int(count) for i, count in enumerate(counts) if count])


def as_data(value: Any) -> Any:
    """A view as plain data for JSON."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: as_data(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {key: as_data(content) for key, content in value.items()}
    if isinstance(value, tuple):
        return [as_data(content) for content in value]
    return value
