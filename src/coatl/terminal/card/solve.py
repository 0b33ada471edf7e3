"""`coatl solve card`: the best way to play a turn, from cards in notation, from a position, or from a record."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.engine import oneline
from coatl.engine.errors import CoatlError
from coatl.messages import ENGLISH, spoken, t
from coatl.registry import rules_of, rules_with
from coatl.solver import options_of
from coatl.solver.card.best_turn import Step, TurnSolution
from coatl.solver.card.solver import Laid, card_rules, solve
from coatl.terminal.compilation import ready, ready_solver
from coatl.terminal.hints import change_line
from coatl.terminal.replay import moment, read
from coatl.terminal.reports import as_json
from coatl.terminal.theme import console
from coatl.terminal.wording import points

SOURCES = ["--coatl COATL --hand FEATHERS", "--position LINE", "--record FILE --at N --seat SEAT"]


def laid(
    coatl: str | None,
    hand: Sequence[str] | None,
    own: Sequence[str] | None,
    middle: Sequence[str] | None,
    theirs: Sequence[str] | None,
    temple: str | None,
    second: bool,
) -> Laid:
    """The table that the options name; lists of cards with spaces or commas, or said more than once."""
    return Laid(coatl or "", listed(hand), listed(own), listed(middle), listed(theirs), temple, second)


def listed(words: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(" ".join(words or ()).replace(",", " ").split())


@dataclass(frozen=True)
class Given:
    """What the command line says about the table."""

    laid: Laid = field(default_factory=Laid)
    position: str | None = None
    record: Path | None = None
    at: int | None = None
    seat: int | None = None
    deck: Path | None = None

    @property
    def notation(self) -> bool:
        """Whether cards are named."""
        return self.laid != Laid()

    def check(self) -> None:
        """One source, and nothing that belongs to another one."""
        if [self.notation, self.position is not None, self.record is not None].count(True) != 1:
            raise CoatlError("solve.source", "Say what to solve, in one of three ways.", SOURCES)
        if (self.at is not None and self.record is None) or (self.seat is not None and self.notation):
            message = "--at belongs to a record, --seat to a position or a record."
            raise CoatlError("options.contradict", message, SOURCES)
        if self.record is not None and self.deck is not None:
            raise CoatlError("options.contradict", "A record brings its own deck.", SOURCES)


def card(given: Given, plain: bool) -> None:
    """Answers for the card game."""
    given.check()
    if given.notation:
        rules, view = from_notation(given)
    elif given.position is not None:
        rules, view = from_position(given)
    else:
        rules, view = from_record(given)
    ready_solver(rules)
    found = solve(rules, view, given.seat)
    if plain:
        as_json(found.data())
    else:
        console().print(solution_page(found))


def from_notation(given: Given) -> tuple[CardRules, View]:
    """A table for two of which only these cards are known."""
    rules = card_rules(rules_of("card", deck=given.deck, players=2))
    ready(rules)
    return rules, given.laid.view(rules)


def from_position(given: Given) -> tuple[CardRules, View]:
    """A one-line position; only what its viewer sees is used."""
    view = oneline.read(View, given.position or "")
    rules = card_rules(rules_with("card", given.deck, options_of(view)))
    ready(rules)
    rules.read_position(given.position or "")
    return rules, view


def from_record(given: Given) -> tuple[CardRules, View]:
    """A moment of a record, seen with the eyes of one seat: the one that decides unless another is named."""
    assert given.record is not None
    record = read(given.record)
    game = moment(record, len(record.entries) if given.at is None else given.at)
    rules = card_rules(game.rules)
    return rules, game.view(given.seat if given.seat is not None else min(game.seat, len(record.players)))


def solution_page(found: TurnSolution) -> RenderableType:
    """The steps with their reasons, what a discard may bring, and what else there is."""
    table = Table.grid(padding=(0, 2))
    for step in found.steps:
        table.add_row(Text(step.action, "typed"), Text("\n").join(reasons_of(step)))
    parts: list[RenderableType] = [Text(headline(found), "name"), table]
    if found.reveals:
        parts.append(Text(t("terminal_solve.reveals"), "quiet"))
        parts += [Text(f"  {each.feather}  {each.chance:.0%}: {rounded(each.points)}") for each in found.reveals]
    for other in found.alternatives:
        actions = ", ".join(other.actions)
        parts.append(Text(t("terminal_solve.otherwise_turn", actions=actions, points=rounded(other.points)), "quiet"))
    return Group(*parts)


def reasons_of(step: Step) -> list[Text]:
    """What a step changes; in English as the solver words it."""
    if spoken().language == ENGLISH:
        return [Text(reason) for reason in step.reasons]
    return [change_line(change) for change in step.changes]


def headline(found: TurnSolution) -> str:
    """What the turn brings, and what to type."""
    kind = "_final" if found.final else "_mean" if found.reveals else ""
    values = {"points": rounded(found.points), "before": rounded(found.before), "actions": ", ".join(found.actions)}
    return t(f"terminal_solve.turn{kind}", **values)


def rounded(number: float) -> str:
    """Points, with two decimals at most."""
    return points(round(number, 2))
