"""The answers of `coatl arena`: progress, tables, files."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from coatl.arena import exports
from coatl.arena.matches import Advance, Match, run
from coatl.arena.paired import Z95, SequentialTest
from coatl.arena.plan import Plan, shortened
from coatl.arena.plan_file import read_plans
from coatl.arena.simulation import MOST_JOBS, check_between
from coatl.arena.statistics import Share
from coatl.arena.store import place_of
from coatl.terminal.compilation import ready
from coatl.terminal.saves import tilde
from coatl.terminal.theme import console

STANDARD_OUTPUT = Path("-")
LOOK_BACK = 3600.0  # seconds from which the time left is estimated: a game of strong bots can take minutes


@dataclass(frozen=True)
class RunOptions:
    """What is wanted of a match besides its plan."""

    jobs: int | None = None
    ray: str | None = None
    store: Path | None = None  # a file; for several matches a folder
    fresh: bool = False
    json: Path | None = None
    csv: Path | None = None
    parquet: Path | None = None
    plot: Path | None = None
    sprt: float | None = None  # the gain in wins for which a sequential test looks

    def test(self) -> SequentialTest | None:
        """The sequential test that is wanted."""
        return None if self.sprt is None else SequentialTest(self.sprt)

    def check(self) -> None:
        """Finds out before the first game whether everything can be done at the end."""
        if self.jobs is not None:
            check_between("arena.jobs", "jobs", self.jobs, MOST_JOBS)
        self.test()
        if self.parquet is not None:
            exports.parquet_library()
        if self.plot is not None:
            from coatl.arena import plots

            plots.library()
            exports.check_writable(self.plot if plots.is_picture(self.plot) else self.plot / "wins.png")
        for path in (self.json, self.csv, self.parquet):
            if path is not None and path != STANDARD_OUTPUT:
                exports.check_writable(path)


def arena(
    entrants: Sequence[str],
    given: Mapping[str, Any],
    options: Mapping[str, Any],
    deck: Path | None,
    run_options: RunOptions,
) -> None:
    """Plays one match and tells what came of it."""
    plan = Plan(entrants=tuple(entrants), options=options, deck=deck, **given)
    run_options.check()
    report([played(plan, run_options.store or place_of(plan), run_options)], run_options)


def arena_of_file(path: Path, run_options: RunOptions) -> None:
    """Plays all matches of a file."""
    plans = read_plans(path)
    run_options.check()
    report([played(plan, place_of(plan, run_options.store), run_options) for plan in plans], run_options)


def played(plan: Plan, place: Path, run_options: RunOptions) -> Match:
    """A match, with its progress; Ctrl-C leaves it so that the same command goes on."""
    ready(plan.rules, plan.bots())
    done = 0
    with progress(plan) as advance:

        def note(games: int) -> None:
            nonlocal done
            done += games
            advance(games)

        try:
            return run(plan, run_options.jobs, run_options.ray, place, run_options.fresh, note, run_options.test())
        except KeyboardInterrupt:
            kept = f"{done:,} of {len(plan.numbers):,} games are kept in {tilde(place)}"
            print(f"\ncoatl: {kept}; the same command goes on with them.", file=sys.stderr)
            raise


@contextmanager
def progress(plan: Plan) -> Iterator[Advance]:
    """A bar with the time left, on a terminal."""
    errors = console(sys.stderr)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    silent = not errors.is_terminal
    with Progress(*columns, console=errors, disable=silent, transient=True, speed_estimate_period=LOOK_BACK) as bar:
        task = bar.add_task(plan.name or "Playing", total=len(plan.numbers))
        yield lambda games: bar.advance(task, games)


# ---------------------------------------------------------------- telling


def report(matches: Sequence[Match], run_options: RunOptions) -> None:
    """Writes the files and prints the tables; JSON on standard output comes alone."""
    if run_options.csv is not None:
        exports.write_csv(matches, run_options.csv)
    if run_options.parquet is not None:
        exports.write_parquet(matches, run_options.parquet)
    if run_options.plot is not None:
        from coatl.arena import plots

        plots.draw(matches, run_options.plot)
    if run_options.json == STANDARD_OUTPUT:
        print(exports.as_json(matches))
        return
    if run_options.json is not None:
        exports.write_json(matches, run_options.json)
    out = console()
    for number, match in enumerate(matches):
        if number:
            out.print()
        for part in page(match):
            out.print(part)


def page(match: Match) -> list[Any]:
    """The tables of a match."""
    many = [against(match), ""] if len(match.plan.entrants) > 2 else []
    tables = [results(match), "", *many, thinking(match), "", *compared(match)]
    return [heading(match), "", *tables, Text(footnote(match), "quiet"), *forfeits(match)]


def heading(match: Match) -> Text:
    """What was played."""
    plan, found = match.plan, match.statistics
    table = f"alone against {plan.automaton}" if plan.automaton else f"{plan.seats} players"
    deals = (
        f"{found.deals:,} deals, each in {len(plan.seatings)} seatings"
        if len(plan.seatings) > 1
        else "one for each deal"
    )
    rounded = f" (asked for {plan.games:,}: rounded up to whole deals)" if found.games != plan.games else ""
    title = Text(f"{plan.name}: " if plan.name else "", "title")
    return title.append(f"{plan.game} game, {table}, {found.games:,} games: {deals}{rounded}", "")


def results(match: Match) -> Table:
    """Wins, points and rating of each entrant."""
    fair = "" if match.plan.automaton else "fair"
    table = columns("entrant", "wins", "95 % interval", fair, "points", "rating")
    for line in match.statistics.lines:
        table.add_row(
            shortened(line.name),
            f"{line.wins.mean:.1%}",
            interval(line.wins),
            f"{line.fair:.0%}" if fair else "",
            f"{line.points.mean:.1f} ± {line.points.deviation:.1f}",
            f"{line.rating.mean:.1f} ± {Z95 * line.rating.deviation:.1f}",
        )
    return table


def thinking(match: Match) -> Table:
    """How long each bot thought; an automaton does not."""
    table = columns("thinking", "moves", "mean", "p99", "slowest", "forfeits")
    for line in match.statistics.lines:
        if line.times is not None:
            times = (seconds(time) for time in (line.times.mean, line.times.p99, line.times.slowest))
            lost = Text(f"{line.forfeits:,}", "alarm" if line.forfeits else "")
            table.add_row(shortened(line.name), f"{line.moves:.1f}", *times, lost)
    return table


def compared(match: Match) -> list[Any]:
    """By how much the first of two entrants is better on the same deals, and what a sequential test says."""
    found, verdict = match.statistics.difference, match.verdict
    lines: list[Any] = []
    if found is not None:
        wins = f"{100 * found.wins:+.1f} ± {100 * found.wins_margin:.1f} wins in 100"
        points = f"{found.points:+.1f} ± {found.points_margin:.1f} points"
        names = [shortened(name) for name in match.plan.labels[:2]]
        lines += [Text(f"{names[0]} against {names[1]}, same deals: {wins}, {points}")]
    if verdict is not None:
        answers = {True: "better", False: "not better", None: "not decided"}
        lines += [
            Text(f"Sequential test: {answers[verdict.better]} after {verdict.deals:,} deals ({verdict.ratio:+.2f})")
        ]
    return [*lines, ""] if lines else []


def columns(first: str, *others: str) -> Table:
    """A table of numbers, each line with a name."""
    table = Table(box=None, header_style="heading", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(first, no_wrap=True, min_width=12, overflow="ellipsis")
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def interval(share: Share) -> str:
    """The ends of an interval.

    >>> interval(Share(0.85, 0.811, 0.882))
    '81.1–88.2'
    """
    return f"{100 * share.low:.1f}–{100 * share.high:.1f}"


def seconds(time: float) -> str:
    """A time as people read it.

    >>> seconds(0.0000042), seconds(0.0503), seconds(1.5)
    ('4 µs', '50.3 ms', '1.50 s')
    """
    if time >= 1:
        return f"{time:.2f} s"
    return f"{1000 * time:.1f} ms" if time >= 0.0005 else f"{1e6 * time:.0f} µs"


def against(match: Match) -> Table:
    """How each entrant fared against each other; the columns are the rows by number."""
    names = match.plan.labels
    table = columns("ahead of", *(str(number + 1) for number in range(len(names))))
    for number, (name, row) in enumerate(zip(names, match.statistics.matrix, strict=True), 1):
        table.add_row(f"{number} {shortened(name)}", *("–" if cell is None else f"{cell:.1%}" for cell in row))
    return table


def footnote(match: Match) -> str:
    """How to read the statistics."""
    endings = ", ".join(f"{name.replace('-', ' ')} {count:,}" for name, count in match.statistics.endings.items())
    exact = "" if match.plan.repeatable else " Limits of time: another run differs a little."
    equals = "" if match.plan.automaton else "; fair is what equals would win"
    return (
        f"{match.statistics.turns:.1f} turns a game; endings: {endings}. Shared wins count as fractions; the interval "
        f"is Wilson's{equals}. Points ± their standard deviation, ratings (openskill) ± 95 %. "
        f"Moves are decisions with a choice, each game and seat.{exact}"
    )


def forfeits(match: Match) -> list[Text]:
    """Why decisions were forfeited."""
    found = []
    for line in match.statistics.lines:
        if line.forfeits:
            found.append(
                Text(f"{line.name} forfeited {line.forfeits:,} decisions; a random action was played:", "alarm")
            )
            found.extend(Text(f"  {count:,} × {reason}") for reason, count in line.reasons.items())
    return found
