"""`coatl play --server` from the command line: tables are made, joined, listed, left and found again."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coatl.client import Server, me, opened
from coatl.terminal.remote.join import TableRequest, find_table
from tests.cli.command import answered, refused
from tests.server.processes import free_port
from tests.server.server import Served, serving
from tests.server.test_client import greeting


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), bot_seconds=60) as server:
        yield server


def wish(*seats: str, game: str | None = "board", **more: Any) -> TableRequest:
    return TableRequest(game, more.pop("options", {}), seats, more.pop("bots", ()), **more)


def test_a_table_is_made_as_the_options_say(served: Served) -> None:
    with Server(served.url) as server:
        asked = wish("Ann", "open", bots=["high-priest"], public=True, clock="30+600:loss", hints=False)
        table = find_table(server, server.link, asked)
        assert [seat["kind"] for seat in table.info["seats"]] == ["person", "open", "bot"]
        assert table.info["seats"][2]["bot"] == "high-priest"
        assert (table.info["public"], table.info["hints"]) == (True, False)
        assert table.info["clock"] == {"move": 30, "reserve": 600, "timeout": "loss"}
        plain = find_table(server, server.link, wish(game="card", options={"players": 3}))
        assert [seat["kind"] for seat in plain.info["seats"]] == ["person", "open", "open"]
        solo = find_table(server, server.link, wish("Ann", options={"solo": True, "difficulties": [2]}))
        assert solo.info["options"]["difficulties"] == [2]
        invited = find_table(server, server.link, wish("Ann", "invited"))
        joined = find_table(server, invited.invitation(2), wish("Ben", game=None))
        assert joined.info["status"] == "playing"
        assert joined.seats == [2]


def test_several_people_join_from_one_terminal(served: Served) -> None:
    with Server(served.url) as server, Server(served.url) as other:
        table = find_table(server, server.link, wish("Ann", options={"players": 3}))
        joined = find_table(other, table.link, wish("Ben", "Cleo", game=None))
        assert joined.seats == [2, 3]
        assert [seat["name"] for seat in joined.info["seats"]] == ["Ann", "Ben", "Cleo"]
        watching = find_table(other, table.link, wish(game=None, watch=True))
        assert watching.seats == []


def test_what_cannot_be_is_refused_with_its_code(served: Served, tmp_path: Path) -> None:
    nowhere = f"{served.url}/t/{'0' * 24}"
    for code, words in {
        "server.unreachable": ("board", "--server", f"127.0.0.1:{free_port()}"),
        "link.invalid": ("board", "--server", "ftp://somewhere"),
        "game.unknown": ("--server", served.url),
        "table.unknown": ("--server", nowhere),
        "token.unknown": ("--server", solo_link(served) + f"#token={'a' * 64}"),
        "options.contradict": ("board", "--server", nowhere),
        "clock.text": ("board", "--server", served.url, "--clock", "soon"),
        "bot.own": ("board", "--server", served.url, "--bot", "exec:./bot"),
        "options.unknown": ("board", "--server", served.url, "--manner", "daring"),
        "seats.number": ("board", "--server", served.url, "--players", "2", "--bot", "novice", "--bot", "novice"),
        "resume.none": ("--server", served.url, "--resume"),
    }.items():
        refused(answered("play", *words, state=tmp_path), code)
    refused(answered("play", "board", "--lobby", state=tmp_path), "options.contradict")
    refused(answered("play", state=tmp_path), "usage")
    with greeting(rules=99) as url:
        refused(answered("play", "board", "--server", url, state=tmp_path), "server.rules")
    with greeting(protocol=2) as url:
        refused(answered("play", "board", "--server", url, state=tmp_path), "server.version")


def solo_link(served: Served) -> str:
    with Server(served.url) as server:
        return str(server.create("card", options={"solo": True}).link)


def test_the_lobby_is_listed_with_links_to_join(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as server:
        table = server.create("card", seats=[me("Ann"), opened()], public=True, clock={"move": 60})
        shown = answered("play", "--server", served.url, "--lobby", state=tmp_path).stdout
        assert str(table.link) in shown
        assert "card game" in shown
        assert "Ann, —" in shown
        assert "60 s per turn" in shown


def test_a_table_is_left_and_found_again(served: Served, tmp_path: Path) -> None:
    options = ("play", "card", "--server", served.url, "--solo", "--seat", "Ann")
    left = answered(*options, state=tmp_path, typed="1\nquit\n")
    assert left.returncode == 0, left.stderr
    assert "Your seat is kept." in left.stdout
    link = re.findall(r"coatl play --server '(.*#token=.*)'", left.stdout)[0]
    assert (tmp_path / "coatl" / "away").stat().st_mode & 0o077 == 0
    for words in (("--server", link), ("--server", served.url, "--resume")):
        again = answered("play", *words, state=tmp_path, typed="who\nlog\nquit\n")
        assert again.returncode == 0, again.stderr
        assert "Ann start" in again.stdout
        assert "you, host" in again.stdout


def test_help_teaches_to_play_apart(tmp_path: Path) -> None:
    shown = answered("play", "--help", state=tmp_path).stdout
    for words in ("--server", "--lobby", "--watch", "--public", "--clock", "Apart, over a server"):
        assert words in shown
