"""Who works the parts of many reviews out: this process, others on this machine, or a Ray cluster."""

import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from coatl.arena.cluster import attach
from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.extras import optional
from coatl.review.report import Part
from coatl.review.reviewer import Reviewer

AHEAD = 4  # parts that wait for each worker: of thousands of games only these are under way

Task = tuple[int, int]  # the place of a review, and the number of a part


class Question(NamedTuple):
    """A review to be worked out, as any process understands it."""

    text: str
    depth: float
    seed: str

    def reviewer(self) -> Reviewer:
        """Who works it out; the last ones are kept for the next part."""
        return reviewer_of(self)


@lru_cache(maxsize=4)
def reviewer_of(asked: Question) -> Reviewer:
    """A reviewer for a record."""
    return Reviewer(parse_record(asked.text), asked.depth, asked.seed)


def part_of(asked: Question, number: int) -> Part:
    """A part of a review, in whatever process."""
    return asked.reviewer().part(number)


def worked_out(
    asked: Sequence[Question], tasks: Iterable[Task], jobs: int, ray: str | None = None
) -> Iterator[tuple[int, Part]]:
    """The parts as they come: the place of the review, and the part. They are the same whoever works them out."""
    if ray is not None:
        yield from on_cluster(asked, iter(tasks), jobs, ray)
    elif jobs == 1:
        yield from ((place, part_of(asked[place], number)) for place, number in tasks)
    else:
        yield from in_processes(asked, iter(tasks), jobs)


def in_processes(asked: Sequence[Question], tasks: Iterator[Task], jobs: int) -> Iterator[tuple[int, Part]]:
    """On several cores of this machine."""
    context = multiprocessing.get_context("spawn")  # threads and compiled code do not like to be forked
    pool = ProcessPoolExecutor(jobs, context, initializer=ignore_interrupts)
    waiting: dict[Future[Part], int] = {}
    try:
        while True:
            for place, number in islice(tasks, AHEAD * jobs - len(waiting)):
                waiting[pool.submit(part_of, asked[place], number)] = place
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:  # also on Ctrl-C: what is being worked out ends within moments, the rest is not begun
        pool.shutdown(cancel_futures=True)


def on_cluster(asked: Sequence[Question], tasks: Iterator[Task], jobs: int, address: str) -> Iterator[tuple[int, Part]]:
    """On a Ray cluster; every node needs this version of the program. `jobs` is the size of one that is begun here."""
    ray: Any = optional("ray")
    ours = attach(ray, address, jobs if jobs > 1 else None)
    work = ray.remote(num_cpus=1)(part_of)
    size = int(ray.cluster_resources().get("CPU", 1))
    waiting: dict[Any, int] = {}
    try:
        while True:
            for place, number in islice(tasks, AHEAD * size - len(waiting)):
                waiting[work.remote(asked[place], number)] = place
            if not waiting:
                return
            for ready in ray.wait(list(waiting), num_returns=1)[0]:
                yield waiting.pop(ready), ray.get(ready)
    except ray.exceptions.RayError as fault:
        message = f"A process of the cluster died: {str(fault).splitlines()[0]} What was finished is kept."
        raise CoatlError("review.worker", message) from None
    finally:
        for answer in waiting:
            ray.cancel(answer)
        if ours:
            ray.shutdown()


def ignore_interrupts() -> None:
    """Ctrl-C is answered by the one who started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
