"""For all tests: the order in which they begin."""

import pytest

LONG = ("web", "server", "arena", "terminal", "bots")  # whole games, real processes: none shall end last


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each file stays together: its tests share servers and browsers."""
    items.sort(key=lambda item: rank(item.path.parent.name))


def rank(folder: str) -> int:
    return LONG.index(folder) if folder in LONG else len(LONG)
