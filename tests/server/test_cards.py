"""Pages draw the cards from data: the printed ones, or those that a table's host brought."""

from collections.abc import Iterator

import httpx
import pytest

from coatl.decks.loader import load
from tests.server.server import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("cards")) as server:
        yield server


@pytest.mark.parametrize("game", ["board", "card"])
def test_every_printed_card_is_told(served: Served, game: str) -> None:
    told = httpx.get(f"{served.url}/api/cards/{game}").json()
    printed = load(game)  # type: ignore[call-overload]
    assert [card["id"] for card in told["prophecy"]] == [card.id for card in printed.prophecy]
    assert [card["id"] for card in told["temple"]] == [card.id for card in printed.temple]
    assert told["prophecy"][0]["pattern"] == printed.prophecy[0].pattern


def test_an_unknown_game_has_no_cards(served: Served) -> None:
    assert httpx.get(f"{served.url}/api/cards/chess").json()["code"] == "request.invalid"


def test_a_table_tells_the_cards_that_its_host_brought(served: Served) -> None:
    deck = load("board").model_dump(mode="json")
    deck["prophecy"][0]["levels"] = {"2": 9}
    made = {game_deck: make(served, own) for game_deck, own in (("own", deck), ("printed", None))}
    told = {name: httpx.get(f"{served.url}/api/tables/{table}/cards").json() for name, table in made.items()}
    assert told["own"]["prophecy"][0]["levels"] == {"2": 9}
    assert told["printed"] == httpx.get(f"{served.url}/api/cards/board").json()


def test_who_may_not_watch_sees_no_cards(served: Served) -> None:
    """Spectators are kept out of a game that has begun; its cards are part of it."""
    wish = {"game": "board", "options": {"solo": True}, "name": "Ann", "spectators": False}
    made = httpx.post(f"{served.url}/api/tables", json=wish).json()
    address = f"{served.url}/api/tables/{made['table']}/cards"
    assert httpx.get(address).json()["code"] == "table.spectators"
    assert "prophecy" in httpx.get(address, headers={"Authorization": f"Bearer {made['token']}"}).json()


def make(served: Served, deck: object) -> str:
    wish = {"game": "board", "options": {"players": 2}, "name": "Ann", "deck": deck}
    table: str = httpx.post(f"{served.url}/api/tables", json=wish).json()["table"]
    return table
