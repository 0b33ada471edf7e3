"""Whom somebody has blocked, by HTTP; a block is made at a table (`moderation`)."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from coatl.engine.errors import CoatlError
from coatl.server.routes import REFUSALS, Authorization, answer, bearer, registry_of
from coatl.server.schemas import BlockInfo
from coatl.server.storage.blocks import lift_block_named, list_blocks
from coatl.server.tables.people import identity_of

router = APIRouter()
BlockId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


def identity_in(authorization: str | None) -> str:
    """Whose list it is: the identity stands in the place of a token."""
    if authorization is None:
        raise CoatlError("token.unknown", "The header should read: Authorization: Bearer IDENTITY.")
    return identity_of(bearer(authorization))


BLOCKS: dict[int | str, dict[str, Any]] = {200: {"model": list[BlockInfo]}, **REFUSALS}


@router.get("/api/blocks", summary="Whom one has blocked", responses=BLOCKS)
async def blocks(request: Request, authorization: Authorization = None) -> Response:
    """The blocks of an identity, the newest first."""
    found = await registry_of(request).store.look(list_blocks, identity_in(authorization))
    return answer([asdict(block) for block in found])


@router.delete("/api/blocks/{block}", summary="Lift a block", responses=BLOCKS)
async def lift(request: Request, block: BlockId, authorization: Authorization = None) -> Response:
    """Lets somebody come again; those who are still blocked come back."""
    registry = registry_of(request)
    await registry.store.transact(lift_block_named, identity_in(authorization), block)
    registry.blocks_changed()
    return await blocks(request, authorization)
