"""The learned networks that are shipped, by game and kind of table; where there is none, hand-made values hold."""

from functools import cache
from pathlib import Path

from coatl.bots.board.network import Network, read_network

FOLDER = Path(__file__).parent / "board"


@cache
def leaf_network(solo: bool) -> Network | None:
    """The network that judges where rollouts of the board game stop, alone against ADAM or at a table of several."""
    path = FOLDER / f"leaf_{'solo' if solo else 'table'}.npz"
    return read_network(path) if path.exists() else None
