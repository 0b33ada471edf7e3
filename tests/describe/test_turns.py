"""Turns of the automata for the pages, which carry out the steps on a view: played by the engine, not written.

`python -m tests.describe.test_turns` plays them anew.
"""

import json
import random
from pathlib import Path
from typing import Any

from coatl import new
from coatl.describe.automata import AUTOMATA, Step, steps
from coatl.describe.progress import progress
from tests.server.played_games import plain

EXAMPLES = Path(__file__).with_name("turns.json")
SEEDS = range(8)


def shown(view: Any) -> dict[str, Any]:
    """What the steps of an automaton change."""
    told = plain(view)
    if "supply" in told:
        cells = {name: told["supply"][name] for name in ("bodies", "heads", "tails")}
        return {"supply": cells, "row": told["row"], "adam": told["adam"]}
    players = [{name: player[name] for name in ("prophecies", "levels")} for player in told["players"]]
    carl = {name: told["carl"][name] for name in ("favourites", "action")}
    return {"players": players, "middle": told["middle"], "carl": carl}


def turns(game: str) -> list[dict[str, Any]]:
    """Some turns that do, all together, everything that an automaton can do, each for a kind of step that is new."""
    found: list[dict[str, Any]] = []
    seen: set[frozenset[str]] = set()
    for seed in SEEDS:
        table, dice = new(game, solo=True, seed=seed), random.Random(seed)
        while not table.over:
            legal = table.legal()
            if legal[0] not in AUTOMATA:
                table.play(dice.choice(legal))
                continue
            told, before = steps(table), table.view(None)
            table.play(legal[0])
            after = table.view("end" if table.over else None)
            kinds = frozenset(step["kind"] for step in told)
            if kinds not in seen:
                seen.add(kinds)
                found.append(example(told, before, after, table.rules))
    return found


def example(told: list[Step], before: Any, after: Any, rules: Any) -> dict[str, Any]:
    points = [list(progress(rules, view).points) for view in (before, after)]
    facts = [{name: value for name, value in step.items() if name != "words"} for step in told]
    return {"before": shown(before), "steps": facts, "after": shown(after), "points": points}


def examples() -> str:
    return json.dumps({game: turns(game) for game in ("board", "card")}, separators=(",", ":")) + "\n"


def test_the_pages_are_held_to_turns_as_the_engine_plays_them() -> None:
    assert json.loads(EXAMPLES.read_text(encoding="utf-8")) == json.loads(examples())


if __name__ == "__main__":
    EXAMPLES.write_text(examples(), encoding="utf-8")
