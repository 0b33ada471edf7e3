"""The answers of `coatl review`: progress, table, curve, lessons."""

import json as json_library
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from coatl.arena.exports import check_writable, parquet_library
from coatl.arena.simulation import MOST_JOBS, check_between
from coatl.engine.errors import CoatlError
from coatl.engine.record import Record
from coatl.game import read_record
from coatl.hints.wording import reasons
from coatl.messages import spoken, t
from coatl.registry import rules_of_record
from coatl.review import exports
from coatl.review.collection import Collection, costs_by_kind
from coatl.review.curve import blocks, marks
from coatl.review.report import Decision, Estimate, Lesson, Review, SeatReview
from coatl.terminal.compilation import ready, ready_solver
from coatl.terminal.hints import sentence_text
from coatl.terminal.practice import mistakes_of, practise
from coatl.terminal.prompt import Prompt
from coatl.terminal.saves import tilde
from coatl.terminal.seats import shown_name
from coatl.terminal.theme import console

DEEPEST = 100.0
COSTLIEST = 5  # kinds of slips that are named over many games


@dataclass(frozen=True)
class Work:
    """How reviews are worked out, and where they go."""

    depth: float = 1.0
    jobs: int = 1
    ray: str | None = None
    fresh: bool = False
    parquet: Path | None = None

    def check(self) -> None:
        """:raises CoatlError: before hours of work, if it cannot be done so."""
        check_between("review.jobs", "jobs", self.jobs, MOST_JOBS)
        if not 0.0 < self.depth <= DEEPEST:
            message = f"The depth of a review is above 0 and at most {DEEPEST:g}, not {self.depth:g}."
            raise CoatlError("review.depth", message, ["1", "4", "0.5"])
        if self.parquet is not None:
            parquet_library()
            check_writable(self.parquet)


def review(files: Sequence[Path], seat: int | None, json: bool, work: Work, practice: bool = False) -> None:
    """Reviews records and tells what was found, or lets mistakes be practised; with several, what costs most."""
    work.check()
    records = [record_of(path) for path in files]
    check_seat(records, seat)
    reviews = complete([path.name for path in files], records, work)
    if practice:
        practise(Prompt(), mistakes_of(records, reviews, seat))
        return
    if json:
        data = [found.data() for found in reviews]
        print(json_library.dumps(data if len(data) > 1 else data[0], ensure_ascii=False, indent=2))
        return
    out = console()
    for path, found in zip(files, reviews, strict=True):
        show(out, found, seat, tilde(path) if len(files) > 1 else "")
    if len(files) > 1:
        show_costliest(out, reviews)


def record_of(path: Path) -> Record:
    """A record, with all that its review needs compiled.

    :raises CoatlError: if the file is no record.
    """
    record = read_record(path)
    rules = rules_of_record(record)
    ready(rules)
    ready_solver(rules)
    return record


def check_seat(records: Sequence[Record], seat: int | None) -> None:
    """:raises CoatlError: review.seat, if a game has no such player."""
    fewest = min(len(record.players) for record in records)
    if seat is not None and not 1 <= seat <= fewest:
        raise CoatlError(
            "review.seat", f"There is no player {seat} in this game.", list(map(str, range(1, fewest + 1)))
        )


def complete(names: Sequence[str], records: Sequence[Record], work: Work) -> list[Review]:
    """Works everything out that is not kept yet; Ctrl-C leaves it so that the same command goes on."""
    collection = Collection(records, work.depth, fresh=work.fresh)
    with progress(collection.parts) as bar:
        found = collection.reviews(work.jobs, work.ray, lambda parts: bar.advance(bar.task_ids[0], parts))
        if work.parquet is not None:
            found = exports.write_parquet(zip(names, found, strict=True), work.parquet)
        try:
            return list(found)
        except KeyboardInterrupt:
            print(f"\ncoatl: {t('terminal_review.interrupted')}", file=sys.stderr)
            raise


@contextmanager
def progress(total: int) -> Iterator[Progress]:
    """A bar with the time left, on a terminal."""
    errors = console(sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=not errors.is_terminal, transient=True) as bar:
        bar.add_task(t("review.title"), total=total)
        yield bar


# ---------------------------------------------------------------- telling


def show(out: Console, found: Review, seat: int | None, title: str) -> None:
    """The table of players, the curve, the slips and the lessons of one game."""
    if title:
        out.print(Text(title, "title"))
    if not found.finished:
        out.print(Text(t("review.unfinished"), "quiet"))
    out.print(players(found))
    for player in found.seats:
        if seat in (None, player.seat):
            show_player(out, found, player)


