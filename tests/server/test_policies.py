"""Trained policies as bots: the operator's folder decides which, and nobody makes the server read another file."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import coatl
from coatl.bots.base import Limit, rng_of
from coatl.bots.registry import make
from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.registry import rules_of
from coatl.rl.policy import POLICIES
from coatl.server.policies import Policies
from coatl.server.settings import read_settings
from tests.server.server import Served, Wire, serving

MINE = "policy:mine"
ME = {"kind": "me", "name": "Ann"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy, and four files that cannot be offered."""
    found = tmp_path_factory.mktemp("policies")
    shutil.copy(POLICIES / "card.npz", found / "mine.npz")
    shutil.copy(POLICIES / "card.npz", found / "two words.npz")
    shutil.copy(POLICIES / "carl.npz", found / "alone.npz")  # plays with no other player
    (found / "broken.npz").write_bytes(b"PK\x03\x04 no policy")
    (found / "notes.txt").write_text("no policy either")
    return found


@pytest.fixture(scope="module")
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), policies=folder) as server:
        yield server


def seats(*bots: str) -> list[dict[str, Any]]:
    return [ME, *({"kind": "bot", "bot": bot} for bot in bots)]


def test_what_fits_a_table_is_offered_by_its_name(served: Served) -> None:
    bots = httpx.get(f"{served.url}/api/info").json()["bots"]
    offered = [bot for bot in bots if bot["name"].startswith("policy:")]
    assert [(bot["name"], bot["title"], bot["game"], bot["players"]) for bot in offered] == [
        (MINE, "Policy mine", "card", 2)
    ]


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        ("policy:card", "bot.unknown"),  # comes with the program, but this operator does not offer it
        ("policy:alone", "bot.unknown"),
        ("policy:broken", "bot.unknown"),
        ("policy:mine.npz", "request.invalid"),
        ("policy:../policies/mine", "request.invalid"),
        ("policy:/etc/passwd", "request.invalid"),
        ("policy:mine\n", "request.invalid"),
        ("policy:", "request.invalid"),
        ("exec:touch here", "request.invalid"),
        ("coatl.bots.greedy:GreedyBot", "request.invalid"),
    ],
)
def test_no_other_file_is_read(served: Served, bot: str, code: str) -> None:
    answer = httpx.post(f"{served.url}/api/tables", json={"game": "card", "seats": seats(bot)})
    assert answer.json()["code"] == code


@pytest.mark.parametrize(
    ("game", "bots", "code"), [("board", [MINE], "policy.game"), ("card", [MINE, "greedy"], "policy.version")]
)
def test_a_policy_sits_down_only_where_it_was_trained(served: Served, game: str, bots: list[str], code: str) -> None:
    answer = httpx.post(f"{served.url}/api/tables", json={"game": game, "seats": seats(*bots)})
    assert answer.json()["code"] == code


def test_the_host_seats_one_later_and_no_other(served: Served) -> None:
    wish = {"game": "card", "seats": [ME, {"kind": "open"}]}
    made = httpx.post(f"{served.url}/api/tables", json=wish).json()
    headers = {"Authorization": f"Bearer {made['token']}"}

    def seat(bot: str) -> httpx.Response:
        command = {"kind": "set_seat", "seat": 2, "to": "bot", "bot": bot}
        address = f"{served.url}/api/tables/{made['table']}/commands"
        return httpx.post(address, json={"id": bot, "command": command}, headers=headers)

    assert seat("policy:card").json()["code"] == "bot.unknown"
    assert seat(MINE).status_code == 200


def test_it_plays_by_its_network(served: Served, folder: Path) -> None:
    """In a whole game every choice at the table is the one that the file's policy makes from the same view."""

    async def play() -> str:
        deck = {"game": {"id": "card", "rounds": 2}, "levels": {"points": [0, 1, 2, 30]}, "carl": False}
        async with Wire(served.url) as ann:
            made = await ann.make(game="card", seats=seats(MINE), deck=deck)
            table = made["table"]
            await ann.open(table, made["token"])
            while ann.status(table, 1) != "over":
                legal = ann.view(table, 1)["legal"]
                if legal:
                    await ann.do(table, kind="play", seat=1, action=legal[0])
                else:
                    await ann.until(lambda: ann.view(table, 1)["legal"] or ann.status(table, 1) == "over")
            answer = await ann.request("GET", f"/api/tables/{table}/record?format=text", made["token"])
        return answer.text

    record, bot, chosen = parse_record(asyncio.run(play())), None, 0
    assert record.players == ("Ann", "Policy mine")
    for game, entry in zip(Game.steps(record), record.entries, strict=False):
        bot = bot or make(f"policy:{folder / 'mine.npz'}", game.rules)
        if entry.seat == 2 and len(legal := game.legal(2)) > 1:
            assert entry.action == bot.choose(game.view(2), legal, Limit(), rng_of(1))
            chosen += 1
    assert chosen > 2


def test_a_table_thinks_with_the_operators_file(folder: Path) -> None:
    """The name of a policy becomes its file, whatever lies in the folder where the server was started."""
    spec = Policies(folder).spec(MINE)
    assert spec == f"policy:{(folder / 'mine.npz').resolve()}"
    game = coatl.new("card", players=2, seed=3)
    legal = game.legal()
    asked = game.view(game.seat), legal, Limit(), rng_of(1)
    assert make(spec, game.rules).choose(*asked) == make(f"policy:{POLICIES / 'card.npz'}", game.rules).choose(*asked)


def test_without_a_folder_there_is_none() -> None:
    with pytest.raises(CoatlError) as told:
        Policies(None).check("policy:card", rules_of("card", players=2))
    assert told.value.code == "bot.unknown"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CoatlError, match="COATL_POLICIES") as told:
        read_settings(policies=tmp_path / "nowhere")
    assert told.value.code == "settings.value"
