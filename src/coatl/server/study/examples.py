"""Examples of what travels when somebody studies, answered by the code that answers everybody."""

from typing import Any

import orjson

from coatl.game import printed_rules
from coatl.server.study import lessons, replaying, rulebook
from coatl.telling.scores import scored

SENT: dict[str, Any] = {"record": lessons.text_of("card"), "seat": 1, "first": 3, "last": 4}
SCORE: dict[str, Any] = {"coatl": "(BBRBBKYBBYY)", "cards": ["Y4", "K5", "T3"]}
BOARD: dict[str, Any] = {"pieces": "(B BYY R)", "cards": ["Y4", "K5"], "coatls": [{"pieces": "(BBY", "cards": ["R5"]}]}
CARD: dict[str, Any] = {"coatl": "RG^BY", "hand": ["RG", "BY"], "own": ["B1:1"], "middle": ["G3"]}


def study_models() -> dict[str, Any]:
    """Bodies of requests and answers, by the name of the model."""
    lesson = lessons.lesson("board")
    puzzle = {"view": lesson["steps"][18]["view"], "preview": lesson["steps"][18]["preview"], "points": 0}
    return {
        "SentRecord": SENT,
        "ToldRecord": plain(replaying.told(**{"text" if k == "record" else k: v for k, v in SENT.items()})),
        "Lesson": plain({**lesson, "steps": lesson["steps"][:2]}),
        "RulesPage": plain({**rulebook.rules_page(), "sections": rulebook.rules_page()["sections"][:2]}),
        "ScoreQuestion": SCORE,
        "Scored": plain(scored(printed_rules("board"), SCORE["coatl"], SCORE["cards"])),
        "BoardQuestion": BOARD,
        "CardQuestion": CARD,
        "Solved": {"best": {"points": 6, "steps": ["start head B"], "coatls": []}, "helps": []},
        "PuzzleSteps": {"ask": "view", "steps": ["start B"]},
        "PuzzleTold": plain({"seed": "2026-11-16", "level": "easy", **puzzle}),
    }


def plain(data: Any) -> Any:
    """Data as it looks after a journey as JSON."""
    return orjson.loads(orjson.dumps(data))
