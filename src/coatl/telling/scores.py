"""Why a coatl scores what it scores, card by card, and all points of a finished game (RULES 4.4, 4.5, 5.4, 5.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coatl.board import words as board_words
from coatl.board.notation import Row as BoardRow
from coatl.board.rules import BoardRules
from coatl.board.scoring import goal_met
from coatl.card import words as card_words
from coatl.card.notation import Row as CardRow
from coatl.card.rules import CardRules
from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS
from coatl.engine.rules import Result, Rules
from coatl.game import Game
from coatl.telling.card_reach import places_of, temple_ladder
from coatl.telling.reach import Rung, Spans, rung_above


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
    level: int
    points: int
    where: Spans = ()  # pieces from … to …, counted from 1
    next: Rung | None = None
    goals: tuple[Goal, ...] = ()
    why: str = ""  # in English


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

    >>> from coatl.game import printed_rules
    >>> scored(printed_rules("board"), "(BBYYR)", ["Y4"]).cards["Y4"].where
    ((1, 4),)
    """
    if isinstance(rules, BoardRules):
        return board_scored(rules, coatl, cards)
    assert isinstance(rules, CardRules)
    return card_scored(rules, coatl, cards, levels)


# ---------------------------------------------------------------- board game


def board_scored(rules: BoardRules, coatl: str, cards: Sequence[str]) -> Scored:
    """Prophecies and temples at a coatl as it is."""
    score = board_words.score(rules.deck, rules.decks[0], coatl, list(cards))
    told = {name: board_card(rules, score, name, found) for name, found in score.cards.items()}
    return Scored(score.coatl, BoardRow.parse(score.coatl).finished, score.total, told, score.notes)


def board_card(rules: BoardRules, score: board_words.Score, name: str, found: board_words.CardScore) -> CardPoints:
    """One card of a score, with its goals and its next level."""
    kind, number = board_words.find_card(rules.deck, name)
    if kind == "prophecy":
        following = rung_above(rules.deck.prophecy[number].levels, found.times)
        return CardPoints(found.times, found.level, found.points, found.where, following, (), found.why)
    following = rung_above(dict(enumerate(rules.deck.temple[number].points, 1)), found.times)
    goals = board_goals(rules, score, number)
    return CardPoints(found.times, found.level, found.points, (), following, goals, found.why)


def board_goals(rules: BoardRules, score: board_words.Score, number: int) -> tuple[Goal, ...]:
    """The goals of a temple at the coatl and among the cards of a score."""
    deck, text = rules.decks[0], rules.deck.temple[number]
    pieces = np.array([COLOURS.index(letter) for letter in BoardRow.parse(score.coatl).colours], np.int8)
    gods = 0
    for name in score.cards:
        kind, card = board_words.find_card(rules.deck, name)
        gods |= 1 << int(deck.prophecies[card].god) if kind == "prophecy" else 0
    return tuple(
        Goal(
            goal,
            bool(goal_met(deck.temples[number].goals[i], pieces, len(pieces), gods)),
            board_words.goal_in_words(goal),
        )
        for i, goal in enumerate(text.goals)
    )


def board_report(rules: BoardRules, view: Any, seat: int, points: int) -> SeatReport:
    """A seat at the end; unfinished coatls score nothing."""
    if seat > len(view.players):
        worth = {card.id: max(card.levels.values()) for card in rules.deck.prophecy}
        return SeatReport(points, pile={card: Pile(n, n * worth[card]) for card, n in view.adam.pile.items()})
    player = view.players[seat - 1]
    coatls = tuple(
        board_scored(rules, each.pieces, [*each.cards, *([each.temple] if each.temple else [])])
        for each in player.coatls
    )
    return SeatReport(points, coatls, player.robbed * int(rules.decks[0].robbed_points))


# ---------------------------------------------------------------- card game


def card_scored(rules: CardRules, coatl: str, cards: Sequence[str], levels: Mapping[str, int] | None) -> Scored:
    """Prophecies on their levels, and a temple, at a coatl as it is."""
    row, temples = CardRow.parse(coatl), rules.names["<temple>"]
    names = [card_name(rules, name) for name in cards]
    for name in names:
        if names.count(name) > 1:
            raise CoatlError("card.twice", f"{name} is named twice; every card is there once.")
    held = None if levels is None else held_levels(rules, levels)
    told = {name: card_points(rules, name, str(row), held) for name in names if name not in temples}
    levelled = {name: card.level for name, card in told.items()} if held is None else held
    player = PlayerView(str(row), (), tuple(levelled), tuple(levelled.values()))
    told |= {name: card_temple(rules, player, name) for name in names if name in temples}
    return Scored(str(row), row.head and row.tail, sum(card.points for card in told.values()), told)


