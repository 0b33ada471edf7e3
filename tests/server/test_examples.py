"""The published documents: every operation is described, every example fits its schema, and what they show works."""

import asyncio
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
from fastapi.routing import APIRoute
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from coatl.server import examples, socket_messages
from coatl.server.app import ROUTES
from coatl.server.tables import commands
from tests.server.server import Served, Wire, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="module")
def document(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{served.url}/openapi.json", timeout=60).json()
    return found


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def faults(schema: dict[str, Any], document: dict[str, Any], example: Any) -> list[str]:
    """What does not fit."""
    whole = {**schema, "components": document.get("components", {}), "$defs": document.get("$defs", {})}
    return [error.message for error in Draft202012Validator(whole).iter_errors(example)]


def test_every_operation_says_what_it_does_and_what_comes_back(document: dict[str, Any]) -> None:
    routes = [one for one in ROUTES if isinstance(one, APIRoute) and one.include_in_schema]
    assert len(operations(document)) == len(routes)
    for operation in operations(document):
        assert operation["description"].endswith("."), operation
        good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        assert good["content"]["application/json"]["schema"], operation["summary"]


def test_every_model_of_a_request_or_an_answer_has_examples_that_fit(document: dict[str, Any]) -> None:
    models = document["components"]["schemas"]
    for operation in operations(document):
        answers = [answer["content"]["application/json"]["schema"] for answer in operation["responses"].values()]
        if "requestBody" in operation:
            answers.append(operation["requestBody"]["content"]["application/json"]["schema"])
        for schema in answers:
            name = (schema.get("items") or schema)["$ref"].rsplit("/", 1)[1]
            assert models[name]["examples"], name
    for name, model in models.items():
        for example in model.get("examples", []):
            assert faults(model, document, example) == [], name


def test_every_message_of_the_socket_has_an_example_that_fits(served: Served) -> None:
    published = httpx.get(f"{served.url}/api/schemas", timeout=60).json()
    for side, kinds in (("client", socket_messages.ClientMessage), ("server", socket_messages.ServerMessage)):
        schema = published[side]
        for kind in get_args(get_args(kinds)[0]):
            shown = schema["$defs"][kind.__name__]["examples"]
            assert shown, kind
            assert [faults(schema, schema, example) for example in shown] == [[]], kind
    for kind in get_args(get_args(commands.Command)[0]):
        assert kind.model_validate(examples.COMMANDS[kind.__name__])


def test_an_example_that_is_wrong_would_be_noticed(document: dict[str, Any]) -> None:
    model = document["components"]["schemas"]["JoinRequest"]
    assert faults(model, document, {"name": "Ben", "hat": "red"})
    assert faults(document["components"]["schemas"]["TableCreated"], document, {})


def test_the_requests_of_the_examples_work(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as wire:
            made = [await wire.make(**wish) for wish in examples.NEW_TABLES]
            table, token = made[0]["table"], made[0]["token"]
            joined = await wire.request("POST", f"/api/tables/{table}/join", json=examples.JOINING)
            assert joined.status_code == 200
            answer = await wire.request("POST", f"/api/tables/{table}/commands", token, json=examples.COMMANDING)
            assert answer.status_code == 200, answer.text
            assert answer.json()["id"] == examples.COMMANDING["id"]
            messages = {**examples.client_messages(), "OpenTable": {"type": "open", "id": "1", "token": token}}
            for name in ("OpenTable", "Resync", "WatchLobby", "Ping", "ShutTable"):
                message = dict(messages[name])
                own = {"table": table} if name not in ("WatchLobby", "Ping") else {}
                await wire.ask(message.pop("type"), message.pop("id"), **{**message, **own})

    asyncio.run(play())


def test_the_answers_of_a_server_look_like_the_examples(served: Served, document: dict[str, Any]) -> None:
    """The same fields, at least one level deep: an example that grew old would differ."""
    with httpx.Client(base_url=served.url) as http:
        made = http.post("/api/tables", json=examples.NEW_TABLES[0]).json()
        http.post(f"/api/tables/{made['table']}/join", json=examples.JOINING)
        own = {"authorization": f"Bearer {made['token']}"}
        http.post(f"/api/tables/{made['table']}/commands", json=examples.COMMANDING, headers=own)
        models = document["components"]["schemas"]
        for path, name in (
            ("/record", "RecordData"),
            ("/replay?step=1", "Replay"),
            ("/verification", "Verification"),
            ("", "StateMessage"),
        ):
            answer = http.get(f"/api/tables/{made['table']}{path}", headers=own).json()
            answer = answer[0] if isinstance(answer, list) else answer
            assert set(answer) == set(models[name]["examples"][0]), name
            assert faults(models[name], document, answer) == [], name
        for path, name in (("/healthz", "Health"), ("/api/info", "ServerInfo")):
            assert faults(models[name], document, http.get(path).json()) == [], name
