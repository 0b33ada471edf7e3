"""What lay at the place that an action names (RULES 2): soon something else lies there."""

import re
from typing import Any

PLACES = re.compile(r"(?:take (body|head|tail)|choose (row)|(?:temple|priest) (pile))(\d)")


def names_place(action: str) -> bool:
    """Whether an action of the board game names an open place instead of what lies there."""
    return PLACES.fullmatch(action) is not None


def lying_there(view: Any, action: str) -> str:
    """The pieces, the prophecy or the temple, as everybody sees it before such an action.

    >>> from coatl.game import Game, printed_rules
    >>> view = Game(printed_rules("board"), seed=7).view()
    >>> lying_there(view, "choose row2") == view.row[1]
    True
    """
    found = PLACES.fullmatch(action)
    assert found is not None
    supply = view.supply
    places = {"body": supply.bodies, "head": supply.heads, "tail": supply.tails, "row": view.row, "pile": view.temples}
    kind, number = next(filter(None, found.groups()[:3])), int(found[4])
    return str(places[kind][number - 1])
