"""The turns of ADAM and CARL step by step (RULES 4.5, 5.5), from the trace that the rules write while they play."""

from collections.abc import Sequence
from importlib import import_module
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
)

from pydantic import Field
from typing_extensions import TypedDict

from coatl.engine.record import Entry
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.game import Game

AdamKind = Literal["found", "missed", "placed", "wasted", "discarded", "played", "moved", "spent", "drew"]
CarlKind = Literal["favourites", "action", "raised", "stolen", "fulfilled", "skipped"]
CarlAction = Literal["raise", "steal", "fulfil"]

AUTOMATA = ("adam", "carl")  # the forced actions of the automata


class StepFacts(TypedDict):
    """What an automaton did in one step, and with what; only what belongs to its kind."""

    kind: AdamKind | CarlKind
    card: NotRequired[str]
    cards: NotRequired[Annotated[list[str], Field(description="ADAM: those that find nothing, if there are several")]]
    cell: NotRequired[Annotated[str, Field(description="ADAM: of the supply board")]]
    colour: NotRequired[Annotated[str, Field(description="ADAM: of the piece; of all that go the same way")]]
    feather: NotRequired[Annotated[str, Field(description="CARL: the one revealed")]]
    colours: NotRequired[Annotated[str, Field(description="CARL: the favourites of the turn")]]
    action: NotRequired[Annotated[CarlAction, Field(description="CARL: doubled, or skipped")]]
    god: NotRequired[Annotated[str, Field(description="CARL: of the action card")]]
    level: NotRequired[Annotated[int, Field(description="CARL: of the card now")]]
    protected: NotRequired[bool]
    favourite: NotRequired[Annotated[bool, Field(description="CARL: whether the card names a favourite colour")]]
    points: NotRequired[Annotated[int, Field(description="what it gains; by stealing, what the other one loses")]]


class Step(StepFacts):
    """One step of ADAM or CARL: what it did, with what, and the same in English; only what belongs to its kind."""

    words: str


def steps(game: Game, coming: Entry | None = None) -> list[Step]:
    """What the automaton is about to do, or did in the entry of a record that is coming; empty if it is not its turn.

    >>> import coatl
    >>> game = coatl.new("card", solo=True, opponent="carl2", seed=7)
    >>> [step["kind"] for step in steps(game)][:3]
    ['favourites', 'action', 'raised']
    """
    if game.rules.options["solo"] is False:
        return []
    outcomes = [] if coming is None else [game.rules.parse_outcome(text) for text in coming.outcomes]
    return steps_at(game.rules, game.position().states, outcomes)


def steps_at(rules: Rules, states: Records, outcomes: Sequence[int] = ()) -> list[Step]:
    """The automaton's turn on a copy of these states; without outcomes chance is asked what it will bring."""
    of_game = import_module(f"coatl.describe.{rules.game}.automata")
    found: list[StepFacts] = of_game.steps(rules, copy_of(states), outcomes)
    words = import_module("coatl.describe.sentences").in_english
    return [{**step, "words": words(step)} for step in found]


def lines_of(trace: Any) -> list[list[int]]:
    """The lines of a trace; its first place holds their number."""
    lines: list[list[int]] = trace[1 : trace[0, 0] + 1].tolist()
    return lines
