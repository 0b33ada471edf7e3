"""Reviews of finished games: who may ask, how they are worked out, and that they are kept with their table."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.review import review
from coatl.server.settings import Settings
from coatl.server.storage.backup import back_up, restore
from coatl.server.storage.reviews import WHOLE
from coatl.server.study.lessons import text_of
from coatl.server.study.queue import StudyQueue
from coatl.server.study.reviews import MOST_AT_ONCE, ReviewWork, nameless
from tests.server.processes import UNHURRIED, process
from tests.server.server import PATIENCE, Served, serving
from tests.server.short_games import ShortGame, until_done

SETTINGS = {"bot_seconds": 300, "questions_per_minute": 100_000}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("reviews"), **SETTINGS) as server:
        yield server


# ---------------------------------------------------------------- who may ask


def test_nobody_has_a_review_while_the_game_is_on(served: Served) -> None:
    game = ShortGame(served.url).play(2)
    for token in ("own", None):
        refused = game.ask("/review", {}, token)
        assert (refused.status_code, refused.json()["code"]) == (409, "review.early")
    assert served.app.state.study.reviews.works == {}


def test_a_record_that_hides_something_is_not_reviewed(served: Served) -> None:
    """What a player may read of a running game is sent as if it were a record of one's own."""
    game = ShortGame(served.url, seats=[{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}])
    game.play(1)
    sent = {"record": game.record()}
    assert "?" in sent["record"]
    failed = until_done(lambda: httpx.post(f"{served.url}/api/review", json=sent | {"known": 0}).json())
    assert (failed["status"], failed["fault"]["code"], failed["review"]) == ("failed", "record.hidden", None)


def test_only_those_who_may_see_the_table_have_its_review(served: Served) -> None:
    private, other = ShortGame(served.url, spectators=False).play(1).end(), ShortGame(served.url)
    asked = {token: private.ask("/review", {}, token) for token in (None, other.token, "x" * 43)}
    assert [(one.status_code, one.json()["code"]) for one in asked.values()] == [
        (403, "table.spectators"),
        (401, "token.unknown"),
        (401, "token.unknown"),
    ]
    assert not [work for work in served.app.state.study.reviews.works if work.startswith(private.table)]


# ---------------------------------------------------------------- how it is worked out


def test_a_review_is_worked_out_and_kept_with_its_table(tmp_path: Path) -> None:
    """The numbers are those of `coatl.review`; another start finds the whole, and nobody thinks again."""
    with serving(tmp_path, **SETTINGS) as first:
        game = ShortGame(first.url).play(5).end()
        begun = game.review()
        assert (begun["status"], begun["done"]) == ("working", 0)
        found = game.reviewed()
        expected = review(parse_record(nameless(parse_record(game.record())))).data()
        assert found["review"] == expected
        assert found["done"] == found["parts"] == len(expected["turns"]) + 1 > 2
        assert game.review(known=found["done"])["review"] is None
    assert parts_in(tmp_path / "coatl.db") == [WHOLE]
    back_up(f"sqlite:///{tmp_path}/coatl.db", tmp_path / "backup")
    (tmp_path / "other").mkdir()
    restore(f"sqlite:///{tmp_path}/other/coatl.db", tmp_path / "backup")
    with serving(tmp_path / "other", **SETTINGS) as second:
        game.url = second.url
        assert game.reviewed()["review"] == expected
        assert second.app.state.study.pool.answers == 0


def parts_in(database: Path) -> list[int]:
    with sqlite3.connect(database) as connection:
        return [part for (part,) in connection.execute("SELECT part FROM reviews ORDER BY part")]


def test_a_review_goes_on_where_a_kill_stopped_it(tmp_path: Path) -> None:
    """What was kept before a kill -9 is in the whole: a part is marked in between."""
    with process(tmp_path, **UNHURRIED, bot_seconds="300") as server:
        game = ShortGame(server.url).play(5).end()
        end = time.monotonic() + 4 * PATIENCE
        while not 1 <= (found := game.review())["done"] < found["parts"]:
            assert found["status"] == "working", found
            assert time.monotonic() < end
            time.sleep(0.02)
        server.kill()
        kept = parts_in(tmp_path / "coatl.db")
        assert kept == [*range(len(kept))]
        assert kept
        with sqlite3.connect(tmp_path / "coatl.db") as connection:
            connection.execute("UPDATE reviews SET data = replace(data, '\"step\":-1', '\"step\":-7') WHERE part = 0")
        server.start()
        server.wait()
        found = game.reviewed()
    assert found["done"] == found["parts"]
    assert found["review"]["reveals"][0]["step"] == -7


