"""What travels when a game is reviewed, and when somebody tries another line of play."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from coatl.describe.progress import Progress
from coatl.describe.reach import Preview
from coatl.review.report import Decision, Line, Review
from coatl.server.schemas import Fault, View
from coatl.server.study.models import Action
from coatl.server.tables.commands import SeatNumber, Strict

MOST_ACTIONS = 120  # of a variation
Depth = Literal[1, 2, 4]
Text = Annotated[str, Field(min_length=1)]  # as long as a request may be
Known = Annotated[
    int, Field(ge=0, le=20_000, description="parts that the asker has; without it, a failed one is begun")
]


class ReviewQuestion(Strict):
    """A review to begin, or to ask how far it is; twice the depth means twice the simulated games."""

    depth: Depth = 1
    known: Known | None = None


class RecordReviewQuestion(ReviewQuestion):
    """The same for a record that somebody has: the record itself, or the `id` of the answer to it."""

    record: Text | None = None
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")] | None = None


class ReviewState(BaseModel):
    """How far a review is."""

    id: str
    status: Literal["working", "done", "failed"]
    parts: int = Field(description="of which it is made; 0 until that is known")
    done: int = Field(description="parts that are worked out")
    fault: Fault | None = Field(description="why it failed")
    review: Review | None = Field(description="as far as it is worked out; null if the asker has these parts")


class VariationQuestion(Strict):
    """A line of play that somebody tries from a moment of a record."""

    record: Text
    step: Annotated[int, Field(ge=0, le=20_000, description="entries of the record before it")]
    seat: SeatNumber | None = Field(default=None, description="who decides there; null: whose turn it is")
    actions: list[Action] = Field(default_factory=list, max_length=MOST_ACTIONS)
    ask: Literal["view", "judge", "candidates"] = "view"
    free: bool = Field(default=False, description="whether it goes on behind the decision, for whoever is to move")
    depth: Annotated[float, Field(ge=0.25, le=4)] = 1.0


class VariationState(BaseModel):
    """The table after a line of play that was tried."""

    seat: int = Field(description="with whose eyes")
    view: View = Field(description="`legal` is empty once the decision is over, unless it goes on")
    progress: Progress
    preview: Preview
    ended: bool = Field(description="whether the decision is over: by a reveal, or with the turn")
    outcomes: list[str] = Field(description="what the newest action revealed here: chance is dealt anew")
    verdict: Decision | None = Field(default=None, description="judge: what the line is worth against the best")
    candidates: list[Line] | None = Field(default=None, description="candidates: lines from here, the best first")
