"""Writes the tables of docs/strength.md from the matches that are kept beside it; what is written by hand there stays.

coatl arena --plan docs/levels.toml --json found.json       plays
python -m tools.strength keep levels found.json             keeps the figures in docs/levels.json
python -m tools.strength                                    writes the tables, and the ratings that the page shows
"""

import json
import math
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coatl.arena.paired import Z95
from coatl.arena.statistics import wilson
from coatl.bots.ratings import MEASURED, Rating
from coatl.bots.registry import LEVELS
from coatl.version import __version__

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "strength.md"
MARK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end of table -->)", re.DOTALL)
LONG = ", 1 s"  # how the names of matches with a second a move end
WANTED = {  # shares of wins by name, the first that fits; the mirror should hold one half
    "greedy against random": 0.99,
    "search against random": 0.99,
    "board: search against greedy": 0.85,
    "board: search against two greedy": 0.70,
    "board: search against three greedy": 0.60,
    "board: search against that of 0.1": 0.65,
    "all difficulties": 0.25,
    "difficulty 4": 0.65,
    "difficulty": 0.85,
    "board: search against ADAM": 0.92,
    "card: search against greedy": 0.87,
    "card: search against two greedy": 0.75,
    "card: search against three greedy": 0.65,
    "search against CARL, greedy": 0.95,
    "search against CARL": 0.90,
    " ms against ": 0.55,
}
SCALE = 400 / math.log(10)  # points of a rating for a logit: 400 points more win ten games of eleven
GAMES = ("board", "card")
LOWEST = 1000  # the rating of the novice
NEIGHBOURS = (0.65, 0.80)  # how often a level should beat the one below


@dataclass(frozen=True)
class Line:
    """An entrant, or the automaton, in a match: its share of wins with an interval of 95 %, and its mean points."""

    name: str
    games: int
    wins: tuple[float, float, float]
    points: float

    def __str__(self) -> str:
        mean, low, high = (round(100 * share) for share in self.wins)
        return f"{mean} % ({low}–{high})"


@dataclass(frozen=True)
class Kept:
    """A match that was played."""

    name: str
    seed: str
    version: str  # of the program
    lines: tuple[Line, ...]

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Kept":
        """The match that plain data tell."""
        lines = tuple(Line(**{**line, "wins": tuple(line["wins"])}) for line in data["lines"])
        return cls(**{**data, "lines": lines})

    @classmethod
    def of_arena(cls, data: dict[str, Any]) -> "Kept":
        """The same of what `coatl arena --json` tells."""
        lines = (
            Line(
                one["name"],
                one["games"],
                tuple(round(one["wins"][end], 4) for end in ("mean", "low", "high")),
                round(one["points"]["mean"], 2),
            )
            for one in data["lines"]
        )
        return cls(data["name"], data["plan"]["seed"], __version__, tuple(lines))

    @property
    def title(self) -> str:
        """The name without the game."""
        return self.name.partition(": ")[2].removesuffix(LONG) or self.name


