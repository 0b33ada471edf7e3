"""Examples of what travels when somebody studies, answered by the code that answers everybody."""

from typing import Any

import orjson

from coatl.describe.scores import scored
from coatl.registry import printed_rules
from coatl.review.report import EXAMPLE
from coatl.server.study import lessons, replays, rules_page
from coatl.server.study.review_models import VariationQuestion
from coatl.server.study.variations import Variation

SENT: dict[str, Any] = {"record": lessons.text_of("card"), "seat": 1, "first": 3, "last": 4}
VARIATION: dict[str, Any] = {"record": SENT["record"], "step": 3}
SCORE: dict[str, Any] = {"coatl": "(BBRBBKYBBYY)", "cards": ["Y4", "K5", "T3"]}
BOARD: dict[str, Any] = {"pieces": "(B BYY R)", "cards": ["Y4", "K5"], "coatls": [{"pieces": "(BBY", "cards": ["R5"]}]}
CARD: dict[str, Any] = {"coatl": "RG^BY", "hand": ["RG", "BY"], "own": ["B1:1"], "middle": ["G3"]}
SOLUTION: dict[str, Any] = {
    "points": 6,
    "steps": ["start head B"],
    "coatls": [],
    "unique": True,
    "alternatives": [],
}


def study_models() -> dict[str, Any]:
    """Bodies of requests and answers, by the name of the model."""
    lesson = lessons.lesson("board")
    puzzle = {name: lesson["steps"][18][name] for name in ("view", "progress", "preview")} | {"points": 0}
    return {
        "SentRecord": SENT,
        "RecordReplay": plain(replays.replay(**{"text" if k == "record" else k: v for k, v in SENT.items()})),
        "LessonChapter": plain({**lesson, "steps": lesson["steps"][:2]}),
        "RulesPage": plain({**rules_page.rules_page(), "sections": rules_page.rules_page()["sections"][:2]}),
        "ScoreQuestion": SCORE,
        "Scored": plain(scored(printed_rules("board"), SCORE["coatl"], SCORE["cards"])),
        "BoardQuestion": BOARD,
        "CardQuestion": CARD,
        "SolverAnswer": {"best": SOLUTION, "helps": []},
        "PuzzleSteps": {"ask": "view", "steps": ["start B"]},
        "PuzzleState": plain({"game": "board", "seed": "2026-11-16", "level": "easy", "ending": True, **puzzle}),
        **review_models(),
    }


def review_models() -> dict[str, Any]:
    """The same for reviews."""
    counts = {"parts": EXAMPLE.parts, "done": EXAMPLE.done}
    state = {"id": "0" * 32, "status": "done", **counts, "fault": None, "review": EXAMPLE.data()}
    return {
        "ReviewQuestion": {"depth": 1, "known": 4},
        "RecordReviewQuestion": {"record": SENT["record"]},
        "ReviewState": state,
        "VariationQuestion": VARIATION,
        "VariationState": plain(Variation(VariationQuestion(**VARIATION)).data()),
    }


def plain(data: Any) -> Any:
    """Data as it looks after a journey as JSON."""
    return orjson.loads(orjson.dumps(data))
