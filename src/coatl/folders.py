"""Where files of a user are kept: games that were left, results, compiled code.

A variable such as XDG_DATA_HOME goes first, then a folder that version 0.1 made, on any system; else it is the folder
that the system wants, and on Linux that is the same.
"""

import os
import tempfile
from pathlib import Path
from typing import Literal

NAME = "coatl"
BELOW_HOME = {"cache": ".cache", "data": ".local/share", "state": ".local/state"}  # of version 0.1, on every system


def user_folder(kind: Literal["cache", "data", "state"]) -> Path:
    """The user's folder for things of one kind; it need not be there yet."""
    given = os.environ.get(f"XDG_{kind.upper()}_HOME")
    if given:
        return Path(given) / NAME
    try:
        before = Path.home() / BELOW_HOME[kind] / NAME
    except RuntimeError:  # nobody's home
        return Path(tempfile.gettempdir()) / NAME
    if before.is_dir():
        return before
    import platformdirs

    return {
        "cache": platformdirs.user_cache_path,
        "data": platformdirs.user_data_path,
        "state": platformdirs.user_state_path,
    }[kind](NAME, appauthor=False)


def temporary_folder() -> Path:
    """A folder of this user where nothing else can be written; it lives as long as temporary files do."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""  # elsewhere each user has temporary files of their own
    return Path(tempfile.gettempdir()) / f"{NAME}{user}"
