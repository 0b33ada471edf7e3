"""Reviews of many games: worked out together, and what they say of a player: what costs most, what to practise."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from coatl.engine.record import Record
from coatl.review.report import Decision, LessonKind, Part, Review
from coatl.review.store import PartStore
from coatl.review.workers import Question, Task, worked_out


@dataclass(frozen=True)
class Collection:
    """Records that are reviewed together, in their order; each may be interrupted, and what is kept is not done again.

    :raises CoatlError: as soon as it is asked anything, if a record cannot be replayed or nobody has played.
    """

    records: Sequence[Record]
    depth: float = 1.0
    seed: str = "review"
    fresh: bool = False

    @cached_property
    def questions(self) -> list[Question]:
        """What is to be worked out."""
        return [Question(record.to_text(), self.depth, self.seed) for record in self.records]

    @cached_property
    def counts(self) -> list[int]:
        """The parts of each review; whatever is wrong with a record is found here."""
        return [question.reviewer().parts for question in self.questions]

    @property
    def parts(self) -> int:
        """Of all reviews."""
        return sum(self.counts)

    def reviews(
        self, jobs: int = 1, ray: str | None = None, advance: Callable[[int], None] | None = None
    ) -> Iterator[Review]:
        """The reviews in their order, each as soon as it is whole; `advance(n)` hears of every n parts."""
        stores: dict[int, PartStore] = {}
        kept: dict[int, dict[int, Part]] = {}

        def open_up(place: int) -> list[int]:
            """Reads what is kept of a review; the numbers of what is missing."""
            reviewer = self.questions[place].reviewer()
            stores[place] = PartStore(self.records[place], reviewer.settings)
            kept[place] = {} if self.fresh else stores[place].parts()
            missing = [number for number in range(self.counts[place]) if number not in kept[place]]
            if advance:
                advance(self.counts[place] - len(missing))
            return missing

        def tasks() -> Iterator[Task]:
            for place in range(len(self.records)):
                yield from ((place, number) for number in open_up(place))

        done = 0
        for place, part in worked_out(self.questions, tasks(), jobs, ray):
            kept[place][part.number] = part
            stores[place].add(part)
            if advance:
                advance(1)
            while len(kept.get(done, ())) == self.counts[done]:
                yield self.questions[done].reviewer().whole(kept.pop(done).values())
                done += 1
                if done == len(self.records):
                    return
        yield from (self.questions[place].reviewer().whole(kept[place].values()) for place in sorted(kept))


def slips_of(review: Review, player: str) -> Iterator[Decision]:
    """The decisions of a player that cost something, in their order."""
    seats = {seat.seat for seat in review.seats if seat.name == player}
    for turn in review.turns:
        if turn.seat in seats:
            yield from (decision for decision in turn.decisions if decision.kind is not None)


def costs_by_kind(reviews: Iterable[Review], player: str) -> list[tuple[LessonKind, float, int]]:
    """What costs a player most over many games: each kind of slip, the points that it cost, how often."""
    found: dict[LessonKind, list[float]] = defaultdict(list)
    for review in reviews:
        for decision in slips_of(review, player):
            assert decision.kind is not None
            found[decision.kind].append(decision.cost.margin.value)
    totals = [(kind, round(sum(costs), 4), len(costs)) for kind, costs in found.items()]
    return sorted(totals, key=lambda total: (-total[1], total[0]))
