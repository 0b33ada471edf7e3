"""The spaces of the environments, and a table drawn as text."""

from typing import Any

import numpy as np

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Records
from coatl.engine.tensors import LARGEST
from coatl.extras import optional
from coatl.rl.observations import observation_size

RENDER_MODES = ("ansi", "human")


def observation_space(rules: Rules, compact: bool) -> Any:
    """A row of numbers from 0 to 127."""
    return optional("gymnasium").spaces.Box(0, LARGEST, (observation_size(rules, compact),), np.int8)


def action_space(rules: Rules) -> Any:
    """The numbers of all actions."""
    return optional("gymnasium").spaces.Discrete(rules.actions)


def masked_space(rules: Rules, compact: bool) -> Any:
    """An observation with the mask of legal actions beside it."""
    spaces = optional("gymnasium").spaces
    mask = spaces.Box(0, 1, (rules.actions,), np.int8)
    return spaces.Dict({"observation": observation_space(rules, compact), "action_mask": mask})


def check_render_mode(mode: str | None) -> None:
    """Refuses what cannot be drawn."""
    if mode is not None and mode not in RENDER_MODES:
        raise CoatlError("rl.render", f"There is no render mode {mode!r}.", RENDER_MODES)


def rendered(mode: str | None, rules: Rules, states: Records) -> str | None:
    """The table as text; people get it printed."""
    if mode == "human":
        print(table_text(rules, states))
    return table_text(rules, states) if mode == "ansi" else None


def table_text(rules: Rules, states: Records) -> str:
    """What everybody sees of a table, a line for each seat, and then the position in one line."""
    view, scores = rules.open_view(states), rules.scores(states)
    lines = [f"{rules.game}: {view.pending}, seat {view.seat} decides, turn {rules.turns(states)}"]
    for seat, points in enumerate(scores, 1):
        name = rules.automaton if rules.automaton and seat == len(scores) else f"seat {seat}"
        lines.append(
            f"  {name}: {points} points  {seat_text(view.players[seat - 1]) if seat <= len(view.players) else ''}"
        )
    lines.append(f"  {rules.position(states, None)}")
    return "\n".join(lines)


def seat_text(player: Any) -> str:
    """The coatls of a seat and the cards beside them."""
    if hasattr(player, "coatls"):
        return "  ".join(" ".join([coatl.pieces, *coatl.cards]) for coatl in player.coatls)
    held = [f"{card}:{level}" for card, level in zip(player.prophecies, player.levels, strict=True)]
    return " ".join([player.coatl, *held]).strip()
