"""The spaces of the environments, and a table drawn as text or as a picture."""

from io import BytesIO
from typing import Any

import numpy as np

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Records
from coatl.engine.tensors import LARGEST
from coatl.extras import optional
from coatl.rl.observations import observation_size

RENDER_MODES = ("ansi", "human", "rgb_array")


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


def rendered(mode: str | None, rules: Rules, states: Records) -> Any:
    """The table as text or as a picture; people get the text printed."""
    if mode == "rgb_array":
        return table_picture(rules, states)
    if mode == "human":
        print(table_text(rules, states))
    return table_text(rules, states) if mode == "ansi" else None


def table_picture(rules: Rules, states: Records) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """What everybody sees of a table, drawn: rows of pixels, each red, green and blue."""
    view = rules.open_view(states)
    if rules.deck_data is not None:
        view.__dict__.update(_own_deck=rules.deck_data)  # the pictures of its cards
    drawn = optional("resvg_py").svg_to_bytes(svg_string=view.to_svg(), background="#ffffff")
    return np.asarray(optional("PIL.Image").open(BytesIO(drawn)).convert("RGB")).copy()


def table_text(rules: Rules, states: Records) -> str:
    """What everybody sees of a table, drawn as in the terminal."""
    from coatl.terminal.presenter import presenter_for  # above this layer: loaded when somebody looks (pyproject.toml)
    from coatl.terminal.scene import table_text

    names = [f"player_{seat}" for seat in range(int(rules.options["players"]))]
    return table_text(presenter_for(rules, names), rules.open_view(states))
