"""The options of a table of the board game (RULES 4.1, 4.5, 4.6): the one place where they are declared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from coatl.board.limits import DIFFICULTIES
from coatl.engine import options
from coatl.engine.options import SOLO, TOGETHER, Flag, Numbers, Players, Seat

if TYPE_CHECKING:
    from coatl.decks.schema import BoardDeck

TWO_SETS = "Fewer bodies and The Golden Feathers each say how many body segments there are: choose one."


@dataclass(frozen=True)
class OptionsView:
    """What the table agreed on."""

    players: Annotated[int, Players(help="How many play, 2 to 4.")]
    first: Annotated[int, Seat(help="Who begins.")] = 1
    solo: Annotated[
        bool,
        Flag(
            help="Play alone: against ADAM, or CARL in the card game.",
            deck="adam",
            lacking="the game against ADAM",
        ),
    ] = False
    difficulties: Annotated[
        tuple[int, ...],
        Numbers(
            help="Harder against ADAM; more than one: 1,4.",
            most=DIFFICULTIES,
            one="difficulty",
            at=SOLO,
            refusal="Difficulties belong to the solo game against ADAM.",
        ),
    ] = ()
    tokens: Annotated[
        bool,
        Flag(
            help="With the sacrifice tokens.",
            without="Without sacrifice tokens: good for a first game.",
            at=TOGETHER,
        ),
    ] = True
    promo: Annotated[bool, Flag(help="With the promo cards.", deck="has_promo", lacking="promo cards")] = False
    fewer_bodies: Annotated[
        bool,
        Flag(
            help="With fewer body segments: a shorter game.",
            at=TOGETHER,
            deck="fewer_bodies",
            lacking="fewer bodies",
            group="bodies",
            clash=TWO_SETS,
        ),
    ] = False
    golden_feathers: Annotated[
        bool,
        Flag(
            help="With the expansion The Golden Feathers.",
            at=TOGETHER,
            deck="golden_feathers",
            lacking="The Golden Feathers",
            group="bodies",
            clash=TWO_SETS,
        ),
    ] = False


def read_options(given: Mapping[str, Any], deck: "BoardDeck") -> OptionsView:
    """The options with the defaults filled in; raises a CoatlError for whatever contradicts."""
    return options.read_options(OptionsView, given, deck, "Cóatl")
