"""The document from which the pages have their types says what really travels."""

import json
import random
import re
import subprocess
import sys
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from coatl.bots.base import Limit
from coatl.describe.reach import preview
from coatl.hints import hint
from coatl.server.schema_document import document
from coatl.server.socket_messages import CLIENT
from coatl.server.tables import views
from tests.server.tables import Scene

BRIEFLY = Limit(simulations=50)


@pytest.fixture(scope="module")
def models() -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"]
    return found


def check(models: dict[str, Any], name: str, value: Any) -> None:
    """A value as JSON fits its model."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": models}}
    Draft202012Validator(schema).validate(orjson.loads(orjson.dumps(value)))


def test_everything_that_is_named_is_there(models: dict[str, Any]) -> None:
    refs = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(models)))
    assert refs <= set(models)
    assert not [name for name in models if "__" in name or "-" in name]  # models that are called alike
    assert {"ClientMessage", "ServerMessage", "BoardView", "CardView", "Preview", "HintData", "Scored"} <= set(models)
    kinds = CLIENT.json_schema()["$defs"]
    assert set(kinds) <= set(models)


@pytest.mark.parametrize("game", ["board", "card"])
def test_what_a_table_tells_fits_and_leaves_nothing_out(models: dict[str, Any], game: str) -> None:
    dice, view = random.Random(game), "BoardView" if game == "board" else "CardView"
    clock = {"move": 60.0, "reserve": 30.0, "timeout": "bot"}
    scene = Scene(game=game, options={"solo": True}, clock=clock)
    for number in range(1000):
        shown = views.state(scene.table, 1, 1, {"online": [1], "spectators": 0, "kept": {}})
        if scene.table.status == "over":
            break
        assert scene.table.game is not None
        seen = scene.table.view(1)
        if number % 25 == 0:
            check(models, "StateMessage", shown)
            check(models, "HintData", hint(seen, scene.table.rules, 1, BRIEFLY).data())
        check(models, view, seen)
        check(models, "Preview", preview(scene.table.rules, seen))
        scene.play(1, dice.choice(scene.table.game.legal(1)))
        for message in views.messages(scene.table, scene.last, 1):
            check(models, "EventMessage", message)
    check(models, "StateMessage", shown)
    assert shown["info"]["result"] is not None
    assert set(models[view]["required"]) == set(models[view]["properties"])


def test_it_is_printed_without_a_server(models: dict[str, Any]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "coatl.server.schema_document"], capture_output=True, text=True, check=True, timeout=120
    )
    assert json.loads(done.stdout)["components"]["schemas"] == json.loads(json.dumps(models))
