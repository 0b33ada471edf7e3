"""ADAM's turn and the scores of cards, told in words."""

from dataclasses import dataclass, field

import numpy as np

from coatl.board import adam
from coatl.board.notation import Row
from coatl.board.scoring import goal_met, goals_met, times_of
from coatl.board.state import ADAM, EMPTY
from coatl.board.tables import CELLS, Deck
from coatl.board.view import Names
from coatl.cards.schema import BoardDeck
from coatl.engine.errors import CoatlError
from coatl.engine.jit import jit
from coatl.engine.patterns import COLOURS, spans
from coatl.engine.records import Ints, Records

COLOUR_WORDS = ("red", "green", "blue", "yellow", "black")


# ---------------------------------------------------------------- ADAM


@jit
def adam_trace_at(states: Records, decks: Records) -> Ints:
    """Plays ADAM's turn up to the refills on these states and returns its trace."""
    trace = adam.new_trace()
    adam.adam_turn(states[0], decks[0], trace)
    return trace


def adam_in_words(states: Records, decks: Records, names: Names) -> list[str]:
    """What ADAM is about to do, step by step: which card, which cell, and why. Empty if it is not its turn."""
    if states[0].pending != ADAM:
        return []
    trace = adam_trace_at(states.copy(), decks)
    steps = trace[1 : trace[0, 0] + 1].tolist()
    return [step_in_words(kind, card, cell, colour, names) for kind, card, cell, colour in steps]


def step_in_words(kind: int, card: int, cell: int, colour: int, names: Names) -> str:
    """One line of the trace (RULES 4.5)."""
    name = names["<prophecy>"][card] if card != EMPTY else ""
    where = CELLS[cell] if cell != EMPTY else ""
    piece = COLOUR_WORDS[colour] if colour != EMPTY else ""
    return {
        adam.FOUND: f"{name} needs {piece}: the first cell that holds some is {where}, so ADAM takes all of it.",
        adam.MISSED: f"{name} needs nothing that lies on the supply board.",
        adam.PLACED: f"The {piece} piece goes onto {name}, the leftmost card that still needs {piece}.",
        adam.WASTED: f"No card needs the {piece} piece: it is discarded.",
        adam.DISCARDED: f"No card finds a piece: the {piece} piece of {where}, the lowest occupied cell, is discarded.",
        adam.PLAYED: f"{name} is complete at its highest level: ADAM plays it.",
        adam.MOVED: f"A {piece} piece of the played card moves on to {name}.",
        adam.SPENT: f"No card needs the played card's {piece} piece: it is discarded.",
        adam.DREW: f"ADAM takes {name}, the rightmost card of the row, to the right end of its line.",
    }[kind]


# ---------------------------------------------------------------- scores


@dataclass(frozen=True)
class CardScore:
    """What one card scores at a coatl, and why."""

    times: int  # how often the prophecy stands, or how many goals of the temple are met
    points: int
    level: int  # the times that the reached level asks for; 0 if none is reached
    where: tuple[tuple[int, int], ...]  # pieces from … to …, counted from 1
    why: str

    def data(self) -> dict[str, int]:
        """The short form for JSON."""
        return {"times": self.times, "points": self.points}


@dataclass(frozen=True)
class Score:
    """What a coatl scores with some cards."""

    coatl: str
    cards: dict[str, CardScore]
    notes: tuple[str, ...] = field(default=())

    @property
    def total(self) -> int:
        """All points together."""
        return sum(card.points for card in self.cards.values())

    def data(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"total": self.total, "cards": {name: card.data() for name, card in self.cards.items()}}


def score(source: BoardDeck, deck: Deck, coatl: str, cards: list[str]) -> Score:
    """Scores each card at the coatl as it is (RULES 3, 4.4)."""
    row = Row.parse(coatl)
    pieces = np.array([COLOURS.index(letter) for letter in row.colours], np.int8)
    found = [find_card(source, name) for name in cards]
    for kind, number in found:
        if found.count((kind, number)) > 1:
            message = f"{cards[found.index((kind, number))]} is named twice; no two identical cards lie at one coatl."
            raise CoatlError("card.twice", message)
    gods = 0
    for kind, number in found:
        if kind == "prophecy":
            gods |= 1 << int(deck.prophecies[number].god)
    scored = {}
    for kind, number in found:
        if kind == "prophecy":
            scored[source.prophecy[number].id] = score_prophecy(source, deck, number, pieces)
        else:
            scored[source.temple[number].id] = score_temple(source, deck, number, pieces, gods)
    return Score(str(row), scored, tuple(notes(source, row, found)))


