"""The options of a table of the card game (RULES 5.1, 5.5): the one place where they are declared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from coatl.engine import options
from coatl.engine.options import SOLO, Choice, Flag, Players, Seat

if TYPE_CHECKING:
    from coatl.decks.schema import CardDeck

AUTOMATA = {"carl": "CARL", "carl2": "CARL 2.0"}  # what opponents are called, in the order in which they are met
OPPONENTS = tuple(AUTOMATA)
MANNER_NAMES = ("daring", "domineering", "greedy")
DRAWN = "random"  # the manner is drawn when the table is laid


@dataclass(frozen=True)
class OptionsView:
    """What the table agreed on."""

    players: Annotated[int, Players(help="How many play, 2 to 4.")]
    first: Annotated[int, Seat(help="Who begins.")] = 1
    solo: Annotated[
        bool,
        Flag(
            help="Play alone: against ADAM, or CARL in the card game.",
            deck="carl",
            lacking="the game against CARL",
        ),
    ] = False
    opponent: Annotated[
        str | None,
        Choice(
            help="Alone, against CARL or CARL 2.0.",
            words=OPPONENTS,
            usual="carl",
            aliases={"carl 2.0": "carl2"},
            unknown="There is no opponent {given!r}.",
            at=SOLO,
            refusal="CARL plays in the solo game only.",
        ),
    ] = None
    manner: Annotated[
        str | None,
        Choice(
            help="How CARL plays: daring, domineering, greedy or random.",
            words=(*MANNER_NAMES, DRAWN),
            usual=DRAWN,
            aliases={},
            unknown="CARL has no manner {given!r}.",
            at=SOLO,
            refusal="A manner is CARL's, and CARL plays in the solo game only.",
        ),
    ] = None


def read_options(given: Mapping[str, Any], deck: "CardDeck") -> OptionsView:
    """The options with the defaults filled in; raises a CoatlError for whatever contradicts."""
    return options.read_options(OptionsView, given, deck, "The card game")
