"""Pictures of a match: who is ahead of whom, how the points spread, and the ratings."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from coatl.arena.exports import written
from coatl.arena.matches import Match
from coatl.arena.paired import Z95
from coatl.arena.plan import shortened
from coatl.engine.errors import CoatlError
from coatl.extras import optional

PICTURES = (".png", ".svg", ".pdf")
COLOURS = ("#3a6aa6", "#a9453c", "#47824b", "#d3ab3a", "#7b5aa6", "#2a8f8a", "#c9762e", "#4b4b52")
SHADES = ("#dd9a55", "#f6f1e7", "#6f9fd3")  # behind, even, ahead: told apart by everybody
INK, QUIET = "#2b2b30", "#8c8c8c"
STYLE = {
    "font.size": 10,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.dpi": 120,
    "savefig.bbox": "tight",
    "svg.hashsalt": "coatl",
}


def library() -> Any:
    """Matplotlib, without a screen."""
    optional("matplotlib").use("Agg")
    return optional("matplotlib.pyplot")


def is_picture(path: Path) -> bool:
    """Whether a path names one picture; others are folders."""
    if path.suffix.lower() in PICTURES:
        return True
    if path.suffix and not path.is_dir():
        raise CoatlError("arena.plot", f"{path} is no kind of picture.", [*PICTURES, "a folder"])
    return False


def draw(matches: Sequence[Match], path: Path) -> list[Path]:
    """One picture with everything, or a folder of pictures; several matches have their names in front."""
    plt = library()
    made = []
    with plt.rc_context(STYLE):
        for match in matches:
            for place, panels in places(match, path, len(matches) > 1).items():
                figure = picture(plt, match, panels)
                written(place, lambda target, figure=figure: figure.savefig(target))  # type: ignore[misc]
                plt.close(figure)
                made.append(place)
    return made


def places(match: Match, path: Path, several: bool) -> dict[Path, list["Panel"]]:
    """The files, and the panels in each."""
    front = f"{slug(match.plan.name)}-" if several else ""
    if is_picture(path):
        return {path.with_name(f"{front}{path.name}"): list(PANELS.values())}
    return {path / f"{front}{name}.png": [panel] for name, panel in PANELS.items()}


def slug(name: str) -> str:
    """A name as a file may have it.

    >>> slug("search:50ms against greedy, 2 players")
    'search-50ms-against-greedy-2-players'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "match"


def picture(plt: Any, match: Match, panels: Sequence["Panel"]) -> Any:
    """Panels side by side below the name of the match."""
    size = max(3.6, 1.6 + 0.55 * len(match.plan.labels))
    figure, axes = plt.subplots(1, len(panels), figsize=(5.4 * len(panels), size), layout="constrained", squeeze=False)
    for axis, panel in zip(axes[0], panels, strict=True):
        panel(axis, match)
    figure.suptitle(heading(match), x=0.01, ha="left", fontsize=10, color=QUIET)
    return figure


def heading(match: Match) -> str:
    """The match in a line."""
    plan, found = match.plan, match.statistics
    table = f"against {plan.automaton}" if plan.automaton else f"{plan.seats} players"
    named = f"{plan.name} · " if plan.name else ""
    return f"{named}{plan.game} game, {table} · {found.games:,} games, {found.deals:,} deals · seed {plan.seed}"


def win_matrix(axis: Any, match: Match) -> None:
    """Each row against each column, with the share of games in which it was ahead."""
    names = list(map(shortened, match.plan.labels))
    shares = np.array([[np.nan if cell is None else cell for cell in row] for row in match.statistics.matrix])
    shades = optional("matplotlib.colors").LinearSegmentedColormap.from_list("ahead", SHADES)
    axis.imshow(shares, cmap=shades, vmin=0, vmax=1, aspect="auto")
    for row, column in np.ndindex(*shares.shape):
        empty = bool(np.isnan(shares[row, column]))
        text = "–" if empty else f"{shares[row, column]:.1%}"
        axis.text(column, row, text, ha="center", va="center", color=QUIET if empty else INK, fontweight="bold")
    crowded = sum(map(len, names)) > 40
    axis.set_xticks(range(len(names)), names, rotation=20 if crowded else 0, ha="right" if crowded else "center")
    axis.set_yticks(range(len(names)), names)
    axis.set_xticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axis.set_yticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axis.grid(which="minor", color="white", linewidth=3)
    axis.tick_params(which="both", length=0)
    axis.spines[:].set_visible(False)
    axis.set_title("Ahead of the other, share of games")


def scores(axis: Any, match: Match) -> None:
    """How the points of each entrant spread."""
    names = match.plan.labels
    points = [
        [one.points for game in match.games for one in game.seats if names[one.entrant] == name] for name in names
    ]
    most = max((max(own) for own in points if own), default=1)
    least = min((min(own) for own in points if own), default=0)
    width = max(1, round((most - least) / 30))
    bins = np.arange(least, most + 2 * width, width) - 0.5
    for place, (name, own) in enumerate(zip(names, points, strict=True)):
        if own:
            colour = COLOURS[place % len(COLOURS)]
            weights = np.full(len(own), 1 / len(own))
            label = f"{shortened(name)}: {np.mean(own):.1f}"
            axis.hist(own, bins, weights=weights, color=colour, alpha=0.3)
            axis.hist(own, bins, weights=weights, color=colour, histtype="step", linewidth=1.5, label=label)
            axis.axvline(np.mean(own), color=colour, linestyle=":", linewidth=1.5)
    axis.set_xlabel("points at the end")
    axis.set_ylabel("share of games")
    axis.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axis.legend(frameon=False, fontsize=9)
    axis.set_title("Points, with their means")


def rating_bars(axis: Any, match: Match) -> None:
    """Ratings with their intervals of 95 %."""
    order = sorted(range(len(match.statistics.lines)), key=lambda place: match.statistics.lines[place].rating.mean)
    for row, place in enumerate(order):
        line = match.statistics.lines[place]
        colour = COLOURS[place % len(COLOURS)]
        margin = Z95 * line.rating.deviation
        axis.errorbar(line.rating.mean, row, xerr=margin, fmt="o", color=colour, capsize=5, markersize=8, linewidth=2)
        text = f"{line.rating.mean:.1f} ± {margin:.1f}"
        axis.annotate(text, (line.rating.mean, row), (0, 11), textcoords="offset points", ha="center", fontsize=9)
    axis.set_yticks(range(len(order)), [shortened(match.statistics.lines[place].name) for place in order])
    axis.set_ylim(-0.6, len(order) - 0.3)
    axis.margins(x=0.12)
    axis.grid(axis="x", color="#e4e4e4")
    axis.set_axisbelow(True)
    axis.set_xlabel("rating (openskill, 25 is the start)")
    axis.set_title("Ratings, with 95 %")


Panel = Callable[[Any, Match], None]
PANELS: dict[str, Panel] = {"wins": win_matrix, "scores": scores, "ratings": rating_bars}
