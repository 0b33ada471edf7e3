"""What a seat cannot see, dealt anew with chance of its own: other hands, CARL's action deck, the chance to come."""

from coatl.bots.card.redeal import redeal as redeal_by_number
from coatl.card.state import State
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints


@jit_in_place
def redeal(state: State, deck: Deck, seat: int, stream: Ints) -> None:
    """Another deal that looks the same to the seat."""
    for i in range(len(state.chance.key)):
        state.chance.key[i] = pick(stream, 1 << 31)
    redeal_by_number(state, deck, seat, pick(stream, 1 << 31))
