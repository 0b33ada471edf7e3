"""The requests of those who study (docs/server.md)."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from coatl.compile_parts import PartName
from coatl.describe.scores import Scored
from coatl.engine.errors import CoatlError
from coatl.server.lanes import Lane
from coatl.server.routes import REFUSALS, Authorization, answer, live_table, person_of, registry_of
from coatl.server.security import address_of
from coatl.server.study import analysis, lessons, puzzles, replays, rules_page
from coatl.server.study.models import (
    MOST_CHOICES,
    Action,
    BoardQuestion,
    CardQuestion,
    Chapter,
    Game,
    LessonChapter,
    Level,
    PuzzleState,
    PuzzleSteps,
    RecordReplay,
    ScoreQuestion,
    SentRecord,
    SolverAnswer,
)
from coatl.server.study.queue import StudyQueue

router = APIRouter()

Seed = Annotated[str, Path(pattern=r"^[0-9A-Za-z-]{1,40}$", examples=["2026-11-16"])]
Choices = Annotated[Sequence[Action], Query(max_length=MOST_CHOICES, description="in their order")]
Language = Annotated[str, Query(pattern=r"^[a-z]{2}$", examples=["fr"])]


async def think(request: Request, question: Any, *arguments: Any, part: PartName = "hints") -> Any:
    """Asks a thinker, who needs this part of both games."""
    study: StudyQueue = request.app.state.study
    registry_of(request).readiness.need_all(part)
    address = address_of(request.scope)
    study.take(address)
    return await study.think(address, question, *arguments)


async def quick(request: Request, game: str, question: Any, *arguments: Any) -> Any:
    """The answer to what takes milliseconds, by a thread. Until the rules are compiled it is given by plain Python."""
    registry, study = registry_of(request), request.app.state.study
    if not registry.readiness.has(game, "rules"):
        return await study.uncompiled.ask(Lane(address_of(request.scope)), question, *arguments)
    async with registry.previews:
        return await asyncio.to_thread(question, *arguments)


@router.post("/api/replay", summary="Replay a record", responses={200: {"model": RecordReplay}, **REFUSALS})
async def replay(request: Request, sent: SentRecord) -> Response:
    """Checks a record and shows the table after some of its steps."""
    return answer(await think(request, replays.replay, sent.record, sent.seat, sent.first, sent.last, part="rules"))


@router.get("/api/lessons/{chapter}", summary="A lesson", responses={200: {"model": LessonChapter}, **REFUSALS})
async def lesson(request: Request, chapter: Chapter, choice: Choices = ()) -> Response:
    """A real game to be played again, which teaches the rules; with what was chosen where the learner is free."""
    if choice:
        request.app.state.study.take(address_of(request.scope))
    return answer(await quick(request, lessons.game_of(chapter), lessons.lesson, chapter, tuple(choice)))


@router.get("/api/rules", summary="The rules", responses={200: {"model": rules_page.RulesPage}, **REFUSALS})
async def rules(language: Language = "en") -> Response:
    """Every rule and ruling, in sections; in English where there is no translation."""
    return answer(rules_page.rules_page(language))


# ---------------------------------------------------------------- positions


@router.post("/api/score/{game}", summary="Score a coatl", responses={200: {"model": Scored}, **REFUSALS})
async def score(request: Request, game: Game, asked: ScoreQuestion, authorization: Authorization = None) -> Response:
    """Why a coatl scores what it scores: card by card, with the pieces that count."""
    if asked.deck is None:
        return answer(await quick(request, game, analysis.score_printed, game, asked))
    live = await live_table(request, asked.deck)
    async with live.held():
        person_of(live, authorization)
        rules = live.table.rules
    if rules.game != game:
        raise CoatlError("game.unknown", f"This table plays the {rules.game} game.", [rules.game])
    return answer(await quick(request, game, analysis.score, rules, asked))


@router.post("/api/solve/board", summary="Solve an assembly", responses={200: {"model": SolverAnswer}, **REFUSALS})
async def solve_board(request: Request, asked: BoardQuestion) -> Response:
    """The best way to assemble now, the best single coatl, or what would help most."""
    return answer(await think(request, analysis.solve_board, asked))


@router.post("/api/solve/card", summary="Solve a turn", responses={200: {"model": SolverAnswer}, **REFUSALS})
async def solve_card(request: Request, asked: CardQuestion) -> Response:
    """The best way to play a turn of the card game."""
    return answer(await think(request, analysis.solve_card, asked))


# ---------------------------------------------------------------- puzzles


Played = Annotated[Game, Query(description="of which game")]


async def puzzle_of(request: Request, name: puzzles.Name) -> Any:
    """From the shelf; a new one takes a few seconds."""
    registry_of(request).readiness.need_all("hints")
    study: StudyQueue = request.app.state.study
    address = address_of(request.scope)
    if not study.puzzles.has(name):
        study.take(address)
    return await study.puzzles.puzzle(name, address)


async def built(request: Request, made: Any, steps: list[str]) -> Response:
    """The puzzle after some steps. It takes milliseconds, like a preview, and waits among those."""
    async with registry_of(request).previews:
        return answer(await asyncio.to_thread(lambda: puzzles.attempt(made, steps).data()))


@router.get("/api/puzzles/{level}/{seed}", summary="A puzzle", responses={200: {"model": PuzzleState}, **REFUSALS})
async def puzzle(request: Request, level: Level, seed: Seed, game: Played = "board") -> Response:
    """The puzzle of a level and a seed: one way to assemble, or to play a turn, brings more points than all others."""
    made = await puzzle_of(request, (game, level, seed))
    return await built(request, made, [])


@router.post("/api/puzzles/{level}/{seed}", summary="Build", responses={200: {"model": PuzzleState}, **REFUSALS})
async def build(request: Request, level: Level, seed: Seed, asked: PuzzleSteps, game: Played = "board") -> Response:
    """The puzzle after some steps; compared with the best, with a hint, or with its solution."""
    name = (game, level, seed)
    made = await puzzle_of(request, name)
    if asked.ask == "view":
        return await built(request, made, asked.steps)
    return answer(await think(request, puzzles.judged, made.view, name, asked.steps, asked.ask))
