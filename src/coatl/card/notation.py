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

from coatl.card.state import COATL_LENGTH, FEATHERS, PROPHECIES
from coatl.engine.actions import Space
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS

LETTERS = tuple(COLOURS)
ORDERED = tuple(a + b for a in COLOURS for b in COLOURS)  # a feather as it lies: 5 * left + right
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


def tidy(text: str, feathers: tuple[str, ...]) -> str:
    """A feather to discard has no order: `discard GR` is `discard RG`."""
    words = text.split()
    if len(words) == 2 and words[0].lower() == "discard" and words[1].upper() not in feathers:
        words[1] = words[1][::-1]
    return " ".join(words)
