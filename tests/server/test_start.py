"""A start with many stored games: they are loaded when somebody needs them, not before."""

import asyncio
import time
from pathlib import Path

from coatl.server.registry import Registry
from coatl.server.settings import Settings
from tests.server.stored_games import fill

GAMES = 2_000


def test_stored_games_are_loaded_when_they_are_needed(tmp_path: Path) -> None:
    names = fill(f"sqlite:///{tmp_path}/coatl.db", GAMES)

    async def run() -> None:
        registry: Registry = Registry(Settings(data=tmp_path, log_level="error"))
        await registry.start()
        await registry.sweep()
        assert registry.tables == {}
        for name in (names[0], names[-1]):
            assert (await registry.live(name)).table.number > 1
        assert set(registry.tables) == {names[0], names[-1]}
        await registry.close()

    asyncio.run(run())


if __name__ == "__main__":  # how long a real start takes with 10,000
    import sys
    import tempfile

    from tests.server.processes import UNHURRIED, process

    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        fill(f"sqlite:///{data}/coatl.db", int(sys.argv[1]))
        for _ in range(3):
            began = time.monotonic()
            with process(data, **UNHURRIED) as server:
                print(f"{sys.argv[1]} games: up after {time.monotonic() - began:.2f} s")
                server.stop()
