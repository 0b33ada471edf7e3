"""CARL's turn, the scores of prophecies and the goals of temples, told in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coatl.card import carl
from coatl.card.notation import Row
from coatl.card.scoring import count_of, goal_met
from coatl.card.setup import add_prophecy
from coatl.card.state import CARL, COATL_LENGTH, EMPTY, PROTECTED, STATE
from coatl.card.tables import ACTION_NAMES, GODS, Deck
from coatl.card.view import Names, PlayerView
from coatl.cards.schema import CardDeck, split_goal
from coatl.engine.compiled import give_outcomes
from coatl.engine.errors import CoatlError
from coatl.engine.jit import jit
from coatl.engine.patterns import COLOURS, STACKED, stands
from coatl.engine.records import Ints, Records, copy_of

COLOUR_WORDS = ("red", "green", "blue", "yellow", "black")


# ---------------------------------------------------------------- CARL


@jit
def carl_trace_at(states: Records, decks: Records) -> Ints:
    """Plays CARL's turn up to the refill on these states and returns its trace."""
    trace = carl.new_trace()
    carl.carl_turn(states[0], decks[0], trace)
    return trace


def carl_in_words(states: Records, decks: Records, names: Names, outcomes: Sequence[int]) -> list[str]:
    """What CARL does in its turn, step by step: which card, and why. Empty if it is not its turn.

    `outcomes` are those of a record, if the turn was played there; else chance is asked what it will bring.
    """
    if states[0].pending != CARL:
        return []
    after = copy_of(states)
    give_outcomes(after[0].chance, outcomes)
    trace = carl_trace_at(after, decks)
    favourites = " or ".join(COLOUR_WORDS[colour] for colour in after[0].carl.favourites if colour != EMPTY)
    steps = trace[1 : trace[0, 0] + 1].tolist()
    return [step_in_words(step, decks[0], names, favourites) for step in steps]


def step_in_words(step: list[int], deck: Deck, names: Names, favourites: str) -> str:
    """One line of the trace (RULES 5.5)."""
    kind, card, level, favourite = step
    if kind == carl.FAVOURITES:
        feather = names["<feather>"][card] if card != EMPTY else ""
        shown = f"CARL reveals the feather {feather}: its favourites are {favourites.replace(' or ', ' and ')}."
        return shown if card != EMPTY else "No feather can be revealed: CARL has no favourites."
    if kind == carl.SKIPPED:
        return f"{ACTION_NAMES[level].capitalize()}: there is no card for it, so it is skipped."
    name = names["<prophecy>"][card]
    if kind == carl.ACTION:
        god = GODS[deck.prophecies[card].god]
        return f"The action card {name} is {god}: CARL does '{ACTION_NAMES[level]}' twice."
    reason = f"it names {favourites}" if favourite else "none has a favourite colour"
    return {
        carl.RAISED: f"Raise: {name} goes up to level {level}; the highest below 3, {reason}"
        + (". It is protected now." if level == PROTECTED else "."),
        carl.STOLEN: f"Steal: {name} moves from you to CARL at level {level}; your highest unprotected one, {reason}.",
        carl.FULFILLED: f"Fulfil: {name}, the leftmost of the middle, goes to CARL's level 1; {reason}.",
    }[kind]


# ---------------------------------------------------------------- scores


@dataclass(frozen=True)
class CardScore:
    """What one prophecy would score at a coatl, and why."""

    times: int
    level: int
    points: int
    where: tuple[tuple[int, int], ...]  # parts from … to …, counted from 1
    why: str

    def data(self) -> dict[str, int]:
        """The short form for JSON."""
        return {"times": self.times, "level": self.level, "points": self.points}


@dataclass(frozen=True)
class Score:
    """What a coatl scores with some prophecies."""

    coatl: str
    cards: dict[str, CardScore]
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """All points together."""
        return sum(card.points for card in self.cards.values())

    def data(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"total": self.total, "cards": {name: card.data() for name, card in self.cards.items()}}