def find_card(source: BoardDeck, name: str) -> tuple[str, int]:
    """A card by its name, upper and lower case alike."""
    prophecies, temples = [card.id for card in source.prophecy], [card.id for card in source.temple]
    for kind, ids in (("prophecy", prophecies), ("temple", temples)):
        for number, card in enumerate(ids):
            if card.lower() == name.strip().lower():
                return kind, number
    every = prophecies + temples
    near = [card for card in every if card[:1].lower() == name.strip()[:1].lower()]
    raise CoatlError("card.unknown", f"There is no card {name[:20]!r} in this deck.", near or every)


def notes(source: BoardDeck, row: Row, found: list[tuple[str, int]]) -> list[str]:
    """What could not be so in a game."""
    prophecies = sum(kind == "prophecy" for kind, _ in found)
    most = source.player.prophecies_per_coatl[1]
    remarks = []
    if prophecies > most:
        remarks.append(f"In a game at most {most} prophecies lie at one coatl.")
    if len(found) - prophecies > 1:
        remarks.append("In a game at most 1 temple lies at one coatl.")
    if not row.finished:
        remarks.append("The coatl is unfinished: it scores only once it is finished.")
    return remarks


def score_prophecy(source: BoardDeck, deck: Deck, number: int, pieces: Ints) -> CardScore:
    card, text = deck.prophecies[number], source.prophecy[number]
    times = int(times_of(card, pieces, len(pieces)))
    reached = [level for level in text.levels if level <= times]
    if text.kind == "sequence":
        where = tuple((start + 1, end) for start, end in spans(card.pattern, pieces, len(pieces)))
    elif text.kind == "count":
        where = tuple((i + 1, i + 1) for i, piece in enumerate(pieces) if COLOURS[piece] == text.pattern.strip())
    else:
        where = ()
    level = max(reached, default=0)
    points = text.levels[level] if reached else 0
    return CardScore(times, points, level, where, why_prophecy(text.kind, text.pattern, times, level, points, where))


def why_prophecy(
    kind: str, pattern: str, times: int, level: int, points: int, where: tuple[tuple[int, int], ...]
) -> str:
    """A sentence on a prophecy."""
    places = ", ".join(str(start) if start == end else f"{start}–{end}" for start, end in where)
    colour = COLOUR_WORDS[COLOURS.index(pattern.strip())] if kind == "count" else ""
    found = {
        "count": f"{times} {colour} piece{'s' * (times != 1)}",
        "sequence": f"{pattern} stands {times_word(times)}",
        "multiset": f"{pattern} all there" if times else f"{pattern} not all there",
    }[kind]
    at = f" ({'piece' if len(where) == 1 and where[0][0] == where[0][1] else 'pieces'} {places})" if where else ""
    reached = f"level {level}: {points} points" if level else "no level reached: 0 points"
    return f"{found}{at}; {reached}"


def times_word(times: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(times, f"{times} times")


def score_temple(source: BoardDeck, deck: Deck, number: int, pieces: Ints, gods: int) -> CardScore:
    card, text = deck.temples[number], source.temple[number]
    met = int(goals_met(card, pieces, len(pieces), gods))
    goals = [
        f"{goal_in_words(goal)}: {'yes' if goal_met(card.goals[i], pieces, len(pieces), gods) else 'no'}"
        for i, goal in enumerate(text.goals)
    ]
    points = int(card.points[met])
    return CardScore(met, points, met, (), f"{'; '.join(goals)}; {met} of {len(goals)} goals: {points} points")


def goal_in_words(goal: str) -> str:
    """A temple's goal for people.

    >>> goal_in_words("equal:RY")
    'as many red as yellow pieces'
    """
    name, _, argument = goal.partition(":")
    if name == "without":
        return f"no {COLOUR_WORDS[COLOURS.index(argument)]} piece"
    if name == "length":
        return f"exactly {argument} pieces"
    if name == "equal":
        first, second = (COLOUR_WORDS[COLOURS.index(letter)] for letter in argument)
        return f"as many {first} as {second} pieces"
    return f"no {argument} prophecy beside it"
