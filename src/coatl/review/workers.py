"""Who works the parts of many reviews out: this process, or others on this machine."""

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import lru_cache

from coatl.engine.record import Record, parse_record
from coatl.review.report import Part
from coatl.review.reviewer import Reviewer

Task = tuple[int, int]  # the place of a review, and the number of a part


def worked_out(reviewers: Sequence[Reviewer], tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, Part]]:
    """The parts as they come: the place of the review, and the part. They are the same however many jobs there are."""
    if jobs == 1:
        for place, number in tasks:
            yield place, reviewers[place].part(number)
        return
    context = multiprocessing.get_context("spawn")  # threads and compiled code do not like to be forked
    pool = ProcessPoolExecutor(jobs, context, initializer=ignore_interrupts)
    try:
        asked: dict[Future[Part], int] = {}
        for place, number in tasks:
            reviewer = reviewers[place]
            text, settings = reviewer.timeline.record.to_text(), reviewer.settings
            asked[pool.submit(part_of, text, settings.depth, settings.seed, number)] = place
        for future in as_completed(asked):
            yield asked[future], future.result()
    finally:  # also on Ctrl-C: what is being worked out ends within moments, the rest is not begun
        pool.shutdown(cancel_futures=True)


def ignore_interrupts() -> None:
    """Ctrl-C is answered by the one who started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def part_of(text: str, depth: float, seed: str, number: int) -> Part:
    """A part of the review of a record, in another process."""
    return reviewer_of(text, depth, seed).part(number)


@lru_cache(maxsize=4)
def reviewer_of(text: str, depth: float, seed: str) -> Reviewer:
    """A reviewer, kept for the next part."""
    record: Record = parse_record(text)
    return Reviewer(record, depth, seed)
