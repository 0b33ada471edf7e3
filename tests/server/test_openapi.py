"""Schemathesis asks everything that the published OpenAPI allows, and much that it does not."""

import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi.openapi.utils import get_openapi
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from coatl.server.app import ROUTES
from tests.server.server import Served, serving
from tests.server.test_wire import me

EXAMPLES = int(os.environ.get("COATL_OPENAPI_EXAMPLES", "25"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("openapi")) as server:
        yield server


@pytest.fixture(scope="module")
def tables(served: Served) -> list[tuple[str, str]]:
    """A table that waits and two at which a game is on, with the tokens of their hosts."""
    waiting = {"game": "card", "public": True, "seats": [*me("Ann"), {"kind": "open"}, {"kind": "open"}]}
    solo = {"game": "card", "options": {"solo": True}}
    found = []
    for wish in (waiting, solo, {"game": "board", "seats": me("Ann", "Ben")}):
        made = httpx.post(served.url + "/api/tables", json=wish, timeout=60).json()
        found.append((made["table"], made["token"]))
    return found


described = get_openapi(title="Cóatl", version="1", routes=ROUTES)
schema = schemathesis.openapi.from_dict(described)


def test_the_description_is_the_published_one(served: Served) -> None:
    """But for the examples, which are played when somebody asks for them."""
    published = httpx.get(served.url + "/openapi.json", timeout=60).json()
    assert published["paths"] == described["paths"]
    assert without_examples(published) == without_examples(described)


def without_examples(description: dict[str, Any]) -> dict[str, Any]:
    models = description["components"]["schemas"]
    return {name: {key: value for key, value in model.items() if key != "examples"} for name, model in models.items()}


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_the_api_keeps_to_its_description(case: Any, served: Served, tables: list[tuple[str, str]]) -> None:
    """Half of the requests go to tables that are there, with a good token."""
    body, checks = str(case.body), [*CHECKS]
    place = sum(map(ord, body + str(case.query))) % 6
    if place < len(tables) and "table" in (case.path_parameters or {}):
        table, token = tables[place]
        case.path_parameters["table"] = table
        case.headers["Authorization"] = f"Bearer {token}"
        checks.remove(negative_data_rejection)  # what was wrong with the request may just have been put right
    case.call_and_validate(base_url=served.url, checks=checks, timeout=20)
