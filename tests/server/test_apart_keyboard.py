"""`coatl play --server` at a real terminal, in a process of its own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from coatl.client import Server
from tests.server.server import PATIENCE, Served, serving
from tests.server.terminals import Keys


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), bot_seconds=60) as server:
        yield server


def test_at_a_keyboard_talk_appears_above_what_is_typed(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as ben:
        with Keys(("card", "--server", served.url, "--seat", "Ann"), tmp_path) as keys:
            keys.until("Waiting …")
            link = re.findall(r"http://\S+/t/[0-9a-f]{24}", keys.seen)[0]
            other = ben.join(link, "Ben")
            keys.until("Play feather 1 of 2")
            keys.type("half a wo")
            other.chat("are you there?")
            keys.until("Ben: are you there?")
            keys.until("> half a wo")
            keys.type("rd\n")
            keys.until("[action.unknown]")
            keys.type("\x03")
            keys.until("Your seat is kept.")
            assert keys.process.wait(PATIENCE) == 0
        assert 1 in (seat["seat"] for seat in other.info["seats"])


def test_at_a_keyboard_nobody_sees_the_cards_of_the_next_one(served: Served, tmp_path: Path) -> None:
    with Keys(("board", "--server", served.url, "--seat", "Ann", "--seat", "Ben"), tmp_path) as keys:
        keys.until("Keep up to")
        keys.type("done\n")
        keys.until("Pass the keyboard to Ben.")
        keys.until("Press Enter")
        hidden = len(keys.seen)
        keys.type("\n")
        keys.until("Keep up to")
        assert "Hand" not in keys.seen[keys.seen.index("Pass the keyboard") : hidden]
        keys.until("discard the others")
        keys.until("> ")
        keys.type("\x04")
        keys.until("Your seat is kept.")
        assert keys.process.wait(PATIENCE) == 0
