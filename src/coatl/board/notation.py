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

import numpy as np

from coatl.board.state import (
    BODY_CELLS,
    COATL_LENGTH,
    COATLS,
    END_CELLS,
    HEAD,
    PILES,
    PLAYERS,
    PROPHECIES,
    ROW,
    TEMPLES,
)
from coatl.board.tables import CELLS
from coatl.engine.actions import Space
from coatl.engine.errors import CoatlError
from coatl.engine.jit import jit_in_place
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
START = SPACE.family("start", LETTERS)
SPACE.family("start head", LETTERS)
SPACE.family("start tail", LETTERS)
SIDES = ("left", "right", "head", "tail")
LEFT, RIGHT, HEAD_SIDE, TAIL_SIDE = 0, 1, 2, 3
EXTEND = SPACE.family("extend", COATL_NUMBERS, SIDES, LETTERS)
FULFIL = SPACE.family("fulfil", "<prophecy>", COATL_NUMBERS, size=PROPHECIES)
TEMPLE_PILE = SPACE.family("temple", PILE_PLACES)
TEMPLE_HAND = SPACE.family("temple", "<temple>", size=TEMPLES)
PICK = SPACE.family("pick", PAIRS)
PICK_END = SPACE.family("pick head", LETTERS)
SPACE.family("pick tail", LETTERS)
SEE_FUTURE = SPACE.family("future")
DISCARD = SPACE.family("discard", "<prophecy>", size=PROPHECIES)
PRIEST = SPACE.family("priest", PILE_PLACES)
STEAL = SPACE.family("steal", SEATS, LETTERS)
STEAL_PAIR = SPACE.family("steal", SEATS, PAIRS)
ACTIONS = SPACE.size

PAIR_COLOURS = np.array([[COLOURS.index(letter) for letter in pair] for pair in PAIRS], np.int8)


# ---------------------------------------------------------------- numbers of actions, and what they name
#
# Nobody else computes with the numbers of actions. Seats, coatls, cells, places and piles count from 0.


@jit_in_place
def keep_action(card: int) -> int:
    """The number of `keep`."""
    return KEEP_CARD + card


@jit_in_place
def kept_card(action: int) -> int:
    """The prophecy that `keep` names."""
    return action - KEEP_CARD


@jit_in_place
def take_action(cell: int) -> int:
    """The number of `take` for a cell: those with body segments first, then heads, then tails."""
    return TAKE + cell


@jit_in_place
def take_end_action(piece: int, place: int) -> int:
    """The number of `take` for a head or tail, by its place on the supply board."""
    return TAKE + BODY_CELLS + (piece - HEAD) * END_CELLS + place


@jit_in_place
def taken_cell(action: int) -> int:
    """The cell that `take` names."""
    return action - TAKE


@jit_in_place
def end_cell(cell: int) -> tuple[int, int]:
    """The kind of piece in a cell behind those of body segments, and its place among that kind."""
    return HEAD + (cell - BODY_CELLS) // END_CELLS, (cell - BODY_CELLS) % END_CELLS


@jit_in_place
def choose_action(place: int) -> int:
    """The number of `choose` for a place of the row."""
    return CHOOSE_ROW + place


@jit_in_place
def chosen_place(action: int) -> int:
    """The place of the row that `choose` names."""
    return action - CHOOSE_ROW


@jit_in_place
def start_action(piece: int, colour: int) -> int:
    """The number of `start`."""
    return START + piece * len(LETTERS) + colour


@jit_in_place
def started_piece(action: int) -> tuple[int, int]:
    """The piece and the colour that `start` names."""
    return (action - START) // len(LETTERS), (action - START) % len(LETTERS)


@jit_in_place
def extend_action(coatl: int, side: int, colour: int) -> int:
    """The number of `extend`."""
    return EXTEND + (coatl * len(SIDES) + side) * len(LETTERS) + colour


@jit_in_place
def extension(action: int) -> tuple[int, int, int]:
    """The coatl, the side and the colour that `extend` names."""
    side = (action - EXTEND) // len(LETTERS)
    return side // len(SIDES), side % len(SIDES), (action - EXTEND) % len(LETTERS)


@jit_in_place
def fulfil_action(card: int, coatl: int) -> int:
    """The number of `fulfil`."""
    return FULFIL + card * COATLS + coatl


@jit_in_place
def fulfilment(action: int) -> tuple[int, int]:
    """The prophecy and the coatl that `fulfil` names."""
    return (action - FULFIL) // COATLS, (action - FULFIL) % COATLS


@jit_in_place
def temple_pile_action(pile: int) -> int:
    """The number of `temple` for the top of a pile."""
    return TEMPLE_PILE + pile


@jit_in_place
def temple_pile(action: int) -> int:
    """The pile that `temple` names."""
    return action - TEMPLE_PILE


@jit_in_place
def temple_hand_action(temple: int) -> int:
    """The number of `temple` for one from hand."""
    return TEMPLE_HAND + temple


@jit_in_place
def temple_from_hand(action: int) -> int:
    """The temple from hand that `temple` names."""
    return action - TEMPLE_HAND


@jit_in_place
def pick_action(pair: int) -> int:
    """The number of `pick` for two body segments, by their place in PAIRS."""
    return PICK + pair


@jit_in_place
def picked_pair(action: int) -> int:
    """The two body segments that `pick` names, by their place in PAIRS."""
    return action - PICK


@jit_in_place
def pick_end_action(piece: int, colour: int) -> int:
    """The number of `pick` for a head or tail."""
    return PICK_END + (piece - HEAD) * len(LETTERS) + colour


@jit_in_place
def picked_end(action: int) -> tuple[int, int]:
    """The head or tail that `pick` names: piece and colour."""
    return HEAD + (action - PICK_END) // len(LETTERS), (action - PICK_END) % len(LETTERS)


@jit_in_place
def discard_action(card: int) -> int:
    """The number of `discard`."""
    return DISCARD + card


@jit_in_place
def discarded_card(action: int) -> int:
    """The prophecy that `discard` names."""
    return action - DISCARD


@jit_in_place
def priest_action(pile: int) -> int:
    """The number of `priest`."""
    return PRIEST + pile


@jit_in_place
def priest_pile(action: int) -> int:
    """The pile that `priest` names."""
    return action - PRIEST


@jit_in_place
def steal_action(seat: int, colour: int) -> int:
    """The number of `steal` for one body segment."""
    return STEAL + seat * len(LETTERS) + colour


@jit_in_place
def theft(action: int) -> tuple[int, int]:
    """The seat and the colour that `steal` names."""
    return (action - STEAL) // len(LETTERS), (action - STEAL) % len(LETTERS)


@jit_in_place
def steal_pair_action(seat: int, pair: int) -> int:
    """The number of `steal` for two body segments, by their place in PAIRS."""
    return STEAL_PAIR + seat * len(PAIRS) + pair


@jit_in_place
def pair_theft(action: int) -> tuple[int, int]:
    """The seat that `steal` names, and the two body segments by their place in PAIRS."""
    return (action - STEAL_PAIR) // len(PAIRS), (action - STEAL_PAIR) % len(PAIRS)


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
