"""Words that an operator does not want: in names and in chat, however they are written."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.words import WordFile, Words
from tests.server.server import PATIENCE, Refused, Wire, serving

LIST = ["wombat", "Straße", "два слова", "quok*", "*numbat*", "", "# a remark", "ass"]
REFUSED = [
    *(
        "wombat",
        "WOMBAT",
        "Wómbat!",
        "ｗｏｍｂａｔ",
        "w o m b a t",
        "w.o.m.b.a.t",
        "wom-bat",
        "wommmbat",
        "w0mb4t",
        "my wombat",
    ),
    *("STRASSE", "Два  слова", "два_слова", "quokka", "q u o k", "innumbatable", "n u m b a t", "ASS", "asss"),
]
ALLOWED = [
    "wombats",
    "women bat",
    "strass",
    "два",
    "слова два",
    "aquokka",
    "num bath",
    "as",
    "a remark",
    "",
    "class",
    "🐍",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_word_is_known_however_it_is_written(text: str) -> None:
    assert Words(LIST).has(text)
    with pytest.raises(CoatlError) as caught:
        Words(LIST).check("Ann", None, text)
    assert caught.value.code == "text.refused"
    assert text not in caught.value.message  # nobody learns the list, or reads it once more


@pytest.mark.parametrize("text", ALLOWED)
def test_what_only_looks_like_it_is_allowed(text: str) -> None:
    assert not Words(LIST).has(text)
    assert not Words().has(text)


def test_a_hostile_line_is_looked_through_once() -> None:
    """Neighbours are put together only up to the longest word, so a line of single letters stays cheap."""
    tried: list[str] = []

    class Counting(set[str]):
        def __contains__(self, word: object) -> bool:
            tried.append(str(word))
            return super().__contains__(word)

    words = Words(["wombat"])
    words.whole = Counting(words.whole)
    assert not words.has("x y " * 75)
    assert len(tried) <= 150 * len("wombat")


def test_nobody_is_called_so_and_nobody_says_so(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("wombat\n", "utf-8")
    open_seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]

    async def play(url: str) -> None:
        async with Wire(url) as ann, Wire(url) as eve:
            for wish in ({"name": "Wombat"}, {"seats": [{"kind": "me", "name": "W ombat"}, {"kind": "open"}]}):
                response = await ann.request("POST", "/api/tables", json={"game": "card", **wish})
                assert (response.status_code, response.json()["code"]) == (422, "text.refused")
            made = await ann.make(game="card", seats=open_seats, spectators_chat=True)
            table = made["table"]
            await ann.open(table, made["token"])
            await eve.open(table)
            for command in (
                {"kind": "chat", "text": "hello, WOMBAT"},
                {"kind": "sit", "seat": 2, "name": "wömbat"},
            ):
                await refused(ann.do(table, **command))
            await refused(eve.do(table, kind="chat", text="hello", name="wombat"))
            await refused(eve.do(table, kind="react", reaction="hello", name="wombat"))
            await refused(eve.join(table, "wombat"))
            await ann.do(table, kind="chat", text="hello, quokka")
            path.write_text("quokka\n", "utf-8")  # read again while the server runs
            end = time.monotonic() + PATIENCE
            while (await ann.request("POST", "/api/tables", json={"game": "card", "name": "Quokka"})).is_success:
                assert time.monotonic() < end
            await refused(ann.do(table, kind="chat", text="quokka"))
            await ann.do(table, kind="react", reaction="hello")
            assert "wombat" not in "".join(eve.received).lower()

    with serving(tmp_path / "data", words=path) as served:
        asyncio.run(play(served.url))


async def refused(asked: Any) -> None:
    with pytest.raises(Refused, match=r"text\.refused"):
        await asked


def test_a_list_that_cannot_be_read_is_told_at_once_and_kept_later(tmp_path: Path) -> None:
    with pytest.raises(CoatlError) as caught:
        WordFile(tmp_path / "none.txt")
    assert caught.value.code == "words.unreadable"
    path = tmp_path / "words.txt"
    path.write_text("wombat\n", "utf-8")
    kept = WordFile(path)
    os.remove(path)
    with pytest.raises(OSError, match=r"none|words"):
        kept.refresh()
    assert kept.words.has("wombat")
