"""The requests of those who review a game (docs/server.md)."""

import hashlib

from fastapi import APIRouter, Request, Response

from coatl.engine.errors import CoatlError
from coatl.server import records
from coatl.server.routes import (
    REFUSALS,
    Authorization,
    TablePath,
    answer,
    charge,
    live_table,
    person_of,
    registry_of,
)
from coatl.server.security import address_of
from coatl.server.study import variations
from coatl.server.study.queue import StudyQueue
from coatl.server.study.review_models import (
    RecordReviewQuestion,
    ReviewQuestion,
    ReviewState,
    VariationQuestion,
    VariationState,
)
from coatl.server.study.reviews import ReviewWork, nameless
from coatl.server.tables.state import OVER

router = APIRouter()


def study_of(request: Request) -> StudyQueue:
    """Where such questions wait, if everything is compiled."""
    registry_of(request).readiness.need_all("reviews")
    study: StudyQueue = request.app.state.study
    return study


@router.post("/api/tables/{table}/review", summary="Review", responses={200: {"model": ReviewState}, **REFUSALS})
async def review_table(
    request: Request, table: TablePath, asked: ReviewQuestion, authorization: Authorization = None
) -> Response:
    """The review of a finished game, as far as it is worked out; whoever asks first begins it."""
    study, address = study_of(request), address_of(request.scope)
    live = await live_table(request, table)
    async with live.held():
        person_of(live, authorization)
        if live.table.status != OVER:
            raise CoatlError("review.early", "The game is not over: it can be reviewed when it is.")
        key = f"{table} {asked.depth}"
        work = study.reviews.find(key, asked.known)
        if work is None:
            study.take(address)
            charge(request, live)
            record = nameless(records.record_for(live.table, None))
            new = ReviewWork(key, address, asked.depth, table)
            work = study.reviews.begin(new, record, registry_of(request).store)
    return answer(work.data(asked.known))


@router.post("/api/review", summary="Review a record", responses={200: {"model": ReviewState}, **REFUSALS})
async def review_record(request: Request, asked: RecordReviewQuestion) -> Response:
    """The review of a record that somebody has."""
    study, address = study_of(request), address_of(request.scope)
    key = asked.id if asked.record is None else digest(asked.record, asked.depth)
    work = None if key is None else study.reviews.find(key, asked.known)
    if work is None:
        if asked.record is None or key is None:
            raise CoatlError("review.unknown", "This review is not kept any longer: send the record again.")
        study.take(address)
        work = study.reviews.begin(ReviewWork(key, address, asked.depth), asked.record, None)
    return answer(work.data(asked.known))


def digest(record: str, depth: int) -> str:
    """By which the review of a record is known again."""
    return hashlib.sha256(f"{depth} {record}".encode()).hexdigest()[:32]


@router.post("/api/variation", summary="Try a line of play", responses={200: {"model": VariationState}, **REFUSALS})
async def vary(request: Request, asked: VariationQuestion) -> Response:
    """The table after a line of play from a moment of a record; what it is worth, or what else could be played."""
    study, address = study_of(request), address_of(request.scope)
    study.take(address)
    return answer(await study.think(address, variations.vary, asked))
