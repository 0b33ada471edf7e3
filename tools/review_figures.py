"""Makes the figures of docs/review.md: bots play, their games are reviewed, and the tables are written.

python -m tools.review_figures levels board --games 100    what each level loses per turn, of the board game for two
python -m tools.review_figures levels card-solo            the same alone against CARL
python -m tools.review_figures noise card --games 50       so many slips and fine decisions of these, 30 times as deep
python -m tools.review_figures luck board --games 1000     what luck comes to, and how much of the result it explains
python -m tools.review_figures                             writes the tables from all that was found

Games are numbered, and a game and its review follow from the number alone. What is found is kept in build/review, a
line each: interrupted and started again, or with more games, it goes on where it was.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import coatl
from coatl.arena.paired import Z95
from coatl.arena.statistics import wilson
from coatl.bots.base import rng_of
from coatl.bots.registry import LEVELS, entrant
from coatl.engine.record import Record, parse_record
from coatl.review import levels
from coatl.review.outcome import final_value
from coatl.review.report import Decision, TurnReview
from coatl.review.reviewer import Reviewer
from coatl.review.summary import luck_of_result
from coatl.review.timeline import Turn
from coatl.version import __version__
from tools.strength import DOCS, MARK, row

FOUND = Path(__file__).resolve().parent.parent / "build" / "review"
TABLES: dict[str, dict[str, Any]] = {  # by name: the game, and who sits there
    "board": {"game": "board", "players": 2},
    "card": {"game": "card", "players": 2},
    "board-solo": {"game": "board", "solo": True},
    "card-solo": {"game": "card", "solo": True},
    "board-3": {"game": "board", "players": 3},
    "card-3": {"game": "card", "players": 3},
    "board-4": {"game": "board", "players": 4},
    "card-4": {"game": "card", "players": 4},
}
MEASURED = ("random", *LEVELS)
ORDERED = ("random", "novice", "artisan", "priest", "high-priest")  # that have to be told apart
STAND_IN = {"high-priest": "search:1500sims"}  # who thinks by the clock plays another game each time
OPPONENT = "priest"
TURNS = {"board": 4, "card": 5}  # of a level that are judged in each game, at random: a game of the card game has five
DEEPER = 30
SLIPS, FINE = ("mistake", "blunder"), ("fine", "brilliant")
FIGURES, PAGE = DOCS / "review.json", DOCS / "review.md"
TITLES = {
    "board": "board game, two",
    "card": "card game, two",
    "board-solo": "ADAM",
    "card-solo": "CARL",
    "board-3": "board game, three",
    "card-3": "card game, three",
    "board-4": "board game, four",
    "card-4": "card game, four",
}


@dataclass(frozen=True)
class Found:
    """A file of findings: a line of JSON each, with the key by which it is known again."""

    name: str

    @property
    def path(self) -> Path:
        """Where it lies."""
        return FOUND / f"{self.name}.jsonl"

    @cached_property
    def rows(self) -> dict[str, dict[str, Any]]:
        """All that is found, by key; a line that was cut off is found anew."""
        if not self.path.exists():
            return {}
        lines = self.path.read_text(encoding="utf-8").split("\n")[:-1]
        return {row["key"]: row for row in map(json.loads, lines)}

    def add(self, key: str, **row: Any) -> None:
        """One more."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.rows[key] = {"key": key, **row}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self.rows[key]) + "\n")


def played(table: str, specs: Sequence[str], seed: str) -> Record:
    """A game of bots to its end."""
    game = coatl.new(**TABLES[table], seed=seed)
    entrants = [entrant(STAND_IN.get(spec, spec)) for spec in specs]
    bots = [one.make(game.rules) for one in entrants]
    dice = [rng_of(f"figures {seed} {' '.join(specs)} {seat}") for seat in range(1, len(specs) + 1)]
    while not game.over:
        legal, place = game.legal(), game.seat - 1
        choice = legal[1:] and bots[place].choose(game.view(game.seat), legal, entrants[place].limit, dice[place])
        game.play(choice or legal[0])
    return game.record()


