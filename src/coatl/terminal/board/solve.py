"""`coatl solve`: the best way to assemble, from pieces and cards, from a position, or from a moment of a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.engine import oneline
from coatl.engine.errors import CoatlError
from coatl.messages import t
from coatl.registry import rules_with
from coatl.solver import options_of
from coatl.solver.board import improvements, solver
from coatl.solver.board.assembly import Solution
from coatl.solver.board.improvements import Help
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.explanation import why_page
from coatl.terminal.compilation import ready, ready_solver
from coatl.terminal.layout import flow
from coatl.terminal.replay import moment, read
from coatl.terminal.reports import as_json
from coatl.terminal.theme import console
from coatl.terminal.wording import points, styled

SOURCES = ["--pieces PIECES --cards CARDS", "--position LINE", "--record FILE --at N --seat SEAT"]


@dataclass(frozen=True)
class Given:
    """What the command line says about the position."""

    pieces: str | None = None
    cards: Sequence[str] = ()
    temples: Sequence[str] = ()
    coatls: Sequence[str] = ()
    position: str | None = None
    record: Path | None = None
    at: int | None = None
    seat: int | None = None
    difficulties: Sequence[int] = ()
    promo: bool = False
    deck: Path | None = None

    def check(self) -> None:
        """One source, and nothing that belongs to another one."""
        sources = [self.pieces, self.position, self.record]
        if sum(source is not None for source in sources) != 1:
            raise CoatlError("solve.source", "Say what to solve, in one of three ways.", SOURCES)
        in_notation = bool(self.cards or self.temples or self.coatls or self.difficulties or self.promo)
        if self.pieces is None and in_notation:
            message = "A position and a record bring their own cards, coatls and options."
            raise CoatlError("options.contradict", message, SOURCES)
        if (self.at is not None and self.record is None) or (self.seat is not None and self.pieces is not None):
            raise CoatlError(
                "options.contradict", "--at belongs to a record, --seat to a position or a record.", SOURCES
            )
        if self.record is not None and self.deck is not None:
            raise CoatlError("options.contradict", "A record brings its own deck.", SOURCES)


def board(given: Given, single: bool, cells: bool, plain: bool) -> None:
    """Answers for the board game."""
    given.check()
    if given.pieces is not None:
        if cells:
            raise CoatlError("options.contradict", "--cells needs a supply board: a position or a record.", SOURCES[1:])
        rules, found = from_notation(given, single)
        show(rules, found, [], plain)
        return
    if single:
        raise CoatlError("options.contradict", "--single plans with --pieces and --cards.", SOURCES[:1])
    rules, view, seat = from_position(given) if given.position is not None else from_record(given)
    found = solver.solve(rules, view, seat)
    show(rules, found, improvements.best_cells(rules, view, seat) if cells else [], plain)


def from_notation(given: Given, single: bool) -> tuple[BoardRules, Solution]:
    """Pieces and cards as they were typed."""
    rules = solver.rules_with(given.deck, given.difficulties, given.promo)
    cards, temples = listed(given.cards), listed(given.temples)
    if single and len(given.coatls) > 1:
        raise CoatlError("options.contradict", "--single plans one coatl: name at most one.", ["--coatl COATL"])
    more: Any = (given.deck, given.difficulties, given.promo)
    prepare(rules)
    if single:
        begin = given.coatls[0] if given.coatls else ""
        return rules, solver.best_coatl(given.pieces or "", cards, temples, begin, *more)
    return rules, solver.best_assembly(given.pieces or "", cards, temples, given.coatls, *more)


def listed(words: Sequence[str]) -> list[str]:
    """Names of cards from `--cards "Y4 K5" --cards R5`."""
    return " ".join(words).replace(",", " ").split()


def from_position(given: Given) -> tuple[BoardRules, View, int | None]:
    """A one-line position; only what its viewer sees is used."""
    view = oneline.read(View, given.position or "")
    rules = solver.board_rules(rules_with("board", given.deck, options_of(view)))
    prepare(rules)
    rules.read_position(given.position or "")
    return rules, view, given.seat


def from_record(given: Given) -> tuple[BoardRules, View, int | None]:
    """A moment of a record, seen with the eyes of one seat: the one that decides unless another is named."""
    assert given.record is not None
    record = read(given.record)
    game = moment(record, len(record.entries) if given.at is None else given.at)
    rules = solver.board_rules(game.rules)
    ready_solver(rules)
    seat = given.seat if given.seat is not None else min(game.seat, len(record.players))
    return rules, game.view(seat), seat


def prepare(rules: BoardRules) -> None:
    """Everything compiled, shown as progress."""
    ready(rules)
    ready_solver(rules)


# ---------------------------------------------------------------- for people


def show(rules: BoardRules, found: Solution, cells: Sequence[Help], plain: bool) -> None:
    """The answer on the screen, or as JSON."""
    if plain:
        as_json(found.data() | ({"cells": [cell.data() for cell in cells]} if cells else {}))
    else:
        out = console()
        out.print(solution_page(Cards(rules), found, out.width, cells))


def solution_page(cards: Cards, found: Solution, width: int, cells: Sequence[Help] = ()) -> RenderableType:
    """The steps, why they bring their points, and what else there is."""
    parts: list[RenderableType] = [Text(t("analysis.nothing"))]
    if found.coatls:
        parts = [headline(found), typed(found.steps, width)]
        for made in found.coatls:
            kind = "from" if made.was else "new"
            title = t(f"terminal_solve.coatl_{kind}", n=made.number, was=made.was or "")
            parts += ["", why_page(cards, made.score, title)]
        if found.unique:
            parts += ["", Text(t("analysis.unique"), "quiet")]
    for other in found.alternatives:
        coatls = "  ".join(made.coatl for made in other.coatls)
        found_points = (points(other.points), "points")
        parts.append(styled("terminal_solve.otherwise", "quiet", points=found_points).append(f"  {coatls}", "none"))
    if cells:
        parts += ["", cells_page(cells)]
    return Group(*parts)


def headline(found: Solution) -> Text:
    return styled("terminal_solve.best", "name", points=(points(found.points), "points"))


def typed(steps: Sequence[str], width: int) -> Text:
    """The steps as they are typed, each whole on its line."""
    return flow([Text(step, "typed") for step in steps], width)


def cells_page(cells: Sequence[Help]) -> Table:
    """What every cell of the supply board would bring."""
    table = Table.grid(padding=(0, 2))
    titles = (t("terminal_solve.cells"), "", t("terminal_solve.cells_finished"), t("terminal_solve.cells_unfinished"))
    table.add_row(*(Text(title, "heading") for title in titles))
    for cell in cells:
        finished, promise = points(cell.solution.points), points(cell.promise.points)
        table.add_row(Text(cell.action, "typed"), cell.what, Text(finished, "points"), promise)
    return table
