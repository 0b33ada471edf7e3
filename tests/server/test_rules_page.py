"""The rules page: whole, and the same in every language."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from coatl.messages import ENGLISH, languages, rules_text
from coatl.server.study import rules_page
from tests.server.server import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("rules")) as server:
        yield server


def test_the_rules_page_has_every_section_and_ruling(served: Served) -> None:
    told = httpx.get(f"{served.url}/api/rules").json()
    names = [section["id"] for section in told["sections"]]
    assert len(set(names)) == len(names)
    assert {"1", "3", "4.2", "4.2C", "4.2-finishing-a-coatl", "5.5", "9"} <= set(names)
    rulings = [block["id"] for section in told["sections"] for block in section["blocks"] if block["kind"] == "ruling"]
    assert sorted(rulings, key=lambda name: int(name[1:])) == [f"R{number}" for number in range(1, 30)]


def test_the_rules_come_in_the_language_that_is_asked_for(served: Served) -> None:
    def asked(language: str) -> httpx.Response:
        return httpx.get(f"{served.url}/api/rules", params={"language": language})

    assert asked("fr").json()["language"] == "fr"
    assert asked("fr").json()["sections"][0]["title"] != asked("en").json()["sections"][0]["title"]
    assert asked("xx").json() == asked("en").json() == httpx.get(f"{served.url}/api/rules").json()
    for wrong in ("", "FR", "fra", "../x"):
        assert (asked(wrong).status_code, asked(wrong).json()["code"]) == (422, "request.invalid")


OTHERS = [language for language in languages() if language != ENGLISH]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_a_page(language: str) -> None:
    assert rules_text(language)[0] == language


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_sections_rulings_and_signs_of_the_english_page(language: str) -> None:
    english, other = rules_page.rules_page()["sections"], rules_page.rules_page(language)["sections"]
    assert [(section["id"], section["depth"]) for section in other] == [
        (section["id"], section["depth"]) for section in english
    ]
    for section, twin in zip(other, english, strict=True):
        number = re.match(r"[\d.]+ |[A-Z]\. ", twin["title"])
        assert section["title"].startswith(number[0] if number else "")
        assert shape(section["blocks"]) == shape(twin["blocks"]), section["title"]
        assert signs(section["blocks"]) == signs(twin["blocks"]), section["title"]


def shape(blocks: Any) -> Any:
    """Which blocks there are, with their rulings, items, rows and numbers of rulings in tables."""
    if isinstance(blocks, list):
        return [shape(one) for one in blocks]
    kind = blocks["kind"]
    if kind == "table":
        return (
            kind,
            [len(row) for row in (blocks["head"], *blocks["rows"])],
            re.findall(r"\bR\d+\b", str(blocks["rows"])),
        )
    return kind, blocks.get("id"), blocks.get("ordered"), shape(blocks.get("items", []))


def signs(data: Any) -> list[str]:
    """All that is written in notation. Languages may have it in another order."""
    if isinstance(data, list):
        return sorted(sign for one in data for sign in signs(one))
    if data.get("mark") == "code" or data.get("kind") == "code":
        return [data["text"]]
    return sorted(sign for name in ("spans", "items", "head", "rows") for sign in signs(data.get(name, [])))


@pytest.mark.parametrize("language", languages())
def test_no_word_of_the_rules_is_lost(language: str) -> None:
    """All letters of the page come out again, in their order."""
    _, source = rules_text(language)
    told = "".join(
        section["title"] + "".join(words(section["blocks"])) for section in rules_page.rules_page(language)["sections"]
    )
    assert letters(told) == letters(re.sub(r"\*\*\w+ (R\d+)\.\*\*", r"\1", source).replace("```text", ""))


def words(data: Any) -> Iterator[str]:
    """All texts, in the order in which they are read."""
    if isinstance(data, list):
        for item in data:
            yield from words(item)
    elif data.get("kind") == "ruling":
        yield data["id"] + "".join(words(data["spans"]))
    else:
        yield data.get("text", "")
        for name in ("spans", "items", "head", "rows"):
            yield from words(data.get(name, []))


def letters(text: str) -> str:
    """Without the signs of Markdown; numbers of lists are not told, so digits do not count."""
    return "".join(sign for sign in text if sign.isalpha())
