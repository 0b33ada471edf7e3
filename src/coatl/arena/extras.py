"""Libraries that not everybody needs."""

import importlib
from typing import Any

from coatl.engine.errors import CoatlError


def extra(module: str, name: str) -> Any:
    """A library of an extra, or an error that tells how to install it.

    >>> extra("json", "arena").dumps([1])
    '[1]'
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        message = f"This needs {library}, which is not installed: pip install 'coatl[{name}]'"
        raise CoatlError("extra.missing", message) from None