def score(source: CardDeck, deck: Deck, coatl: str, cards: list[str]) -> Score:
    """Counts each prophecy in the coatl as it is (RULES 3, 5.4): its level is its count, 3 at most."""
    row = Row.parse(coatl)
    parts = part_numbers(row)
    ids = [card.id for card in source.prophecy]
    scored: dict[str, CardScore] = {}
    for name in cards:
        number = find_card(ids, name)
        if ids[number] in scored:
            raise CoatlError("card.twice", f"{ids[number]} is named twice; every prophecy is there once.")
        scored[ids[number]] = score_prophecy(source, deck, number, parts, len(row.colours))
    return Score(str(row), scored)


def part_numbers(row: Row) -> Ints:
    """The parts of a coatl as the engine writes them."""
    parts = np.full(COATL_LENGTH, EMPTY, np.int8)
    for i, letter in enumerate(row.colours):
        parts[i] = COLOURS.index(letter) + (STACKED if i in row.stacks else 0)
    return parts


def find_card(ids: list[str], name: str) -> int:
    """A prophecy by its name, upper and lower case alike."""
    for number, card in enumerate(ids):
        if card.lower() == name.strip().lower():
            return number
    near = [card for card in ids if card[:1].lower() == name.strip()[:1].lower()]
    raise CoatlError("card.unknown", f"There is no prophecy {name[:20]!r} in this deck.", near or ids)


def score_prophecy(source: CardDeck, deck: Deck, number: int, parts: Ints, length: int) -> CardScore:
    card, text = deck.prophecies[number], source.prophecy[number]
    times = int(count_of(card, parts, length))
    level = min(times, PROTECTED)
    points = source.levels.points[level]
    where = tuple(
        (start + 1, end)
        for start in range(length)
        for end in range(start + 1, length + 1)
        if stands(card.pattern, parts, length, start, end)
    )
    return CardScore(times, level, points, where, why(text.pattern, times, level, points, where))


def why(pattern: str, times: int, level: int, points: int, where: tuple[tuple[int, int], ...]) -> str:
    """A sentence on a prophecy."""
    often = {0: "nowhere", 1: "once", 2: "twice"}.get(times, f"{times} times")
    places = ", ".join(str(start) if start == end else f"{start}–{end}" for start, end in where)
    at = f" (part{'s' if '–' in places or ',' in places else ''} {places})" if where else ""
    protected = ", protected" if level == PROTECTED else ""
    return f"{pattern} stands {often}{at}; level {level}{protected}: {points} points"


# ---------------------------------------------------------------- temples


@jit
def goals_at(states: Records, decks: Records, temple: int, out: Ints) -> None:
    """Writes for each goal of a temple whether the player on the first seat meets it."""
    for i in range(decks[0].temples[temple].goal_count):
        out[i] = goal_met(decks[0].temples[temple].goals[i], decks[0], states[0].players[0])


def goals_met_by(player: PlayerView, temple: str, decks: Records, names: Names) -> tuple[bool, ...]:
    """Whether a player meets each goal of a temple, as coatl and levels are now (RULES 5.4)."""
    states = np.zeros(1, STATE)
    row = Row.parse(player.coatl)
    states[0].players[0].parts[:] = part_numbers(row)
    states[0].players[0].length = len(row.colours)
    for card, level in zip(player.prophecies, player.levels, strict=True):
        add_prophecy(states[0].players[0], names["<prophecy>"].index(card), level)
    number = names["<temple>"].index(temple)
    met = np.zeros(decks[0].temples[number].goal_count, np.int64)
    goals_at(states, decks, number, met)
    return tuple(bool(goal) for goal in met)


def goal_in_words(goal: str) -> str:
    """A temple's goal for people.

    >>> goal_in_words("below:green<yellow")
    'a green prophecy on a lower level than a yellow one'
    """
    name, argument = split_goal(goal)
    if name == "gods":
        gods = argument.split(",")
        return f"prophecies of {', '.join(gods[:-1])} and {gods[-1]}" if len(gods) > 1 else f"a {gods[0]} prophecy"
    if name == "below":
        lower, higher = argument.split("<")
        return f"a {lower} prophecy on a lower level than a {higher} one"
    if name == "equal":
        first, second = (COLOUR_WORDS[COLOURS.index(letter)] for letter in argument)
        return f"as many {first} as {second} parts"
    return {
        "twins": "two prophecies of one god on the same level",
        "parts>=": f"at least {argument} parts",
        "parts<=": f"at most {argument} parts",
        "run": f"{argument} neighbouring parts of one colour",
        "same": f"{argument} parts of one colour",
    }[name]