def players(found: Review) -> Table:
    """How each player did."""
    table = Table(box=None, header_style="heading", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(t("terminal_review.player"))
    for name in ("accuracy", "mean_cost", "like", "luck", "result", "adjusted"):
        table.add_column(t(f"review.{name}"), justify="right")
    for seat in found.seats:
        table.add_row(
            shown_name(seat.name),
            figure(seat.accuracy, 0),
            figure(seat.mean_cost.margin),
            level_range(seat.levels),
            signed(seat.luck.margin.value),
            "–" if seat.margin is None else signed(seat.margin, 0),
            "–" if seat.adjusted is None else around(seat.adjusted),
        )
    return table


def level_range(levels: Sequence[str]) -> str:
    """The levels that somebody plays like: one, or from one to another."""
    ends = dict.fromkeys([*levels[:1], *levels[-1:]])
    return " – ".join(t(f"common.bot_{level.replace('-', '_')}") for level in ends) or "?"


def show_player(out: Console, found: Review, player: SeatReview) -> None:
    """The curve and the lessons of a player."""
    values = [point.values[player.seat - 1] for point in found.curve]
    out.print()
    out.print(Text(f"{shown_name(player.name)}: {t('review.curve_margin')}", "heading"))
    out.print(Text(blocks([value.margin for value in values])), overflow="fold", no_wrap=False)
    out.print(Text(marks(found, player.seat, len(values)), "alarm"))
    counts = [f"{t(f'review.grade_{grade}')} {count}" for grade, count in player.grades.items()]
    out.print(Text(", ".join(counts), "quiet"))
    lessons = [lesson for lesson in found.lessons if lesson.seat == player.seat]
    if not lessons:
        out.print(t("review.lessons_none"))
    for number, lesson in enumerate(lessons, 1):
        show_lesson(out, found, lesson, number)


def show_lesson(out: Console, found: Review, lesson: Lesson, number: int) -> None:
    """A lesson: its kind, where, what it cost, what would have been better, and why."""
    turn = found.turns[lesson.turn]
    decision = turn.decisions[lesson.decision]
    kind = lesson.kind.replace("-", "_")
    cost = t("review.cost_points", n=round(lesson.cost.margin.value, 1))
    how_sure = t("review.proven") if decision.proven else interval(lesson.cost.margin)
    when = t("review.setup_turn") if turn.number == 0 else f"{t('terminal_review.turn')} {turn.number}"
    out.print(Text(f"{number}. {t(f'review.lesson_{kind}')}: {when}, {cost} ({how_sure})", "bold"))
    out.print(Text(f"   {t(f'review.lesson_{kind}_text')}"))
    for line in compared(decision):
        out.print(Text(f"   {line}", "quiet"))


def compared(decision: Decision) -> Iterator[str]:
    """What was played, what was better, and the facts of it."""
    yield f"{t('review.played')}: {', '.join(decision.played.steps)}"
    yield f"{t('review.better')}: {', '.join(decision.best.steps)}"
    if decision.best.facts is not None:
        yield from (sentence_text(reason).plain for reason in reasons(decision.best.facts))


def show_costliest(out: Console, reviews: Sequence[Review]) -> None:
    """What costs each player most over many games."""
    out.print()
    out.print(Text(t("terminal_review.costs_most"), "title"))
    for name in dict.fromkeys(seat.name for found in reviews for seat in found.seats):
        out.print(Text(shown_name(name), "heading"))
        for kind, points, count in costs_by_kind(reviews, name)[:COSTLIEST]:
            cost = t("review.cost_points", n=round(points, 1))
            title = t(f"review.lesson_{kind.replace('-', '_')}")
            out.print(f"  {title}: {cost} ({count} ×)")


# ---------------------------------------------------------------- figures


def figure(value: float, decimals: int = 1) -> str:
    """A number as the language writes it."""
    return spoken().number(value, decimals)


def signed(value: float, decimals: int = 1) -> str:
    """The same with its sign."""
    return f"+{figure(value, decimals)}" if value > 0 else figure(value, decimals)


def around(found: Estimate) -> str:
    """An estimate with half the width of its interval."""
    return f"{signed(found.value)} ± {figure((found.high - found.low) / 2)}"


def interval(found: Estimate) -> str:
    """The ends of an interval."""
    return t("review.interval", low=figure(found.low), high=figure(found.high))
