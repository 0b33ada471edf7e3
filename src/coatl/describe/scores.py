"""Why a coatl scores what it scores, card by card, and all points of a finished game (RULES 4.4, 4.5, 5.4, 5.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from coatl.describe.reach import Rung, Spans
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Result, Rules
from coatl.game import Game


@dataclass(frozen=True)
class Goal:
    """One goal of a temple, in the notation of the deck file and in English."""

    goal: str
    met: bool
    words: str


@dataclass(frozen=True)
class CardPoints:
    """What one card brings, and why."""

    times: int  # how often a prophecy stands, or how many goals of a temple are met
    level: int  # board game: the times that the reached level asks for, 0 if none is reached
    points: int
    where: Spans = ()  # pieces from … to …, counted from 1
    next: Rung | None = None
    goals: tuple[Goal, ...] = ()
    why: str = ""  # in English; `describe.reasons` words it in any language
    kind: str = ""  # count, sequence, multiset or temple; card game: parts, or temple of all
    pattern: str = ""  # of a prophecy


@dataclass(frozen=True)
class Scored:
    """A coatl with its cards."""

    coatl: str
    closed: bool
    total: int
    cards: Mapping[str, CardPoints]
    notes: tuple[str, ...] = ()  # what could not be so in a game


@dataclass(frozen=True)
class Pile:
    """Cards of one kind that ADAM has played."""

    count: int
    points: int  # together


@dataclass(frozen=True)
class SeatReport:
    """Where the points of a seat come from."""

    points: int
    coatls: tuple[Scored, ...] = ()  # in the card game one; CARL's has no pieces
    consolation: int = 0  # for gold received (RULES 4.6)
    pile: Mapping[str, Pile] = field(default_factory=dict)


def scored(rules: Rules, coatl: str, cards: Sequence[str], levels: Mapping[str, int] | None = None) -> Scored:
    """A coatl with some cards; card game: `levels` are those on which prophecies lie, without them the count says it.

    >>> from coatl.registry import printed_rules
    >>> scored(printed_rules("board"), "(BBYYR)", ["Y4"]).cards["Y4"].where
    ((1, 4),)

    :raises CoatlError: coatl.*, card.unknown, card.twice, solve.level
    """
    found: Scored = of_game(rules.game).scored(rules, coatl, cards, levels)
    return found


def report(
    game: Game, finals: Mapping[int, Any] | None = None, points: Sequence[int] | None = None
) -> tuple[SeatReport, ...]:
    """Where the points of each seat come from, once the game is over; `finals` as `final_players` has found them.
    `points` are those of a game that somebody gave up, which has no result of its own.
    """
    if points is None:
        assert game.result is not None
        points = game.result.points
    view = game.revealed()
    found: tuple[SeatReport, ...] = of_game(game.rules.game).report(game, view, points, finals)
    return found


def final_players(game: Game, known: Mapping[int, Any]) -> dict[int, Any]:
    """The seats (from 1) whose result is final, each as it was when it became so: later thefts do not change it
    (RULES 5.3). `known` are those of an earlier moment. Board game: none, all end together.
    """
    found: dict[int, Any] = of_game(game.rules.game).final_players(game, known)
    return found


def decided(result: Result, solo: bool) -> str:
    """What decided: the points, or with equal points the first tie-breaker that differs; `solo` if ADAM or CARL wins a
    tie, `shared` if nothing differs.
    """
    best = leaders(result)
    if len(best) == 1:
        return "points"
    if solo:
        return "solo"
    differing = (name for name, numbers in result.details.items() if len({numbers[seat - 1] for seat in best}) > 1)
    return next(differing, "shared")


def leaders(result: Result) -> list[int]:
    """The seats with the most points."""
    return [seat for seat, points in enumerate(result.points, 1) if points == max(result.points)]


# ---------------------------------------------------------------- for both games


@cache
def of_game(game: str) -> Any:
    """What a game does its own way."""
    return import_module(f"coatl.describe.{game}.scores")


def card_named(names: Sequence[str], name: str, kind: str = "card") -> str:
    """A card by its name, upper and lower case alike."""
    for card in names:
        if card.lower() == name.strip().lower():
            return card
    near = [card for card in names if card[:1].lower() == name.strip()[:1].lower()]
    raise CoatlError("card.unknown", f"There is no {kind} {name[:20]!r} in this deck.", near or list(names))


def check_once(names: Sequence[str], given: Sequence[str], message: str) -> None:
    """Refuses a card that is named twice."""
    for name, shown in zip(names, given, strict=True):
        if names.count(name) > 1:
            raise CoatlError("card.twice", message.format(card=shown))
