"""Makes the figures of docs/review.md: bots play, their games are reviewed, and the tables are written.

python -m tools.review_figures levels board --games 100    what each level loses per turn, of the board game for two
python -m tools.review_figures levels card-solo            the same alone against CARL
python -m tools.review_figures noise card --games 50       so many slips of these, 30 times as deep, and 100 fine ones
python -m tools.review_figures luck board --games 1000     what luck comes to, and how much of the result it explains
python -m tools.review_figures                             writes the tables from all that was found

Whole reviews of so many games would take days, so they are sampled: a few turns of each game, drawn at random, tell
what a turn costs on the average; a few reveals of each game tell the mean of luck. Intervals are bootstrapped over
games. Games are numbered, and a game, what is drawn from it and its review follow from the number alone. What is found
is kept in build/review, a line each: interrupted and started again, or with more games, it goes on where it was.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import coatl
from coatl.arena.statistics import wilson
from coatl.bots.base import rng_of
from coatl.bots.registry import LEVELS, entrant
from coatl.bots.weights import Floats
from coatl.engine.record import Record, parse_record
from coatl.review import levels
from coatl.review.judge import judge_of
from coatl.review.outcome import final_value
from coatl.review.race import rounded
from coatl.review.report import Decision, TurnReview
from coatl.review.reviewer import Reviewer
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
LUCKY = ORDERED[1:]  # whose games tell how much of the result luck explains
LUCK_DEPTH = 0.25
REVEALS = 3  # of a game of random bots, at random: they tell the mean of luck alone
FINE_EACH = 2  # fine decisions that are judged deeper for each slip
RESAMPLED = 2000  # how often games are drawn anew for an interval
TURNS = 2  # of a level that are judged in each game, at random
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
    found = Found(f"levels-{table}")
    for group in (ORDERED, [level for level in MEASURED if level not in ORDERED]):
        for number, level in product(range(games), group):
            key = f"{level} {number}"
            if key not in found.rows:
                record, seat = level_game(table, level, number)
                found.add(key, level=level, record=record.to_text(), seat=seat, **judged(record, seat, key))


def level_game(table: str, level: str, number: int) -> tuple[Record, int]:
    """A game of a level against the priest, and its seat."""
    players = players_of(table)
    deal, place = divmod(number, players)
    specs = [level if other == place else OPPONENT for other in range(players)]
    return played(table, specs, f"{table} {deal}"), place + 1


def judged(record: Record, seat: int, key: str) -> dict[str, Any]:
    """Some turns of a seat with a choice, at random: where, grade and cost of their decisions, and what they cost."""
    reviewer = Reviewer(record)
    own = [turn for turn in reviewer.timeline.turns if turn.seat == seat]
    rng_of(f"figures {key}").shuffle(own)
    turns = list(with_choice(reviewer, own, TURNS))
    decisions = [decision for turn in turns for decision in turn.decisions]
    return {
        "judge": reviewer.judge.name,
        "costs": [[turn.cost.margin.value, turn.cost.margin.low, turn.cost.win.value] for turn in turns],
        "decisions": [[one.first, one.last, one.grade, one.proven, one.cost.margin.value] for one in decisions],
    }


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


def measure_noise(table: str, slips: int) -> None:
    """Judges decisions of the levels' games once more, deeper and with other chance: slips, and fine ones."""
    found, levels = Found(f"noise-{table}"), Found(f"levels-{table}").rows
    drawn: dict[str, list[tuple[str, list[Any]]]] = {"slip": [], "fine": []}
    for game, noted in levels.items():
        for decision in noted["decisions"]:
            first, _, grade, proven, _ = decision
            kind = "slip" if grade in SLIPS else "fine" if grade in FINE else None
            if kind and not proven:
                drawn[kind].append((f"{game} {first}", decision))
    for kind in drawn:  # an order of chance that does not change when there are more of them
        drawn[kind].sort(key=lambda one: rng_of(f"noise {one[0]}").random())
    for number in range(slips):
        each = [("slip", number), *(("fine", FINE_EACH * number + more) for more in range(FINE_EACH))]
        for kind, place in each:
            if place < len(drawn[kind]) and drawn[kind][place][0] not in found.rows:
                key, (first, last, grade, _, cost) = drawn[kind][place]
                noted = levels[key.rpartition(" ")[0]]
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