def card_name(rules: CardRules, name: str) -> str:
    """A temple or a prophecy by its name, upper and lower case alike."""
    for temple in rules.names["<temple>"]:
        if temple.lower() == name.strip().lower():
            return temple
    return prophecy_name(rules, name)


def prophecy_name(rules: CardRules, name: str) -> str:
    names = list(rules.names["<prophecy>"])
    return names[card_words.find_card(names, name)]


def held_levels(rules: CardRules, levels: Mapping[str, int]) -> dict[str, int]:
    """Levels by the names of the deck."""
    held = {prophecy_name(rules, name): level for name, level in levels.items()}
    for name, level in held.items():
        if not 0 <= level <= PROTECTED:
            raise CoatlError("solve.level", f"{name} has no level {level}.", ["0", "1", "2", "3"])
    return held


def card_points(rules: CardRules, name: str, coatl: str, held: Mapping[str, int] | None) -> CardPoints:
    """A prophecy on the level where it lies, or on the one of its count."""
    number, ladder = rules.names["<prophecy>"].index(name), dict(enumerate(rules.deck.levels.points))
    where = places_of(rules, number, coatl)
    level = min(len(where), PROTECTED) if held is None else held.get(name, 0)
    why = card_words.why(rules.deck.prophecy[number].pattern, len(where), level, ladder[level], where)
    return CardPoints(len(where), level, ladder[level], where, rung_above(ladder, level), (), why)


def card_temple(rules: CardRules, player: PlayerView, temple: str) -> CardPoints:
    """The goals of the temple."""
    text = rules.deck.temple[rules.names["<temple>"].index(temple)]
    goals = tuple(
        Goal(goal, met, card_words.goal_in_words(goal))
        for goal, met in zip(text.goals, rules.goals_met(player, temple), strict=True)
    )
    count, ladder = sum(goal.met for goal in goals), temple_ladder(rules, temple)
    return CardPoints(count, count, ladder[count], (), rung_above(ladder, count), goals)


def card_report(rules: CardRules, player: PlayerView, temple: str | None, points: int) -> SeatReport:
    """A seat as it was when its result became final."""
    held = dict(zip(player.prophecies, player.levels, strict=True))
    if player.coatl:
        cards = [*held, *([temple] if temple is not None else [])]
        return SeatReport(points, (card_scored(rules, player.coatl, cards, held),))
    worth = rules.deck.levels.points
    told = {name: CardPoints(0, level, worth[level]) for name, level in held.items()}
    return SeatReport(points, (Scored("", False, sum(card.points for card in told.values()), told),))


def final_players(game: Game, known: Mapping[int, PlayerView]) -> dict[int, PlayerView]:
    """The seats (from 1) whose result is final, each as it was when it became so: later thefts do not change it
    (RULES 5.3). `known` are those of an earlier moment.
    """
    states = game.position().states
    if game.rules.game != "card" or not any(player.final for player in states[0].players):
        return {}
    players = game.view("end" if game.over else None).players
    return {seat: known.get(seat, player) for seat, player in enumerate(players, 1) if player.final}


def followed(game: Game) -> dict[int, PlayerView]:
    """The same for a game that nobody has watched: it is played again."""
    found: dict[int, PlayerView] = {}
    for moment in Game.steps(game.record()):
        found = final_players(moment, found)
    return found


# ---------------------------------------------------------------- the end


def report(game: Game, finals: Mapping[int, PlayerView] | None = None) -> tuple[SeatReport, ...]:
    """Where the points of each seat come from, once the game is over; `finals` as `final_players` has found them."""
    result, view, rules = game.result, game.view("end"), game.rules
    assert result is not None
    if isinstance(rules, BoardRules):
        return tuple(board_report(rules, view, seat, points) for seat, points in enumerate(result.points, 1))
    assert isinstance(rules, CardRules)
    players = {**dict(enumerate(view.players, 1)), **(followed(game) if finals is None else finals)}
    return tuple(card_report(rules, players[seat], view.temple, points) for seat, points in enumerate(result.points, 1))


def decided(result: Result, solo: bool) -> str:
    """What decided: the points, or with equal points the first tie-breaker that differs; `solo` if ADAM or CARL wins a
    tie, `shared` if nothing differs.
    """
    best = [seat for seat, points in enumerate(result.points) if points == max(result.points)]
    if len(best) == 1:
        return "points"
    if solo:
        return "solo"
    differing = (name for name, numbers in result.details.items() if len({numbers[seat] for seat in best}) > 1)
    return next(differing, "shared")
