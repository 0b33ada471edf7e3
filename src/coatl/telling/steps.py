"""The turns of ADAM and CARL step by step (RULES 4.5, 5.5), as data and in words: the trace that the rules write."""

from collections.abc import Sequence
from typing import Any

from coatl.board import adam
from coatl.board import words as board_words
from coatl.board.state import ADAM, EMPTY
from coatl.board.tables import CELLS
from coatl.card import carl
from coatl.card import words as card_words
from coatl.card.state import CARL, PROTECTED
from coatl.card.tables import ACTION_NAMES, GODS
from coatl.engine.compiled import give_outcomes
from coatl.engine.patterns import COLOURS
from coatl.engine.record import Entry
from coatl.engine.records import Records
from coatl.game import Game

Step = dict[str, Any]

ADAM_KINDS = {
    adam.FOUND: "found",
    adam.MISSED: "missed",
    adam.PLACED: "placed",
    adam.WASTED: "wasted",
    adam.DISCARDED: "discarded",
    adam.PLAYED: "played",
    adam.MOVED: "moved",
    adam.SPENT: "spent",
    adam.DREW: "drew",
}
CARL_KINDS = {
    carl.FAVOURITES: "favourites",
    carl.ACTION: "action",
    carl.RAISED: "raised",
    carl.STOLEN: "stolen",
    carl.FULFILLED: "fulfilled",
    carl.SKIPPED: "skipped",
}


def steps(game: Game, coming: Entry | None = None) -> list[Step]:
    """What the automaton is about to do, or did in the entry of a record that is coming; empty if it is not its turn.

    >>> import coatl
    >>> game = coatl.new("card", solo=True, opponent="carl2", seed=7)
    >>> [step["kind"] for step in steps(game)][:3]
    ['favourites', 'action', 'raised']
    """
    rules: Any = game.rules
    states = game.position().states
    if rules.game == "board":
        return adam_steps(rules, states) if states[0].pending == ADAM else []
    outcomes = [] if coming is None else [rules.parse_outcome(text) for text in coming.outcomes]
    return carl_steps(rules, states, outcomes) if states[0].pending == CARL else []


def lines_of(trace: Any) -> list[list[int]]:
    """The lines of a trace; its first place holds their number."""
    lines: list[list[int]] = trace[1 : trace[0, 0] + 1].tolist()
    return lines


def adam_steps(rules: Any, states: Records) -> list[Step]:
    """ADAM's turn, played on these states."""
    told = []
    for kind, card, cell, colour in lines_of(board_words.adam_trace_at(states, rules.decks)):
        step: Step = {"kind": ADAM_KINDS[kind]}
        if card != EMPTY:
            step["card"] = rules.names["<prophecy>"][card]
        if cell != EMPTY:
            step["cell"] = CELLS[cell]
        if colour != EMPTY:
            step["colour"] = COLOURS[colour]
        told.append(step | {"words": board_words.step_in_words(kind, card, cell, colour, rules.names)})
    return told


def carl_steps(rules: Any, states: Records, outcomes: Sequence[int]) -> list[Step]:
    """CARL's turn, played on these states; without outcomes chance is asked what it will bring."""
    give_outcomes(states[0].chance, outcomes)
    lines = lines_of(card_words.carl_trace_at(states, rules.decks))
    liked = [colour for colour in states[0].carl.favourites.tolist() if colour != EMPTY]
    favourites = " or ".join(card_words.COLOUR_WORDS[colour] for colour in liked)
    colours = "".join(COLOURS[colour] for colour in liked)
    return [
        carl_step(rules, line, colours)
        | {"words": card_words.step_in_words(line, rules.decks[0], rules.names, favourites)}
        for line in lines
    ]


def carl_step(rules: Any, line: Sequence[int], colours: str) -> Step:
    """One line of the trace; `colours` are the favourites."""
    kind, card, level, favourite = line
    step: Step = {"kind": CARL_KINDS[kind]}
    if kind == carl.FAVOURITES:
        return step | ({"feather": rules.names["<feather>"][card], "colours": colours} if card != EMPTY else {})
    if kind == carl.SKIPPED:
        return step | {"action": ACTION_NAMES[level]}
    step["card"] = rules.names["<prophecy>"][card]
    if kind == carl.ACTION:
        return step | {"action": ACTION_NAMES[level], "god": GODS[rules.decks[0].prophecies[card].god]}
    return step | {"level": level, "protected": level == PROTECTED, "favourite": bool(favourite), "colours": colours}
