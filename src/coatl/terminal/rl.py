"""The answers of `coatl rl` and `coatl dataset`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coatl.engine.errors import CoatlError
from coatl.registry import rules_of
from coatl.terminal.theme import console

if TYPE_CHECKING:
    from coatl.arena.plan import Plan


def train(
    game: str,
    options: Mapping[str, Any],
    deck: Path | None,
    output: Path,
    *,
    decisions: int,
    seed: int,
    curve_file: Path | None,
    points: int,
    games: int,
) -> None:
    """Trains a policy, tells every point of the curve and writes the file."""
    from coatl.rl import training

    for number, what in ((decisions, "decisions"), (points, "points"), (games, "games")):
        if number < 1:
            raise CoatlError("rl.number", f"The number of {what} is at least 1, not {number}.")
    rules = rules_of(game, deck=deck, **options)

    def heard(point: training.Point) -> None:
        shares = ", ".join(f"{who} {win:.1%} ({low:.1%}–{high:.1%})" for who, (win, low, high) in point.wins.items())
        console().print(f"{point.decisions:,} decisions, {point.seconds:.0f} s: wins against {shares}", highlight=False)
        if curve_file is not None:
            with curve_file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(point.data()) + "\n")

    policy = training.curve(rules, training.Plan(seed=seed), decisions, points, games, heard)
    policy.save(output)
    console().print(f"Written to {output} ({output.stat().st_size:,} bytes).", highlight=False)


def plan(
    game: str, entrants: tuple[str, ...], options: Mapping[str, Any], deck: Path | None, games: int, seed: str
) -> "Plan":
    """Who plays what."""
    from coatl.arena.plan import Plan

    return Plan(entrants, game, games, seed, dict(options), deck)


def dataset(plan: "Plan", output: Path, compact: bool, jobs: int | None, ray: str | None) -> None:
    """Plays games and writes their decisions."""
    from coatl.arena.exports import check_writable
    from coatl.rl.dataset import write_dataset

    check_writable(output)
    if jobs is not None and jobs < 1:
        raise CoatlError("rl.number", f"The number of jobs is at least 1, not {jobs}.")
    rows = write_dataset(plan, output, compact, jobs, ray)
    console().print(f"{rows:,} decisions written to {output}.", highlight=False)
