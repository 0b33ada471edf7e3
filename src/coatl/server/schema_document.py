"""All models that travel, in one document, without a server: `python -m coatl.server.schema_document`.

The types of the pages are made from it (`npm run types` in `web/`), so that a page which differs from the server does
not pass the checks.
"""

import re
from collections.abc import Iterator
from typing import Any

import orjson
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from coatl.server.admin.routes import router as admin
from coatl.server.routes import router as tables
from coatl.server.socket_messages import CLIENT, SERVER
from coatl.server.study.review_routes import router as reviews
from coatl.server.study.routes import router as study
from coatl.version import __version__

Schema = dict[str, Any]
REF = "#/components/schemas/{model}"


class AsSent(GenerateJsonSchema):
    """What is sent of a dataclass has all its fields."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Also those with a default."""
        sent = self.mode == "serialization" and field["type"] == "dataclass-field"
        return sent or super().field_is_required(field, total)


def travelling() -> Iterator[tuple[str, JsonSchemaMode, TypeAdapter[Any]]]:
    """The bodies and answers of every route, and the messages of the WebSocket."""
    yield "ClientMessage", "validation", CLIENT
    yield "ServerMessage", "serialization", SERVER
    for route in (*tables.routes, *study.routes, *reviews.routes, *admin.routes):
        if isinstance(route, APIRoute):
            if route.body_field is not None:
                body: Any = route.body_field.field_info.annotation
                yield f"{route.name} body", "validation", TypeAdapter(body)
            for status, answer in route.responses.items():
                if "model" in answer:
                    yield f"{route.name} {status}", "serialization", TypeAdapter(answer["model"])


def named(model: str) -> str:
    """A short name for models of both games that are called alike.

    >>> named("coatl__board__view__PlayerView"), named("coatl__card__view__View"), named("Info")
    ('BoardPlayerView', 'CardView', 'Info')
    """
    found = re.fullmatch(r"coatl__(\w+?)__(?:\w+__)?(\w+)", model)
    return model if found is None else found[1].capitalize() + found[2]


def document() -> Schema:
    """An OpenAPI document that has no paths, only models."""
    refs, made = TypeAdapter.json_schemas([*travelling()], ref_template=REF, schema_generator=AsSent)
    text = re.sub(r"coatl__\w+", lambda model: named(model[0]), orjson.dumps(made["$defs"]).decode())
    models: Schema = orjson.loads(text)
    for key, mode in refs:
        if key in ("ClientMessage", "ServerMessage"):
            models[key] = refs[key, mode]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cóatl", "version": __version__},
        "paths": {},
        "components": {"schemas": models},
    }


if __name__ == "__main__":
    print(orjson.dumps(document()).decode())