def measure_luck(table: str, games: int, whole: int) -> None:
    """Luck and results: all of it in some games of the levels, by turns, and a few reveals of games of random bots."""
    found, levels = Found(f"luck-{table}"), Found(f"levels-{table}").rows
    for number in range(games):
        if (key := str(number)) in found.rows:
            continue
        place, turn = divmod(number, len(LUCKY))
        level, seat = LUCKY[turn] if number < whole else "random", 1
        if level == "random":
            record = played(table, [level] * players_of(table), f"luck {table} {number}")
        elif known := levels.get(f"{level} {place}"):
            record, seat = parse_record(known["record"]), known["seat"]
        else:
            record, seat = level_game(table, level, place)
        most = REVEALS if level == "random" else None
        found.add(key, level=level, **luck_in(Reviewer(record, LUCK_DEPTH), seat, key, most))


def luck_in(reviewer: Reviewer, seat: int, key: str, most: int | None) -> dict[str, Any]:
    """The result of a seat, and what luck it had; by some of its reveals, drawn at random, it is only estimated.

    It is noted as the judge sees it, before it is made as large as results were found to follow it.
    """
    timeline = reviewer.timeline
    assert timeline.result is not None
    steps = [None, *(step for turn in timeline.turns for step in turn.steps if step.outcomes)]
    drawn = rng_of(f"luck {key}").permutation(len(steps))[:most]
    brought = 0.0
    for place in drawn:
        step = steps[place]
        (reveal,) = reviewer.lay_out_luck() if step is None else (reviewer.luck(step),)
        brought += reveal.luck[seat - 1].margin
    margin = final_value(timeline.result, seat).margin
    brought *= len(steps) / len(drawn) / reviewer.judge.luck_scale
    return {"margin": margin, "luck": rounded(brought), "reveals": len(drawn)}


# ---------------------------------------------------------------- figures and tables


def figures() -> dict[str, Any]:
    """What is kept in docs/review.json, with all that is found on this machine in the place of older figures."""
    kept: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    for name, sum_up in SUMS.items():
        for table in TABLES:
            if rows := Found(f"{name}-{table}").rows:
                kept.setdefault(name, {})[table] = sum_up(table, list(rows.values()))
    return {"version": __version__, **{name: kept.get(name, {}) for name in SUMS}}


