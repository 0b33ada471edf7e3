"""What is certain about two lines of the board game without any game: they differ in points alone."""

import numpy as np

from coatl.board.state import STATE
from coatl.engine.structs import Records, copy_of


def points_apart(one: Records, other: Records, seat: int) -> int | None:
    """How many points the first table has more for a seat, if nothing else differs that matters later; else None.

    A closed coatl scores what it scores; nobody ever touches it again (RULES 4.2 C).
    """
    ours, theirs = one[0].players[seat - 1].coatls, other[0].players[seat - 1].coatls
    closed = [place for place in range(len(ours)) if ours[place].closed and theirs[place].closed]
    apart = sum(int(ours[place].points) - int(theirs[place].points) for place in closed)
    return apart if rest_of(one, seat, closed) == rest_of(other, seat, closed) else None


def rest_of(states: Records, seat: int, closed: list[int]) -> bytes:
    """The table without what lies closed, and without the chance that is spent."""
    rest, blank = copy_of(states), np.zeros(1, STATE)
    for place in closed:
        rest[0].players[seat - 1].coatls[place] = blank[0].players[seat - 1].coatls[place]
    rest[0].chance = blank[0].chance
    return bytes(rest.tobytes())
