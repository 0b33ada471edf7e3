"""The action space of the card game, and its notation (RULES 2).

start RG             the first feather of a coatl, parts from left to right
beside RG left       a feather goes beside the coatl, on the left or right end
over RG right        a feather goes over the outermost part: the inner half covers it, the other sticks out
discard RG           discard a feather to play the top of the deck instead
raise B1             fulfil an own prophecy again: its level becomes its count
fulfil B1            fulfil a prophecy from the middle
steal B1             fulfil a prophecy of a neighbour
done                 no more prophecies with this card
head R, tail K       the last round
carl                 the automaton's turn
pass                 no feather in hand
"""

from dataclasses import dataclass

import numpy as np

from coatl.card.state import COATL_LENGTH, EMPTY, FEATHERS, PROPHECIES
from coatl.engine.actions import Space
from coatl.engine.errors import CoatlError
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import COLOURS, STACKED
from coatl.engine.structs import Ints

LETTERS = tuple(COLOURS)
ORDERED = tuple(a + b for a in COLOURS for b in COLOURS)  # a feather as it lies, see `lying`
SIDES = ("left", "right")
LEFT, RIGHT = 0, 1

SPACE = Space()
DONE = SPACE.family("done")
PASS = SPACE.family("pass")
CARL_TURN = SPACE.family("carl")
START = SPACE.family("start", ORDERED)
BESIDE = SPACE.family("beside", ORDERED, SIDES)
OVER = SPACE.family("over", ORDERED, SIDES)
DISCARD = SPACE.family("discard", "<feather>", size=FEATHERS)
RAISE = SPACE.family("raise", "<prophecy>", size=PROPHECIES)
FULFIL = SPACE.family("fulfil", "<prophecy>", size=PROPHECIES)
STEAL = SPACE.family("steal", "<prophecy>", size=PROPHECIES)
HEAD = SPACE.family("head", LETTERS)
TAIL = SPACE.family("tail", LETTERS)
ACTIONS = SPACE.size
PLACEMENTS = ("start", "beside", "over", "head", "tail")  # what puts a card onto the table


# ---------------------------------------------------------------- numbers of actions, and what they name
#
# Nobody else computes with the numbers of actions.


@jit_in_place
def lying(left: int, right: int) -> int:
    """A feather as it lies, by the colours of its parts: its place in ORDERED."""
    return left * len(LETTERS) + right


@jit_in_place
def lying_colours(feather: int) -> tuple[int, int]:
    """The colours of the parts of a feather as it lies, from left to right."""
    return feather // len(LETTERS), feather % len(LETTERS)


@jit_in_place
def start_action(feather: int) -> int:
    """The number of `start` for a feather as it lies."""
    return START + feather


@jit_in_place
def beside_action(feather: int, side: int) -> int:
    """The number of `beside` for a feather as it lies."""
    return BESIDE + feather * len(SIDES) + side


@jit_in_place
def over_action(feather: int, side: int) -> int:
    """The number of `over` for a feather as it lies."""
    return OVER + feather * len(SIDES) + side


@jit_in_place
def placement(action: int) -> tuple[int, int]:
    """The feather as it lies, and the side, that `start`, `beside` or `over` names; a start counts as the left side."""
    if action < BESIDE:
        return action - START, LEFT
    rest = action - OVER if action >= OVER else action - BESIDE
    return rest // len(SIDES), rest % len(SIDES)


@jit_in_place
def discard_action(feather: int) -> int:
    """The number of `discard`."""
    return DISCARD + feather


@jit_in_place
def discarded_feather(action: int) -> int:
    """The feather that `discard` names."""
    return action - DISCARD


@jit_in_place
def raise_action(card: int) -> int:
    """The number of `raise`."""
    return RAISE + card


@jit_in_place
def fulfil_action(card: int) -> int:
    """The number of `fulfil`."""
    return FULFIL + card


@jit_in_place
def steal_action(card: int) -> int:
    """The number of `steal`."""
    return STEAL + card


@jit_in_place
def gained_card(action: int) -> int:
    """The prophecy that `raise`, `fulfil` or `steal` names."""
    return (action - RAISE) % PROPHECIES


@jit_in_place
def head_action(colour: int) -> int:
    """The number of `head`."""
    return HEAD + colour


@jit_in_place
def tail_action(colour: int) -> int:
    """The number of `tail`."""
    return TAIL + colour


@jit_in_place
def end_colour(action: int) -> int:
    """The colour that `head` or `tail` names."""
    return action - TAIL if action >= TAIL else action - HEAD


@dataclass(frozen=True)
class Row:
    """A coatl as its notation tells it: parts, stacks, head and tail.

    >>> Row.parse("(RG^B)")
    Row(colours='RGB', stacks=(1,), head=True, tail=True)
    >>> str(Row.parse("RG^B"))
    'RG^B'
    """

    colours: str
    stacks: tuple[int, ...] = ()  # places, from 0, of the parts that lie on others
    head: bool = False
    tail: bool = False

    def __str__(self) -> str:
        parts = "".join(letter + "^" * (i in self.stacks) for i, letter in enumerate(self.colours))
        return f"{'(' if self.head else ''}{parts}{')' if self.tail else ''}"

    @classmethod
    def parse(cls, text: str) -> "Row":
        """Reads the notation of RULES 2; every fault is named."""
        word = text.strip().upper()
        head, tail = word.startswith("("), word.endswith(")")
        colours: list[str] = []
        stacks: list[int] = []
        for sign in word.removeprefix("(").removesuffix(")"):
            if sign == "^" and colours and (not stacks or stacks[-1] != len(colours) - 1):
                stacks.append(len(colours) - 1)
            elif sign in COLOURS:
                colours.append(sign)
            else:
                message = f"Sign {sign!r} behind part {len(colours)} of the coatl is neither a colour nor a stack."
                raise CoatlError("coatl.letter", message, [*LETTERS, "^ behind a letter"])
        if not colours:
            raise CoatlError("coatl.empty", "A coatl has at least one part.", ["RG^BY"])
        if len(colours) > COATL_LENGTH:
            raise CoatlError("coatl.long", f"A coatl has at most {COATL_LENGTH} parts, not {len(colours)}.")
        if head and tail and len(colours) < 2:
            raise CoatlError("coatl.short", f"{word!r} has one part, which cannot be both head and tail.")
        if (head and 0 in stacks) or (tail and len(colours) - 1 in stacks):
            raise CoatlError("coatl.end", "Head and tail go beside the coatl: they never lie on a part.")
        return cls("".join(colours), tuple(stacks), head, tail)


def part_numbers(row: Row) -> Ints:
    """The parts of a coatl as the engine writes them."""
    parts = np.full(COATL_LENGTH, EMPTY, np.int8)
    for i, letter in enumerate(row.colours):
        parts[i] = COLOURS.index(letter) + (STACKED if i in row.stacks else 0)
    return parts


def tidy(text: str, feathers: tuple[str, ...]) -> str:
    """A feather to discard has no order: `discard GR` is `discard RG`."""
    words = text.split()
    if len(words) == 2 and words[0].lower() == "discard" and words[1].upper() not in feathers:
        words[1] = words[1][::-1]
    return " ".join(words)
