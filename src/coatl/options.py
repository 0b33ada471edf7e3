"""The declared options of both games, side by side: for commands, pages, programs and docs.

>>> list(declarations()["card"])
['players', 'first', 'solo', 'opponent', 'manner']
"""

import json
from typing import Any

from coatl.board import options as board
from coatl.card import options as card
from coatl.engine.options import Option, declared

COLUMNS = ("option", "kind", "default", "table", "what it does")
TABLES = {"any": "any", "solo": "alone", "together": "with others"}
OPENING = """\
# The options of a table

Made from the declarations in `src/coatl/board/options.py` and `src/coatl/card/options.py`; a test compares them.
The names are the same in Python, in records, in the plan of a match and in `POST /api/tables`. At the command line
they have `-` instead of `_`, and `--no-` leaves out what is on by default.
"""


def declarations() -> dict[str, dict[str, Option]]:
    """The options by game and name."""
    return {"board": declared(board.OptionsView), "card": declared(card.OptionsView)}


def data() -> dict[str, list[dict[str, Any]]]:
    """The options of each game as plain data, in the order of their declaration."""
    return {game: [option.data(name) for name, option in options.items()] for game, options in declarations().items()}


def chosen(options: Any) -> dict[str, Any]:
    """The flags and numbers that a table has chosen; what every table has is left out.

    >>> chosen(board.OptionsView(players=2, promo=True, golden_feathers=True))
    {'promo': True, 'golden_feathers': True}
    """
    found = {}
    for name, option in declared(type(options)).items():
        value = getattr(options, name)
        flag = option.kind == "flag" and not option.default and name != "solo"
        if value and (flag or option.kind == "numbers"):
            found[name] = value
    return found


def document() -> str:
    """The page `docs/options.md`."""
    return "\n".join([OPENING, *(section(game, options) for game, options in declarations().items())])


def section(game: str, options: dict[str, Option]) -> str:
    """The options of one game as a table in Markdown."""
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(row(name, option) for name, option in options.items())]
    return "\n".join([f"## The {game} game", "", *(f"| {' | '.join(cells)} |" for cells in rows), ""])


def row(name: str, option: Option) -> tuple[str, ...]:
    """One option: its cells in the table."""
    data = option.data(name)
    kind = option.kind if not data["choices"] else ", ".join(f"`{choice}`" for choice in data["choices"])
    default = {True: "on", False: "off", None: "2"}.get(data["default"]) if option.kind in ("flag", "players") else None
    exclusive = f" Excludes the others of `{option.group}`." if option.group else ""
    shown = default or (f"`{data['default']}`" if data["default"] else "none")
    return f"`{name}`", kind, shown, TABLES[option.at], f"{option.help}{exclusive}"


if __name__ == "__main__":  # for the pages: `npm run types`
    print(json.dumps(data(), indent=2))