def test_a_removed_table_takes_its_review_with_it(served: Served) -> None:
    game = ShortGame(served.url).play(1).end()
    assert game.reviewed()["status"] == "done"
    registry, database = served.app.state.registry, served.settings.data / "coatl.db"
    before = len(parts_in(database))
    loop = next(iter(registry.tasks)).get_loop()
    asyncio.run_coroutine_threadsafe(registry.housekeeping.remove(game.table, "test"), loop).result(PATIENCE)
    assert len(parts_in(database)) == before - 1


def test_the_record_of_a_file_is_reviewed_too(served: Served) -> None:
    text = "\n".join(text_of("card").splitlines()[:14]) + "\n"
    text = "\n".join(line for line in text.splitlines() if not line.startswith("[Result")) + "\n"

    def ask(**body: Any) -> httpx.Response:
        return httpx.post(f"{served.url}/api/review", json=body, timeout=PATIENCE)

    begun = ask(record=text).json()
    found = until_done(lambda: ask(id=begun["id"], known=0).json())
    assert found["review"]["game"] == "card"
    assert not found["review"]["finished"]
    unknown = ask(id="f" * 32)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "review.unknown")


# ---------------------------------------------------------------- whom it may slow


def studying(work: Any) -> Any:
    async def run() -> Any:
        study = StudyQueue(Settings(bot_seconds=300))
        try:
            return await work(study)
        finally:
            study.close()

    return asyncio.run(run())


def test_one_address_has_so_many_reviews_at_once_and_others_are_served() -> None:
    async def work(study: StudyQueue) -> None:
        text = text_of("card")
        for number in range(MOST_AT_ONCE):
            study.reviews.begin(ReviewWork(str(number), "many", 1), text, None)
        with pytest.raises(CoatlError) as refused:
            study.reviews.begin(ReviewWork("more", "many", 1), text, None)
        assert refused.value.code == "review.many"
        assert study.reviews.begin(ReviewWork("other", "one", 1), text, None).running
        assert await study.think("third", abs, -3) == 3
        assert all(work.running for work in study.reviews.works.values())

    studying(work)


# ---------------------------------------------------------------- variations


def variation(served: Served, **body: Any) -> Any:
    return httpx.post(f"{served.url}/api/variation", json={"record": text_of("card"), **body}, timeout=4 * PATIENCE)


def test_a_line_that_is_tried_shows_what_the_seat_sees(served: Served) -> None:
    found = variation(served, step=0).json()
    assert found["seat"] == found["view"]["seat"] == 1
    assert "?" in found["view"]["players"][1]["hand"]
    assert found["view"]["legal"]
    assert not found["ended"]
    action = found["view"]["legal"][0]
    later = variation(served, step=0, actions=[action]).json()
    assert later["view"] != found["view"]
    assert later == variation(served, step=0, actions=[action]).json()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"step": 0, "actions": ["carl"]}, "action.illegal"),
        ({"step": 0, "ask": "judge"}, "variation.open"),
        ({"step": 9999}, "replay.step"),
        ({"step": 0, "seat": 2}, "action.turn"),
        ({"step": 0, "depth": 100.0}, "request.invalid"),
    ],
)
def test_lines_that_cannot_be_tried_are_refused(served: Served, body: dict[str, Any], code: str) -> None:
    assert variation(served, **body).json()["code"] == code


def test_the_judge_says_what_a_line_is_worth(served: Served) -> None:
    """The best candidate costs nothing against itself; any line is graded, with the best beside it."""
    best = variation(served, step=0, ask="candidates", depth=0.25).json()["candidates"][0]
    steps = list(best["steps"])
    judged = variation(served, step=0, actions=steps, ask="judge", depth=0.25).json()
    assert judged["ended"]
    assert judged["view"]["legal"] == []
    assert judged["verdict"]["played"]["steps"] == steps
    assert judged["verdict"]["cost"]["margin"]["value"] >= 0
    assert judged["verdict"]["grade"] in ("fine", "brilliant", "inaccuracy")