def sum_of_levels(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """By level: games, turns, and the mean over games of what a turn cost, with its interval and standard error."""
    found = {}
    for level in MEASURED:
        games = [[cost for cost, *_ in row["costs"]] for row in rows if row["level"] == level and row["costs"]]
        if len(games) > 1:
            means = np.array([np.mean(costs) for costs in games])
            found[level] = {
                "games": len(games),
                "turns": sum(map(len, games)),
                **mean_of(means),
                "error": rounded(means.std(ddof=1) / np.sqrt(len(games))),
            }
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


def sum_of_luck(rows: Sequence[dict[str, Any]], scale: float) -> dict[str, Any]:
    """Mean luck, and what it explains of the results of a level, in the games whose luck is known as a whole.

    The first half of these games tells what a point that the judge sees is worth (`fits`): that is the scale of luck in
    reviews. The other half shows how much less results vary without luck.
    """
    luck = scale * np.array([row["luck"] for row in rows])
    whole = [row for row in rows if row["level"] != "random"]
    found: dict[str, Any] = {"games": len(rows), **mean_of(luck), "scale": scale}
    if len(whole) > 2 * len(LUCKY):
        games = np.array([[LUCKY.index(row["level"]), row["margin"], row["luck"]] for row in whole])
        fitted, checked = np.split(games, [len(games) // 2])
        found |= {
            "fitted": len(fitted),
            "fits": [rounded(slope(fitted)), *interval(fitted, slope)],
            "checked": len(checked),
            "variance": rounded(within(checked).var()),
            "adjusted": rounded(within(checked, scale).var()),
            "ratio": interval(checked, lambda drawn: within(drawn, scale).var() / within(drawn).var()),
        }
    return found


def within(games: Floats, share: float = 0.0) -> Floats:
    """Results of games (level, margin, luck) without so much of luck, against the mean of their level."""
    found = games[:, 1] - share * games[:, 2]
    for level in np.unique(games[:, 0]):
        found[games[:, 0] == level] -= found[games[:, 0] == level].mean()
    return found


def slope(games: Floats) -> float:
    """How many points of the result a point of luck is worth."""
    luck = within(games) - within(games, 1.0)
    return float((within(games) * luck).sum() / (luck**2).sum())


def mean_of(values: Floats) -> dict[str, float]:
    """A mean with its interval."""
    low, high = interval(values, np.mean)
    return {"mean": rounded(values.mean()), "low": low, "high": high}


def interval(games: Floats, figure: Callable[[Floats], float]) -> tuple[float, float]:
    """The interval of 95 % of a figure: games are drawn anew from the games, again and again."""
    rng = rng_of("interval")
    found = [figure(games[rng.integers(len(games), size=len(games))]) for _ in range(RESAMPLED)]
    low, high = np.percentile(found, [2.5, 97.5])
    return rounded(low), rounded(high)


def luck_scale(table: str) -> float:
    """How much of what the judge sees in chance counts as luck."""
    return judge_of(coatl.new(**TABLES[table]).rules, "").luck_scale


SUMS: dict[str, Callable[[str, Sequence[dict[str, Any]]], dict[str, Any]]] = {
    "levels": lambda _, rows: sum_of_levels(rows),
    "noise": lambda _, rows: sum_of_noise(rows),
    "luck": lambda table, rows: sum_of_luck(rows, luck_scale(table)),
}


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
    text = f"{one['mean']:.2f} ({one['low']:.2f}–{one['high']:.2f})"
    meets = before and before["low"] <= one["high"]
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
    """Mean luck, what a point of it is worth, and the variance of results with and without it."""
    yield row("", "games", "mean luck", "fitted", "a point is worth", "counts", "checked", "variance", "without luck")
    yield row("---", *["---:"] * 8)
    for table, one in found["luck"].items():
        mean = spread([one["mean"], one["low"], one["high"]])
        cells = [one["games"], mean if one["low"] <= 0.0 <= one["high"] else f"**{mean}**"]
        if "fits" in one:
            less = [100 * (1 - ratio) for ratio in (one["adjusted"] / one["variance"], *reversed(one["ratio"]))]
            text = f"{one['adjusted']:.0f}: {spread(less, 0)} % less"
            cells += [
                one["fitted"],
                spread(one["fits"]),
                f"{one['scale']:g}",
                one["checked"],
                f"{one['variance']:.0f}",
            ]
            cells += [text if less[0] > 0 else f"**{text}**"]
        yield row(TITLES[table], *cells, *["–"] * (8 - len(cells)))


def spread(figure: Sequence[float], places: int = 2) -> str:
    """A figure with its interval."""
    value, low, high = figure
    return f"{value:.{places}f} ({low:.{places}f} to {high:.{places}f})".replace("-", "−")


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
    parser.add_argument("--games", type=int, default=100, help="games of each level or in all; for noise, slips")
    parser.add_argument("--whole", type=int, default=200, help="for luck: games of which all reveals are judged")
    asked = parser.parse_args()
    if asked.what == "levels":
        measure_levels(asked.table, asked.games)
    elif asked.what == "noise":
        measure_noise(asked.table, asked.games)
    elif asked.what == "luck":
        measure_luck(asked.table, asked.games, asked.whole)
    else:
        write()


if __name__ == "__main__":
    main()
