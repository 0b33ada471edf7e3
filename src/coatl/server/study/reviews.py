"""Reviews of games, worked out part by part in the process of those who study.

A review goes on whether or not somebody waits for it. That of a table is kept with the table, part by part, so that it
goes on after a crash; that of a record which somebody sent is kept in memory for a while.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
import structlog

from coatl.engine.errors import CoatlError
from coatl.engine.record import Record, parse_record
from coatl.registry import printed_rules
from coatl.review import warm_up
from coatl.review.report import part_from_json, part_json
from coatl.server.lanes import Lane
from coatl.server.outages import Busy
from coatl.server.security import error_data
from coatl.server.storage.reviews import WHOLE, keep_part, kept_review
from coatl.server.storage.store import Store
from coatl.server.study.variations import reviewer_of
from coatl.server.thinker_pool import ThinkerPool

MOST_AT_ONCE = 3  # reviews that one address has worked out at the same time
MOST_RUNNING = 200  # of all addresses together
PART_SECONDS = 120.0  # for a part of a game with the printed deck: nobody waits for it, and it steps back for others
MOST_KEPT = 50  # in memory, when they are done

log = structlog.get_logger("coatl.study")


class NextPart(NamedTuple):
    """A part that was worked out, and what is known of the game with it, both as JSON."""

    number: int
    part: str
    review: str
    done: int
    parts: int


def next_part(text: str, depth: int, kept: Mapping[int, str]) -> NextPart:
    """In a thinker's process: works out the first part that is missing."""
    reviewer = reviewer_of(text, float(depth))
    found = {number: part_from_json(data) for number, data in kept.items() if number < reviewer.parts}
    number = next((number for number in range(reviewer.parts) if number not in found), reviewer.parts - 1)
    found[number] = part = found.get(number) or reviewer.part(number)
    whole = reviewer.whole(found.values())
    return NextPart(number, part_json(part), whole.to_json(), len(found), reviewer.parts)


def load_reviews(game: str) -> None:
    """In a thinker's process: loads all that a review needs, so that the first one begins at once."""
    warm_up(printed_rules(game))


def nameless(record: Record) -> str:
    """A whole record without names, which a review has no use for; they may be erased later."""
    return replace(record, players=("",) * len(record.players), seed=None, commitment=None).to_text()


@dataclass
class ReviewWork:
    """One review, as far as it is worked out."""

    id: str
    address: str
    depth: int
    table: str | None = None
    parts: int = 0
    done: int = 0
    review: str = "null"
    seconds: float = 0.0  # that a part may take, if that is longer than usual
    fault: CoatlError | None = None
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.task is not None and not self.task.done()

    def take(self, found: NextPart) -> None:
        """One part more."""
        self.review, self.done, self.parts = found.review, found.done, found.parts

    def data(self, known: int | None) -> dict[str, Any]:
        """What is told of it to somebody who knows so many parts."""
        finished = "done" if self.parts and self.done == self.parts else "working"
        return {
            "id": self.id,
            "status": finished if self.fault is None else "failed",
            "parts": self.parts,
            "done": self.done,
            "fault": None if self.fault is None else error_data(self.fault),
            "review": None if known == self.done else orjson.Fragment(self.review),
        }


class Reviews:
    """The reviews of one worker. Another worker may work the same one out: it finds the parts that are kept."""

    def __init__(self, pool: ThinkerPool) -> None:
        self.pool = pool
        self.works: OrderedDict[str, ReviewWork] = OrderedDict()

    def find(self, key: str, known: int | None) -> ReviewWork | None:
        """The review, if it is here; one that failed is begun anew by who knows nothing of it."""
        work = self.works.get(key)
        return None if work is None or (work.fault is not None and known is None) else work

    def begin(self, work: ReviewWork, record: str, store: Store | None) -> ReviewWork:
        """Begins to work a review out.

        :raises CoatlError: review.many, or server.busy.
        """
        running = [other.address for other in self.works.values() if other.running]
        if running.count(work.address) >= MOST_AT_ONCE:
            raise CoatlError("review.many", "Other games of yours are being reviewed: wait until one is done.")
        if len(running) >= MOST_RUNNING:
            raise Busy("Too many games are being reviewed: try again in a moment.")
        self.works[work.id] = work
        self.works.move_to_end(work.id)
        work.task = asyncio.create_task(self.finish(work, record, store))
        for old in [key for key, other in self.works.items() if not other.running][:-MOST_KEPT]:
            del self.works[old]
        return work

    async def finish(self, work: ReviewWork, record: str, store: Store | None) -> None:
        """Works out what is missing; what goes wrong is told to whoever asks."""
        kept: dict[int, str] = {}
        try:
            own_deck = (await asyncio.to_thread(parse_record, record)).deck is not None
            work.seconds = 0.0 if own_deck else PART_SECONDS  # the solver may take for ever with a large deck
        except CoatlError as fault:
            work.fault = fault
        while work.fault is None and not (work.parts and work.done == work.parts):
            try:
                if store is not None and work.table is not None:
                    kept |= await store.look(kept_review, work.table, work.depth)
                await self.advance(work, record, kept, store)
            except Busy as fault:
                await asyncio.sleep(fault.seconds)
            except CoatlError as fault:
                work.fault = fault
            except Exception as fault:
                log.error("a review failed", fault=type(fault).__name__, exc_info=fault)
                work.fault = CoatlError("server.fault", "The review could not be worked out.")

    async def advance(self, work: ReviewWork, record: str, kept: dict[int, str], store: Store | None) -> None:
        """One part more, or the whole if it is kept."""
        if WHOLE in kept:
            counted = orjson.loads(kept[WHOLE])
            work.take(NextPart(WHOLE, "", kept[WHOLE], counted["done"], counted["parts"]))
            return
        lane, question = Lane(work.address, work.id), (next_part, record, work.depth, kept)
        found = await self.pool.asked_twice(lane, *question, seconds=work.seconds)
        kept[found.number] = found.part
        if store is not None and work.table is not None:
            last = found.done == found.parts
            row = (WHOLE, found.review) if last else (found.number, found.part)
            with suppress(sa.exc.IntegrityError):  # another worker was faster
                await store.transact(keep_part, work.table, work.depth, *row)
        work.take(found)

    def close(self) -> None:
        """Ends all."""
        for work in self.works.values():
            if work.task is not None:
                work.task.cancel()