def players_of(table: str) -> int:
    """How many bots sit at a table."""
    return int(TABLES[table].get("players", 1))


# ---------------------------------------------------------------- levels


def measure_levels(table: str, games: int) -> None:
    """Plays and judges what is missing, level by level; every deal in all seats."""
    found, players = Found(f"levels-{table}"), players_of(table)
    for group in (ORDERED, [level for level in MEASURED if level not in ORDERED]):
        for number, level in product(range(games), group):
            key = f"{level} {number}"
            if key not in found.rows:
                deal, seat = divmod(number, players)
                specs = [level if place == seat else OPPONENT for place in range(players)]
                record = played(table, specs, f"{table} {deal}")
                decisions, costs = judged(record, seat + 1, key)
                found.add(key, level=level, record=record.to_text(), seat=seat + 1, costs=costs, decisions=decisions)


def judged(record: Record, seat: int, key: str) -> tuple[list[list[Any]], list[list[float]]]:
    """Some turns of a seat with a choice, at random: where, grade and cost of their decisions, and what they cost."""
    reviewer = Reviewer(record)
    own = [turn for turn in reviewer.timeline.turns if turn.seat == seat]
    rng_of(f"figures {key}").shuffle(own)
    turns = list(with_choice(reviewer, own, TURNS[record.game]))
    decisions = [decision for turn in turns for decision in turn.decisions]
    noted = [[one.first, one.last, one.grade, one.proven, one.cost.margin.value] for one in decisions]
    return noted, [[turn.cost.margin.value, turn.cost.margin.low, turn.cost.win.value] for turn in turns]


def with_choice(reviewer: Reviewer, turns: Sequence[Turn], most: int) -> Iterator[TurnReview]:
    """Reviews turns until so many with a choice are found."""
    for turn in turns:
        found = reviewer.turn_review(turn)
        if found.kind == "choice":
            yield found
            most -= 1
        if not most:
            return


# ---------------------------------------------------------------- noise


def measure_noise(table: str, decisions: int) -> None:
    """Judges decisions of the levels' games once more, deeper and with other chance: slips, and as many fine ones."""
    found, left = Found(f"noise-{table}"), {"slip": decisions, "fine": decisions}
    for game, noted in Found(f"levels-{table}").rows.items():
        for first, last, grade, proven, cost in noted["decisions"]:
            kind = "slip" if grade in SLIPS else "fine" if grade in FINE else None
            if proven or kind is None or not left[kind]:
                continue
            left[kind] -= 1
            key = f"{game} {first}"
            if key not in found.rows:
                deep = deeper(parse_record(noted["record"]), noted["seat"], first, last)
                found.add(key, kind=kind, grade=grade, cost=cost, deep=deep.grade, deep_cost=deep.cost.margin.value)


def deeper(record: Record, seat: int, first: int, last: int) -> Decision:
    """A decision, judged deeper and with other chance."""
    reviewer = Reviewer(record, DEEPER, "deeper")
    steps = [step for turn in reviewer.timeline.turns if turn.seat == seat for step in turn.steps]
    decision = reviewer.decision([step for step in steps if first <= step.entry <= last], seat)
    assert decision is not None
    return decision


# ---------------------------------------------------------------- luck


def measure_luck(table: str, games: int, depth: float) -> None:
    """Luck and results of games between greedy bots."""
    found = Found(f"luck-{table}")
    for number in range(games):
        if f"{number} {depth:g}" in found.rows:
            continue
        record = played(table, ["greedy"] * players_of(table), f"luck {table} {number}")
        reviewer = Reviewer(record, depth)
        steps = [step for turn in reviewer.timeline.turns for step in turn.steps if step.outcomes]
        reveals = [*reviewer.lay_out_luck(), *(reviewer.luck(step) for step in steps)]
        summed = summary(reviewer, reveals)
        found.add(f"{number} {depth:g}", depth=depth, **summed)


