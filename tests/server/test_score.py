"""Why this score, by HTTP; and the result of a table, card by card."""

from collections.abc import Iterator
from typing import Any

import httpx
import orjson
import pytest

from coatl.decks.loader import load
from coatl.server.tables import commands, views
from coatl.server.tables.decisions import rebuild
from tests.server.server import Served, serving
from tests.server.tables import Scene

ASKED = {"coatl": "(BBRBBKYBBYY)", "cards": ["Y4", "K5", "R5", "T3"]}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("score")) as server:
        yield server


def asked(served: Served, token: str | None = None, game: str = "board", **changed: Any) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{served.url}/api/score/{game}", json={**ASKED, **changed}, headers=headers).json()


def test_a_score_is_told_card_by_card(served: Served) -> None:
    told = asked(served)
    assert told["total"] == 17
    assert (told["cards"]["Y4"]["times"], told["cards"]["Y4"]["where"]) == (1, [[8, 11]])
    assert sum(card["points"] for card in told["cards"].values()) == 17
    card = asked(served, game="card", coatl="KGRB", cards=["B1"], levels={"B1": 2})
    assert (card["cards"]["B1"]["times"], card["cards"]["B1"]["level"]) == (1, 2)


def test_a_table_scores_with_the_cards_that_its_host_brought(served: Served) -> None:
    deck = load("board").model_dump(mode="json")
    (card,) = [card for card in deck["prophecy"] if card["id"] == "Y4"]
    card["levels"] = {"1": 9}
    wish = {"game": "board", "options": {"solo": True}, "name": "Ann", "deck": deck, "spectators": False}
    made = httpx.post(f"{served.url}/api/tables", json=wish).json()
    assert asked(served, made["token"], deck=made["table"])["cards"]["Y4"]["points"] == 9
    assert asked(served)["cards"]["Y4"]["points"] != 9
    assert asked(served, deck=made["table"])["code"] == "table.spectators"
    assert asked(served, made["token"], deck=made["table"], game="card")["code"] == "game.unknown"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"coatl": "(R)"}, "coatl.short"),
        ({"coatl": "B" * 131}, "request.invalid"),
        ({"cards": ["nonsense"]}, "card.unknown"),
        ({"cards": ["Y4"] * 65}, "request.invalid"),
        ({"levels": {"Y4": 4}}, "request.invalid"),
        ({"deck": "0" * 24}, "table.unknown"),
        ({"game": "chess"}, "request.invalid"),
    ],
)
def test_what_cannot_be_scored_is_refused(served: Served, changed: dict[str, Any], code: str) -> None:
    assert asked(served, **changed)["code"] == code


@pytest.mark.parametrize("name", ["board", "card"])
def test_the_result_of_a_table_tells_where_all_points_come_from(name: str) -> None:
    scene = Scene(game=name, options={"solo": True})
    assert views.info(scene.table)["result"] is None
    went_back = False
    while scene.table.status == "playing":
        game = scene.table.game
        assert game is not None
        if scene.table.finals and not went_back:  # in the last round, once
            went_back = True
            scene.do(commands.AskBack(seat=1, turn=game.turn - 3), "Ann")
            assert not scene.table.finals
        scene.play(1)
    told = orjson.loads(orjson.dumps(views.info(scene.table)["result"]))
    again = orjson.loads(orjson.dumps(views.info(rebuild(scene.table.id, scene.events))["result"]))
    assert told == again
    game = scene.table.game
    assert game is not None
    assert game.result is not None
    assert game.result.data().items() <= told.items()
    assert told["decided"] in ("points", "solo")
    for seat, points in zip(told["seats"], told["points"], strict=True):
        coatls = sum(coatl["total"] for coatl in seat["coatls"] if coatl["closed"] or name == "card")
        assert coatls + seat["consolation"] + sum(pile["points"] for pile in seat["pile"].values()) == points
