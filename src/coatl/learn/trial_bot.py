"""The search with a network that is not shipped, for matches against the one that is.

`coatl arena coatl.learn.trial_bot:TrialSearch:2100 search:2100 --solo`: the network lies in the folder `learned`, or in
the one that COATL_LEARNED names.
"""

import os
from functools import cache
from pathlib import Path

from coatl.bots.board.network import Network, read_network
from coatl.bots.search import SearchBot
from coatl.engine.errors import CoatlError

FOLDER = "COATL_LEARNED"


class TrialSearch(SearchBot):
    """Thinks like the search, and judges by a network of a folder."""

    title = "Trial"
    sentence = "Searches with a network that is on trial."

    def network(self, solo: bool) -> Network | None:
        """The network of the folder.

        :raises CoatlError: learn.network, if there is none.
        """
        return trial_network(os.environ.get(FOLDER, "learned"), "solo" if solo else "table")


@cache
def trial_network(folder: str, kind: str) -> Network:
    """The network of a kind of table in a folder, read once."""
    path = Path(folder) / f"leaf_{kind}.npz"
    if not path.exists():
        raise CoatlError("learn.network", f"There is no network {path}.", ["coatl learn train"])
    return read_network(path)