def summary(reviewer: Reviewer, reveals: Sequence[Any]) -> dict[str, Any]:
    """What luck came to for the first seat, and its result with and without."""
    timeline = reviewer.timeline
    assert timeline.result is not None
    chance, error = luck_of_result(reveals, 1, timeline.players)
    own = sum(reveal.luck[0].margin for reveal in reveals)
    margin = final_value(timeline.result, 1).margin
    return {"margin": margin, "luck": round(own, 4), "chance": round(chance, 4), "error": round(error, 4)}


# ---------------------------------------------------------------- figures and tables


def figures() -> dict[str, Any]:
    """What is kept in docs/review.json, with all that is found on this machine in the place of older figures."""
    kept: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    for name, sum_up in SUMS.items():
        for table in TABLES:
            if rows := Found(f"{name}-{table}").rows:
                kept.setdefault(name, {})[table] = sum_up(list(rows.values()))
    return {"version": __version__, **{name: kept.get(name, {}) for name in SUMS}}


def sum_of_levels(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """By level: games, turns, and the mean over games of what a turn cost, with its standard error."""
    found = {}
    for level in MEASURED:
        games = [[cost for cost, *_ in row["costs"]] for row in rows if row["level"] == level and row["costs"]]
        if len(games) > 1:
            mean, error = mean_and_error([float(np.mean(costs)) for costs in games])
            found[level] = {"games": len(games), "turns": sum(map(len, games)), "mean": mean, "error": error}
    return found


def sum_of_noise(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How many slips stay such, and how many fine decisions."""
    slips, fine = ([row for row in rows if row["kind"] == kind] for kind in ("slip", "fine"))
    return {
        "slips": len(slips),
        "slips_stay": sum(row["deep"] in SLIPS for row in slips),
        "slips_fine": sum(row["deep"] in FINE for row in slips),
        "fine": len(fine),
        "fine_stay": sum(row["deep"] in FINE for row in fine),
        "fine_slips": sum(row["deep"] in SLIPS for row in fine),
    }


def sum_of_luck(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean luck, and what it explains of the results, at the depth at which most games were reviewed."""
    depth = Counter(row["depth"] for row in rows).most_common(1)[0][0]
    games = [row for row in rows if row["depth"] == depth]
    mean, error = mean_and_error([row["luck"] for row in games])
    variances = [float(np.var([row["margin"] - share * row["chance"] for row in games], ddof=1)) for share in (0, 1)]
    return {
        "games": len(games),
        "depth": depth,
        "mean": mean,
        "error": error,
        "variance": round(variances[0], 1),
        "adjusted": round(variances[1], 1),
    }


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    return round(float(np.mean(values)), 4), round(float(np.std(values, ddof=1) / np.sqrt(len(values))), 4)


SUMS = {"levels": sum_of_levels, "noise": sum_of_noise, "luck": sum_of_luck}


def levels_table(found: dict[str, Any], tables: Sequence[str]) -> Iterator[str]:
    """What each level loses per turn; bold if its interval meets that of the one before (of those to be told apart)."""
    known = [table for table in tables if found["levels"].get(table)]
    yield row("level", *(f"{TITLES[table]} | games, turns" for table in known))
    yield row("---", *("---: | ---:" for _ in known))
    for level in MEASURED:
        yield row(level.replace("-", " "), *(level_cells(found["levels"][table], level) for table in known))


def level_cells(costs: dict[str, Any], level: str) -> str:
    if level not in costs:
        return "– | –"
    one, before = costs[level], weaker(costs, level)
    text = f"{one['mean']:.2f} ± {Z95 * one['error']:.2f}"
    meets = before and before["mean"] - Z95 * before["error"] <= one["mean"] + Z95 * one["error"]
    return f"{f'**{text}**' if meets else text} | {one['games']}, {one['turns']}"


def weaker(costs: dict[str, Any], level: str) -> dict[str, Any] | None:
    """The next weaker level of those that have to be told apart."""
    if level not in ORDERED[1:]:
        return None
    found: dict[str, Any] | None = costs.get(ORDERED[ORDERED.index(level) - 1])
    return found


def noise_table(found: dict[str, Any]) -> Iterator[str]:
    """How many decisions keep their grade when they are judged 30 times as deep."""
    yield row("", "mistakes and blunders", "stay such", "become fine", "fine", "stays fine", "becomes a mistake")
    yield row("---", *["---:"] * 6)
    for table, one in found["noise"].items():
        slips, fine = one["slips"], one["fine"]
        stay = share(one["slips_stay"], slips, 0.9), one["slips_fine"]
        yield row(TITLES[table], slips, *stay, fine, share(one["fine_stay"], fine, 0.95), one["fine_slips"])


def share(count: int, of: int, wanted: float) -> str:
    """A share with Wilson's interval; bold if it is below what was wanted."""
    if not of:
        return "–"
    low, high = wilson(count / of, of)
    text = f"{100 * count / of:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
    return text if count / of >= wanted else f"**{text}**"


def luck_table(found: dict[str, Any]) -> Iterator[str]:
    """Mean luck, and the variance of results with and without it."""
    yield row("", "games", "depth", "mean luck", "variance of the result", "without luck")
    yield row("---", *["---:"] * 5)
    for table, one in found["luck"].items():
        half = Z95 * one["error"]
        mean = f"{one['mean']:.2f} ± {half:.2f}".replace("-", "−")
        text = mean if abs(one["mean"]) <= half else f"**{mean}**"
        less = 100 * (1 - one["adjusted"] / one["variance"])
        share_less = f"{one['adjusted']:.0f} ({abs(less):.0f} % {'less' if less > 0 else 'more'})"
        without = share_less if less > 0 else f"**{share_less}**"
        yield row(TITLES[table], one["games"], f"{one['depth']:g}", text, f"{one['variance']:.0f}", without)


PAGE_TABLES: dict[str, Callable[[dict[str, Any]], Iterator[str]]] = {
    "levels": lambda found: levels_table(found, ["board", "card"]),
    "levels_others": lambda found: levels_table(found, [table for table in TABLES if "-" in table]),
    "noise": noise_table,
    "luck": luck_table,
}


def page(text: str, found: dict[str, Any]) -> str:
    """The page with its tables written anew."""
    return MARK.sub(lambda mark: f"{mark[1]}\n{chr(10).join(PAGE_TABLES[mark[2]](found))}\n\n{mark[3]}", text)


def level_file(found: dict[str, Any]) -> str:
    """What reviews read: mean cost and standard error of each level, by table."""
    levels = {
        table: {level: [one["mean"], one["error"]] for level, one in costs.items()}
        for table, costs in found["levels"].items()
        if {*costs} >= {*LEVELS}
    }
    return json.dumps(levels, indent=2) + "\n"


def write() -> None:
    """Keeps the figures, and writes the page and what reviews read."""
    found = figures()
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    levels.MEASURED.write_text(level_file(found), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")


def main() -> None:
    """Measures, or writes the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["levels", "noise", "luck"])
    parser.add_argument("table", nargs="?", default="board", choices=list(TABLES))
    parser.add_argument(
        "--games", type=int, default=100, help="games of each level or in all; for noise, decisions of each kind"
    )
    parser.add_argument("--depth", type=float, default=1.0, help="for luck")
    asked = parser.parse_args()
    if asked.what == "levels":
        measure_levels(asked.table, asked.games)
    elif asked.what == "noise":
        measure_noise(asked.table, asked.games)
    elif asked.what == "luck":
        measure_luck(asked.table, asked.games, asked.depth)
    else:
        write()


if __name__ == "__main__":
    main()