def kept(name: str) -> list[Kept]:
    """The matches of a plan that are kept."""
    path = DOCS / f"{name}.json"
    return [Kept.read(one) for one in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def keep(name: str, files: Sequence[Path]) -> None:
    """Keeps the figures of matches, in the place of older ones of the same name."""
    new = [Kept.of_arena(one) for path in files for one in json.loads(path.read_text(encoding="utf-8"))]
    matches = {one.name: one for one in [*kept(name), *new]}
    rows = ",\n".join(json.dumps(asdict(one), ensure_ascii=False) for one in matches.values())
    (DOCS / f"{name}.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")


# ---------------------------------------------------------------- tables


def matches_table(game: str, long: bool = False) -> Iterator[str]:
    """Wins and points of the first entrant, and what was wanted."""
    yield "| match | games | wins | points | wanted |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for one in kept("strength"):
        if one.name.startswith(game) and one.name.endswith(LONG) == long:
            first, second = one.lines[:2]
            yield row(one.title, first.games, judged(one), f"{first.points:.0f} : {second.points:.0f}", wanted(one))


def wish(match: Kept) -> float | None:
    """The share of wins that was wanted."""
    if match.name.endswith((LONG, "mirror")):
        return None
    return next((share for part, share in WANTED.items() if part in match.name), None)


def wanted(match: Kept) -> str:
    share = wish(match)
    if share is None:
        return "contains 50 %" if match.name.endswith("mirror") else "reported"
    return f"≥ {100 * share:.0f} %"


def judged(match: Kept) -> str:
    """The share of wins; bold if it is below what was wanted."""
    share, line = wish(match), match.lines[0]
    return str(line) if share is None or line.wins[0] >= share - 0.005 else f"**{line}**"


def levels_table() -> Iterator[str]:
    """How often each level beats the one below."""
    low, high = NEIGHBOURS
    yield f"| {100 * low:.0f}–{100 * high:.0f} % wanted | board game, games | wins | card game, games | wins |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    found = {one.name: one.lines[0] for one in kept("levels")}
    for title in dict.fromkeys(one.title for one in kept("levels")):
        lines = [found.get(f"{game}: {title}") for game in GAMES]
        cells = [cell for line in lines for cell in (line.games if line else "", between(line) if line else "")]
        yield row(title, *cells)


def between(line: Line) -> str:
    """A share of wins; bold if it lies outside of what neighbours should have."""
    low, high = NEIGHBOURS
    return str(line) if low - 0.005 <= line.wins[0] <= high + 0.005 else f"**{line}**"


def ratings(game: str) -> dict[str, Rating]:
    """The levels of a game on one scale, each with half of its interval of 95 % against the novice.

    The chain of neighbours tells by how many logits each is stronger; their variances add up.
    """
    found, rating, variance = {"novice": Rating(LOWEST, 0)}, float(LOWEST), 0.0
    for one in kept("levels"):
        if one.name.startswith(game):
            line = one.lines[0]
            share = (line.wins[0] * line.games + 0.5) / (line.games + 1)
            rating += SCALE * math.log(share / (1 - share))
            variance += SCALE**2 / (line.games * share * (1 - share))
            found[line.name.partition(":")[0]] = Rating(round(rating), round(Z95 * math.sqrt(variance)))
    return found


def ratings_table() -> Iterator[str]:
    """The levels on one scale."""
    yield "| level | board game | card game |"
    yield "| --- | ---: | ---: |"
    games = [ratings(game) for game in GAMES]
    for level in LEVELS:
        yield row(level, *(shown(known[level]) if level in known else "–" for known in games))


def shown(rating: Rating) -> str:
    return f"{rating.rating} ± {rating.margin}" if rating.margin else str(rating.rating)


def ratings_file() -> str:
    """The same for the program: bots/ratings.json."""
    rows = ",\n".join(f'"{game}": {json.dumps(ratings(game))}' for game in GAMES)
    return f"{{\n{rows}\n}}\n"


def ceiling_table() -> Iterator[str]:
    """Where the search stands between one simulated game a decision and the clairvoyant."""
    yield "| match | games | one simulated game | search | clairvoyant | of the distance |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name, lines in ceiling_lines():
        top, middle, low = lines
        games = ", ".join(str(line.games) for line in (low, middle, top))
        yield row(name, games, low, middle, top, closed(low, middle, top))


def ceiling_lines() -> Iterator[tuple[str, tuple[Line, Line, Line]]]:
    """Clairvoyant, search and one simulated game: entrants of one solo match, or the first ones of three matches."""
    against = [one for one in kept("ceiling") if one.name.endswith(" against greedy")]
    for one in kept("ceiling"):
        if one not in against:
            yield one.name, (one.lines[0], one.lines[1], one.lines[2])
    if len(against) == 3:
        yield "card game, greedy", (against[0].lines[0], against[1].lines[0], against[2].lines[0])


def closed(low: Line, middle: Line, top: Line) -> str:
    """The share of the distance that is closed, with its interval; nothing if the ends cannot be told apart."""
    bottom, here, most = (line.wins[0] for line in (low, middle, top))
    if low.wins[2] >= top.wins[1]:
        return "–"
    distance = most - bottom
    slopes = ((here - most) / distance**2, 1 / distance, (bottom - here) / distance**2)
    halves = ((line.wins[2] - line.wins[1]) / 2 for line in (low, middle, top))
    half = math.sqrt(sum((slope * width) ** 2 for slope, width in zip(slopes, halves, strict=True)))
    return f"{100 * (here - bottom) / distance:.0f} ± {100 * half:.0f} %"


def decks_table() -> Iterator[str]:
    """How much of the strength is left with decks that nobody has seen: of the wins beyond one half."""
    yield "| search against greedy | printed deck, games | wins | own decks | games | wins | strength kept |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for game in GAMES:
        lines = [one.lines[0] for one in kept("decks") if one.name.startswith(game)]
        if len(lines) > 1:
            printed, own = lines[0], lines[1:]
            games = sum(line.games for line in own)
            wins = sum(line.games * line.wins[0] for line in own) / games
            low, high = wilson(wins, games)
            together = Line("own decks", games, (wins, low, high), 0.0)
            share = (wins - 0.5) / (printed.wins[0] - 0.5)
            yield row(f"{game} game", printed.games, printed, len(own), games, together, f"{100 * share:.0f} %")


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


TABLES = {
    "board": lambda: matches_table("board"),
    "card": lambda: matches_table("card"),
    "board_long": lambda: matches_table("board", long=True),
    "card_long": lambda: matches_table("card", long=True),
    "levels": levels_table,
    "ratings": ratings_table,
    "ceiling": ceiling_table,
    "decks": decks_table,
}


def page(text: str) -> str:
    """The page with its tables written anew."""
    return MARK.sub(lambda found: f"{found[1]}\n{chr(10).join(TABLES[found[2]]())}\n\n{found[3]}", text)


def main(words: Sequence[str]) -> None:
    """Keeps figures, and writes the page and the ratings."""
    if words:
        command, name, *files = words
        assert command == "keep", __doc__
        keep(name, list(map(Path, files)))
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    MEASURED.write_text(ratings_file(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
