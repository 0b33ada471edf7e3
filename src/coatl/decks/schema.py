"""What a deck file may say: one model a section, named as in `board.toml` and `card.toml`.

A model holds only what the engine can play, and the rules of its bounds are in `checks`. Reading files, and what an
own file inherits from the printed one, is the work of `loader`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, Strict, ValidationInfo, field_validator

from coatl.decks.checks import (
    BOARD_GOALS,
    CARD_GOALS,
    LONGEST_COATL,
    PAIR,
    Copies,
    Deck,
    Id,
    Key,
    Levels,
    Mismatch,
    Name,
    Part,
    PatternText,
    Points,
    Whole,
    at_most,
    cards_of,
    checked_goal,
    distinct,
    fault,
    not_falling,
    read,
    some,
    span,
    split_goal,
    tokens_of,
    too_few,
)
from coatl.engine.patterns import COLOURS

__all__ = ["BoardDeck", "CardDeck", "split_goal"]

Dealt = Annotated[int, Strict(), Field(ge=0, le=8)]
Bodies = Annotated[int, Strict(), Field(ge=1, le=100)]
Gold = Annotated[int, Strict(), Field(ge=0, le=20)]
Seats = Annotated[int, Strict(), Field(ge=2, le=4)]
Row = Annotated[int, Strict(), Field(ge=1, le=6)]
Rounds = Annotated[int, Strict(), Field(ge=2, le=8)]
PerCoatl = Annotated[int, Strict(), Field(ge=1, le=4)]
Set = Literal["base", "promo"]
BoardGod = Literal["red", "black", "blue", "yellow", "green"]
CardGod = Literal["blue", "yellow", "pink", "green"]
BoardGoal = Annotated[str, AfterValidator(lambda goal: checked_goal(goal, BOARD_GOALS))]
CardGoal = Annotated[str, AfterValidator(lambda goal: checked_goal(goal, CARD_GOALS))]
Sacrifice = Literal["perfect_pick", "see_the_future", "priests_commitment"]
CarlAction = Literal["raise", "steal", "fulfil"]
ActionDeck = dict[CardGod, Annotated[int, Strict(), Field(ge=0, le=20)]]


# ---------------------------------------------------------------- the board game


class BoardGame(Part):
    id: Literal["board"]
    name: Name
    players: Annotated[tuple[Seats, Seats], AfterValidator(span)]


class PiecesPerColour(Part):
    head: Whole = Field(ge=0, le=20)
    tail: Whole = Field(ge=0, le=20)
    body: Whole = Field(ge=2, le=100)


class Pieces(PiecesPerColour):
    solo: PiecesPerColour


class Supply(Part):
    body_cells: Whole = Field(ge=1, le=6)
    head_cells: Whole = Field(ge=1, le=2)
    tail_cells: Whole = Field(ge=1, le=2)
    prophecies: Row
    temple_piles: Whole = Field(ge=1, le=2)

    def cells(self) -> list[str]:
        """The names of the cells: `body1` and so on."""
        counts = {"body": self.body_cells, "head": self.head_cells, "tail": self.tail_cells}
        return [f"{kind}{number}" for kind, count in counts.items() for number in range(1, count + 1)]


class Player(Part):
    board_cells: Whole = Field(ge=2, le=12)
    hand_limit: Whole = Field(ge=1, le=8)
    dealt_prophecies: tuple[Dealt, Dealt, Dealt, Dealt]
    kept_prophecies: Whole = Field(ge=0)
    dealt_temples: Whole = Field(ge=0, le=1)
    unfinished_coatls: Whole = Field(ge=1, le=3)
    coatls: Whole = Field(ge=1, le=3)
    prophecies_per_coatl: Annotated[tuple[PerCoatl, PerCoatl], AfterValidator(span)]
    sacrifices: Annotated[tuple[Sacrifice, ...], AfterValidator(distinct)]

    @field_validator("kept_prophecies")
    @classmethod
    def fits_the_hand(cls, kept: int, info: ValidationInfo) -> int:
        return at_most(kept, info.data.get("hand_limit"), "hand_limit")


class Adam(Part):
    prophecies: Whole = Field(ge=1, le=3)  # difficulty 5 adds one to the line of four
    human_dealt: Dealt
    human_kept: Whole = Field(ge=0, le=4)  # the hand limit of difficulty 2
    search_order: Annotated[tuple[str, ...], Field(max_length=10), AfterValidator(distinct)]

    @field_validator("human_kept")
    @classmethod
    def was_dealt(cls, kept: int, info: ValidationInfo) -> int:
        return at_most(kept, info.data.get("human_dealt"), "human_dealt")


class BoardProphecy(Part):
    id: Id
    colour: BoardGod
    kind: Literal["sequence", "count", "multiset"]
    pattern: PatternText
    levels: Levels
    copies: Copies = 1
    set: Set = "base"

    @field_validator("pattern")
    @classmethod
    def suits_the_kind(cls, pattern: str, info: ValidationInfo) -> str:
        tokens = tokens_of(pattern)
        plain = all(token.text in COLOURS for token in tokens)
        if any(token.text.endswith("^") for token in tokens):
            raise fault("pattern.stack", f"{pattern!r} asks for a stack ('^'); the board game has none.")
        if info.data.get("kind") == "count" and not (plain and len(tokens) == 1):
            raise fault("pattern.count", f"kind 'count' takes one colour, like 'B', not {pattern!r}.")
        if info.data.get("kind") == "multiset" and not plain:
            raise fault("pattern.multiset", f"kind 'multiset' takes colours, like 'Y Y G', not {pattern!r}.")
        return pattern

    @field_validator("levels")
    @classmethod
    def can_be_reached(cls, levels: dict[int, int], info: ValidationInfo) -> dict[int, int]:
        """ADAM collects for the highest level, so there must be a coatl that reaches it (R28)."""
        kind, pattern = info.data.get("kind"), info.data.get("pattern")
        highest = max(levels)
        if kind == "multiset" and highest > 1:
            raise fault("levels.multiset", f"kind 'multiset' counts once at most; level {highest} is never reached.")
        if kind == "sequence" and pattern is not None:
            pieces = highest * sum(not token.absent for token in tokens_of(pattern))
            if pieces > LONGEST_COATL:
                message = f"level {highest} takes {pieces} pieces; a coatl has at most {LONGEST_COATL}."
                raise fault("levels.unreachable", message)
        return levels


class BoardTemple(Part):
    id: Id
    goals: Annotated[tuple[BoardGoal, ...], AfterValidator(some), Field(max_length=4), AfterValidator(distinct)]
    points: Annotated[tuple[Points, ...], AfterValidator(not_falling)]  # for one goal met, for two …
    set: Set = "base"

    @field_validator("points")
    @classmethod
    def one_a_goal(cls, points: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        goals = info.data.get("goals")
        if goals is not None and len(points) != len(goals):
            raise fault("points.number", f"must be as many as the goals: {len(goals)}, not {len(points)}.")
        return points


class GoldenFeathers(Part):
    gold_bodies: tuple[Gold, Gold, Gold]
    bodies_per_colour: tuple[Bodies, Bodies, Bodies]
    points_for_victim: Whole = Field(ge=0, le=20)
    steal_up_to: Whole = Field(ge=1, le=2)


class FewerBodies(Part):
    bodies_per_colour: tuple[Bodies, Bodies, Bodies]


class BoardDeck(Deck):
    """Everything in the box of the board game; a section that is None is an option that is not there."""

    MOST: ClassVar[dict[str, int]] = {"prophecy": 64, "temple": 32}

    game: BoardGame
    pieces: Pieces
    supply: Supply
    player: Player
    adam: Adam | None = None
    prophecy: Annotated[tuple[BoardProphecy, ...], AfterValidator(some)]
    temple: Annotated[tuple[BoardTemple, ...], AfterValidator(some)]
    golden_feathers: GoldenFeathers | None = None
    fewer_bodies: FewerBodies | None = None

    @property
    def has_promo(self) -> bool:
        """Whether the option "promo cards" changes anything."""
        return "promo" in {card.set for card in self.prophecy} | {card.set for card in self.temple}

    def mismatches(self) -> Iterator[Mismatch]:
        yield from super().mismatches()
        yield from self.set_up_faults()
        if self.adam is not None:
            yield from self.adam_faults(self.adam)

    def set_up_faults(self) -> Iterator[Mismatch]:
        """The set-up (RULES 4.1) must find its cards: nothing is shuffled back before the first turn."""
        if not (self.game and self.player and self.supply):
            return
        most = self.game.players[1]
        dealt = sum(self.player.dealt_prophecies[:most])
        needed = self.supply.prophecies + dealt
        yield from too_few("prophecy", self.prophecy, needed, f"the set-up for {most} players")
        needed = self.player.dealt_temples * most
        yield from too_few("temple", self.temple, needed, f"the set-up for {most} players")

    def adam_faults(self, adam: Adam) -> Iterator[Mismatch]:
        if self.supply:
            cells = self.supply.cells()
            if sorted(adam.search_order) != sorted(cells):
                message = f"must name each cell of the supply board once: {', '.join(cells)}."
                yield Mismatch(("adam", "search_order"), "adam.search_order", message)
            needed = self.supply.prophecies + adam.prophecies + 1 + adam.human_dealt  # difficulty 5: one more
            yield from too_few("prophecy", self.prophecy, needed, "the set-up against ADAM")
        if self.player and adam.human_kept > self.player.hand_limit:
            message = f"must be at most {self.player.hand_limit} (player.hand_limit), not {adam.human_kept}."
            yield Mismatch(("adam", "human_kept"), "number.large", message)


# ---------------------------------------------------------------- the card game


def checked_pair(pair: str) -> str:
    if not re.fullmatch(PAIR, pair):
        raise fault("feather.pair", f"must be two different colours of {COLOURS}, like 'RG', not {pair[:40]!r}.")
    return pair


def every_action(actions: dict[CardGod, CarlAction]) -> dict[CardGod, CarlAction]:
    if sorted(actions.values()) != ["fulfil", "raise", "steal"]:
        raise fault("carl.actions", "must give each of raise, steal and fulfil to one god.")
    return actions


class CardGame(Part):
    id: Literal["card"]
    name: Name
    players: Annotated[tuple[Seats, Seats], AfterValidator(span)]
    rounds: Rounds  # the last one is head and tail


class Deal(Part):
    plays_per_turn: Whole = Field(ge=1, le=3)
    feathers: Whole = Field(ge=1, le=8)
    prophecies: Whole = Field(ge=0, le=3)
    supply: dict[Annotated[Key, Field(ge=2, le=4)], Row]
    temples: Whole = Field(ge=0, le=1)

    @field_validator("feathers")
    @classmethod
    def enough_for_a_turn(cls, feathers: int, info: ValidationInfo) -> int:
        plays = info.data.get("plays_per_turn", feathers)
        if feathers < plays:
            raise fault("number.small", f"must be at least {plays} (plays_per_turn), not {feathers}.")
        return feathers

    @field_validator("supply")
    @classmethod
    def every_table(cls, supply: dict[int, int]) -> dict[int, int]:
        if sorted(supply) != [2, 3, 4]:
            raise fault("deal.supply", f"must say how many for 2, 3 and 4 players, not {sorted(supply)}.")
        return dict(sorted(supply.items()))


class LevelPoints(Part):
    points: Annotated[tuple[Points, Points, Points, Points], AfterValidator(not_falling)]  # levels 0 to 3


class TemplePoints(Part):
    points: Annotated[tuple[Points, Points], AfterValidator(not_falling)]  # one goal, both


class HeadsAndTails(Part):
    colours: Annotated[tuple[Literal["R", "G", "B", "Y", "K"], ...], AfterValidator(some), AfterValidator(distinct)]


class CarlRounds(Part):
    carl: Rounds
    carl2: Rounds


class ActionDecks(Part):
    """How many prophecy backs of each god make the action deck of CARL and of CARL 2.0."""

    carl: ActionDeck
    carl2: ActionDeck


class Manner(Part):
    daring: ActionDecks
    domineering: ActionDecks
    greedy: ActionDecks

    def decks(self) -> Iterator[tuple[str, str, ActionDeck]]:
        """Every action deck, with its manner and its opponent."""
        for manner in ("daring", "domineering", "greedy"):
            for opponent in ("carl", "carl2"):
                yield manner, opponent, read(read(self, manner), opponent)


class Carl(Part):
    supply: Row
    human_steals_per_turn: Whole = Field(ge=0, le=4)
    start_level: Whole = Field(ge=1, le=3)
    temple: Annotated[bool, Strict()]
    actions: Annotated[dict[CardGod, CarlAction], AfterValidator(every_action)]
    rounds: CarlRounds
    manner: Manner


class Feather(Part):
    pair: Annotated[str, AfterValidator(checked_pair)]
    copies: Copies = 1


class CardProphecy(Part):
    id: Id
    colour: CardGod
    pattern: PatternText
    named_in: Name | None = None


class CardTemple(Part):
    id: Id
    goals: Annotated[tuple[CardGoal, ...], AfterValidator(some), Field(max_length=2), AfterValidator(distinct)]


class CardDeck(Deck):
    """Everything in the box of the card game; without `carl` there is no solo game."""

    MOST: ClassVar[dict[str, int]] = {"prophecy": 64, "temple": 16, "feather": 25}

    game: CardGame
    deal: Deal
    levels: LevelPoints
    temple_points: TemplePoints
    heads_and_tails: HeadsAndTails
    carl: Carl | None = None
    feather: Annotated[tuple[Feather, ...], AfterValidator(some)]
    prophecy: Annotated[tuple[CardProphecy, ...], AfterValidator(some)]
    temple: Annotated[tuple[CardTemple, ...], AfterValidator(some)]

    def mismatches(self) -> Iterator[Mismatch]:
        yield from super().mismatches()
        yield from self.same_pairs()
        yield from self.set_up_faults()
        if self.carl is not None:
            yield from self.carl_faults(self.carl)

    def same_pairs(self) -> Iterator[Mismatch]:
        """A card may be turned round, so a pair has no order and is listed once."""
        seen: set[str] = set()
        for place, feather in enumerate(self.feather):
            written = read(feather, "pair")
            pair = "".join(sorted(written)) if isinstance(written, str) else ""
            if pair and pair in seen:
                message = f"{written[:40]!r} stands there already (turned round or not); use copies."
                yield Mismatch(("feather", place, "pair"), "feather.twice", message)
            seen.add(pair)

    def set_up_faults(self) -> Iterator[Mismatch]:
        """The set-up (RULES 5.1) must find its cards."""
        if not (self.game and self.deal):
            return
        least, most = self.game.players
        tables = range(least, most + 1)
        needed = max(table * self.deal.prophecies + self.deal.supply[table] for table in tables)
        yield from too_few("prophecy", self.prophecy, needed, f"a set-up for {least} to {most} players")
        needed = most * self.deal.feathers
        yield from too_few("feather", self.feather, needed, f"the set-up for {most} players")

    def carl_faults(self, carl: Carl) -> Iterator[Mismatch]:
        """The action deck is made of prophecies (RULES 5.5); the rest must do for the set-up."""
        for manner, opponent, deck in carl.manner.decks():
            place = ("carl", "manner", manner, opponent)
            rounds = read(carl.rounds, opponent)
            if sum(deck.values()) != rounds:
                message = f"must have {rounds} cards, one a round (carl.rounds), not {sum(deck.values())}."
                yield Mismatch(place, "carl.rounds", message)
            for god, number in deck.items():
                yield from self.god_faults(carl, (*place, god), god, number)
        rounds = max(carl.rounds.carl, carl.rounds.carl2)
        needed = rounds + 2 + carl.supply  # one each for CARL and the human, and the middle
        yield from too_few("prophecy", self.prophecy, needed, "the set-up against CARL")

    def god_faults(self, carl: Carl, place: tuple[str, ...], god: CardGod, number: int) -> Iterator[Mismatch]:
        there = cards_of(self.prophecy, colour=god)
        if number > there:
            yield Mismatch(place, "carl.prophecies", f"takes {number} {god} prophecies; the deck has {there}.")
        if number and god not in carl.actions:
            yield Mismatch(place, "carl.god", f"{god} has no action in carl.actions.")
