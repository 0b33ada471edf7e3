"""The action space of the board game, and its notation (RULES 2).

keep R5              set-up: keep this prophecy; `done` discards the rest
take body3           take pieces; take head1, take tail2
choose row4          choose a prophecy: a place of the row, or `choose deck`; then more, or `done`
start B              assemble: a body segment starts a coatl; start head B, start tail B
extend 1 left G      a body segment goes to an end of coatl 1; extend 1 head G, extend 1 tail G
fulfil K5 1          lay a prophecy beside coatl 1; then more steps, or `done`
temple T3            close the coatl that is being finished with a temple from hand; temple pile1
pick BR              sacrifice Perfect pick: two body segments; pick head B, pick tail B
future               sacrifice See the future; then discard R5, choose …, done
priest pile2         sacrifice Priest's commitment
steal 2 BR           The Golden Feathers: from player 2
adam                 the automaton's turn
pass
"""

from dataclasses import dataclass

from coatl.board.state import COATL_LENGTH, COATLS, PILES, PLAYERS, PROPHECIES, ROW, TEMPLES
from coatl.board.tables import CELLS
from coatl.engine.actions import Space
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS

LETTERS = tuple(COLOURS)
PAIRS = tuple(a + b for i, a in enumerate(COLOURS) for b in COLOURS[i:])
COATL_NUMBERS = tuple(str(i + 1) for i in range(COATLS))
SEATS = tuple(str(i + 1) for i in range(PLAYERS))
ROW_PLACES = tuple(f"row{i + 1}" for i in range(ROW))
PILE_PLACES = tuple(f"pile{i + 1}" for i in range(PILES))

SPACE = Space()
DONE = SPACE.family("done")
PASS = SPACE.family("pass")
ADAM_TURN = SPACE.family("adam")
KEEP_CARD = SPACE.family("keep", "<prophecy>", size=PROPHECIES)
TAKE = SPACE.family("take", CELLS)
CHOOSE_ROW = SPACE.family("choose", ROW_PLACES)
CHOOSE_DECK = SPACE.family("choose deck")
START = SPACE.family("start", LETTERS)  # + HEAD * 5 or TAIL * 5 for the other pieces
SPACE.family("start head", LETTERS)
SPACE.family("start tail", LETTERS)
SIDES = ("left", "right", "head", "tail")
LEFT, RIGHT, HEAD_SIDE, TAIL_SIDE = 0, 1, 2, 3
EXTEND = SPACE.family("extend", COATL_NUMBERS, SIDES, LETTERS)
FULFIL = SPACE.family("fulfil", "<prophecy>", COATL_NUMBERS, size=PROPHECIES)
TEMPLE_PILE = SPACE.family("temple", PILE_PLACES)
TEMPLE_HAND = SPACE.family("temple", "<temple>", size=TEMPLES)
PICK = SPACE.family("pick", PAIRS)
PICK_END = SPACE.family("pick head", LETTERS)  # + 5 for a tail
SPACE.family("pick tail", LETTERS)
SEE_FUTURE = SPACE.family("future")
DISCARD = SPACE.family("discard", "<prophecy>", size=PROPHECIES)
PRIEST = SPACE.family("priest", PILE_PLACES)
STEAL = SPACE.family("steal", SEATS, LETTERS)
STEAL_PAIR = SPACE.family("steal", SEATS, PAIRS)
ACTIONS = SPACE.size


@dataclass(frozen=True)
class Row:
    """A coatl as its notation tells it: colours, head and tail.

    >>> Row.parse("(BBYR)")
    Row(colours='BBYR', head=True, tail=True)
    >>> str(Row.parse("(BBY"))
    '(BBY'
    """

    colours: str
    head: bool = False
    tail: bool = False

    def __str__(self) -> str:
        return f"{'(' if self.head else ''}{self.colours}{')' if self.tail else ''}"

    @property
    def finished(self) -> bool:
        """Head, tail and at least one body segment (RULES 4.2)."""
        return self.head and self.tail and len(self.colours) >= 3

    @classmethod
    def parse(cls, text: str) -> "Row":
        """Reads the notation of RULES 2; every fault is named."""
        word = text.strip()
        colours = word.removeprefix("(").removesuffix(")").upper()
        head, tail = word.startswith("("), word.endswith(")")
        if not colours:
            raise CoatlError("coatl.empty", "A coatl has at least one piece.", ["(BBYR)"])
        if len(colours) > COATL_LENGTH:
            raise CoatlError("coatl.long", f"A coatl has at most {COATL_LENGTH} pieces (R28), not {len(colours)}.")
        for place, letter in enumerate(colours, 1):
            if letter not in COLOURS:
                raise CoatlError("coatl.letter", f"Piece {place} of the coatl, {letter!r}, is no colour.", LETTERS)
        if head and tail and len(colours) < 3:
            raise CoatlError("coatl.short", f"{word!r} has head and tail and no body segment between them.")
        return cls(colours, head, tail)


def tidy(text: str) -> str:
    """Turns pairs of colours round into the order of the notation: `pick RB` is `pick BR` turned round."""
    words = text.split()
    if words and words[0].lower() in ("pick", "steal") and len(words[-1]) == 2:
        pair = words[-1].upper()
        if set(pair) <= set(COLOURS):
            words[-1] = "".join(sorted(pair, key=COLOURS.index))
    return " ".join(words)
